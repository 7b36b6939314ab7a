"""The knowledge of a seat in Knüffeln, and the chances derived from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import comb, erf, sqrt
from typing import NamedTuple

from rules_engine.core.game.game import View
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.bot.worth import beaters_in, worth_in
from rules_engine.games.knueffeln.cards import HAND_SIZE, Ranking
from rules_engine.games.knueffeln.position import KnueffelnPosition

SPREAD = 0.45
"""Standard deviation of the number of tricks that a side takes, per square root of the tricks still to come."""

SCALED, LOWERED = 0.8, 0.3
"""Factor and deduction for the standard deviations of a side's chance after an opponent has led face down, which only a strong
hand does. Fitted to 5800 answers."""
KEEP = 1.2
"""Default weight of a card's later value against its chance of winning the present trick."""
ENDS = 2
"""Maximum number of cards in hand at which cards are no longer saved for later."""
GUARDS = 0.7
"""Probability that a player overtakes their own side's winning card when able to, if an opponent is still to play."""


class Meaning(NamedTuple):
    """The meaning of a partner's remark.

    ``help``      factor on the speaker's chance of beating a card; 0 if the speaker can't beat it
    ``lying``     True if the speaker beats the card that leads the trick now
    ``ole``       True if the speaker has an Ole for this trick
    ``strength``  the value of the speaker's nine cards in tricks, or None if the remark doesn't mention it
    ``sure``      True if the speaker takes this trick for certain
    """

    help: float = 1.0
    strength: float | None = None
    sure: bool = False
    lying: bool = False
    ole: bool = False


SURE, LYING, OLE, CANNOT = Meaning(sure=True), Meaning(lying=True), Meaning(ole=True), Meaning(help=0.0)


class KnueffelnKnowledge:
    """The information available to a seat for its move.

    ``words``   the meaning of the partners' remarks, by seat
    ``unseen``  cards that other players may hold; some may be in the stock or in tricks before the last one
    ``best``    the play that leads the trick, or None
    ``ours``    True if that play was made by the seat's side
    ``after``   the other seats that play to this trick after the seat
    ``held``    the number of cards that each seat holds
    """

    def __init__(self, view: View[KnueffelnPosition], words: Mapping[int, Meaning] | None = None) -> None:
        position = view.position
        assert view.seat is not None, "a bot plays for a seat"
        self.position, self.seat, self.words = position, view.seat, words or {}
        self.gone = view.memory.gone if view.memory else []
        self.game, self.order, self.hand = view.game, position.order, position.hands[view.seat]
        self.worth, self._beaters, self._prices = worth_in(self.order), beaters_in(self.order), prices_in(self.order)
        self.held = [*map(len, position.hands)]
        own = position.side[self.seat]
        self.mates = [seat for seat in position.players if position.side[seat] == own and seat != self.seat]
        self.foes = [seat for seat in position.players if position.side[seat] != own]
        self.unseen = view.game.notation.cards.difference(self.hand, *self._open_cards())
        self.best = position.best
        self.ours = self.best is not None and self.best.seat not in self.foes
        laid = {one.seat for one in position.trick}
        self.yet_to_play = [seat for seat in self._trick_order() if seat not in laid]
        place = self.yet_to_play.index(self.seat) + 1 if self.seat in self.yet_to_play else 0
        self.after = tuple(self.yet_to_play[place:])
        self._threats: dict[Card, list[Card]] = {}
        self._outlooks: defaultdict[tuple[bool, int, bool], dict[Card, float]] = defaultdict(dict)

    @property
    def legal(self) -> list[Move]:
        """The legal moves of the seat. It must be the seat to act."""
        return self.game.legal(self.position)

    def _open_cards(self) -> list[list[Card]]:
        position = self.position
        last = position.last_trick.laid if position.last_trick else ()
        return [_cards(position.trick), _cards(last), position.turnups, position.stock, self.gone]

    def _trick_order(self) -> list[int]:
        leader = self.position.leader
        if leader is None:
            return []
        return [seat for seat in self.position.table.clockwise_from(leader) if seat in self.position.players]

    # ---- the trick

    def threats(self, card: Card) -> list[Card]:
        """Return the unseen cards that beat ``card`` if it leads the trick, cheapest first."""
        found = self._threats.get(card)
        if found is None:
            unseen = self.unseen
            found = self._threats[card] = [other for other in self._beaters[card] if other in unseen]
        return found

    def beats(self, card: Card) -> bool:
        """Return whether ``card`` would lead the trick on the table."""
        return self.best is None or card in self.order.beaten_by[self.best.move.played]

    def certain(self) -> list[Card]:
        """Return the Olen in the hand that no unseen card beats."""
        return [card for card in self.hand if self.order.role[card] is rules.ole and not self.threats(card)]

    def chance(self, card: Card, *, spared: bool = False) -> float:
        """Return the chance that the seat's side takes the trick if the seat plays ``card``.

        Opponents who can beat a card do so; with ``spared``, only if the gain exceeds the later value of their card.
        """
        if self.beats(card):
            return self._outlook(card, True, self.after, spared)
        assert self.best is not None
        return self._outlook(self.best.move.played, self.ours, self.after, spared)

    def _outlook(self, best: Card, ours: bool, seats: tuple[int, ...], spared: bool) -> float:
        """Return the chance that the seat's side takes the trick if each later seat plays the cheapest card that wins it for its
        own side."""
        if not seats:
            return float(ours)
        known = self._outlooks[ours, len(seats), spared]
        if best not in known:
            known[best] = self._next_plays(best, ours, seats, spared)
        return known[best]

    def _next_plays(self, best: Card, ours: bool, seats: tuple[int, ...], spared: bool) -> float:
        seat, rest = seats[0], seats[1:]
        kept = self._outlook(best, ours, rest, spared)
        if (seat not in self.foes) == ours:
            return self._guarded(best, ours, seats, kept, spared)
        word = self.words.get(seat)
        if word is not None and word.sure:
            return 1.0
        can, spares = self._can_beat(best, seat), spared and word is None and len(self.hand) > ENDS
        return can * self._wrested(best, ours, seats, spared, kept if spares else None) + (1 - can) * kept

    def _can_beat(self, best: Card, seat: int) -> float:
        """Return the chance that a seat can beat a card, given the cards it may hold and its remark."""
        can: float = 1 - none_held(len(self.unseen), len(self.threats(best)), self.held[seat])
        word = self.words.get(seat)
        if word is None:
            return can
        if word.ole and self.order.role[best] is not rules.ole and self.threats(best):
            return 1.0
        if word.lying and self.best is not None and best is self.best.move.played:
            return 1.0
        return float(1 - (1 - can) ** word.help)

    def _guarded(self, best: Card, ours: bool, seats: tuple[int, ...], kept: float, spared: bool) -> float:
        """Return the side's chance of taking the trick if the first of the given seats may overtake its own side's card, because
        opponents are still to play.

        It doesn't overtake if it has made a remark, or if one of the opponents has announced an Ole.
        """
        seat, others = seats[0], [later for later in seats[1:] if (later in self.foes) == ours]
        if not others or seat in self.words or any(word.ole for later, word in self.words.items() if later in others):
            return kept
        can = 1 - none_held(len(self.unseen), len(self.threats(best)), self.held[seat])
        return kept + GUARDS * can * (self._wrested(best, not ours, seats, spared) - kept)

    def _wrested(self, best: Card, ours: bool, seats: tuple[int, ...], spared: bool, kept: float | None = None) -> float:
        """Return the side's chance of taking the trick if the first of the given seats can beat ``best``, averaged over the cards
        that beat it.

        ``kept`` is the chance if ``best`` isn't beaten. If it is given, a card whose later value exceeds its gain isn't played.
        """
        threats, rest = self.threats(best), seats[1:]
        if not threats or (kept is None and not rest):
            return float(not ours)
        shares, none = cheapest_held(len(self.unseen), len(threats), self.held[seats[0]])
        outlook = 0.0
        for card, share, beaten in zip(threats, shares, self._beaten(threats, ours, rest, spared), strict=True):
            outlook += share * (beaten if kept is None or abs(beaten - kept) >= self._prices[card] else kept)
        return outlook / (1 - none) if none < 1 else float(not ours)

    def _beaten(self, threats: Sequence[Card], ours: bool, rest: tuple[int, ...], spared: bool) -> list[float]:
        """Return the side's chance of taking the trick after each of the given cards."""
        if not rest:
            return [float(not ours)] * len(threats)
        known = self._outlooks[not ours, len(rest), spared]
        return [known[card] if card in known else self._outlook(card, not ours, rest, spared) for card in threats]

    # ---- the deal

    @property
    def own(self) -> int:
        """The index of the seat's side, 0 or 1."""
        return self.position.side[self.seat]

    @property
    def needs(self) -> int:
        """The number of tricks that the seat's side still needs for the deal."""
        return rules.needed(self.position, self.own) - self.position.won(self.own)

    @property
    def they_need(self) -> int:
        """The number of tricks that the other side still needs for the deal."""
        return rules.needed(self.position, 1 - self.own) - self.position.won(1 - self.own)

    def share(self) -> float:
        """Return the share of the remaining tricks that the seat's side is expected to take."""
        mean = sum(self.worth[card] for card in self.unseen) / max(len(self.unseen), 1)
        ours = sum(self.worth[card] for card in self.hand) + sum(self._hand_worth(seat, mean) for seat in self.mates)
        theirs = sum(mean * len(self.position.hands[seat]) for seat in self.foes)
        return ours / (ours + theirs) if ours + theirs else 0.5

    def _hand_worth(self, seat: int, mean: float) -> float:
        word, held = self.words.get(seat), len(self.position.hands[seat])
        return mean * held if word is None or word.strength is None else word.strength * held / HAND_SIZE

    def deal_chance(self, *, turned: bool = False) -> float:
        """Return the chance that the seat's side wins the deal. With ``turned``, allow for what an opponent's face-down lead says
        about that player's hand."""
        left = HAND_SIZE - sum(self.position.tricks)
        deviations = (left * self.share() - self.needs + 0.5) / (SPREAD * sqrt(left))
        return normal(SCALED * deviations - LOWERED if turned else deviations)

    def streak_chance(self, ours: bool) -> float:
        """Return the chance that a side makes a Jann by winning its first tricks in a row; 0 if it has lost one."""
        if self.position.won(1 - self.own if ours else self.own):
            return 0.0
        share, tricks = self.share(), self.needs if ours else self.they_need
        return float((share if ours else 1 - share) ** tricks)


@cache
def prices_in(order: Ranking) -> dict[Card, float]:
    """Return the price of playing each card now: its later value times ``KEEP``."""
    return {card: KEEP * worth for card, worth in worth_in(order).items()}


@cache
def none_held(size: int, wanted: int, held: int) -> float:
    """Return the chance that ``held`` cards, drawn at random from ``size``, include none of ``wanted`` particular ones."""
    return comb(size - wanted, held) / comb(size, held) if held <= size else 0.0


@cache
def cheapest_held(size: int, wanted: int, held: int) -> tuple[Sequence[float], float]:
    """Return the chances for the cheapest of ``wanted`` cards in a random hand of ``held`` cards out of ``size``: for each card,
    cheapest first, the chance that it is the cheapest in the hand. Also return the chance that the hand has none."""
    lacks = [none_held(size, count, held) for count in range(wanted + 1)]
    return [before - after for before, after in pairwise(lacks)], lacks[-1]


def normal(deviations: float) -> float:
    """Return the cumulative normal distribution at ``deviations`` standard deviations above the mean."""
    return (1 + erf(deviations / sqrt(2))) / 2


def _cards(laid: Sequence[PlayedCard]) -> list[Card]:
    return [one.move.played for one in laid if one.move.card is not FACE_DOWN]
