"""The entries for a real table other than cards: those fields of a game's positions that have few possible values.

A suit, a seat, a flag or a word has to be entered if the result depends on it. For a field with any number of seats or suits, an
empty selection counts as an entry. The declaration of a field (``matters_for``) lists the results that depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import settable
from rules_engine.core.positions.field_types import FLAG, SEAT, SEATS, SUIT, SUIT_SET, SUITS, FieldType, Nullable, OneOf
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Field, Position
from rules_engine.text.message import Text, declared

BESIDE = frozenset({"phase", "leader"})
"""The names of fields that the user can't enter, because the referee sets them."""
ONE, SEVERAL = (SUIT, SEAT, FLAG), (SUITS, SUIT_SET, SEATS)
"""Types of fields that can be entered: those with one value, and those with several. Words from a fixed list are the third
type."""
NONE = "none"
"""The value that means "none", for no trumps or for nobody."""
WINNER, POINTS, LEAD, FOLLOW = RESULTS = "winner", "points", "lead", "follow"
"""Results that can depend on a field: the winner of a trick, other statements about it, and the legal cards. The names of phases
stand for the legal moves in them."""


class FieldOptions(NamedTuple):
    """The values that can be entered for a field, of which the user selects one or several.

    ``asked``  whether it must be entered if it matters; if not, an empty selection means none
    ``suits``  whether the values are suits
    ``label``  the label in the form
    ``uses``   the results that depend on it, as declared; if undeclared, all results in the play and, for a suit, in other phases
    """

    key: str
    values: tuple[str, ...]
    several: bool
    asked: bool
    suits: bool
    label: Text
    uses: tuple[str, ...]

    def plain(self, value: str) -> JsonValue:
        """Return a value as it is written in a setup: None, a bool for a flag, or the text."""
        if value == NONE:
            return None
        return value == "true" if self.values == ("true", "false") else value


def entry_fields(game: Game[Position]) -> dict[str, FieldOptions]:
    """Return the fields that can be entered by selecting from a few values, by key, without those that the game's options rule
    out."""
    fields = [field for field in settable(game).values()
              if field.name not in BESIDE and (field.option is None or field.option in game.options.items())]
    return {field.key: _row(game, field, kind)
            for field in fields if (kind := kind_of(field)) in (*ONE, *SEVERAL) or (isinstance(kind, OneOf) and kind.words)}


def _row(game: Game[Position], field: Field, kind: FieldType[Any]) -> FieldOptions:
    suits = kind in (SUIT, SUITS)
    none = (NONE,) if kind in (SUIT, SEAT) and field.can_be_none and not field.needed else ()
    uses = (*RESULTS, *(game.phases if suits else ())) if field.matters_for is None else (*field.matters_for,)
    return FieldOptions(field.key, (*kind.choices(game.notation), *none), kind in SEVERAL, suits or kind not in SEVERAL, suits,
                        declared(field.label), uses)


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
