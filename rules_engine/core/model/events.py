"""What happened, as data: events of a move or deal, and lines of a score sheet. Their words are the game's telling's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from rules_engine.core.model.cards import Card
from rules_engine.text.message import NumberText


class HasId(Protocol):
    """What has an id: a rule."""

    id: str


class Event(NamedTuple):
    """Something that happened because of a move, with the rule that made it so.

    ``rule``     the rule's id
    ``kind``     one of ``dealt``, ``called``, ``played``, ``trick``, ``lead``, ``hand``, ``game``
    ``seat``     whom it concerns, or None
    ``cards``    the cards it is about
    ``word``     what else tells it from other events of its rule: a suit letter, or a word of the game
    ``numbers``  the numbers it is about
    """

    rule: str
    kind: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    word: str = ""
    numbers: tuple[int, ...] = ()


class EventSink(Protocol):
    """Where a rule notes what happens because of it. Its arguments are those of ``Event``, the rule itself first."""

    def __call__(self, rule: HasId, kind: str, seat: int | None = None, cards: Sequence[Card] = (), word: str = "",
                 numbers: Sequence[int] = ()) -> None:
        """Note one event."""


def ignore_events(rule: HasId, kind: str, seat: int | None = None, cards: Sequence[Card] = (), word: str = "",
            numbers: Sequence[int] = ()) -> None:
    """Note nothing, for whoever wants no events: bots that think ahead, long runs."""


def collect_events(events: list[Event]) -> EventSink:
    """Return a ``EventSink`` that adds to ``events``."""
    def note(rule: HasId, kind: str, seat: int | None = None, cards: Sequence[Card] = (), word: str = "",
             numbers: Sequence[int] = ()) -> None:
        events.append(Event(rule.id, kind, seat, tuple(cards), word, tuple(numbers)))
    return note


class Line:
    """One line of a hand's score sheet: the rule, and the points of each scoring side.

    ``word`` and ``number`` are for its label: what tells it from other lines of its rule.
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
    """Return points as a score sheet shows them, with a real minus sign.

    >>> signed(-3), signed(4)
    ('−3', '4')
    """
    return NumberText(f"−{-points}" if points < 0 else str(points))
