"""The entries for a real table other than cards: those fields of a game's positions that have few possible values.

A suit, a seat, a flag or a word has to be entered if the result depends on it. For a field with any number of seats or suits, an
empty selection counts as an entry.
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
"""The names of fields that the user can't enter, because the referee sets them."""
ONE, SEVERAL = (SUIT, SEAT, FLAG), (SUITS, SUIT_SET, SEATS)
"""Types of fields that can be entered: those with one value, and those with several. Words from a fixed list are the third
type."""
NONE = "none"
"""The value that means "none", for no trumps or for nobody."""


class FieldOptions(NamedTuple):
    """The values that can be entered for a field, of which the user selects one or several.

    ``asked``  whether it must be entered if it matters; if not, an empty selection means none
    ``suits``  whether the values are suits
    """

    key: str
    values: tuple[str, ...]
    several: bool
    asked: bool
    suits: bool

    def plain(self, value: str) -> JsonValue:
        """Return a value as it is written in a setup: None, a bool for a flag, or the text."""
        if value == NONE:
            return None
        return value == "true" if self.values == ("true", "false") else value


def entry_fields(game: Game[Position], empty: Collection[str] = ()) -> dict[str, FieldOptions]:
    """Return the fields that can be entered by selecting from a few values, by key.

    ``empty``  the keys of fields that also accept "none" as a value during the play
    """
    fields = [field for field in settable(game).values() if field.name not in BESIDE]
    return {field.key: _row(game, field, kind, (NONE,) if field.key in empty else ())
            for field in fields if (kind := kind_of(field)) in (*ONE, *SEVERAL) or (isinstance(kind, OneOf) and kind.words)}


def _row(game: Game[Position], field: Field, kind: FieldType[Any], empty: tuple[str, ...]) -> FieldOptions:
    suits = kind in (SUIT, SUITS)
    return FieldOptions(field.key, (*kind.choices(game.notation), *empty), kind in SEVERAL, suits or kind not in SEVERAL, suits)


def kind_of(field: Field) -> FieldType[Any] | None:
    """Return the type of a field's value, without its ``Nullable`` wrapper; None if the field has no type."""
    return field.kind.kind if isinstance(field.kind, Nullable) else field.kind


def values_of(row: FieldOptions) -> Iterator[JsonValue]:
    """Yield the possible values of a field as they are written in a setup.

    For a field that accepts several values, yield all pairs; if it is optional, single values too.
    """
    if row.several:
        least = 2 if row.asked else 1
        yield from ([*each] for size in range(least, 3) for each in combinations(row.values, size))
    else:
        yield from (row.plain(value) for value in row.values)


def entered_values(rows: Mapping[str, FieldOptions], chosen: Mapping[str, Sequence[str]]) -> dict[str, JsonValue]:
    """Return the selected values, by key, as they are written in a setup."""
    told: dict[str, JsonValue] = {}
    for key, values in chosen.items():
        row = rows.get(key)
        if row is None or not values:
            continue
        several: list[JsonValue] = [*values]
        told[key] = several if row.several else row.plain(values[0])
    return told


def field_values(game: Game[Position], rows: Mapping[str, FieldOptions], position: Position) -> dict[str, list[str]]:
    """Return the values of these fields in a position, by key, as they would be entered."""
    values: dict[str, list[str]] = {}
    for field in settable(game).values():
        if field.key in rows and field.kind is not None:
            value = field.kind.write(getattr(position, field.name), game.notation)
            values[field.key] = _pressed(value)
    return values


def entries_after_press(game: Game[Position], rows: Mapping[str, FieldOptions], position: Position) -> dict[str, list[str]]:
    """Return the values of these fields in a position, by key, as they would be entered, with ``NONE`` for empty fields that
    accept it."""
    found = field_values(game, rows, position)
    return found | {key: [NONE] for key, row in rows.items() if NONE in row.values and not found.get(key)}


def _pressed(value: JsonValue) -> list[str]:
    """Return a value as it would be entered. None becomes an empty list, because the field may still get a value."""
    if isinstance(value, (list, tuple)):
        return [*map(str, value)]
    return [] if value is None else [str(value).lower() if isinstance(value, bool) else str(value)]
