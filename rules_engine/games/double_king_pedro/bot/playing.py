"""The bot's play of the cards. It estimates the points that each card wins for its side, and plays the best card.

An estimate has three parts: the points of the trick, weighted by the chance of winning it; the points that other players may
still add; and what the card would be worth if it stayed in the hand. Only addition, multiplication and division are used, so the
choice is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from rules_engine.bots import BotMove, open_choice
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.games.double_king_pedro.cards import ALL_POINTS
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position
from rules_engine.games.double_king_pedro.rules import POINTS, RANKED, STRENGTH, TRUMPS, throw_off
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.quantities import POINTS as POINTS_TOLD
from rules_engine.narration.quantities import counted
from rules_engine.text.message import NOTHING, Text, joined, say

BEATS = 0.9
"""Probability that an opponent who can beat a trump does so."""
TRUMPS_IN = 0.6
"""Probability that an opponent who can beat a throw-off does so."""
RESCUES = 0.2
"""Probability that a partner who can save a losing trick does so."""
FEEDS = 1.6
"""Points that a player adds to a trick won by their own side, relative to an average trump."""
FALLS = 0.6
"""Points that a player adds to a trick won by the other side, relative to an average trump."""
FADES = 0.15
"""Weight of each higher trump still out, which lowers a trump's chance of winning later."""
COMMAND = 2.0
"""Value of a trump that is sure to win later, in addition to its points."""
CONTRACT = 0.8
"""Value of a trick that makes or sets a bid, per point bid."""
HOPED = 0.75
"""Maximum value of a bid that is still open, relative to a bid that is made."""
THROWN = 0.02
"""Value of a card that isn't a trump, per step of rank."""
DEAR, SAFE_CHANCE = 18, 0.6
"""Minimum points of a card that isn't led into a higher trump, and minimum chance of a trick to which the Joker is played."""
NAMED_WITH = (7.0, 4.0, 4.0)
"""Factors by which the declarer is likelier than another seat to hold the trump Ace and each trump King that are out. In 500
hands played by bots, the declarer held an unseen Ace in 78 % of cases, and an unseen King in 62 to 75 %."""
LEANS = {trump: dict(zip(ranked, NAMED_WITH, strict=False)) for trump, ranked in RANKED.items()}
"""The factors in ``NAMED_WITH``, by trump suit, then card."""


class DoubleKingPedroKnowledge:
    """The information available to a seat for its move.

    ``side``    the seat's side
    ``legal``   the legal moves
    ``out``     the trumps that other players may hold; some without points may have been played before the last trick
    ``best``    the card that wins the trick so far, or None
    ``ours``    True if that card is the partner's
    ``pot``     the points in the trick so far
    ``after``   the opponents still to play to this trick
    ``friend``  True if the partner is still to play to it
    """

    def __init__(self, view: View[Position]) -> None:
        position = view.position
        assert view.seat is not None, "a bot plays for a seat"
        self.position, self.seat, self.trump = position, view.seat, position.trump
        self.side = self.seat % 2
        self.legal = view.game.legal(position)
        self.gone = view.memory.gone if view.memory else ()
        self.strength, self.points, self.trumps = STRENGTH[self.trump], POINTS[self.trump], TRUMPS[self.trump]
        self._look_at_trick()
        self._look_at_bid()
        self.out = self._out()
        self._held = sum(map(len, position.hands)) - len(position.hands[self.seat])
        self._higher: dict[Card, list[Card]] = {}
        self._missing: dict[int, dict[Card, float]] = {}

    def _look_at_bid(self) -> None:
        position = self.position
        self._left = ALL_POINTS - sum(position.points)
        self._declarers = None if position.declarer is None else position.declarer % 2
        bid = 0 if self._declarers is None else position.wanted
        self._price, self._wants = CONTRACT * bid, bid - (0 if self._declarers is None else position.points[self._declarers])

    def _look_at_trick(self) -> None:
        trick, partner = self.position.trick, (self.seat + 2) % 4
        best = max(trick, key=lambda laid: self.strength[laid.move.played], default=None)
        self.best = best.move.played if best else None
        self.ours = best is not None and best.seat == partner
        self.pot = sum(self.points.get(laid.move.played, 0) for laid in trick)
        laid = {one.seat for one in trick}
        later = [seat for seat, hand in enumerate(self.position.hands) if hand and seat != self.seat and seat not in laid]
        self.friend = partner in later
        self.after = [seat for seat in later if seat != partner]

    def _out(self) -> list[Card]:
        """Return the unseen trumps, except those that must have been played, according to the points taken before the last
        trick."""
        position = self.position
        last = [laid.move.played for laid in position.last_trick.laid] if position.last_trick else []
        seen = {*position.hands[self.seat], *last, *(laid.move.played for laid in position.trick), *self.gone}
        unseen = [card for card in RANKED[self.trump] if card not in seen]
        fell = ALL_POINTS - self._left - sum(self.points.get(card, 0) for card in {*last, *self.gone})
        worth = [card for card in unseen if self.points[card]]
        if not fell or not self._makes(worth, fell):
            return unseen
        return [card for card in unseen if not self.points[card] or self._makes([one for one in worth if one is not card], fell)]

    def _makes(self, cards: Iterable[Card], points: int) -> bool:
        """Return whether some of the given cards have ``points`` points in total."""
        sums = 1
        for card in cards:
            sums |= sums << self.points[card]
        return points >= 0 and bool(sums >> points & 1)

    def above(self, card: Card) -> int:
        """Return the number of trumps that may still be out and beat a card."""
        return len(self._above(card))

    def _above(self, card: Card) -> list[Card]:
        if card not in self._higher:
            strength, mine = self.strength, self.strength[card]
            self._higher[card] = [other for other in self.out if strength[other] > mine]
        return self._higher[card]

    def stands(self, card: Card) -> bool:
        """Return whether the winning card is safe from all opponents still to play."""
        return not self.after or (card in self.trumps and not self.above(card))

    def has_one_of(self, seat: int, cards: Iterable[Card]) -> float:
        """Return the chance that a seat holds at least one of the given cards, all of which are out."""
        none, missing = 1.0, self._missing.get(seat) or self._misses(seat)
        for card in cards:
            none *= missing[card]
        return 1 - none

    def _misses(self, seat: int) -> dict[Card, float]:
        """Return, for each card that is out, the chance that a seat doesn't hold it. A high trump is most likely with the
        declarer, who named the suit."""
        hands, declarer = self.position.hands, self.position.declarer
        held = len(hands[seat])
        self._missing[seat] = missing = dict.fromkeys(self.out, 1 - held / max(1, self._held))
        for card, lean in LEANS[self.trump].items():
            if card in missing and declarer is not None and declarer != self.seat:
                most = max(1.0, self._held + (lean - 1) * len(hands[declarer]))
                missing[card] = 1 - held * (lean if seat == declarer else 1.0) / most
        return missing

    def wins(self, card: Card) -> float:
        """Return the chance that the seat's side takes the trick if the seat plays a card."""
        if self.best is None or self.strength[card] > self.strength[self.best]:
            return self._goes_to(card, True)
        return self._goes_on

    @cached_property
    def _goes_on(self) -> float:
        """The chance that the seat's side takes the trick if the seat plays a card that doesn't win so far."""
        assert self.best is not None, "who leads wins so far"
        return self._goes_to(self.best, self.ours)

    def _goes_to(self, top: Card, ours: bool) -> float:
        """Return the chance that the seat's side takes the trick while ``top`` is ahead; ``ours`` is True if that card is
        the side's own."""
        higher = self._above(top)
        rescue = RESCUES * self.has_one_of((self.seat + 2) % 4, higher) if self.friend else 0.0
        stays, eager = 1.0, BEATS if self.draws(top) else TRUMPS_IN
        for seat in self.after:
            stays *= 1 - eager * self.has_one_of(seat, higher)
        return stays + (1 - stays) * rescue if ours else rescue * stays

    def draws(self, card: Card) -> bool:
        """Return whether the other players must play trumps to the trick."""
        trick = self.position.trick
        return not throw_off(self.position, trick[0].card if trick else card)

    def falls(self, card: Card) -> tuple[float, float]:
        """Return the expected points that opponents still to play will add to the trick, and those that the partner will add."""
        return self.drawn if self.out and self.draws(card) else (0.0, 0.0)

    @cached_property
    def drawn(self) -> tuple[float, float]:
        """The expected points that opponents still to play, and the partner, will add to a trick that requires trumps."""
        each = sum(self.points[one] for one in self.out) / len(self.out)
        theirs = sum(self.has_one_of(seat, self.out) for seat in self.after)
        partner = self.has_one_of((self.seat + 2) % 4, self.out) if self.friend else 0.0
        return FALLS * each * theirs, each * partner

    def keeps(self, card: Card) -> float:
        """Return the value of a card if it stays in the hand."""
        if card not in self.trumps:
            return THROWN * card.value
        later = 1 / (1 + FADES * self.above(card))
        return self.points[card] * (1 + self.weight) * (2 * later - 1) + COMMAND * later

    @cached_property
    def weight(self) -> float:
        """The additional value of a point while the bid is open: it may be the one that makes or sets the bid."""
        return self._price / (self._left + 1) if 0 < self._wants <= self._left else 0.0

    def brings(self, move: Move) -> float:
        """Return the value of a move: the expected points in the trick minus the value of keeping the card."""
        card, chance = move.played, self.wins(move.played)
        theirs, partner = self.falls(card)
        pot = self.pot + self.points.get(card, 0)
        won = pot + theirs + FEEDS * partner
        lost = pot + theirs * FEEDS + FALLS * partner
        decides = chance * self.settled(pot, self.side) + (1 - chance) * self.settled(pot, 1 - self.side)
        return chance * won - (1 - chance) * lost + decides - self.keeps(card)

    def settled(self, pot: int, taker: int) -> float:
        """Return the value of the bid for the seat's side after side ``taker`` takes ``pot`` points: made, set or still open.

        The chance of making an open bid depends on the share of the remaining points that the declarer's side still needs.
        """
        if self._declarers is None:
            return 0.0
        left, wants = self._left - pot, self._wants - (pot if taker == self._declarers else 0)
        made = 1.0 if wants <= 0 else 0.0 if wants > left else HOPED * (1 - wants / (left + 1))
        return self._price * (made if self.side == self._declarers else -made)


def believed(seat: int, world: Position) -> float:
    """Return the likelihood that the declarer names this trump suit, given the highest trumps in a world, as seen by ``seat``."""
    chance, declarer = 1.0, world.declarer
    if world.phase == "play" and declarer not in (None, seat):
        for card, times in zip(RANKED[world.trump], NAMED_WITH, strict=False):
            if any(card in hand for holder, hand in enumerate(world.hands) if holder not in (seat, declarer)):
                chance /= times
    return chance


def sensible(sight: DoubleKingPedroKnowledge, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the plays that don't risk a King or the Joker: neither is led into a higher trump, and the Joker isn't played to a
    trick that the opponents may take. If there are no others, return all."""
    def is_risked(card: Card) -> bool:
        if sight.best is not None:
            return card.rank == "Joker" and sight.wins(card) < SAFE_CHANCE
        return sight.points.get(card, 0) >= DEAR and sight.above(card) > 0
    return [move for move in moves if not is_risked(move.played)] or moves


def play_card(view: View[Position], moves: Sequence[Move]) -> BotMove:
    """Return the play with the highest value, and its reason."""
    sight = DoubleKingPedroKnowledge(view)
    move = max(sensible(sight, moves), key=sight.brings)
    if sight.best is None:
        return BotMove(move, lead_reason(sight, move.played))
    ours = sight.ours or sight.strength[move.played] > sight.strength[sight.best]
    return (open_choice if ours and not sight.after else BotMove)(move, follow_reason(sight, move.played))


def best_card(view: View[Position], moves: Sequence[Move]) -> Move:
    """Return the play with the highest value."""
    sight = DoubleKingPedroKnowledge(view)
    return max(sensible(sight, moves), key=sight.brings)


def lead_reason(sight: DoubleKingPedroKnowledge, card: Card) -> Text:
    """Return the reason for a lead."""
    higher = sight.above(card)
    if card not in sight.trumps:
        if any(move.played in sight.trumps for move in sight.legal):
            return say("I lead {card}, which isn't a trump, and keep my trumps for later.", card=with_article(card))
        return say("I hold no trump, so I can only lead a throw-off: {card}.", card=with_article(card))
    if not higher:
        return say(
            "No trump still out beats {card}: it wins, and draws a trump from everyone who has one.", card=with_article(card)
        )
    kept = max((move.played for move in sight.legal), key=sight.strength.__getitem__)
    points, stays = sight.points.get(card, 0), _stays(sight, card, kept)
    if points and kept is card:
        return say("I lead trumps to make the higher ones fall: {card} is {only:my only one|the best I have}.",
                   card=with_article(card), only=sum(move.played in sight.trumps for move in sight.legal) == 1)
    if points:
        return say("{stays}, and lead {card}: {n:one trump|@ trumps} that may still be out {n:beats|beat} it, and {points} "
                   "{one:goes|go} with it.", card=with_article(card), n=higher, points=counted(points, POINTS_TOLD), one=points,
                   stays=stays)
    return say("{card} is worth nothing, so it risks little: {n:one trump|@ trumps} that may still be out {n:beats|beat} it; "
               "{stays}.", card=with_article(card), n=higher, stays=stays)


def _stays(sight: DoubleKingPedroKnowledge, card: Card, kept: Card) -> Text:
    """Describe the best card that stays in the hand after a lead."""
    if kept is card:
        return say("it is {only:my only trump|the best trump I have}",
                   only=sum(move.played in sight.trumps for move in sight.legal) == 1)
    if sight.above(kept):
        return say("I keep {kept} for a better trick", kept=with_article(kept))
    return say("I keep {kept}, which no trump still out beats", kept=with_article(kept))


def follow_reason(sight: DoubleKingPedroKnowledge, card: Card) -> Text:
    """Return the reason for a card played to a trick."""
    best = sight.best
    assert best is not None
    if sight.strength[card] > sight.strength[best]:
        return ahead_reason(sight, card, best)
    points = sight.points.get(card, 0)
    worth = counted(points, POINTS_TOLD) if points else say("no points")
    play = say("I play {card}, worth {points}", card=with_article(card), points=worth)
    if sight.ours and sight.stands(best):
        return say("No opponent can beat my partner's {best} any more, so {play}.", best=best, play=play)
    if sight.ours:
        return say("My partner's {best} is ahead, so {play}.", best=best, play=play)
    if any(sight.strength[move.played] > sight.strength[best] for move in sight.legal):
        kept = max((move.played for move in sight.legal), key=sight.strength.__getitem__)
        return say("I leave this trick to {best} and play {card}, worth {points}; {stays}.", best=with_article(best),
                   card=with_article(card), points=worth, stays=_stays(sight, card, kept))
    if points and sight.friend and sight.above(best):
        return say("I can't beat {best}, but my partner, who plays after me, may, so {play}.", best=with_article(best), play=play)
    return say("I can't beat {best}, so {play}.", best=with_article(best), play=play)


def bid_told(sight: DoubleKingPedroKnowledge, card: Card) -> Text:
    """Return a sentence if the trick makes the side's own bid or sets the opponents' bid; otherwise an empty text."""
    position, pot = sight.position, sight.pot + sight.points.get(card, 0)
    if position.declarer is None:
        return NOTHING
    declares = position.declaring % 2 == sight.side
    enough = position.wanted if declares else ALL_POINTS - position.wanted + 1
    if not position.points[sight.side] < enough <= position.points[sight.side] + pot:
        return NOTHING
    return say("That makes our bid of {bid}.", bid=position.wanted) if declares else (
        say("That sets their bid of {bid}.", bid=position.wanted))


def ahead_reason(sight: DoubleKingPedroKnowledge, card: Card, best: Card) -> Text:
    """Return the reason for a card that takes over the trick."""
    if sight.stands(card):
        return joined(
            [
                say("No opponent can beat {card} any more, so the trick is ours with {points} so far.", card=with_article(card),
                    points=counted(sight.pot + sight.points.get(card, 0), POINTS_TOLD)),
                bid_told(sight, card),
            ]
        )
    higher = sight.above(card)
    if not higher:
        return say("{card} beats {best}, and no trump still out beats it.", card=with_article(card), best=with_article(best))
    return say("{card} beats {best}; {n:one trump|@ trumps} that may still be out could beat it.", card=with_article(card),
               best=with_article(best), n=higher)
