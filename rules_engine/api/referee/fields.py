"""What can be told of a real table beside the cards: the settable fields of a game's positions that have few values.

A suit, a seat, a flag and a word are asked for, as far as they decide something. Several seats or suits are shown side by side:
those that aren't pressed are entered as that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import settable
from rules_engine.core.positions.field_types import FLAG, SEAT, SEATS, SUIT, SUIT_SET, SUITS, FieldType, Nullable, OneOf
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Field, Position

BESIDE = frozenset({"phase", "leader"})
"""Slots that the referee fills in itself."""
ONE, SEVERAL = (SUIT, SEAT, FLAG), (SUITS, SUIT_SET, SEATS)
"""Kinds of which one value is told, and those of which several are; beside them words, where the kind lists them."""
NONE = "none"
"""The value for none: no trumps, nobody."""


class FieldOptions(NamedTuple):
    """What can be told under one key: one of these values, or several.

    ``asked``  it must be told where it matters; else none is pressed as long as nobody presses one
    ``suits``  whether suits are told
    """

    key: str
    values: tuple[str, ...]
    several: bool
    asked: bool
    suits: bool

    def plain(self, value: str) -> JsonValue:
        """Return one of the values as a setup gives it: a flag is true or false."""
        if value == NONE:
            return None
        return value == "true" if self.values == ("true", "false") else value


def entry_fields(game: Game[Position], empty: Collection[str] = ()) -> dict[str, FieldOptions]:
    """Return everything that can be told of a position by pressing one of a few values, by key.

    None is a value of those under the keys that may be ``empty`` in the play.
    """
    fields = [field for field in settable(game).values() if field.name not in BESIDE]
    return {field.key: _row(game, field, kind, (NONE,) if field.key in empty else ())
            for field in fields if (kind := kind_of(field)) in (*ONE, *SEVERAL) or (isinstance(kind, OneOf) and kind.words)}


def _row(game: Game[Position], field: Field, kind: FieldType[Any], empty: tuple[str, ...]) -> FieldOptions:
    suits = kind in (SUIT, SUITS)
    return FieldOptions(field.key, (*kind.choices(game.notation), *empty), kind in SEVERAL, suits or kind not in SEVERAL, suits)


def kind_of(field: Field) -> FieldType[Any] | None:
    """Return the kind of a field's value, where there is one."""
    return field.kind.kind if isinstance(field.kind, Nullable) else field.kind


def values_of(row: FieldOptions) -> Iterator[JsonValue]:
    """Yield what a row may come to, as a setup gives it; of several values all pairs, and each alone where that may be."""
    if row.several:
        least = 2 if row.asked else 1
        yield from ([*each] for size in range(least, 3) for each in combinations(row.values, size))
    else:
        yield from (row.plain(value) for value in row.values)


def entered_values(rows: Mapping[str, FieldOptions], chosen: Mapping[str, Sequence[str]]) -> dict[str, JsonValue]:
    """Return what the reader has pressed, as a setup gives it."""
    told: dict[str, JsonValue] = {}
    for key, values in chosen.items():
        row = rows.get(key)
        if row is None or not values:
            continue
        several: list[JsonValue] = [*values]
        told[key] = several if row.several else row.plain(values[0])
    return told


def field_values(game: Game[Position], rows: Mapping[str, FieldOptions], position: Position) -> dict[str, list[str]]:
    """Return what a position says of these rows, as they are pressed."""
    toggle_value: dict[str, list[str]] = {}
    for field in settable(game).values():
        if field.key in rows and field.kind is not None:
            value = field.kind.write(getattr(position, field.name), game.notation)
            toggle_value[field.key] = _pressed(value)
    return toggle_value


def toggle_value(game: Game[Position], rows: Mapping[str, FieldOptions], position: Position) -> dict[str, list[str]]:
    """Return the same, with none pressed where nothing is so and that can be pressed."""
    found = field_values(game, rows, position)
    return found | {key: [NONE] for key, row in rows.items() if NONE in row.values and not found.get(key)}


def _pressed(value: JsonValue) -> list[str]:
    """A value that is none isn't pressed again: it may come to be something."""
    if isinstance(value, (list, tuple)):
        return [*map(str, value)]
    return [] if value is None else [str(value).lower() if isinstance(value, bool) else str(value)]
