"""Worlds: hands consistent with the entries for a real table, taken from positions throughout the play.

Users don't enter complete positions. The rest (the other hands, the stock, earlier tricks, fields not in the form) is taken from
hands that the engine plays at random, at stages that are as different as possible. The referee only makes statements that are
true in all of them.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.referee.fields import entry_fields, kind_of, values_of
from rules_engine.api.referee.stages import ENOUGH, PLAY, Snapshot, spread, stages
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import read_setup, settable, write_setup
from rules_engine.core.model.cards import Card, in_order
from rules_engine.core.model.errors import Problem, SetupError
from rules_engine.core.model.tricks import Trick
from rules_engine.core.positions.field_types import SEAT, SEATS
from rules_engine.core.positions.json_values import JsonValue, ValueReader
from rules_engine.core.positions.position import Field, Position
from rules_engine.games import make_game

WORLDS, LOOSE, CANDIDATES = 8, 3, 20
"""Limits on the number of hands: the maximum, the minimum (with contradictory fields dropped if necessary), and the maximum
number of candidates."""
AGREEING = 6
"""Number of hands among them that already have the entered values, if there are enough."""


@lru_cache(maxsize=16)
def game_of(game_id: str, variant: str | None, players: int | None, seats: tuple[str, ...], options: tuple[tuple[str, str], ...]
            ) -> Game[Position]:
    """Return a game; calls with equal arguments return the same object. Raises ``SetupError``."""
    return make_game(game_id, variant, players, seats or None, dict(options))


class EnteredTable(NamedTuple):
    """The entries for a real table, other than the cards of the trick.

    ``told``     the field values by key
    ``leader``   the leader's seat
    ``gone``     the cards in earlier tricks
    ``phase``    the phase of the hand
    ``offered``  the keys of optional fields, which are empty unless a value was entered
    ``tricks``   the number of earlier tricks entered
    """

    told: Mapping[str, JsonValue]
    leader: int | None = None
    gone: frozenset[Card] = frozenset()
    phase: str = PLAY
    offered: frozenset[str] = frozenset()
    tricks: int = 0


class World:
    """A hand played by the engine and adjusted to the entries, whose cards are swapped into the right hands and piles.

    ``seat``      the seat to act
    ``is_loose``  whether to drop fields that contradict the entries
    ``values``    field values that replace those of the hand
    """

    def __init__(
        self, game: Game[Position], stage: Snapshot, table: EnteredTable, is_loose: bool, values: Mapping[str, JsonValue]
    ) -> None:
        self.game = game
        self.stage = stage
        self.is_loose = is_loose
        self.in_play = table.phase == PLAY
        self.seat = stage.actor if not self.in_play or table.leader is None else table.leader
        self.steps = self.seat - stage.actor
        names = _turned(game, self.steps)
        setup = {key: renamed(value, names) for key, value in stage.setup.items() if key not in table.offered}
        fixed = {"phase": table.phase, "hands": setup["hands"]} | (
            {"leader": game.table.names[self.seat]} if self.in_play else {})
        self._setup: dict[str, JsonValue] = {**setup, **values, **fixed, **table.told}
        self._kept = frozenset([*fixed, *table.told])
        self._found = dict[str, Position | SetupError]()
        self.is_own = not values
        """True if everything that wasn't entered is as it was in the randomly played hand."""

    def start(self, values: Mapping[str, JsonValue], laid: Sequence[Card] = (), hand: Sequence[Card] = (),
              gone: Collection[Card] = (), reader: int | None = None) -> Position | SetupError:
        """Return the position before the first card, or the error if the entries are contradictory.

        ``values``  values of fields that weren't entered
        ``laid``    the cards of the trick
        ``hand``    the hand held by the next player, or by the seat ``reader`` if given
        ``gone``    the cards in earlier tricks
        """
        case = str(values)
        if case not in self._found:
            self._found[case] = self._read(values)
        found = self._found[case]
        if isinstance(found, SetupError):
            return found
        size = self.game.table.size
        held = [((self.seat + place) % size, card) for place, card in enumerate(laid)]
        held += [((self.seat + len(laid)) % size if reader is None else reader, card) for card in hand]
        position = self._exchanged(found, held, gone)
        return position if self.in_play else self._read_again(position)

    def _read(self, values: Mapping[str, JsonValue]) -> Position | SetupError:
        try:
            found = _read(self.game, {**self._setup, **values}, self._kept.union(values), self.is_loose or bool(values))
        except Exception as error:  # noqa: BLE001  (the rules may rely on values being consistent, as in any real hand)
            return SetupError([Problem(str(error))])
        if isinstance(found, Position) and self.stage.finished and self.stage.position.last_trick is not None:
            found.last_trick = _seated(self.stage.position.last_trick, self.steps, self.game.table.size)
        return found

    def _exchanged(self, position: Position, held: Sequence[tuple[int, Card]], gone: Collection[Card]) -> Position:
        """Return the position after swapping cards so that the cards ``held`` are in their seats' hands and the cards ``gone``
        are out of play.

        If possible, the number of cards in play in each suit stays the same.
        """
        swaps, chance = _CardSwap(), random.Random(self.stage.finished)
        hands = {seat: chance.sample(hand, len(hand)) for seat, hand in enumerate(position.hands)}      # to vary the swaps
        for seat, card in held:
            swaps.put(card, [place for place in hands[seat] if place.suits == card.suits], hands[seat], self.stage.out)
        for card in in_order(gone):
            swaps.put(card, self.stage.out)
        found = position.copy()
        for name in self.stage.holding if swaps.at else ():
            setattr(found, name, _replaced(getattr(position, name), swaps.at))
        return found

    def _read_again(self, position: Position) -> Position | SetupError:
        """Return the position read again from its setup: outside the play, other cards may change the seat to act."""
        try:
            return read_setup(self.game, write_setup(self.game, position))
        except SetupError as error:
            return error


def build_position(
    game: Game[Position], stage: Snapshot, table: EnteredTable, hands: Sequence[Sequence[Card]]
) -> Position | SetupError:
    """Return the position before a trick at a stage of the play, with these hands and no other cards, or the error."""
    names, leader = game.table.names, table.leader or 0
    turned = _turned(game, leader - stage.actor)
    setup = {key: renamed(value, turned) for key, value in stage.setup.items() if key not in stage.piles | table.offered}
    held = {name: [card.text for card in hand] for name, hand in zip(names, hands, strict=True)}
    fixed = {"phase": PLAY, "leader": names[leader], "hands": held}
    return _read(game, {**setup, **table.told, **fixed}, {*fixed, *table.told}, loose=True)


def _read(game: Game[Position], setup: dict[str, JsonValue], kept: Collection[str], loose: bool) -> Position | SetupError:
    """Return the position of a setup, or the error. A seat that can't hold cards gets an empty hand.

    With ``loose``, fields that contradict those ``kept`` are dropped, and the cards are redistributed evenly if hand sizes are
    invalid.
    """
    dealt = not loose
    while True:
        try:
            return read_setup(game, setup)
        except SetupError as error:
            path, held = [*map(str, error.problems[0].path), ""], setup["hands"]
            if path[0] == "hands" and held.get(path[1]):
                setup["hands"] = held | {path[1]: []}
            elif path[0] == "hands" and not dealt:
                setup["hands"], dealt = _dealt_again(held), True
            elif loose and (key := _contradictory(game, setup, kept, path[0])):
                del setup[key]
            else:
                return error


def _contradictory(game: Game[Position], setup: Mapping[str, JsonValue], kept: Collection[str], wrong: str) -> str:
    """Return the key of a field to drop if the field ``wrong`` has a problem; ``""`` if every field is to be kept.

    If ``wrong`` itself is to be kept, the result is the first field without which it has no problem. Without the right one,
    fields that contradict nothing would be dropped as well, such as the number of tricks won.
    """
    others = [key for key in setup if key not in kept]
    if wrong in others:
        return wrong
    return next((key for key in others if not _has_problem(game, setup, key, wrong)), next(iter(others), ""))


def _has_problem(game: Game[Position], setup: Mapping[str, JsonValue], dropped: str, wrong: str) -> bool:
    try:
        read_setup(game, {key: value for key, value in setup.items() if key != dropped})
    except SetupError as error:
        return next(map(str, error.problems[0].path), "") == wrong
    return False


def _dealt_again(hands: Mapping[str, Sequence[JsonValue]]) -> dict[str, Sequence[JsonValue]]:
    """Return hands of equal size with the cards of all hands."""
    cards = [card for hand in hands.values() for card in hand]
    size = len(cards) // len(hands)
    return {name: cards[place * size:(place + 1) * size] for place, name in enumerate(hands)}


def _replaced(value: JsonValue, at: Mapping[Card, Card]) -> JsonValue:
    """Return a field value with cards replaced according to ``at``."""
    if isinstance(value, list | tuple | frozenset):
        return type(value)(_replaced(each, at) for each in value)
    return at.get(value, value) if isinstance(value, Card) else value


class _CardSwap:
    """Swaps of pairs of cards. Each slot in a hand or pile is identified by the card originally in it.

    ``at``  the card now in each slot
    """

    def __init__(self) -> None:
        self.at = dict[Card, Card]()
        self._place = dict[Card, Card]()
        self._taken = set[Card]()

    def put(self, card: Card, *places: Sequence[Card]) -> None:
        """Move a card to a slot in the first group of ``places`` that contains its current slot or has a free one. No slot is
        filled twice."""
        own = self._place.get(card, card)
        free = (own if own in some else next((each for each in some if each not in self._taken), None) for some in places)
        place = next(filter(None, free), own)
        self._taken.add(place)
        other = self.at.get(place, place)
        self.at[own], self.at[place] = other, card
        self._place[other], self._place[card] = own, place


def renamed(value: JsonValue, names: Mapping[str, str]) -> JsonValue:
    """Return a setup value with names replaced, such as those of seats, sides or cards."""
    if isinstance(value, Mapping):
        return {str(renamed(key, names)): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def _turned(game: Game[Position], steps: int) -> dict[str, str]:
    """Return the new names of seats and sides after rotating the table by ``steps`` seats."""
    size, side_name = game.table.size, game.table.side_name
    sides = [*((seat,) for seat in game.table.seats), *game.score_sides()] if steps % size else []
    return {side_name(side): side_name(sorted((seat + steps) % size for seat in side)) for side in sides}


def _seated(trick: Trick, steps: int, size: int) -> Trick:
    laid = [one.move.laid[(one.seat + steps) % size] for one in trick.laid]
    return Trick(laid, {part: (seat + steps) % size for part, seat in trick.winners.items()})


# ---- consistent hands

_FITTING = BoundedCache[tuple[Game[Position], str], Sequence[World]](12)


def consistent_worlds(game: Game[Position], table: EnteredTable, laid: Sequence[Card] = (), hand: Sequence[Card] = (),
              most: int = WORLDS) -> Sequence[World]:
    """Return up to ``most`` hands consistent with the entries, the cards in the trick and the user's hand, the most diverse
    first.

    If there are too few, hands without the contradictory fields are added. If there are none during the play, the result is a
    single hand whose setup is invalid.
    """
    first = table.phase == PLAY and not held_later(game).issuperset([*laid, *hand])
    held = [card.text for card in hand] if table.phase != PLAY else len(hand)
    entered = sorted(table.told.items()), table.leader, table.phase, sorted(table.offered), table.tricks
    case = game, repr((most, entered, held, first))
    if case not in _FITTING:
        _FITTING[case] = _worlds(game, table, _fitting(game, table, len(hand), first), hand, most)
    return _FITTING[case]


def _worlds(
    game: Game[Position], table: EnteredTable, found: Sequence[Snapshot], hand: Sequence[Card], most: int
) -> Sequence[World]:
    """Return hands at these stages. Contradictory fields are dropped only at a stage with features that no earlier hand has."""
    fit, seen = list[World](), frozenset[tuple[str, object]]()
    for stage in found:
        readings = [(False, _others(game, table, len(fit))), (False, {}), (True, {})][:2 if stage.features <= seen else 3]
        fit += islice(_fits((_world(game, stage, table, *each) for each in readings), hand), 1)
        seen = seen.union(*(world.stage.features for world in fit[-1:]))
        if len(fit) == most:
            return fit
    loose = (_world(game, stage, table, True, {}) for stage in found if stage not in [world.stage for world in fit])
    fit += islice(_fits(loose, hand), max(0, min(LOOSE, most) - len(fit)))
    return fit or ([_world(game, stage, table, True, {}) for stage in found[:1]] if table.phase == PLAY else [])


def _fits(worlds: Iterable[World], hand: Sequence[Card]) -> Iterator[World]:
    """Yield the hands in which the expected seat is to act. Outside the play, it holds these cards."""
    for world in worlds:
        start = world.start({}, (), () if world.in_play else hand)
        if isinstance(start, Position) and start.to_act == world.seat:
            yield world


_WORLDS = BoundedCache[object, World](4 * WORLDS)


def _world(game: Game[Position], stage: Snapshot, table: EnteredTable, is_loose: bool, values: Mapping[str, JsonValue]) -> World:
    """Return a world. Results are cached, because creating a world is the slowest step."""
    case = game, stage, repr((sorted(table.told.items()), table.leader, table.phase, sorted(table.offered), is_loose, values))
    if case not in _WORLDS:
        _WORLDS[case] = World(game, stage, table, is_loose, values)
    return _WORLDS[case]


def _others(game: Game[Position], table: EnteredTable, number: int) -> dict[str, JsonValue]:
    """Return values, varied by ``number``, for missing fields other than seats. For 0 the result is empty, so that the hand keeps
    its values."""
    rows = [
        row
        for key, row in entry_fields(game).items()
        if not row.several and key not in table.told and key not in table.offered and not {*row.values} & {*game.table.names}
    ]
    values = {row.key: [*values_of(row)] for row in rows if number}
    return {key: each[(number + place) % len(each)] for place, (key, each) in enumerate(values.items())}


@lru_cache(maxsize=16)
def held_later(game: Game[Position]) -> frozenset[Card]:
    """Return the cards held in some field at any stage after the first trick. All other cards are always played to the first
    trick."""
    return frozenset(card for stage in stages(game, PLAY) if stage.finished for card in stage.cards) or frozenset(game.deck)


def _fitting(game: Game[Position], table: EnteredTable, held: int, first: bool) -> list[Snapshot]:
    """Return the candidate stages, with a preference for those that match the entries.

    A stage has at least as many completed tricks as were entered, at least ``held`` cards in the largest hand, and with ``first``
    precedes the first trick; a condition is dropped if no stage meets it. Most of the first candidates already have the entered
    values.
    """
    found = stages(game, table.phase)
    found = [stage for stage in found if stage.finished >= table.tricks] or found
    found = [stage for stage in found if stage.size >= held] or found
    if first:
        found = [stage for stage in found if not stage.finished] or found
    most = CANDIDATES if table.phase == PLAY else ENOUGH        # only in a few does a player with given cards act
    agreeing = [*_agreeing(game, table, found)]
    others = _others_than(game, table, found, agreeing)
    agreeing = spread(agreeing, most)
    others = spread(others, most, agreeing[:AGREEING])
    return [*agreeing[:AGREEING], *others[:WORLDS - AGREEING], *agreeing[AGREEING:], *others[WORLDS - AGREEING:]]


def _others_than(
    game: Game[Position], table: EnteredTable, found: Sequence[Snapshot], agreeing: Sequence[Snapshot]
) -> list[Snapshot]:
    """Return the stages whose values differ from the entries. If enough stages agree with the entries, return only those that add
    other features."""
    others = [stage for stage in found if stage not in agreeing]
    if len(agreeing) < WORLDS:
        return others
    told = {settable(game)[key].name for key in table.told}
    seen = {feature for stage in agreeing for feature in stage.features}
    return [stage for stage in others if any(name not in told for name, _ in stage.features - seen)]


def _agreeing(game: Game[Position], table: EnteredTable, found: Iterable[Snapshot]) -> Iterator[Snapshot]:
    """Yield the stages whose fields already have the entered values after rotating the seats to the leader."""
    fields = settable(game)
    told = chain(table.told.items(), ((key, None) for key in table.offered if key not in table.told))
    values = [(fields[key], kind, kind.read(ValueReader(value), game.notation)) for key, value in told
              if (kind := fields[key].kind) is not None]
    for stage in found:
        steps = (table.leader - stage.actor) if table.leader is not None and table.phase == PLAY else 0
        if all(kind.same(_seats_turned(field, getattr(stage.position, field.name), steps, game.table.size), value)
               for field, kind, value in values):
            yield stage


def _seats_turned(field: Field, value: JsonValue, steps: int, size: int) -> JsonValue:
    """Return a field value after rotating its seats by ``steps``."""
    if kind_of(field) is SEATS:
        return frozenset((seat + steps) % size for seat in value)
    return (value + steps) % size if kind_of(field) is SEAT and value is not None else value
