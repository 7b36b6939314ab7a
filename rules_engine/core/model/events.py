"""Events caused by moves and deals, and the lines of a score sheet, as data. Each game's phrasebook turns them into sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from rules_engine.core.model.cards import Card
from rules_engine.text.message import NumberText


class HasId(Protocol):
    """An object with an id, such as a rule."""

    id: str


class Event(NamedTuple):
    """A consequence of a move or deal, and the rule that causes it.

    ``rule``     the rule's id
    ``kind``     one of ``dealt``, ``called``, ``played``, ``trick``, ``lead``, ``hand``, ``game``
    ``seat``     the seat concerned, or None
    ``cards``    the cards concerned
    ``word``     distinguishes events under the same rule: a suit letter, or a game-specific word
    ``numbers``  the numbers concerned
    """

    rule: str
    kind: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    word: str = ""
    numbers: tuple[int, ...] = ()


class EventSink(Protocol):
    """A callback through which a rule records an event. It takes the fields of ``Event``, with the rule itself first."""

    def __call__(self, rule: HasId, kind: str, seat: int | None = None, cards: Sequence[Card] = (), word: str = "",
                 numbers: Sequence[int] = ()) -> None:
        """Record one event."""


def ignore_events(rule: HasId, kind: str, seat: int | None = None, cards: Sequence[Card] = (), word: str = "",
            numbers: Sequence[int] = ()) -> None:
    """Discard the event. For callers that don't need events, such as bots that search ahead and bulk simulation."""


def collect_events(events: list[Event]) -> EventSink:
    """Return an ``EventSink`` that appends to ``events``."""
    def note(rule: HasId, kind: str, seat: int | None = None, cards: Sequence[Card] = (), word: str = "",
             numbers: Sequence[int] = ()) -> None:
        events.append(Event(rule.id, kind, seat, tuple(cards), word, tuple(numbers)))
    return note


class Line:
    """One line on a hand's score sheet: the rule, and the points for each scoring side.

    ``word`` and ``number`` are used in its label and distinguish it from other lines under the same rule.
    """

    __slots__ = ("number", "points", "rule", "word")

    def __init__(self, rule: HasId, points: Sequence[int], word: str = "", number: int = 0) -> None:
        self.rule = rule
        self.points = points
        self.word = word
        self.number = number

    def __repr__(self) -> str:
        return f"<{self.rule.id}: {' '.join(map(str, self.points))}>"


def signed(points: int) -> NumberText:
    """Format points for a score sheet, with a typographic minus sign.

    >>> signed(-3), signed(4)
    ('−3', '4')
    """
    return NumberText(f"−{-points}" if points < 0 else str(points))
