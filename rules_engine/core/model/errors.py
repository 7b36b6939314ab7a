"""The exceptions of the engine, in four families, and the record of a single problem.

    RulesEngineError
    ├── TextError       a text that can't be parsed: a card, a move, a seat, a value
    ├── WrongArgument   an argument of the wrong type; also a ``TypeError``
    ├── MoveRefused     a move that the rules forbid; carries the verdict (in ``rules``)
    └── SetupError      an impossible position; carries every problem found, not only the first

A failing scenario is not an exception but a list of problems, so that a report can show all of them.
Every message states the fault and the expected input and, where it isn't obvious, the fix.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import NamedTuple, SupportsIndex, TypeVar, cast

from rules_engine.text.lookalikes import printable

Path = tuple[str | int, ...]
"""The path to a value within nested plain values: ``("hands", "South", 2)``."""


LONGEST = 100
"""Maximum number of characters of a value that a message quotes."""


MOST_DIGITS = 100
LARGEST = 10**MOST_DIGITS - 1
"""The largest number accepted as input. Messages quote it in full; Python converts no integer above 4,300 digits to text."""


def shortened(text: str, most: int = LONGEST) -> str:
    """Truncate a text for a message to ``most`` characters, followed by its full length.

    >>> shortened("5H"), shortened("9" * 5000, 10)
    ('5H', '9999999999… (5,000 characters)')
    """
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"


def quoted(value: object) -> str:
    """Return the ``repr`` of any value, truncated for a message; its type's name if ``repr`` fails."""
    try:
        return shortened(repr(value))
    except Exception:  # noqa: BLE001  (a number of too many digits, an object that fails to show itself)
        return f"<{type(value).__name__}>"


class RulesEngineError(ValueError):
    """Base class of the engine's errors.

    Pickles and copies the message and the fields without calling ``__init__``: a subclass may take arguments other than a
    message, and an exception that can't be unpickled hangs the process pool in which it was raised.
    """

    def __str__(self) -> str:
        return printable(super().__str__())

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args), vars(self)


def _rebuild(kind: type[RulesEngineError], args: tuple[object, ...]) -> RulesEngineError:
    return kind.__new__(kind, *args)


class TextError(RulesEngineError):
    """A text that can't be parsed. ``expected`` describes valid input; ``known`` lists names to suggest instead."""

    def __init__(self, got: object, expected: str, known: Iterable[str] = ()) -> None:
        self.got = got
        self.expected = expected
        self.known = tuple(known)
        super().__init__(f"{quoted(got)} can't be read here: expected {expected}")


class WrongArgument(RulesEngineError, TypeError):
    """An argument of the wrong type. The message describes the expected one."""


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
    """Return an integer of Python's or of another library's type as an ``int``.

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
    """A failed step of a script: its number from 1, seat, move, the rule that refused it, and the expected and actual values."""

    step: int
    seat: str | None = None
    move: str | None = None
    rule: str | None = None
    expected: object = None
    got: object = None


class Problem(NamedTuple):
    """One fault, anywhere from a value in a setup to a page of a site.

    ``path``    the path to the value within its file or setup
    ``hint``    how to fix it, where that isn't obvious
    ``file``, ``line``  the location, if known; lines count from 1, None refers to the file as a whole
    ``broken``  the step that fails; None if the values themselves can't be read
    """

    message: str
    path: Path = ()
    hint: str = ""
    file: str = ""
    line: int | None = None
    broken: FailedStep | None = None

    def below(self, path: Path) -> Problem:
        """Return this problem with ``path`` prepended to its own path."""
        return self._replace(path=(*path, *self.path))

    def told(self) -> str:
        """Format the problem as one line for people: file and line if known, message, and hint."""
        line = "" if self.line is None else f":{self.line}" if self.file else f"line {self.line}"
        place = f"{self.file}{line}: " if self.file or line else ""
        return f"{place}{self.message}" + (f" — {self.hint}" if self.hint else "")

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: {self.message}" if self.path else self.message


class SetupError(RulesEngineError):
    """A setup that describes an impossible position. ``problems`` lists every fault found."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(map(str, problems)))
