"""Types for the values in positions. Each type parses values from JSON, formats and compares them, and has a JSON Schema.

Every type except flags accepts ``null`` for no value.

>>> from rules_engine.games import make_game
>>> notation = make_game("double-knot").notation
>>> BySeat(Nullable(NUMBER)).read(ValueReader({"South": 3, "West": 0}), notation)
[3, 0, None, None]
>>> SEAT.write(1, notation), SUIT.parse("Waves", notation), OneOf("open", "blind").schema(notation)
('West', 'W', {'enum': ['open', 'blind']})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from rules_engine.core.model.cards import Card, in_order, texts
from rules_engine.core.model.errors import LARGEST, Path, TextError, quoted
from rules_engine.core.model.seats import as_text
from rules_engine.core.model.tricks import PlayedCard, Trick
from rules_engine.core.positions.json_values import JsonValue, ValueReader, did_you_mean
from rules_engine.core.positions.notation import Notation
from rules_engine.text.message import listed

Schema = dict[str, Any]
T = TypeVar("T")


class FieldType(Generic[T]):
    """The type of a value in a position. ``T`` is its Python type; its plain form is JSON-compatible."""

    def blank(self, notation: Notation) -> T:
        """Return the value in a new position."""
        raise NotImplementedError

    def read(self, plain: ValueReader, notation: Notation) -> T:
        """Convert a plain value. If it is invalid, record the problems and return the blank value."""
        return plain.read(lambda value: self.parse(value, notation), self.blank(notation))

    def parse(self, value: JsonValue, notation: Notation) -> T:
        """Parse a plain scalar. Raises ``TextError`` if it is invalid."""
        raise NotImplementedError

    def write(self, value: T, notation: Notation) -> JsonValue:
        """Return the plain form of a value."""
        return value

    def write_exactly(self, value: T, notation: Notation) -> JsonValue:
        """Return the plain form of a value, with cards in their current order, which determines the order of moves."""
        return self.write(value, notation)

    def same(self, one: T, other: T) -> bool:
        """Return whether two values are equivalent."""
        return bool(one == other)

    def means(self, plain: ValueReader, notation: Notation) -> Any:
        """Convert a plain value to the form compared by ``same``."""
        return self.read(plain, notation)

    def cards(self, value: T, notation: Notation) -> Iterator[tuple[Path, Card]]:
        """Return an iterator over the cards located in this field, each with its path within the field."""
        return iter(())

    def schema(self, notation: Notation) -> Schema:
        """Return the JSON Schema of the plain values, without null."""
        raise NotImplementedError

    def choices(self, notation: Notation) -> Sequence[str]:
        """Return the possible values as strings, if they can be listed, for hints and forms."""
        return ()


class Number(FieldType[int]):
    """A whole number within bounds."""

    def __init__(self, least: int | None = None, most: int | None = None, blank: int = 0) -> None:
        self.least = least
        self.most = most
        self._blank = blank

    def blank(self, notation: Notation) -> int:
        return self._blank

    def parse(self, value: JsonValue, notation: Notation) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > LARGEST:
            raise TextError(value, "a whole number")
        if (self.least is not None and value < self.least) or (self.most is not None and value > self.most):
            raise TextError(value, self._bounds())
        return value

    def _bounds(self) -> str:
        if self.most is None:
            return f"{self.least} or more"
        return f"{self.most} or less" if self.least is None else f"a number from {self.least} to {self.most}"

    def schema(self, notation: Notation) -> Schema:
        return {"type": "integer"}


class NumberOrWord(FieldType[int | str | None]):
    """A whole number within bounds or one of ``words``, or None if there is none yet."""

    def __init__(self, *words: str, least: int | None = None, most: int | None = None) -> None:
        self.words = words
        self.number = Number(least, most)

    def blank(self, notation: Notation) -> int | str | None:
        return None

    def parse(self, value: JsonValue, notation: Notation) -> int | str:
        if isinstance(value, str) and value in self.words:
            return value
        try:
            return self.number.parse(value, notation)
        except TextError as error:
            raise TextError(value, f"{error.expected}, or {' or '.join(self.words)}") from None

    def schema(self, notation: Notation) -> Schema:
        return {"anyOf": [{"enum": list(self.words)}, self.number.schema(notation)]}


class Flag(FieldType[bool]):
    """A truth value: ``true`` or ``false``."""

    def blank(self, notation: Notation) -> bool:
        return False

    def parse(self, value: JsonValue, notation: Notation) -> bool:
        if isinstance(value, bool):
            return value
        raise TextError(value, "true or false")

    def schema(self, notation: Notation) -> Schema:
        return {"type": "boolean"}

    def choices(self, notation: Notation) -> Sequence[str]:
        return "true", "false"


class OneOf(FieldType[str]):
    """A string; one of ``words`` if any are given."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def blank(self, notation: Notation) -> str:
        return ""

    def parse(self, value: JsonValue, notation: Notation) -> str:
        text = as_text(value)
        if self.words and text not in self.words:
            raise TextError(value, f"one of {', '.join(self.words)}")
        return text

    def write(self, value: str, notation: Notation) -> JsonValue:
        return value or None

    def schema(self, notation: Notation) -> Schema:
        return {"enum": list(self.words)} if self.words else {"type": "string"}

    def choices(self, notation: Notation) -> Sequence[str]:
        return self.words


class _Seat(FieldType[int | None]):
    """A seat, or None."""

    def blank(self, notation: Notation) -> int | None:
        return None

    def parse(self, value: JsonValue, notation: Notation) -> int | None:
        return notation.table.read_seat(value)

    def write(self, value: int | None, notation: Notation) -> JsonValue:
        return None if value is None else notation.table.names[value]

    def schema(self, notation: Notation) -> Schema:
        return {"type": "string"}

    def choices(self, notation: Notation) -> Sequence[str]:
        return notation.table.names


class _Seats(FieldType[frozenset[int]]):
    """A set of seats."""

    def blank(self, notation: Notation) -> frozenset[int]:
        return frozenset()

    def parse(self, value: JsonValue, notation: Notation) -> frozenset[int]:
        seats = [notation.table.read_seat(part) for part in _listed(value, "a list of seats")]
        if len(set(seats)) != len(seats):
            raise TextError(value, "each seat once")
        return frozenset(seats)

    def write(self, value: frozenset[int], notation: Notation) -> JsonValue:
        return [notation.table.names[seat] for seat in sorted(value)]

    def schema(self, notation: Notation) -> Schema:
        return {"type": "array", "items": {"type": "string"}}

    def choices(self, notation: Notation) -> Sequence[str]:
        return notation.table.names


class _Suit(FieldType[str]):
    """The letter of a suit, or an empty string for no suit yet."""

    def blank(self, notation: Notation) -> str:
        return ""

    def parse(self, value: JsonValue, notation: Notation) -> str:
        return notation.pack.read_suit(value)

    def write(self, value: str, notation: Notation) -> JsonValue:
        return value or None

    def schema(self, notation: Notation) -> Schema:
        return {"type": "string"}

    def choices(self, notation: Notation) -> Sequence[str]:
        return tuple(notation.pack.suits)


class _Suits(FieldType[tuple[str, ...]]):
    """Suits in a significant order."""

    def blank(self, notation: Notation) -> tuple[str, ...]:
        return ()

    def parse(self, value: JsonValue, notation: Notation) -> tuple[str, ...]:
        parts = value.split() if isinstance(value, str) else _listed(value, "a list of suits")
        found = [notation.pack.read_suit(part) for part in parts]
        if len(set(found)) != len(found):
            raise TextError(value, "each suit once")
        return tuple(found)

    def write(self, value: tuple[str, ...], notation: Notation) -> JsonValue:
        return list(value)

    def schema(self, notation: Notation) -> Schema:
        return {"type": ["array", "string"], "items": {"type": "string"}}

    def choices(self, notation: Notation) -> Sequence[str]:
        return tuple(notation.pack.suits)


class _SuitSet(FieldType[frozenset[str]]):
    """Suits in no particular order; they are written and compared in pack order."""

    def blank(self, notation: Notation) -> frozenset[str]:
        return frozenset()

    def parse(self, value: JsonValue, notation: Notation) -> frozenset[str]:
        return frozenset(SUITS.parse(value, notation))

    def write(self, value: frozenset[str], notation: Notation) -> JsonValue:
        return [suit for suit in notation.pack.suits if suit in value]

    def means(self, plain: ValueReader, notation: Notation) -> tuple[str, ...]:
        return SUITS.read(plain, notation)

    def schema(self, notation: Notation) -> Schema:
        return SUITS.schema(notation)

    def choices(self, notation: Notation) -> Sequence[str]:
        return tuple(notation.pack.suits)


class _NamedCard(FieldType[Card | None]):
    """A reference to a card, wherever the card is, or None."""

    def blank(self, notation: Notation) -> Card | None:
        return None

    def parse(self, value: JsonValue, notation: Notation) -> Card | None:
        return notation.read_card(value)

    def write(self, value: Card | None, notation: Notation) -> JsonValue:
        return None if value is None else value.text

    def schema(self, notation: Notation) -> Schema:
        return {"type": "string"}

    def choices(self, notation: Notation) -> Sequence[str]:
        return [card.text for card in in_order(notation.cards)]


class _OneCard(_NamedCard):
    """The location of one card, such as a card turned up, or None."""

    def cards(self, value: Card | None, notation: Notation) -> Iterator[tuple[Path, Card]]:
        return iter(() if value is None else [((), value)])


class Cards(FieldType[list[Card]]):
    """The location of some cards, such as a hand. A card can be in only one such field.

    Cards are written in pack order, but a ``pile`` keeps its order. Comparison ignores the order in either case. If ``elsewhere``
    is true, the cards are also in another field.
    """

    def __init__(self, pile: bool = False, elsewhere: bool = False) -> None:
        self.pile = pile
        self.elsewhere = elsewhere

    def blank(self, notation: Notation) -> list[Card]:
        return []

    def read(self, plain: ValueReader, notation: Notation) -> list[Card]:
        parts = [plain]
        if isinstance(plain.value, (list, tuple)):
            parts = [plain.child(place, [part]) for place, part in enumerate(plain.value)]
        return [card for part in parts for card in part.read(notation.read_cards, list[Card]())]

    def write(self, value: list[Card], notation: Notation) -> JsonValue:
        return texts(value if self.pile else in_order(value))

    def write_exactly(self, value: list[Card], notation: Notation) -> JsonValue:
        return texts(value)

    def same(self, one: list[Card], other: list[Card]) -> bool:
        return in_order(one) == in_order(other)

    def cards(self, value: list[Card], notation: Notation) -> Iterator[tuple[Path, Card]]:
        return iter(()) if self.elsewhere else (((place,), card) for place, card in enumerate(value))

    def schema(self, notation: Notation) -> Schema:
        return {"type": ["array", "string"], "items": {"type": "string"}}

    def choices(self, notation: Notation) -> Sequence[str]:
        return CARD.choices(notation)


class TrickCards(FieldType[list[PlayedCard]]):
    """The cards in a trick, in the order played."""

    def blank(self, notation: Notation) -> list[PlayedCard]:
        return []

    def read(self, plain: ValueReader, notation: Notation) -> list[PlayedCard]:
        parts: Sequence[JsonValue] = plain.read(lambda value: _listed(value, 'a list like ["South 4D", "West 3S"]'), ())
        found = [plain.child(place, part).read(notation.read_laid, None) for place, part in enumerate(parts)]
        return [laid for laid in found if laid is not None]

    def write(self, value: list[PlayedCard], notation: Notation) -> JsonValue:
        return [notation.write_laid(laid) for laid in value]

    def cards(self, value: list[PlayedCard], notation: Notation) -> Iterator[tuple[Path, Card]]:
        return (((place,), laid.card) for place, laid in enumerate(value))

    def schema(self, notation: Notation) -> Schema:
        return {"type": "array", "items": {"type": "string"}}


class _LastTrick(FieldType[Trick | None]):
    """A finished trick: its cards in the order played, and its winner, or the winner of each colour if colours are won
    separately."""

    def blank(self, notation: Notation) -> Trick | None:
        return None

    def read(self, plain: ValueReader, notation: Notation) -> Trick | None:
        if plain.value is None:
            return None
        plain.known_keys(("cards", "winner"))
        laid, taken = TRICK.read(plain.get("cards"), notation), plain.get("winner")
        apart = MappingOf(SEAT).read(taken, notation) if isinstance(taken.value, Mapping) else {"": SEAT.read(taken, notation)}
        return Trick(laid, {part: seat for part, seat in apart.items() if seat is not None})

    def write(self, value: Trick | None, notation: Notation) -> JsonValue:
        if value is None:
            return None
        apart = MappingOf(SEAT).write(dict(value.winners), notation)
        return {"cards": TRICK.write([*value.laid], notation), "winner": apart[""] if [*apart] == [""] else apart}

    def schema(self, notation: Notation) -> Schema:
        return {"type": "object", "additionalProperties": False,
                "properties": {"cards": TRICK.schema(notation), "winner": {"type": ["string", "object"]}}}


class _Sides(FieldType[list[str]]):
    """Names of sides, in no particular order."""

    def blank(self, notation: Notation) -> list[str]:
        return []

    def parse(self, value: JsonValue, notation: Notation) -> list[str]:
        return [as_text(part) for part in _listed(value, "a list of sides")]

    def write(self, value: list[str], notation: Notation) -> JsonValue:
        return list(value)

    def same(self, one: list[str], other: list[str]) -> bool:
        return sorted(one) == sorted(other)

    def schema(self, notation: Notation) -> Schema:
        return {"type": "array", "items": {"type": "string"}}

    def choices(self, notation: Notation) -> Sequence[str]:
        return notation.sides


class PerName(FieldType[list[T]]):
    """A value for each of a fixed list of names. Names missing from a setup get the blank value."""

    what = "name"

    def __init__(self, kind: FieldType[T]) -> None:
        self.kind = kind

    def names(self, notation: Notation) -> Sequence[str]:
        """Return the names, in the order of the values."""
        raise NotImplementedError

    def name(self, key: object, notation: Notation) -> str:
        """Return the name for a key in the plain form."""
        return str(key)

    def blank(self, notation: Notation) -> list[T]:
        return [self.kind.blank(notation) for _ in self.names(notation)]

    def read(self, plain: ValueReader, notation: Notation) -> list[T]:
        names, value = self.names(notation), plain.value
        if value is not None and not isinstance(value, Mapping):
            plain.add_problem(f"{quoted(value)} is not a mapping with a value for each {self.what}")
            value = None
        found = {self.name(key, notation): each for key, each in (value or {}).items()}
        for key in found:
            if key not in names:
                plain.add_problem(
                    f"{quoted(key)} is no {self.what} here: expected {', '.join(names)}", key, hint=did_you_mean(key, names)
                )
        if len(found) < len(value or ()):
            plain.add_problem(f"a {self.what} occurs twice: {listed(map(str, value))}")
        return [self.kind.read(plain.child(name, found.get(name)), notation) for name in names]

    def write(self, value: list[T], notation: Notation) -> JsonValue:
        return {name: self.kind.write(each, notation)
                for name, each in zip(self.names(notation), value, strict=True)}

    def write_exactly(self, value: list[T], notation: Notation) -> JsonValue:
        return {name: self.kind.write_exactly(each, notation)
                for name, each in zip(self.names(notation), value, strict=True)}

    def same(self, one: list[T], other: list[T]) -> bool:
        return len(one) == len(other) and all(map(self.kind.same, one, other))

    def cards(self, value: list[T], notation: Notation) -> Iterator[tuple[Path, Card]]:
        return (((name, *path), card) for name, each in zip(self.names(notation), value, strict=True)
                for path, card in self.kind.cards(each, notation))

    def schema(self, notation: Notation) -> Schema:
        return {"type": "object", "additionalProperties": {"anyOf": [self.kind.schema(notation), {"type": "null"}]}}

    def whole(self, left: JsonValue, right: JsonValue) -> bool:
        """Return whether two mappings have the same names, and null for the same ones."""
        ours, theirs = ({str(name): each for name, each in mapping.items()} for mapping in (left, right))
        return ours.keys() == theirs.keys() and all(
            (ours[name] is None) == (theirs[name] is None) and _both_whole(self.kind, ours[name], theirs[name])
            for name in ours)


class MappingOf(FieldType[dict[str, T]]):
    """A value for each name, with names that aren't known in advance."""

    def __init__(self, kind: FieldType[T]) -> None:
        self.kind = kind

    def blank(self, notation: Notation) -> dict[str, T]:
        return {}

    def read(self, plain: ValueReader, notation: Notation) -> dict[str, T]:
        return {str(name): self.kind.read(plain.child(str(name), each), notation)
                for name, each in plain.mapping().items()}

    def write(self, value: dict[str, T], notation: Notation) -> JsonValue:
        return {name: self.kind.write(each, notation) for name, each in value.items()}

    def write_exactly(self, value: dict[str, T], notation: Notation) -> JsonValue:
        return {name: self.kind.write_exactly(each, notation) for name, each in value.items()}

    def same(self, one: dict[str, T], other: dict[str, T]) -> bool:
        return one.keys() == other.keys() and all(self.kind.same(each, other[name]) for name, each in one.items())

    def schema(self, notation: Notation) -> Schema:
        return {"type": "object", "additionalProperties": self.kind.schema(notation)}


class BySeat(PerName[T]):
    """A value for each seat, clockwise."""

    what = "seat"

    def names(self, notation: Notation) -> Sequence[str]:
        return notation.table.names


class BySide(PerName[T]):
    """A value for each scoring side."""

    what = "side"

    def names(self, notation: Notation) -> Sequence[str]:
        return notation.sides


class BySuit(PerName[T]):
    """A value for each suit in the pack, given by letter, sign or name. Missing suits always get the blank value."""

    what = "suit"

    def names(self, notation: Notation) -> Sequence[str]:
        return tuple(notation.pack.suits)

    def name(self, key: object, notation: Notation) -> str:
        try:
            return notation.pack.read_suit(key)
        except TextError:
            return str(key)

    def whole(self, left: JsonValue, right: JsonValue) -> bool:
        return True


class Nullable(FieldType[T | None]):
    """A value of another type, or None if there is none yet."""

    def __init__(self, kind: FieldType[T]) -> None:
        self.kind = kind

    def blank(self, notation: Notation) -> T | None:
        return None

    def read(self, plain: ValueReader, notation: Notation) -> T | None:
        return None if plain.value is None else self.kind.read(plain, notation)

    def means(self, plain: ValueReader, notation: Notation) -> Any:
        return None if plain.value is None else self.kind.means(plain, notation)

    def write(self, value: T | None, notation: Notation) -> JsonValue:
        return None if value is None else self.kind.write(value, notation)

    def write_exactly(self, value: T | None, notation: Notation) -> JsonValue:
        return None if value is None else self.kind.write_exactly(value, notation)

    def same(self, one: T | None, other: T | None) -> bool:
        return one is other if one is None or other is None else self.kind.same(one, other)

    def schema(self, notation: Notation) -> Schema:
        return {"anyOf": [self.kind.schema(notation), {"type": "null"}]}

    def choices(self, notation: Notation) -> Sequence[str]:
        return self.kind.choices(notation)


NUMBER, FLAG, TEXT, SEAT, SEATS = Number(), Flag(), OneOf(), _Seat(), _Seats()
SUIT, SUITS, SUIT_SET = _Suit(), _Suits(), _SuitSet()
CARD, ONE_CARD, HAND, PILE = _NamedCard(), _OneCard(), Cards(), Cards(pile=True)
TRICK, LAST_TRICK, SIDES = TrickCards(), _LastTrick(), _Sides()


def _listed(value: JsonValue, expected: str) -> Sequence[JsonValue]:
    if isinstance(value, (list, tuple)):
        return value
    raise TextError(value, expected)


def same(kind: FieldType[T], left: JsonValue, right: JsonValue, notation: Notation) -> bool:
    """Return whether two plain values of a type are equivalent. An invalid value equals only itself.

    Two mappings with different names are never equivalent.
    """
    if left is None or right is None:
        return left is right
    if _identical(left, right):
        return True
    if not _both_whole(kind, left, right):
        return False
    one, other = ValueReader(left), ValueReader(right)
    found = kind.same(kind.means(one, notation), kind.means(other, notation))
    return found and not one.problems and not other.problems


def _both_whole(kind: FieldType[Any], left: JsonValue, right: JsonValue) -> bool:
    if isinstance(kind, PerName) and isinstance(left, Mapping) and isinstance(right, Mapping):
        return kind.whole(left, right)
    return True


def _identical(left: JsonValue, right: JsonValue) -> bool:
    """Return whether two plain values have equal types and values: ``true`` differs from 1."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(_identical(each, right[key]) for key, each in left.items())
    if isinstance(left, list):
        return len(left) == len(right) and all(map(_identical, left, right))
    return bool(left == right)
