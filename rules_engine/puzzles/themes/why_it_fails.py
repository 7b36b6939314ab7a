"""The reason why a move fails, in terms of cards: a comparison of its tricks with those after the best move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, PlayedCard, play
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.narrator import Narrator
from rules_engine.narration.quantities import POINTS
from rules_engine.quiz.best_move import Proof, counts, lead_tiebreak_text
from rules_engine.quiz.line_tricks import LineTrick, trick_name, tricks_of_line
from rules_engine.text.message import NOTHING, Place, Text, all_of, joined, say


class _Take(NamedTuple):
    """A seat's take of a trick in a line, alone or shared.

    ``place``  the index of the trick in the line
    ``trick``  the trick
    ``seat``   the seat
    ``card``   the card with which it takes the trick
    """

    place: int
    trick: LineTrick
    seat: int
    card: Card

    @property
    def is_alone(self) -> bool:
        """True if the trick isn't shared."""
        return len(self.trick.takers) == 1


def fails(narrator: Narrator[Position], position: Position, proof: Proof, move: Move, key: Card | None = None) -> Text:
    """Return the reason why a move isn't best; empty if no card shows it. The card ``key`` is preferred."""
    causes = _Causes(narrator, position, proof, move, key)
    return joined([causes.now, next(filter(None, causes.later()), NOTHING), causes.tie()])


class _Causes:
    """The tricks after the best move and after one that fails, and the reasons found in them."""

    def __init__(self, narrator: Narrator[Position], position: Position, proof: Proof, move: Move, key: Card | None) -> None:
        self.narrator, self.game, self.position, self.proof, self.move, self.key = (
            narrator, narrator.game, position, proof, move, key)
        self.you, self.side = position.actor, {*proof.side}
        self.best, self.wrong = (tricks_of_line(self.game, position, proof.lines[each]) for each in (proof.best[0], move))
        self.now_taken, self.then_taken = [*_takes(self.best)], [*_takes(self.wrong)]
        self.kept = {each.card for each in self.now_taken}
        now, then = self._taken(self.best), self._taken(self.wrong)
        self.is_more = then > now
        self.wants_tricks = then < now or (len(self.side) > 1 and (narrator.unit == POINTS or then == now))
        self.now = next(filter(None, self._in_this_trick()), NOTHING)
        self.since = int(bool(self.now))

    def _taken(self, tricks: Sequence[LineTrick]) -> int:
        return sum(bool(each.takers & self.side) for each in tricks)

    def _name(self, seat: int) -> Text:
        return self.narrator.table.called(seat)

    def _counts(self, trick: LineTrick) -> int:
        """Return the points of a trick, if tricks score points as they are taken; otherwise 0."""
        return counts(self.narrator, trick, tuple(sorted(trick.takers)), self.proof.side) if self.narrator.unit == POINTS else 0

    def _costs(self, taken: _Take) -> Text:
        """Return the cost of a trick for the side: `` for −2``."""
        n = self._counts(taken.trick)
        return say(" for {n}", n=n) if n < 0 else NOTHING

    # ---- this trick

    def _in_this_trick(self) -> Iterator[Text]:
        """Yield the effects of the card in this trick: the card that beats it, and the points that it gives away."""
        if self.best and self.wrong:
            yield self._beaten()
            yield self._gives()

    def _beaten(self) -> Text:
        """Return a sentence about the card that beats the move's card, if the best move takes the trick with profit."""
        mine, over = self.wrong[0].laid_by(self.you), self._beater()
        if mine is None or over is None or not self._is_wanted():
            return NOTHING
        told = {"seat": self._name(over.seat), "you": self._name(self.you), "mine": with_article(mine.card),
                "card": with_article(over.card)}
        if self.position.trick:
            return say("{seat}, who {seat:plays|play} after {you}, {seat:beats|beat} {mine} with {card}.", **told)
        return say("{seat} {seat:beats|beat} {mine} with {card}.", **told)

    def _beater(self) -> PlayedCard | None:
        """Return the opposing card that takes this trick in the end, if the move's card was winning it."""
        trick, laid = self.wrong[0], self.wrong[0].trick.laid
        mine = trick.laid_by(self.you)
        if mine is None or mine.move.verb != "play" or trick.takers & self.side:
            return None
        place = laid.index(mine)
        takers = [{*self.game.winners(trick.before, [*laid[:n]]).values()} for n in range(place + 1, len(laid) + 1)]
        over = mine
        for card, taking in zip(laid[place:], takers, strict=True):
            over = over if over.seat in taking else card
        return over if self.you in takers[0] and over.seat not in self.side else None

    def _is_wanted(self) -> bool:
        """Return whether the best move takes this trick with profit."""
        n = self._counts(self.best[0])
        return bool(self.best[0].takers & self.side) and (n > 0 or (n == 0 and self.wants_tricks))

    def _gives(self) -> Text:
        """Return a sentence about the points that the card adds to a trick with the same takers either way."""
        takers, more = self.wrong[0].takers, self._counts(self.wrong[0]) - self._counts(self.best[0])
        if takers != self.best[0].takers or len(self.side) == 1 or self.move.card is None or not more:
            return NOTHING
        if takers <= self.side:
            return (
                say("With {card} this trick brings {n} less.", card=with_article(self.move.card), n=-more)
                if more < 0
                else NOTHING
            )
        if more < 0:
            return NOTHING
        told: dict[str, Place] = {"seat": self.narrator.table.called([*takers]), "n": more}
        if not self._others_play_alike():
            return say("{seat} {seat:takes|take} this trick either way, and then it counts {n} more.", **told)
        return say("{seat} {seat:takes|take} this trick either way, and {card} makes it worth {n} more.",
                   card=with_article(self.move.card), **told)

    def _others_play_alike(self) -> bool:
        """Return whether all others play the same cards to this trick after both moves."""
        now, then = ([laid for laid in line[0].trick.laid if laid.seat != self.you] for line in (self.best, self.wrong))
        return now == then

    # ---- later tricks

    def later(self) -> Iterator[Text]:
        """Yield the reasons in later tricks: cards that take tricks only after one of the moves, and the next leader."""
        if self.best and self.wrong:
            yield self._dearer()
            yield self._of_ones_own()
            yield self._partner_takes()
            yield self._taken_over()
            yield self._lost()
            yield self._richer()
            yield self._leads()
            yield self._exchanged()

    def _dearer(self) -> Text:
        """Return a sentence about a card that takes a trick either way, but a costlier one after the failing move.

        It applies only to a seat without a partner.
        """
        found = []
        for then in self.then_taken if len(self.side) == 1 else ():
            now = next((each for each in self.now_taken if each.card is then.card and each.seat == self.you), None)
            if now and (costs := self._counts(then.trick)) < min(0, self._counts(now.trick)):
                found.append((costs - self._counts(now.trick), then, now))
        return self._takes_for(*min(found, key=itemgetter(0))[1:]) if found else NOTHING

    def _richer(self) -> Text:
        """Return a sentence about an opposing card that takes a trick either way, but a richer one after the failing move."""
        for then in self.then_taken if len(self.side) > 1 else ():
            now = next((each for each in self.now_taken if each.card is then.card and each.seat not in self.side), None)
            if now and then.place >= self.since and self._counts(then.trick) > self._counts(now.trick):
                return self._takes_for(then, now)
        return NOTHING

    def _takes_for(self, then: _Take, now: _Take) -> Text:
        less, card = self._counts(now.trick), with_article(then.card) if then.seat == self.you else self._own(then)
        told: dict[str, Place] = {"card": card, "trick": trick_name(self.wrong, then.place), "n": self._counts(then.trick),
                                  "alone": then.is_alone}
        return say("Then {card} {alone:takes|shares} {trick} for {n}, not for {less}.", less=less, **told) if less else say(
            "Then {card} {alone:takes|shares} {trick} for {n}.", **told)

    def _of_ones_own(self) -> Text:
        """Return a sentence about the solver's cards that take tricks better left to others."""
        more = [each for each in self.then_taken if each.seat == self.you and each.card not in self.kept]
        more = [each for each in more if self.is_more or self._counts(each.trick) < 0]
        held = [each for each in more if each.place]
        if not more or (len(self.side) > 1 and self.wants_tricks):
            return NOTHING
        if len(held) > 1:
            return say("Then {cards} take a trick each.", cards=all_of(self._own(each) for each in held))
        return self._unwanted((held or more)[0])

    def _partner_takes(self) -> Text:
        """Return a sentence about a partner's card that takes a trick better left to others."""
        more = [each for each in self.then_taken if each.seat in self.side - {self.you} and each.card not in self.kept]
        return NOTHING if self.wants_tricks or not more else self._unwanted(more[0])

    def _unwanted(self, taken: _Take) -> Text:
        """Return a sentence about an unwanted trick, with the card to which its taker falls after the best move."""
        over = next((each for each in self.now_taken if each.seat != taken.seat and each.is_alone
                     and each.trick.holds(taken.card)), None)
        under = say("; in the plan it goes under {card}", card=self._own(over)) if over else NOTHING
        told: dict[str, Place] = {"alone": taken.is_alone, "n": self._costs(taken), "under": under}
        if taken.seat == self.you and not taken.place:
            if again := self._again():
                return say("{card} takes this trick, and {other} {trick}: one more than in the plan.",
                           card=with_article(taken.card), other=self._own(again), trick=trick_name(self.wrong, again.place))
            return say("{card} {alone:takes|shares} this trick{n}{under}.", card=with_article(taken.card), **told)
        return say("Then {card} {alone:takes|shares} {trick}{n}{under}.", card=self._own(taken),
                   trick=trick_name(self.wrong, taken.place), **told)

    def _again(self) -> _Take | None:
        """Return a later take by the card that takes the side's only trick after the best move.

        Return None unless the side takes exactly one trick more after the failing move, and tricks have no points.
        """
        now, then = ([each for each in taken if each.seat in self.side] for taken in (self.now_taken, self.then_taken))
        if len(now) != 1 or len(then) != len(now) + 1 or any(self._counts(each.trick) for each in then):
            return None
        return next((each for each in then if each.place and each.card is now[0].card), None)

    def _taken_over(self) -> Text:
        """Return a sentence about an opposing card that takes a trick.

        It names the side's card that it beats and its fate after the best move.
        """
        theirs = [(each, self._over(each), self._falls(each.card)) for each in self.then_taken
                  if each.seat not in self.side and each.card not in self.kept and each.place >= self.since
                  and (each.card is self.key or self.wants_tricks)]
        if not theirs:
            return NOTHING
        taken, over, falls = max(theirs, key=lambda each: (each[0].card is self.key, bool(each[1]), bool(each[2])))
        told: dict[str, Place] = {"card": self._own(taken), "trick": trick_name(self.wrong, taken.place), "over": over,
                                  "alone": taken.is_alone}
        return say("Then {card} {alone:takes|shares} {trick}{over}; in the plan {falls} beats {low}.",
                   falls=falls, low=with_article(taken.card), **told) if falls else say(
            "Then {card} {alone:takes|shares} {trick}{over}.", **told)

    def _over(self, taken: _Take) -> Text:
        """Return a phrase with the side's card that a take beats, if that card takes a trick after the best move."""
        below = [laid for laid in taken.trick.trick.laid if laid.seat in self.side and self._beats(taken, laid)
                 and any(each.card is laid.card for each in self.now_taken)]
        return say(", over {seat's} {card}", seat=self._name(below[0].seat), card=below[0].card) if below else NOTHING

    def _beats(self, taken: _Take, below: PlayedCard) -> bool:
        """Return whether a take's card beats another card of its trick, whichever of them is led."""
        over, suit = taken.trick.laid_by(taken.seat), taken.trick.trick.laid[0].move.suit
        if over is None or not over.move.verb == below.move.verb == "play":
            return False
        orders = [[lead, play(over.card).laid[over.seat]] for lead in self._leads_with(below) if lead.move.suit == suit]
        orders += [[lead, play(below.card).laid[below.seat]] for lead in self._leads_with(over)] if orders else []
        return bool(orders) and all({*self.game.winners(taken.trick.before, each).values()} == {over.seat} for each in orders)

    def _leads_with(self, laid: PlayedCard) -> list[PlayedCard]:
        """Return the ways to lead a card face up."""
        scene = self.position.copy()
        scene.phase, scene.trick, scene.leader, scene.to_act = "play", [], laid.seat, laid.seat
        scene.hands[laid.seat] = [laid.card]
        return [move.laid[laid.seat] for move in self.game.candidates(scene) if move.card is laid.card and move.verb == "play"]

    def _falls(self, card: Card) -> Text:
        """Return the side's card to which an opposing card falls after the best move."""
        for each in self.now_taken:
            if each.seat in self.side and any(laid.card is card and self._beats(each, laid) for laid in each.trick.trick.laid):
                return self._own(each)
        return NOTHING

    def _lost(self) -> Text:
        """Return a sentence about a card of the side that takes a trick only after the best move."""
        if not self.wants_tricks:
            return NOTHING
        named = {self.proof.best[0].card, self.move.card, *(each.card for each in self.then_taken)}
        lost = next((each for each in self.now_taken if each.seat in self.side and each.card not in named), None)
        if lost is None:
            return NOTHING
        over = [each for each in self.then_taken if each.trick.holds(lost.card)]
        if len(over) != 1:
            return say("Then {mine} takes no trick.", mine=self._own(lost))
        if over[0].seat in self.side:
            return say("Then {mine} and {over} fall on the same trick: one of them is wasted.",
                       mine=self._own(lost), over=self._own(over[0]))
        return say("Then {mine} falls to {over}.", mine=self._own(lost), over=self._own(over[0]))

    def _own(self, taken: _Take) -> Text:
        """Return the card of a take with its owner: ``West's {9D}``."""
        return say("{seat's} {card}", seat=self._name(taken.seat), card=taken.card)

    def _exchanged(self) -> Text:
        """Return a sentence about the card with which a seat without a partner takes a trick in place of another."""
        now, then = ([each.card for each in taken if each.seat == self.you] for taken in (self.now_taken, self.then_taken))
        more, less = [card for card in then if card not in now], [card for card in now if card not in then]
        if len(self.side) > 1 or not more or not less or self.tie():
            return NOTHING
        return say("Then {you} {you:takes|take} a trick with {then}, not with {now}.", you=self._name(self.you),
                   then=with_article(more[0]), now=with_article(less[0]))

    def _leads(self) -> Text:
        """Return a sentence about the next leader and the card led."""
        leader = self._leader()
        if len(self.wrong) == 1 or leader is None or leader in self.side or self.tie():
            return NOTHING
        return say("Then {seat} {seat:leads|lead} next, with {card}.", seat=self._name(leader),
                   card=with_article(self.wrong[1].trick.laid[0].card))

    def tie(self) -> Text:
        """Return a sentence about the tie that changes the next leader."""
        return (
            NOTHING if self._leader() is None else lead_tiebreak_text(self.narrator, self.position, self.proof.lines[self.move])
        )

    def _leader(self) -> int | None:
        """Return the next leader after the failing move, or None if it is the same as after the best move."""
        now, then = (each[0].after.to_act if each else None for each in (self.best, self.wrong))
        return None if now == then else then


def _takes(tricks: Iterable[LineTrick]) -> Iterator[_Take]:
    """Yield each seat's take of each trick."""
    for place, each in enumerate(tricks):
        for seat in sorted(each.takers):
            if laid := each.laid_by(seat):
                yield _Take(place, each, seat, laid.card)
