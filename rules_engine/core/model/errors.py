"""The errors of the engine, in three families, and the one record of what is wrong.

    RulesEngineError
    ├── TextError       text that can't be read: a card, a move, a seat, a value
    ├── MoveRefused     a move the rules forbid; carries the verdict (in ``rules``)
    └── SetupError      a position that can't occur; carries every problem found, not only the first

A scenario that doesn't hold is not an exception but a list of problems: a reader of a report wants all of them.
Every message says what was wrong, what was expected and, where the fix isn't plain, what to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

Path = tuple[str | int, ...]
"""The way to a value within plain values: ``("hands", "South", 2)``."""


class RulesEngineError(ValueError):
    """The root of the engine's errors."""


class TextError(RulesEngineError):
    """A text that can't be read. ``expected`` says in words what would have been right; ``known`` are names that may be meant."""

    def __init__(self, got: object, expected: str, known: Iterable[str] = ()) -> None:
        self.got = got
        self.expected = expected
        self.known = tuple(known)
        super().__init__(f"{got!r} can't be read here: expected {expected}")


class Broken(NamedTuple):
    """The step of a script that doesn't hold: its number from 1, its move, the rule that refused, what was expected."""

    step: int
    seat: str | None = None
    move: str | None = None
    rule: str | None = None
    expected: object = None
    got: object = None


class Problem(NamedTuple):
    """One thing that is wrong, from a setup's value to a page of a site.

    ``path``    leads to the value within its file or setup
    ``hint``    what to do, where that isn't plain
    ``file``, ``line``  where it stands, once that is known; lines count from 1, and None is the file as a whole
    ``broken``  the step that doesn't hold; None where the values themselves can't be read
    """

    message: str
    path: Path = ()
    hint: str = ""
    file: str = ""
    line: int | None = None
    broken: Broken | None = None

    def below(self, path: Path) -> Problem:
        """Return the same problem, seen from further out."""
        return self._replace(path=(*path, *self.path))

    def told(self) -> str:
        """Return the problem as one line for people, with its file and line and what to do."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.message}" + (f" — {self.hint}" if self.hint else "")

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: {self.message}" if self.path else self.message


class SetupError(RulesEngineError):
    """A setup that no deal can reach. ``problems`` has every fault found."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(map(str, problems)))
