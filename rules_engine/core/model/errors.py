"""The errors of the engine, in four families, and the one record of what is wrong.

    RulesEngineError
    ├── TextError       text that can't be read: a card, a move, a seat, a value
    ├── WrongArgument   an argument of a wrong type; also a ``TypeError``
    ├── MoveRefused     a move the rules forbid; carries the verdict (in ``rules``)
    └── SetupError      a position that can't occur; carries every problem found, not only the first

A scenario that doesn't hold is not an exception but a list of problems: a reader of a report wants all of them.
Every message says what was wrong, what was expected and, where the fix isn't plain, what to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import NamedTuple, SupportsIndex, TypeVar, cast

from rules_engine.text.lookalikes import printable

Path = tuple[str | int, ...]
"""The way to a value within plain values: ``("hands", "South", 2)``."""


LONGEST = 100
"""Maximum number of characters of a value that a message repeats: who sees a screenful of digits doesn't see what is wrong."""


MOST_DIGITS = 100
LARGEST = 10**MOST_DIGITS - 1
"""The largest number that is read: a message repeats it whole, and Python shows no number of more than 4,300 digits."""


def shortened(text: str, most: int = LONGEST) -> str:
    """Return a text as a message repeats it: the beginning of a long one, and how long it is.

    >>> shortened("5H"), shortened("9" * 5000, 10)
    ('5H', '9999999999… (5,000 characters)')
    """
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"


def quoted(value: object) -> str:
    """Return any value at all as a message repeats it."""
    try:
        return shortened(repr(value))
    except Exception:  # noqa: BLE001  (a number of too many digits, an object that fails to show itself)
        return f"<{type(value).__name__}>"


class RulesEngineError(ValueError):
    """The root of the engine's errors.

    It is pickled and copied by its message and its fields: a subclass may take other arguments than a message, and an exception
    that can't be unpickled hangs the process pool in which it was raised.
    """

    def __str__(self) -> str:
        return printable(super().__str__())

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args), vars(self)


def _rebuild(kind: type[RulesEngineError], args: tuple[object, ...]) -> RulesEngineError:
    return kind.__new__(kind, *args)


class TextError(RulesEngineError):
    """A text that can't be read. ``expected`` says in words what would have been right; ``known`` are names that may be meant."""

    def __init__(self, got: object, expected: str, known: Iterable[str] = ()) -> None:
        self.got = got
        self.expected = expected
        self.known = tuple(known)
        super().__init__(f"{quoted(got)} can't be read here: expected {expected}")


class WrongArgument(RulesEngineError, TypeError):
    """An argument of another type than a function takes: the message says what is expected."""


T = TypeVar("T")


def expect(value: object, kind: type[T] | tuple[type[T], ...], expected: str) -> T:
    """Return an argument of the type that a function takes; ``expected`` says in words what that is. Raises ``WrongArgument``.

    >>> expect(7, int, "a number")
    7
    """
    if not isinstance(value, kind):
        raise WrongArgument(f"{quoted(value)} can't be taken here: expected {expected}")
    return value


def expect_number(value: object, expected: str = "a whole number") -> int:
    """Return a whole number, of Python's or of another library's. Raises ``WrongArgument``."""
    try:
        number = index(cast("SupportsIndex", value))
    except TypeError:
        raise WrongArgument(f"{quoted(value)} can't be taken here: expected {expected}") from None
    if abs(number) > LARGEST:
        raise WrongArgument(f"a number of {number.bit_length()} bits can't be taken here: "
                            f"expected {expected} of at most {MOST_DIGITS} digits")
    return number


class FailedStep(NamedTuple):
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
    broken: FailedStep | None = None

    def below(self, path: Path) -> Problem:
        """Return the same problem, seen from further out."""
        return self._replace(path=(*path, *self.path))

    def told(self) -> str:
        """Return the problem as one line for people, with its file and line, where it has them, and what to do."""
        line = "" if self.line is None else f":{self.line}" if self.file else f"line {self.line}"
        place = f"{self.file}{line}: " if self.file or line else ""
        return f"{place}{self.message}" + (f" — {self.hint}" if self.hint else "")

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: {self.message}" if self.path else self.message


class SetupError(RulesEngineError):
    """A setup that no deal can reach. ``problems`` has every fault found."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(map(str, problems)))
