"""Worlds, which are deals of the hidden cards that are consistent with a seat's view, drawn uniformly at random.

The locations of hidden cards (the other hands, a stock, the cards put away) have known sizes, and some can't contain certain
cards. Cards with the same possible locations form a group. The number of ways to deal the remaining groups is counted once, and
each world is drawn with these counts. A hand may be known to hold at least a number of certain cards. These cards then form
separate groups, and deals with too few of them in the hand aren't counted. If random deals rarely violate such a constraint, the
deal is checked afterwards instead. As a result, all worlds are equally likely, and few draws are rejected (``Game.could_be``).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import comb, factorial, prod
from typing import Generic, NamedTuple, TypeVar

from rules_engine.bots.inference import lying
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.model.memory import Memory
from rules_engine.core.model.moves import make_move
from rules_engine.core.positions.field_types import BySeat
from rules_engine.core.positions.position import Position
from rules_engine.text.message import listed

P = TypeVar("P", bound=Position)
TRIES = 1000
"""Maximum number of draws for one world, because the game may reject some."""
OFTEN = 4
"""A constraint that requires only one card is counted exactly if more than one in this many random deals would violate it."""
Room = tuple[int, ...]
"""The number of cards that still fit in each location."""
Needs = tuple[int, ...]
"""The number of cards still needed for each constraint."""


class NoConsistentDeal(RulesEngineError):
    """Raised if no deal of the hidden cards is consistent with the view, as when a hand wasn't watched from its deal."""


class HandConstraint(NamedTuple):
    """A constraint: a hand holds at least ``least`` of ``cards``, in addition to its known cards."""

    place: int
    cards: frozenset[Card]
    least: int


class HiddenPlace:
    """A location of hidden cards.

    ``seat``   the seat whose hand it is; None for other locations
    ``field``  the position's attribute that contains the cards; ``""`` for cards put away, which aren't in any field
    ``pile``   the seat whose pile it is, if the field contains a pile for each seat
    ``size``   the number of unknown cards in it
    ``known``  additional cards known to be in it
    ``barred`` the cards that can't be in it
    """

    def __init__(self, seat: int | None, field: str, size: int, barred: frozenset[Card], known: Sequence[Card] = (),
                 pile: int | None = None) -> None:
        self.seat = seat
        self.field = field
        self.pile = pile
        self.size = size
        self.barred = barred
        self.known = known


HolderGroup = tuple[tuple[int, ...], list[Card]]
"""The possible locations of a group of cards, and the cards."""
Ways = Callable[[int, int, int, Room, Needs], int]


class Worlds(Generic[P]):
    """The uniform distribution over all worlds consistent with a view. Raises ``NoConsistentDeal``."""

    def __init__(self, view: View[P]) -> None:
        self.view = view
        self.memory = view.memory or Memory(view.game.table.size)
        unseen = self._unseen()
        self.places = self._places(sum(unseen.values()))
        self.wanted = [*self._wants()]
        self.wants = [want for want in self.wanted if want.least > 1 or self._may_miss(want, unseen)]
        self.groups, self.serving = self._groups(unseen)
        self.sizes = [*(len(cards) for _, cards in self.groups), 0]
        self.ways = self._count()
        self.room: Room = tuple(each.size for each in self.places)
        self.needs: Needs = tuple(want.least for want in self.wants)
        self.deals = self.ways(0, 0, self.sizes[0], self.room, self.needs)
        if not self.deals:
            raise NoConsistentDeal("no deal of the hidden cards fits what has been seen")

    def _unseen(self) -> Counter[Card]:
        view, position = self.view, self.view.position
        assert view.seat is not None, "the open table hides nothing"
        shown = Counter(card for card in lying(view.game, position) if card is not FACE_DOWN)
        away = shown | Counter(self.memory.gone)
        trick = [laid.card for laid in position.trick if laid.card is not FACE_DOWN]
        held = [card for seat, hand in enumerate(position.hands) for card in (*hand, *self._known(seat)) if card is not FACE_DOWN]
        return Counter(view.game.deck) - away - Counter(trick) - Counter(held)

    def _known(self, seat: int) -> Sequence[Card]:
        """Return the known cards in a hand that is face down in the view; empty for an open hand."""
        return self.memory.known[seat] if FACE_DOWN in self.view.position.hands[seat] else ()

    def _places(self, unseen: int) -> list[HiddenPlace]:
        view, position, memory = self.view, self.view.position, self.memory
        places = []
        for seat in view.game.table.seats:
            known = self._known(seat)
            down = sum(laid.seat == seat and laid.card is FACE_DOWN for laid in position.trick)
            size = position.hands[seat].count(FACE_DOWN) + down - len(known)
            if seat != view.seat and (size > 0 or known):
                places.append(HiddenPlace(seat, "hands", size, frozenset(memory.barred[seat]), known))
        for name, field in position.fields.items():
            value = getattr(position, name) if name != "hands" and field.kind is not None else None
            piles = enumerate(value) if value and isinstance(field.kind, BySeat) else [(None, value)]
            places += [HiddenPlace(None, name, cards.count(FACE_DOWN), frozenset(), pile=pile) for pile, cards in piles
                       if isinstance(cards, list) and FACE_DOWN in cards]
        rest = unseen - sum(place.size for place in places)
        if rest < 0 or any(place.size < 0 for place in places):
            raise NoConsistentDeal(self._too_many_places(places, unseen))
        if rest:
            places.append(HiddenPlace(None, "", rest, frozenset(view.game.cannot_hold(position, None))))
        return places

    def _too_many_places(self, places: Sequence[HiddenPlace], unseen: int) -> str:
        """Return an error message for game authors. The usual cause is a card that was put away but is still in a field."""
        names = self.view.game.table.names
        where = listed([f"{place.size} in {place.field}" + ("" if place.seat is None else f" of {names[place.seat]}")
                        for place in places])
        gone = " ".join(card.text for card in self.memory.gone)
        return (f"there are {unseen} hidden cards and more places for them: {where}. "
                f"{names[self.view.home]} remembers as gone: {gone}. "
                "A card that was put away must not be in any field except a hidden field(BySeat(PILE)) that its owner sees")

    def _wants(self) -> Iterator[HandConstraint]:
        """Yield the constraints on the hands."""
        for number, place in enumerate(self.places):
            for cards, least in self.memory.least[place.seat].items() if place.seat is not None else ():
                missing = least - len(cards.intersection(place.known))
                if missing > 0:
                    yield HandConstraint(number, cards.difference(place.known), missing)

    def _may_miss(self, want: HandConstraint, unseen: Counter[Card]) -> bool:
        """Return whether random deals would often violate a constraint."""
        place, cards = self.places[want.place], sum(unseen.values())
        wanted = sum(unseen[card] for card in want.cards.difference(place.barred))
        return OFTEN * comb(cards - wanted, place.size) > comb(cards, place.size)

    def _groups(self, unseen: Counter[Card]) -> tuple[list[HolderGroup], list[Sequence[int]]]:
        """Return the cards grouped by possible locations, the fewest locations first, and the constraints to which each group
        contributes."""
        found: dict[tuple[tuple[int, ...], tuple[int, ...]], list[Card]] = {}
        for card in unseen.elements():
            may = tuple(number for number, place in enumerate(self.places) if card not in place.barred)
            serves = tuple(number for number, want in enumerate(self.wants) if card in want.cards and want.place in may)
            found.setdefault((may, serves), []).append(card)
        ordered = sorted(found.items(), key=lambda group: (len(group[0][0]), not group[0][1]))
        return [(may, cards) for (may, _), cards in ordered], [serves for (_, serves), _ in ordered]

    def _count(self) -> Ways:
        groups, everywhere, last = self.groups, len(self.places), len(self.groups) - 1

        @cache
        def ways(group: int, turn: int, left: int, room: Room, needs: Needs) -> int:
            """Return the number of ways to deal the groups from ``group`` on, after its first ``turn`` locations have received
            their cards."""
            if any(needs) and not self._can_serve(needs, group, turn, room):
                return 0
            if group == len(groups):
                return 1
            places = groups[group][0]
            if group == last and len(places) == everywhere and turn == 0 and not any(needs):
                return factorial(left) // prod(map(factorial, room)) if left == sum(room) else 0
            if turn == len(places):
                if left:
                    return 0
                return ways(group + 1, 0, self.sizes[group + 1], room, needs)
            place = places[turn]
            most = min(left, room[place])
            return sum(comb(left, take) * ways(group, turn + 1, left - take, _less(room, place, take),
                                               self._still(needs, group, place, take)) for take in range(most + 1))
        return ways

    def _can_serve(self, needs: Needs, group: int, turn: int, room: Room) -> bool:
        """Return whether all constraints can still be met with the free space and the remaining cards."""
        return all(not need or (need <= room[want.place] and self._coming(number, group, turn) >= need)
                   for number, (want, need) in enumerate(zip(self.wants, needs, strict=True)))

    def _coming(self, want: int, group: int, turn: int) -> int:
        return sum(len(cards) for number, (places, cards) in enumerate(self.groups[group:], group)
                   if want in self.serving[number] and (number > group or self.wants[want].place in places[turn:]))

    def _still(self, needs: Needs, group: int, place: int, take: int) -> Needs:
        """Return the needs after a location has received ``take`` cards from a group."""
        if not take or not self.serving[group]:
            return needs
        still = [*needs]
        for number in self.serving[group]:
            if self.wants[number].place == place:
                still[number] = max(0, still[number] - take)
        return tuple(still)

    def draw(self, rng: random.Random) -> P:
        """Return a random world: the view's position with the hidden cards dealt at random and every card face up.

        Raises ``NoConsistentDeal`` if the game rejects all draws.
        """
        for _ in range(TRIES):
            lots = self._dealt(rng)
            if self._has_all(lots) and self.view.game.could_be(world := self._filled(lots, rng)):
                return world
        raise NoConsistentDeal(f"none of {TRIES} deals of the hidden cards could have come about")

    def every(self, most: int, rng: random.Random) -> list[P] | None:
        """Return all worlds in random order if the hidden cards can be dealt in at most ``most`` ways, otherwise None.

        Also return None if a card in the trick is face down, because it may be any card in its player's hand. The order of a
        hidden pile is random.
        """
        if self.deals > most or any(laid.card is FACE_DOWN for laid in self.view.position.trick):
            return None
        cards = [(card, places) for places, cards in self.groups for card in cards]
        worlds = [world for lots in self._every_deal(cards, self.room) if self._has_all(lots)
                  and self.view.game.could_be(world := self._filled(lots, rng))]
        rng.shuffle(worlds)
        return worlds

    def _every_deal(self, cards: Sequence[tuple[Card, Sequence[int]]], room: Room) -> Iterator[list[list[Card]]]:
        """Yield every assignment of cards to their possible locations, including the cards known to be there."""
        if not cards:
            yield [[*place.known] for place in self.places]
            return
        (card, may), *rest = cards
        for place in may:
            if room[place]:
                for lots in self._every_deal(rest, _less(room, place, 1)):
                    lots[place].append(card)
                    yield lots

    def _has_all(self, lots: Sequence[Sequence[Card]]) -> bool:
        """Return whether a deal meets all constraints."""
        return all(len(want.cards.intersection(lots[want.place])) >= want.least for want in self.wanted)

    def _dealt(self, rng: random.Random) -> list[list[Card]]:
        lots: list[list[Card]] = [[*place.known] for place in self.places]
        room, needs = self.room, self.needs
        for group, (places, cards) in enumerate(self.groups):
            mixed = sorted(cards, key=lambda _: rng.random())
            for turn, place in enumerate(places):
                take = self._share(rng, group, turn, place, len(mixed), room, needs)
                lots[place] += mixed[:take]
                mixed = mixed[take:]
                room, needs = _less(room, place, take), self._still(needs, group, place, take)
        return lots

    def _share(self, rng: random.Random, group: int, turn: int, place: int, left: int, room: Room, needs: Needs) -> int:
        """Return a random number: how many of a group's cards go to a location."""
        if left == sum(room):
            return room[place]
        choice = rng.random() * self.ways(group, turn, left, room, needs)
        for take in range(min(left, room[place]) + 1):
            choice -= comb(left, take) * self.ways(group, turn + 1, left - take, _less(room, place, take),
                                                   self._still(needs, group, place, take))
            if choice < 0:
                return take
        return min(left, room[place])

    def _filled(self, lots: Sequence[list[Card]], rng: random.Random) -> P:
        world = self.view.position.copy()
        for place, cards in zip(self.places, lots, strict=True):
            if place.seat is not None:
                world.hands[place.seat] = cards
                self._turn_up(world, place.seat, rng)
            elif place.field:
                hidden = iter(sorted(cards, key=lambda _: rng.random()))
                shown = getattr(world, place.field)
                pile = shown if place.pile is None else shown[place.pile]
                dealt = [next(hidden) if card is FACE_DOWN else card for card in pile]
                setattr(world, place.field, dealt if place.pile is None
                        else [*shown[:place.pile], dealt, *shown[place.pile + 1:]])
        return world

    def _turn_up(self, world: P, seat: int, rng: random.Random) -> None:
        """Replace a card that was played face down with a random card from its player's hand."""
        for number, laid in enumerate(world.trick):
            if laid.seat == seat and laid.card is FACE_DOWN:
                hand = world.hands[seat]
                card = hand[int(rng.random() * len(hand))]
                world.hands[seat] = [each for each in hand if each is not card]
                world.trick[number] = make_move(laid.move.verb, card).laid[seat]


def _less(room: Room, place: int, take: int) -> Room:
    return room if not take else (*room[:place], room[place] - take, *room[place + 1:])
