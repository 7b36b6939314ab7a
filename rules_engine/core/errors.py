"""The errors of the engine, in three families.

    RulesEngineError
    ├── TextError       text that can't be read: a card, a move, a seat, a value
    ├── MoveRefused     a move the rules forbid; carries the verdict with its reason
    └── SetupError      a position that can't occur; carries every problem found, not only the first

A scenario that doesn't hold is not an exception but a list of failures (``rules_engine.scenario``): a reader
of a report wants all of them. Every message says what was wrong, what was expected and, where the fix isn't
plain, what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rules_engine.core.rules import Verdict


class RulesEngineError(ValueError):
    """The root of the engine's errors."""


class TextError(RulesEngineError):
    """A text that can't be read. ``expected`` says in words what would have been right."""

    def __init__(self, got: object, expected: str) -> None:
        self.got = got
        self.expected = expected
        super().__init__(f"{got!r} can't be read here: expected {expected}")


class MoveRefused(RulesEngineError):
    """A move that the rules forbid. ``verdict.refusal`` is the finding that says why."""

    def __init__(self, verdict: Verdict, why: str) -> None:
        self.verdict = verdict
        super().__init__(why)


class Problem(NamedTuple):
    """One fault in a setup: ``path`` leads to the value (``("hands", "South")``), ``message`` tells the rest."""

    path: tuple[str | int, ...]
    message: str


class SetupError(RulesEngineError):
    """A setup that no deal can reach. ``problems`` has every fault found."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{'.'.join(map(str, p.path))}: {p.message}" for p in problems))
