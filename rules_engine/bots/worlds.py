"""Worlds that a seat can't tell from the true one: its view with the hidden cards dealt out, each such deal as likely.

The places where hidden cards lie (the others' hands, a stock, what was put away) have so many cards each, and some can't
hold some. Cards that may lie in the same places make a group; how many ways are left to deal the groups that follow is
counted once, and each world is drawn by those counts. Where a hand is known to hold some of certain cards, though not
which, these make groups of their own, and deals that leave it too few aren't counted. Who holds one or more of many would
hardly ever get none: that is looked at afterwards. So no world is likelier than another, and hardly any is drawn in vain
(``Game.could_be``).
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
"""So often a world is drawn that a game may turn down."""
OFTEN = 4
"""A hand that gets none of certain cards once in so many deals gets none often."""
Room = tuple[int, ...]
"""How many cards each place still takes."""
Needs = tuple[int, ...]
"""How many cards of each want are still to come."""


class NoConsistentDeal(RulesEngineError):
    """The cards that nobody sees don't fill the places where they would lie: the hand wasn't watched from its deal."""


class HandConstraint(NamedTuple):
    """What a hand is known to hold: so many of these cards, or more, beside those that it is known to hold by name."""

    place: int
    cards: frozenset[Card]
    least: int


class HiddenPlace:
    """Somewhere that hidden cards lie.

    ``seat``  whose hand it is; None for others
    ``field``  the attribute of the position that holds them; ``""`` for cards put away, which no position holds
    ``pile``  whose pile it is, where the field holds one of each seat
    ``size``  how many hidden cards lie there, ``known`` which more are known to
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
"""Cards that may lie in the same places, and these places."""
Ways = Callable[[int, int, int, Room, Needs], int]


class Worlds(Generic[P]):
    """What the worlds that fit a view are drawn from. Raises ``NoConsistentDeal``."""

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
        """The cards that a hand is known to hold, though the view shows them face down; none of a hand that lies open."""
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
        """Why no deal fits, for who writes a game: as a rule a card that was put away still lies somewhere, too."""
        names = self.view.game.table.names
        where = listed([f"{place.size} in {place.field}" + ("" if place.seat is None else f" of {names[place.seat]}")
                        for place in places])
        gone = " ".join(card.text for card in self.memory.gone)
        return (f"there are {unseen} hidden cards and more places for them: {where}. "
                f"{names[self.view.home]} remembers as gone: {gone}. "
                "A card that was put away lies in no field, or in a hidden field(BySeat(PILE)) that its owner sees")

    def _wants(self) -> Iterator[HandConstraint]:
        """What hands are known to hold some of."""
        for number, place in enumerate(self.places):
            for cards, least in self.memory.least[place.seat].items() if place.seat is not None else ():
                missing = least - len(cards.intersection(place.known))
                if missing > 0:
                    yield HandConstraint(number, cards.difference(place.known), missing)

    def _may_miss(self, want: HandConstraint, unseen: Counter[Card]) -> bool:
        """Whether a hand would often get none of the cards that it holds one of."""
        place, cards = self.places[want.place], sum(unseen.values())
        wanted = sum(unseen[card] for card in want.cards.difference(place.barred))
        return OFTEN * comb(cards - wanted, place.size) > comb(cards, place.size)

    def _groups(self, unseen: Counter[Card]) -> tuple[list[HolderGroup], list[Sequence[int]]]:
        """The cards by the places where they may lie, those with the least choice first; and which wants each group serves."""
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
            """Return in how many ways the groups from ``group`` on can be dealt, its first ``turn`` places being served."""
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
        """Whether there is room for what is still needed, and cards to come."""
        return all(not need or (need <= room[want.place] and self._coming(number, group, turn) >= need)
                   for number, (want, need) in enumerate(zip(self.wants, needs, strict=True)))

    def _coming(self, want: int, group: int, turn: int) -> int:
        return sum(len(cards) for number, (places, cards) in enumerate(self.groups[group:], group)
                   if want in self.serving[number] and (number > group or self.wants[want].place in places[turn:]))

    def _still(self, needs: Needs, group: int, place: int, take: int) -> Needs:
        """What is still needed once a place got so many cards of a group."""
        if not take or not self.serving[group]:
            return needs
        still = [*needs]
        for number in self.serving[group]:
            if self.wants[number].place == place:
                still[number] = max(0, still[number] - take)
        return tuple(still)

    def draw(self, rng: random.Random) -> P:
        """Return the view's position with every card face up. Raises ``NoConsistentDeal`` where the game allows none."""
        for _ in range(TRIES):
            lots = self._dealt(rng)
            if self._has_all(lots) and self.view.game.could_be(world := self._filled(lots, rng)):
                return world
        raise NoConsistentDeal(f"none of {TRIES} deals of the hidden cards could have come about")

    def every(self, most: int, rng: random.Random) -> list[P] | None:
        """Return every world, in random order, where the hidden cards can be dealt in no more than ``most`` ways; else None.

        None as well where a card lies face down in the trick: it may be any of its hand. Where the order of a pile is
        hidden, it is drawn.
        """
        if self.deals > most or any(laid.card is FACE_DOWN for laid in self.view.position.trick):
            return None
        cards = [(card, places) for places, cards in self.groups for card in cards]
        worlds = [world for lots in self._every_deal(cards, self.room) if self._has_all(lots)
                  and self.view.game.could_be(world := self._filled(lots, rng))]
        rng.shuffle(worlds)
        return worlds

    def _every_deal(self, cards: Sequence[tuple[Card, Sequence[int]]], room: Room) -> Iterator[list[list[Card]]]:
        """Every way to lay these cards, each with the places where it may lie, beside those that are known to lie there."""
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
        """Whether each hand got of certain cards what it is known to hold."""
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
        """How many cards of a group a place gets."""
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
        """One of the seat's cards is the one that it laid face down."""
        for number, laid in enumerate(world.trick):
            if laid.seat == seat and laid.card is FACE_DOWN:
                hand = world.hands[seat]
                card = hand[int(rng.random() * len(hand))]
                world.hands[seat] = [each for each in hand if each is not card]
                world.trick[number] = make_move(laid.move.verb, card).laid[seat]


def _less(room: Room, place: int, take: int) -> Room:
    return room if not take else (*room[:place], room[place] - take, *room[place + 1:])
