"""The opponents' choices after the best move: they may beat a card or let it go, and lose either way.

All statements are proved: they hold for every play of the opponents, while the side keeps to moves that preserve its value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, PlayedCard
from rules_engine.core.model.tricks import Trick
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.narrator import Narrator
from rules_engine.narration.quantities import POINTS
from rules_engine.puzzles.themes.analysis import reaches
from rules_engine.quiz.best_move import Proof
from rules_engine.quiz.line_tricks import LineTrick
from rules_engine.solver.search import Search
from rules_engine.text.message import NOTHING, Place, Text, joined, say

MOST = 1_500
"""Maximum number of moves made to prove statements about one puzzle."""
TWO = 2


class _Trick(NamedTuple):
    """An opponents' choice in a trick: the position at the first choice, and the side's card that they may beat."""

    at: Position
    mine: PlayedCard


class Claimed(NamedTuple):
    """A statement about later tricks.

    ``told``       the sentence
    ``cards``      the cards with which it says that the side takes tricks
    ``is_of_all``  True if it covers all later tricks
    """

    told: Text
    cards: Collection[Card | None] = ()
    is_of_all: bool = False


NONE = Claimed(NOTHING)


class _Claim(NamedTuple):
    """A claim that a card takes a trick, or that it doesn't; without a card, that the side takes all later tricks, or none.

    ``told``     the claim as a clause
    ``takes``    True if the claim is that tricks are taken
    ``card``     the card; None for all later tricks
    ``since``    a card whose trick is exempt from the claim; None if every trick counts
    ``beaters``  cards one of which must be played to that trick, otherwise there is no claim; empty for no such condition
    """

    told: Text
    takes: bool
    card: Card | None = None
    since: Card | None = None
    beaters: Collection[Card] = ()

    def in_words(self, told: Text) -> Claimed:
        """Return the claim as a statement with the sentence ``told``, which covers every choice."""
        return Claimed(told, (self.card,) if self.takes else (), self.card is None)


class Fork(NamedTuple):
    """A sentence about the outcomes of a choice, and whether the choice is in this trick."""

    told: Text
    is_here: bool


class Forks:
    """The opponents' choices in the line after the best move. ``natural`` are the tricks after the natural move."""

    def __init__(self, narrator: Narrator[Position], search: Search[Position], proof: Proof, best: Sequence[LineTrick],
                 natural: Sequence[LineTrick]) -> None:
        self.narrator, self.game, self.search, self.proof = narrator, narrator.game, search, proof
        self.side, self.you, self.left, self.natural = {*proof.side}, narrator.table.called(proof.side), MOST, natural
        now, then = (sum(bool(each.takers & self.side) for each in tricks) for tricks in (best, natural))
        is_alone, counts_points = len(self.side) == 1, narrator.unit == POINTS
        self.wants_tricks = counts_points or then <= now if not is_alone else then < now and not counts_points
        self.wants_none = not self.wants_tricks and then > now
        self.taken_anyway = {card for each in natural for seat in self.side & each.takers if (card := each.taken_with(seat))}

    def beaten(self) -> Fork | None:
        """Return the outcome of beating a card of the side and of letting it go, or None if the opponents have no such choice."""
        for trick in self._tricks() if self.wants_tricks else ():
            if told := self._either(trick):
                return Fork(told, self._is_here(trick.at))
        return None

    def led(self) -> Claimed:
        """Return a statement about every lead to the second trick, if an opponent has a choice of leads."""
        position = self.search.start
        for seat, move in self.proof.lines[self.proof.best[0]]:
            if not self._is_here(position):
                leads = [(each, self.game.make(position, each)[0]) for each in self.game.legal(position)]
                is_choice = seat not in self.side and position.phase == "play" and len({each.card for each, _ in leads}) > 1
                return self._of_leads(seat, position, leads) if is_choice else NONE
            position = self.game.make(position, move)[0]
        return NONE

    def always(self) -> Claimed:
        """Return a statement that holds after the best move for every play, and not after the natural move."""
        best = self.proof.best[0]
        after = self.search.after(best)
        found = next((each for each in self._contrasts(after, best.card) if self._holds(after, each)), None)
        return NONE if found is None else found.in_words(say("Whatever the others play, {claim}.", claim=found.told))

    def _is_here(self, position: Position) -> bool:
        return position.last_trick is self.search.start.last_trick

    # ---- choices to beat a card or let it go

    def _tricks(self) -> Iterator[_Trick]:
        """Yield the opponents' first choice in this trick, and that in the second if the side leads to it."""
        game, position, tried = self.game, self.search.start, set[object]()
        for seat, move in self.proof.lines[self.proof.best[0]]:
            trick, is_here = position.last_trick, self._is_here(position)
            if position.phase != "play" or not (is_here or trick is None or len(tried) < TWO):
                return
            if seat not in self.side and position.trick and id(trick) not in tried:
                tried.add(id(trick))
                if len(tried) > TWO:
                    return
                winners = {*game.winners(position, position.trick).values()}
                laid = position.trick if is_here else position.trick[:1]
                mine = next((each for each in laid if winners == {each.seat} and each.seat in self.side), None)
                if mine is not None:
                    yield _Trick(position, mine)
            position = game.make(position, move)[0]

    def _either(self, trick: _Trick) -> Text:
        """Return a sentence about the outcomes if a card is beaten and if it isn't; empty if there is nothing to claim."""
        beating = self._who_may_beat(trick)
        if beating is None:
            return NOTHING
        mine, (seats, cards) = trick.mine, beating
        claims = (each._replace(beaters=cards) for each in self._claims(trick.at, mine.card))
        one = next((each for each in claims if self._holds(trick.at, each)), None)
        if one is None:
            return NOTHING
        told: dict[str, Place] = {
            "seat": self.narrator.table.called(seats), "card": with_article(mine.card), "claim": one.told,
            "with": say(" with {card}", card=with_article(next(iter(cards)))) if len(cards) == 1 else NOTHING}
        if mine.card is not self.proof.best[0].card and self._is_here(trick.at):
            if len(seats) > 1:
                return say("If {card} is beaten, {claim}; if not, it has won its trick.", **told)
            return say("If {seat} beats {card}{with}, {claim}; if {seat} lets it go, it has won its trick.",
                       **told)
        if len(seats) > 1:
            either = say("If it is beaten, {claim}; if not, it has won its trick.", **told)
        else:
            either = say("If {seat} beats it{with}, {claim}; if {seat} lets it go, it has won its trick.", **told)
        leads = NOTHING if self._is_here(trick.at) else say(
            "Then {seat} {seat:leads|lead} {card}.", seat=self.narrator.table.called(mine.seat), card=with_article(mine.card))
        return joined([leads, either])

    def _who_may_beat(self, trick: _Trick) -> tuple[list[int], set[Card]] | None:
        """Return the seats that may beat a card, and their cards, if each is free to let it go.

        Return None if nobody may beat it, somebody must, or the card loses the trick to its own side.
        """
        seats, cards, open_ = set[int](), set[Card](), [trick.at]
        while open_:
            at = open_.pop()
            if at.last_trick is not trick.at.last_trick:
                if not at.last_trick or trick.mine.seat not in at.last_trick.winners.values():
                    return None
                continue
            if at.to_act is None:
                return None
            legal, seat = self.game.legal(at), at.actor
            beats = [each for each in legal
                     if trick.mine.seat not in self.game.winners(at, [*at.trick, each.laid[seat]]).values()]
            keeps = [each for each in legal if each not in beats]
            if seat in self.side:
                keeps = [each for each in keeps if reaches(self.search, self.game.make(at, each)[0], self.proof.most)]
            elif beats:
                seats.add(seat)
                cards |= {each.played for each in beats}
            if not keeps:
                return None
            open_ += [self.game.make(at, each)[0] for each in keeps]
        return (sorted(seats), cards) if seats else None

    # ---- choices of a lead

    def _of_leads(self, seat: int, position: Position, leads: Sequence[tuple[Move, Position]]
                  ) -> Claimed:
        """Return a statement about every lead, or about each of two leads with different outcomes."""
        told: dict[str, Place] = {"seat": self.narrator.table.called(seat)}
        for claim in self._contrasts(position, None):
            if all(self._holds(after, claim) for _, after in leads):
                return claim.in_words(say("Whatever {seat} leads then, {claim}.", claim=claim.told, **told))
        if len(leads) != TWO or not self.wants_tricks:
            return NONE
        ends = [next((each for each in self._claims(position) if self._holds(after, each)), None) for _, after in leads]
        (first, _), (second, _) = leads
        one, other = ends
        if one is None or other is None:
            return NONE
        return Claimed(say("If {seat} then leads {first}, {one}; if {second}, {other}.", first=with_article(first.played),
                           second=with_article(second.played), one=one.told, other=other.told, **told))

    # ---- claims

    def _contrasts(self, at: Position, since: Card | None) -> Iterator[_Claim]:
        """Yield possible claims that are false after the natural move."""
        if self.wants_tricks:
            yield from self._claims(at, since)
        elif self.wants_none:
            yield from self._denials(at, since)

    def _claims(self, at: Position, since: Card | None = None) -> Iterator[_Claim]:
        """Yield possible claims of tricks for the side after the trick of ``since``, the most informative first."""
        left = max(len(at.hands[seat]) for seat in self.side)
        if left > 1:
            yield _Claim(say("{you} {you:takes|take} the rest", you=self.you), True, None, since)
        for seat in sorted(self.side, key=lambda each: each != self.search.seat):
            for card in at.hands[seat]:
                told: dict[str, Place] = {"seat": self.narrator.table.called(seat), "card": card}
                if card is not since and card not in self.taken_anyway:
                    yield _Claim(say("{seat's} {card} takes the last", **told) if left == 1 else
                                 say("{seat's} {card} takes a later trick", **told) if since else
                                 say("{seat's} {card} takes a trick", **told), True, card, since)

    def _denials(self, at: Position, since: Card | None) -> Iterator[_Claim]:
        """Yield possible claims that the side avoids tricks of the natural line."""
        if len(at.hands[self.search.seat]) > 1 and any(each.takers & self.side for each in self.natural[1:]):
            yield _Claim(say("{you} {you:takes|take} none of the rest", you=self.you), False, None, since)
        for seat in sorted(self.side):
            for card in at.hands[seat]:
                if card in self.taken_anyway:
                    none = say("{seat's} {card} takes no trick", seat=self.narrator.table.called(seat), card=card)
                    yield _Claim(none, False, card)

    def _holds(self, position: Position, claim: _Claim) -> bool:
        """Return whether a claim holds for every play of the opponents. The side keeps to moves that preserve its value."""
        if position.to_act is None:
            return claim.card is None and not any(position.hands[seat] for seat in self.side)
        self.left -= 1
        ours = position.to_act in self.side
        for move in self.game.legal(position) if self.left > 0 else ():
            after = self.game.make(position, move)[0]
            if ours and not reaches(self.search, after, self.proof.most):
                continue
            if self._holds_after(position, after, claim) is ours:
                return ours
        return self.left > 0 and not ours

    def _holds_after(self, position: Position, after: Position, claim: _Claim) -> bool:
        trick = after.last_trick
        found = None if trick is None or trick is position.last_trick else self._shows(trick, claim)
        return self._holds(after, claim) if found is None else found

    def _shows(self, trick: Trick, claim: _Claim) -> bool | None:
        """Return whether a trick proves a claim true or false; None if it proves neither."""
        takers, cards = {*trick.winners.values()}, {each.card: each.seat for each in trick.laid}
        is_since = claim.since in cards and claim.since is not claim.card
        if is_since and claim.beaters and not any(card in cards for card in claim.beaters):
            return True
        if claim.card is not None:
            return None if claim.card not in cards else not is_since and (cards[claim.card] in takers) is claim.takes
        return None if is_since or (takers <= self.side if claim.takes else not takers & self.side) else False
