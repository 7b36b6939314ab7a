"""Hands that fit what somebody entered of a real table, from every stage of play.

Nobody enters a whole position. Whatever is left open (the other hands, the stock, the tricks before, fields without a row) is
taken from hands that the engine plays at random, at stages that differ in as much as possible. A statement that isn't true in all
of them isn't made.
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
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import Problem, SetupError
from rules_engine.core.model.tricks import Trick
from rules_engine.core.positions.field_types import SEAT, SEATS
from rules_engine.core.positions.json_values import JsonValue, ValueReader
from rules_engine.core.positions.position import Field, Position
from rules_engine.games import make_game

WORLDS, LOOSE, CANDIDATES = 8, 3, 20
"""Maximum number of hands in which a statement is tried; the least number of them, if need be with fields left out that
contradict what was entered; and the maximum number of hands that are looked at for some that fit."""
AGREEING = 6
"""Number of these hands that have the values entered of themselves, where there are as many."""


@lru_cache(maxsize=16)
def game_of(game_id: str, variant: str | None, players: int | None, seats: tuple[str, ...], options: tuple[tuple[str, str], ...]
            ) -> Game[Position]:
    """Return a game, the same object for the same arguments. Raises ``SetupError``."""
    return make_game(game_id, variant, players, seats or None, dict(options))


class EnteredTable(NamedTuple):
    """What is entered of a table.

    ``told``     values of fields by their keys
    ``leader``   the seat that leads
    ``gone``     cards in tricks taken
    ``phase``    the part of the hand
    ``offered``  keys of fields that are blank where no value is entered
    ``tricks``   the number of tricks taken that are entered
    """

    told: Mapping[str, JsonValue]
    leader: int | None = None
    gone: frozenset[Card] = frozenset()
    phase: str = PLAY
    offered: frozenset[str] = frozenset()
    tricks: int = 0


class World:
    """A hand of the engine's own with the values that were entered. The cards that were entered are exchanged for others of it.

    ``seat``      the seat to act
    ``is_loose``  whether fields that contradict what was entered are left out
    ``values``    of rows, in place of those that it has
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
        """Whether all that wasn't entered is as it was in a hand."""

    def start(self, values: Mapping[str, JsonValue], laid: Sequence[Card] = (), hand: Sequence[Card] = (),
              gone: Collection[Card] = (), reader: int | None = None) -> Position | SetupError:
        """Return the position before the first card, with values of rows that weren't entered and these cards in the trick, the
        hand of the next player and tricks taken. Or what contradicts what was entered."""
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
        except Exception as error:  # noqa: BLE001  (the rules may assume that values fit together as they do in any hand)
            return SetupError([Problem(str(error))])
        if isinstance(found, Position) and self.stage.finished and self.stage.position.last_trick is not None:
            found.last_trick = _seated(self.stage.position.last_trick, self.steps, self.game.table.size)
        return found

    def _exchanged(self, position: Position, held: Sequence[tuple[int, Card]], gone: Collection[Card]) -> Position:
        """The position with certain cards in the hands of seats, and others nowhere: cards change places in pairs. As many of
        each suit stay in play, if that can be."""
        swaps, chance = _CardSwap(), random.Random(self.stage.finished)
        hands = {seat: chance.sample(hand, len(hand)) for seat, hand in enumerate(position.hands)}      # not always the lowest
        for seat, card in held:
            swaps.put(card, [place for place in hands[seat] if place.suits == card.suits], hands[seat], self.stage.out)
        for card in gone:
            swaps.put(card, self.stage.out)
        found = position.copy()
        for name in self.stage.holding if swaps.at else ():
            setattr(found, name, _replaced(getattr(position, name), swaps.at))
        return found

    def _read_again(self, position: Position) -> Position | SetupError:
        """A phase without tricks may come to somebody else with other cards."""
        try:
            return read_setup(self.game, write_setup(self.game, position))
        except SetupError as error:
            return error


def build_position(
    game: Game[Position], stage: Snapshot, table: EnteredTable, hands: Sequence[Sequence[Card]]
) -> Position | SetupError:
    """Return the position before the first card at a stage of the play, with these hands and no other cards."""
    names, leader = game.table.names, table.leader or 0
    turned = _turned(game, leader - stage.actor)
    setup = {key: renamed(value, turned) for key, value in stage.setup.items() if key not in stage.piles | table.offered}
    held = {name: [card.text for card in hand] for name, hand in zip(names, hands, strict=True)}
    fixed = {"phase": PLAY, "leader": names[leader], "hands": held}
    return _read(game, {**setup, **table.told, **fixed}, {*fixed, *table.told}, loose=True)


def _read(game: Game[Position], setup: dict[str, JsonValue], kept: Collection[str], loose: bool) -> Position | SetupError:
    """The position of a setup. A player who can't have a hand has none. Of a ``loose`` one what contradicts what is kept is
    left out, and the cards are dealt again where players can't have as many as they have."""
    dealt = not loose
    while True:
        try:
            return read_setup(game, setup)
        except SetupError as error:
            path, held = [*map(str, error.problems[0].path), ""], setup["hands"]
            key = path[0] if path[0] in setup and path[0] not in kept else next((each for each in setup if each not in kept), "")
            if path[0] == "hands" and held.get(path[1]):
                setup["hands"] = held | {path[1]: []}
            elif path[0] == "hands" and not dealt:
                setup["hands"], dealt = _dealt_again(held), True
            elif loose and key:
                del setup[key]
            else:
                return error


def _dealt_again(hands: Mapping[str, Sequence[JsonValue]]) -> dict[str, Sequence[JsonValue]]:
    """The same number of cards in each hand, of those that are there."""
    cards = [card for hand in hands.values() for card in hand]
    size = len(cards) // len(hands)
    return {name: cards[place * size:(place + 1) * size] for place, name in enumerate(hands)}


def _replaced(value: JsonValue, at: Mapping[Card, Card]) -> JsonValue:
    """The cards of a field, with others in the places of some."""
    if isinstance(value, list | tuple | frozenset):
        return type(value)(_replaced(each, at) for each in value)
    return at.get(value, value) if isinstance(value, Card) else value


class _CardSwap:
    """Cards that change places in pairs, each at most once.

    ``at``  by the card that lay at a place, another one that lies there now
    """

    def __init__(self) -> None:
        self.at = dict[Card, Card]()
        self._place = dict[Card, Card]()
        self._taken = set[Card]()

    def put(self, card: Card, *places: Sequence[Card]) -> None:
        """Put a card at the first free one of some places, or of the next ones where none is, unless it lies at one already."""
        own = self._place.get(card, card)
        free = (own if own in some else next((each for each in some if each not in self._taken), None) for some in places)
        place = next(filter(None, free), own)
        self._taken.add(place)
        other = self.at.get(place, place)
        self.at[own], self.at[place] = other, card
        self._place[other], self._place[card] = own, place


def renamed(value: JsonValue, names: Mapping[str, str]) -> JsonValue:
    """Return a value of a setup with some names in it, of seats, sides or cards, replaced."""
    if isinstance(value, Mapping):
        return {str(renamed(key, names)): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def _turned(game: Game[Position], steps: int) -> dict[str, str]:
    """The names of seats and sides after the table has been turned by some seats."""
    size, side_name = game.table.size, game.table.side_name
    sides = [*((seat,) for seat in game.table.seats), *game.score_sides()] if steps % size else []
    return {side_name(side): side_name(sorted((seat + steps) % size for seat in side)) for side in sides}


def _seated(trick: Trick, steps: int, size: int) -> Trick:
    laid = [one.move.laid[(one.seat + steps) % size] for one in trick.laid]
    return Trick(laid, {part: (seat + steps) % size for part, seat in trick.winners.items()})


# ---- which stages fit a table

_FITTING = BoundedCache[tuple[Game[Position], str], Sequence[World]](12)


def consistent_worlds(game: Game[Position], table: EnteredTable, laid: Sequence[Card] = (), hand: Sequence[Card] = (),
              most: int = WORLDS) -> Sequence[World]:
    """Return hands that fit a table with these cards in the trick and in the reader's hand, those first that differ most.

    Where too few do, fields that weren't entered are left out of some. Where that doesn't help either, it is one that can't be
    read.
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
    """Hands of some stages. Only for a stage that shows more than those before it fields are left out."""
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
    """Those of some hands in which the right player is next, who holds these cards where no trick is played."""
    for world in worlds:
        start = world.start({}, (), () if world.in_play else hand)
        if isinstance(start, Position) and start.to_act == world.seat:
            yield world


_WORLDS = BoundedCache[object, World](4 * WORLDS)


def _world(game: Game[Position], stage: Snapshot, table: EnteredTable, is_loose: bool, values: Mapping[str, JsonValue]) -> World:
    """A hand, the same object as long as it is cached: reading one takes longer than anything else."""
    case = game, stage, repr((sorted(table.told.items()), table.leader, table.phase, sorted(table.offered), is_loose, values))
    if case not in _WORLDS:
        _WORLDS[case] = World(game, stage, table, is_loose, values)
    return _WORLDS[case]


def _others(game: Game[Position], table: EnteredTable, number: int) -> dict[str, JsonValue]:
    """Values of rows that weren't entered, but for seats: other ones in each hand; the first hand has its own."""
    rows = [
        row
        for key, row in entry_fields(game).items()
        if not row.several and key not in table.told and key not in table.offered and not {*row.values} & {*game.table.names}
    ]
    values = {row.key: [*values_of(row)] for row in rows if number}
    return {key: each[(number + place) % len(each)] for place, (key, each) in enumerate(values.items())}


@lru_cache(maxsize=16)
def held_later(game: Game[Position]) -> frozenset[Card]:
    """Return the cards that somebody holds, or that lie in a pile, at some stage after the first trick: others are always
    played to it."""
    return frozenset(card for stage in stages(game, PLAY) if stage.finished for card in stage.cards) or frozenset(game.deck)


def _fitting(game: Game[Position], table: EnteredTable, held: int, first: bool) -> list[Snapshot]:
    """Stages with as many tricks taken as were entered, or more, with hands no smaller than the reader's, and at the ``first``
    trick only where that is known: as far as there are such. Most of the first have the values that were entered."""
    found = stages(game, table.phase)
    found = [stage for stage in found if stage.finished >= table.tricks] or found
    found = [stage for stage in found if stage.size >= held] or found
    if first:
        found = [stage for stage in found if not stage.finished] or found
    most = CANDIDATES if table.phase == PLAY else ENOUGH        # few of these come to a player with certain cards
    agreeing = [*_agreeing(game, table, found)]
    others = spread(_others_than(game, table, found, agreeing), most)
    agreeing = spread(agreeing, most)
    return [*agreeing[:AGREEING], *others[:WORLDS - AGREEING], *agreeing[AGREEING:], *others[WORLDS - AGREEING:]]


def _others_than(
    game: Game[Position], table: EnteredTable, found: Sequence[Snapshot], agreeing: Sequence[Snapshot]
) -> list[Snapshot]:
    """Stages with other values than those that were entered; where enough agree, only those that differ in more than that."""
    others = [stage for stage in found if stage not in agreeing]
    if len(agreeing) < WORLDS:
        return others
    told = {settable(game)[key].name for key in table.told}
    seen = {feature for stage in agreeing for feature in stage.features}
    return [stage for stage in others if any(name not in told for name, _ in stage.features - seen)]


def _agreeing(game: Game[Position], table: EnteredTable, found: Iterable[Snapshot]) -> Iterator[Snapshot]:
    """Stages in which fields have the values that were entered; seats as far from the leader."""
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
    """A value, with seats as they are after the table has been turned."""
    if kind_of(field) is SEATS:
        return frozenset((seat + steps) % size for seat in value)
    return (value + steps) % size if kind_of(field) is SEAT and value is not None else value
