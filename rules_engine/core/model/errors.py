"""The engine's exceptions, in four families, and the record of a single problem.

    RulesEngineError
    ├── TextError       invalid text: a card, a move, a seat, a value
    ├── WrongArgument   an argument of the wrong type; also a ``TypeError``
    ├── MoveRefused     a move that the rules forbid; carries the verdict (in ``rules``)
    └── SetupError      an impossible position; carries all problems found

A failing scenario doesn't raise an exception: it results in a list of problems, so that a report can show all of them. Every
message states the error, the expected input and, if it isn't obvious, the fix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import index
from typing import NamedTuple, SupportsIndex, TypeVar, cast

from rules_engine.text.lookalikes import printable

Path = tuple[str | int, ...]
"""The path to a value within nested mappings and lists: ``("hands", "South", 2)``."""


LONGEST = 100
"""Maximum number of characters of a value quoted in a message."""


MOST_DIGITS = 100
LARGEST = 10**MOST_DIGITS - 1
"""The largest number accepted as input. Messages quote such numbers in full; Python refuses to format integers above 4,300
digits."""


def shortened(text: str, most: int = LONGEST) -> str:
    """Truncate a string to ``most`` characters for a message, and append its full length.

    >>> shortened("5H"), shortened("9" * 5000, 10)
    ('5H', '9999999999… (5,000 characters)')
    """
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"


def quoted(value: object) -> str:
    """Return the ``repr`` of any value, truncated for a message; if ``repr`` fails, the name of its type."""
    try:
        return shortened(repr(value))
    except Exception:  # noqa: BLE001  (a number of too many digits, an object that fails to show itself)
        return f"<{type(value).__name__}>"


class RulesEngineError(ValueError):
    """Base class for the engine's errors.

    Pickling and copying restore the message and the fields without calling ``__init__``, because subclasses may take other
    arguments than a message, and an exception that can't be unpickled hangs a process pool.
    """

    def __str__(self) -> str:
        return printable(super().__str__())

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args), vars(self)


def _rebuild(kind: type[RulesEngineError], args: tuple[object, ...]) -> RulesEngineError:
    return kind.__new__(kind, *args)


class TextError(RulesEngineError):
    """Raised for text that can't be parsed. ``expected`` describes valid input; ``known`` lists names to suggest instead."""

    def __init__(self, got: object, expected: str, known: Iterable[str] = ()) -> None:
        self.got = got
        self.expected = expected
        self.known = tuple(known)
        super().__init__(f"{quoted(got)} can't be read here: expected {expected}")


class WrongArgument(RulesEngineError, TypeError):
    """Raised for an argument of the wrong type. The message describes the expected type."""


T = TypeVar("T")


def expect(value: object, kind: type[T] | tuple[type[T], ...], expected: str) -> T:
    """Return ``value`` if it is an instance of ``kind``; ``expected`` describes that type in the message.

    Raises ``WrongArgument`` otherwise.

    >>> expect(7, int, "a number")
    7
    """
    if not isinstance(value, kind):
        raise WrongArgument(f"{quoted(value)} can't be taken here: expected {expected}")
    return value


def expect_number(value: object, expected: str = "a whole number") -> int:
    """Convert an integer of any type, including those of other libraries, to ``int``.

    Raises ``WrongArgument`` if it isn't an integer or has more than ``MOST_DIGITS`` digits.
    """
    try:
        number = index(cast("SupportsIndex", value))
    except TypeError:
        raise WrongArgument(f"{quoted(value)} can't be taken here: expected {expected}") from None
    if abs(number) > LARGEST:
        raise WrongArgument(f"a number of {number.bit_length()} bits can't be taken here: "
                            f"expected {expected} of at most {MOST_DIGITS} digits")
    return number


class FailedStep(NamedTuple):
    """A failed step in a script: its number from 1, its seat and move, the rule that refused the move, and the expected and
    actual values."""

    step: int
    seat: str | None = None
    move: str | None = None
    rule: str | None = None
    expected: object = None
    got: object = None


class Problem(NamedTuple):
    """One problem, in a setup, a scenario file or a page.

    ``path``    the path to the value within its file or setup
    ``hint``    how to fix it, if that isn't obvious
    ``file``, ``line``  the location, if known; lines count from 1, None refers to the file as a whole
    ``broken``  the failed step; None if the file itself is invalid
    ``cause``   the exception in a game's code behind it, with its location; "" if there is none
    """

    message: str
    path: Path = ()
    hint: str = ""
    file: str = ""
    line: int | None = None
    broken: FailedStep | None = None
    cause: str = ""

    def below(self, path: Path) -> Problem:
        """Return this problem with ``path`` prepended to its own path."""
        return self._replace(path=(*path, *self.path))

    def told(self) -> str:
        """Format the problem as one readable line: file and line if known, message, and hint."""
        line = "" if self.line is None else f":{self.line}" if self.file else f"line {self.line}"
        place = f"{self.file}{line}: " if self.file or line else ""
        return f"{place}{self.message}" + (f" — {self.hint}" if self.hint else "")

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: {self.message}" if self.path else self.message


def without_repeats(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems with each exception in a game's code reported only once, with the number of other places."""
    found, places = list[Problem](), Counter[str]()
    for problem in problems:
        if not problem.cause or not places[problem.cause]:
            found.append(problem)
        places[problem.cause] += 1
    return [each if not each.cause or (more := places[each.cause] - 1) == 0
            else each._replace(hint=f"the same in {more} more place{'s' * (more > 1)}") for each in found]


class SetupError(RulesEngineError):
    """Raised for a setup that describes an impossible position. ``problems`` lists everything wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{each} — {each.hint}" if each.hint else str(each) for each in problems))
