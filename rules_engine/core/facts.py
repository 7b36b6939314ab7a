"""Facts: what a position says of itself, under public names, and how each kind of value is read.

A kind knows the plain values a fact can take in scenario files and JSON, how to read one so that two ways of
writing the same thing compare equal (lists of cards without regard to order), and its JSON Schema. Every kind
also reads None, for a fact that has no value now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules_engine.core.cards import in_order
from rules_engine.core.errors import TextError
from rules_engine.core.seats import as_text

if TYPE_CHECKING:
    from rules_engine.core.game import Game

Plain = Any
"""A value of JSON: text, whole number, flag, None, list or mapping."""


class Kind:
    """A kind of value. ``read`` gives a value that compares by meaning; it raises ``TextError``."""

    expected = "a value"

    def read(self, value: Plain, game: Game[Any]) -> Any:
        """The meaning of ``value``: plain values again, in one canonical form."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the values it reads, None left out."""
        raise NotImplementedError


class _Number(Kind):
    expected = "a whole number"

    def read(self, value: Plain, game: Game[Any]) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise TextError(value, self.expected)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer"}


class _Flag(Kind):
    expected = "true or false"

    def read(self, value: Plain, game: Game[Any]) -> bool:
        if isinstance(value, bool):
            return value
        raise TextError(value, self.expected)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class _Text(Kind):
    expected = "a text"

    def read(self, value: Plain, game: Game[Any]) -> str:
        return as_text(value, self.expected)

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


@dataclass(frozen=True)
class OneOf(Kind):
    """One of a few texts, or a value of another kind: a bid is a number, ``double`` or ``pass``."""

    words: tuple[str, ...]
    other: Kind | None = None

    def read(self, value: Plain, game: Game[Any]) -> Any:
        if isinstance(value, str) and value in self.words:
            return value
        if self.other is not None:
            return self.other.read(value, game)
        raise TextError(value, f"one of {', '.join(self.words)}")

    def schema(self) -> dict[str, Any]:
        words: dict[str, Any] = {"enum": list(self.words)}
        return {"anyOf": [words, self.other.schema()]} if self.other else words


class _Seat(Kind):
    def read(self, value: Plain, game: Game[Any]) -> str:
        return game.table.names[game.table.read_seat(value)]

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


class _Suit(Kind):
    def read(self, value: Plain, game: Game[Any]) -> str:
        return game.pack.read_suit(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


class _Suits(Kind):
    def read(self, value: Plain, game: Game[Any]) -> list[str]:
        if isinstance(value, str):
            value = value.split()
        if not isinstance(value, (list, tuple)):
            raise TextError(value, "a list of suits")
        return [game.pack.read_suit(part) for part in value]

    def schema(self) -> dict[str, Any]:
        return {"type": ["array", "string"], "items": {"type": "string"}}


class _Card(Kind):
    def read(self, value: Plain, game: Game[Any]) -> str:
        return game.pack.read_card(value).text

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


class _Cards(Kind):
    def read(self, value: Plain, game: Game[Any]) -> list[str]:
        return [card.text for card in in_order(game.pack.read_cards(value))]

    def schema(self) -> dict[str, Any]:
        return {"type": ["array", "string"], "items": {"type": "string"}}


class _Trick(Kind):
    def read(self, value: Plain, game: Game[Any]) -> list[str]:
        if not isinstance(value, (list, tuple)):
            raise TextError(value, 'a list like ["South 4D", "West 3S"]')
        read = [game.read_laid(part) for part in value]
        return [f"{game.table.names[laid.seat]} {laid.move.text}" for laid in read]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string"}}


class _Sides(Kind):
    def read(self, value: Plain, game: Game[Any]) -> list[str]:
        if not isinstance(value, (list, tuple)):
            raise TextError(value, "a list of sides")
        return sorted(TEXT.read(part, game) for part in value)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string"}}


@dataclass(frozen=True)
class By(Kind):
    """A mapping from seats, sides or other names to values of one kind."""

    kind: Kind
    nullable: bool = False

    def read(self, value: Plain, game: Game[Any]) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise TextError(value, "a mapping with a value for each")
        return {str(key): None if each is None else self.kind.read(each, game) for key, each in value.items()}

    def schema(self) -> dict[str, Any]:
        each = self.kind.schema()
        return {"type": "object", "additionalProperties": {"anyOf": [each, {"type": "null"}]} if self.nullable else each}


@dataclass(frozen=True)
class Either(Kind):
    """A value of one kind, or else of another."""

    first: Kind
    second: Kind

    def read(self, value: Plain, game: Game[Any]) -> Any:
        try:
            return self.first.read(value, game)
        except TextError:
            return self.second.read(value, game)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.first.schema(), self.second.schema()]}


NUMBER, FLAG, TEXT, SEAT, SUIT, SUITS = _Number(), _Flag(), _Text(), _Seat(), _Suit(), _Suits()
CARD, CARDS, TRICK, SIDES = _Card(), _Cards(), _Trick(), _Sides()


@dataclass(frozen=True)
class Fact:
    """One fact: its public ``name``, the ``kind`` of its value, and whether a setup may give it."""

    name: str
    kind: Kind
    settable: bool = False


COMMON_FACTS = (
    Fact("phase", TEXT, settable=True), Fact("to_act", SEAT), Fact("leader", SEAT, settable=True),
    Fact("trick", TRICK, settable=True), Fact("last_trick_winner", SEAT), Fact("tricks", By(NUMBER), settable=True),
    Fact("hands", By(CARDS), settable=True), Fact("hand_over", FLAG), Fact("hand_score", By(NUMBER)),
    Fact("score", By(NUMBER), settable=True), Fact("next_dealer", SEAT), Fact("game_over", FLAG),
    Fact("winners", SIDES), Fact("dealer", SEAT, settable=True),
)
"""The facts of every game. ``dealer`` is asked here as it is set."""


def same(kind: Kind, left: Plain, right: Plain, game: Game[Any]) -> bool:
    """Whether two plain values of a kind mean the same. A value that can't be read equals nothing but itself."""
    if left is None or right is None:
        return left is right
    if _identical(left, right):
        return True
    try:
        return bool(kind.read(left, game) == kind.read(right, game))
    except TextError:
        return False


def _identical(left: Plain, right: Plain) -> bool:
    """Whether two plain values are written alike; ``true`` is no 1."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(_identical(each, right[key]) for key, each in left.items())
    if isinstance(left, list):
        return len(left) == len(right) and all(map(_identical, left, right))
    return bool(left == right)
