"""Plain values, as YAML, JSON, links and saves hold them, read with the path to each fault.

A ``ValueReader`` is one plain value with the way to it. It reads the value, or notes what is wrong and goes on, so that
an author sees all faults of a file at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from rules_engine.core.model.errors import Path, Problem, TextError, quoted
from rules_engine.core.model.seats import as_text

JsonValue = Any
"""A value of JSON: text, whole number, flag, None, list or mapping."""
T = TypeVar("T")
Word = TypeVar("Word", bound=str)
MOST_APART = 3
"""So many letters may be wrong in a word, however long, that is taken for a known one."""


class ValueReader:
    """A plain value and the path to it. Faults are collected in ``problems``, which all its parts share."""

    __slots__ = ("path", "problems", "value")

    def __init__(self, value: JsonValue, path: Path = (), problems: list[Problem] | None = None) -> None:
        self.value = value
        self.path = path
        self.problems: list[Problem] = [] if problems is None else problems

    def add_problem(self, message: str, *below: str | int, hint: str = "") -> None:
        """Note what is wrong here, or at the path ``below`` from here."""
        self.problems.append(Problem(message, (*self.path, *below), hint))

    def child(self, key: str | int, value: JsonValue) -> ValueReader:
        """Return a value that stands within this one."""
        return ValueReader(value, (*self.path, key), self.problems)

    def get(self, key: str) -> ValueReader:
        """Return what a mapping has under ``key``; nothing where it has none."""
        return self.child(key, self.value.get(key) if isinstance(self.value, Mapping) else None)

    def has(self, key: str) -> bool:
        """Tell whether a mapping has a value under ``key``."""
        return self.get(key).value is not None

    def read(self, read: Callable[[Any], T], default: T) -> T:
        """Return the value as ``read`` reads it; ``default`` where it is missing or, with a problem noted, can't be read."""
        if self.value is None:
            return default
        try:
            return read(self.value)
        except TextError as error:
            self.add_problem(str(error), hint=did_you_mean(error.got, error.known))
            return default

    def text(self, needed: bool = False) -> str:
        """Return a text; ``""`` where it is missing. If it is ``needed``, a missing or empty one is a fault."""
        if self.value in (None, ""):
            if needed:
                self.add_problem("a text is missing here")
            return ""
        try:
            return as_text(self.value)
        except TextError:
            self.add_problem(f"{quoted(self.value)} is not a text")
            return ""

    def number(self, least: int | None = None) -> int | None:
        """Return a whole number that isn't below ``least``, or None where it is missing."""
        if self.value is not None and type(self.value) is not int:
            self.add_problem(f"{quoted(self.value)} is not a whole number")
            return None
        if self.value is not None and least is not None and self.value < least:
            self.add_problem(f"{self.value} is less than {least}")
            return None
        return self.value

    def flag(self) -> bool:
        """Return whether it is true; it isn't where it is missing."""
        if self.value is not None and not isinstance(self.value, bool):
            self.add_problem(f"{quoted(self.value)} is neither true nor false")
        return self.value is True

    def one_of(self, words: Sequence[Word]) -> Word:
        """Return one of a few texts, the first where it is missing."""
        if self.value is None or self.value in words:
            return words[0] if self.value is None else words[words.index(self.value)]
        self.add_problem(f"{quoted(self.value)} is not one of {', '.join(words)}", hint=did_you_mean(self.value, words))
        return words[0]

    def mapping(self) -> Mapping[str, JsonValue]:
        """Return a mapping, empty where it is missing."""
        if self.value is None or isinstance(self.value, Mapping):
            return self.value or {}
        self.add_problem(f"{quoted(self.value)} is not a mapping (key: value)")
        return {}

    def sequence(self) -> list[JsonValue]:
        """Return a list, empty where it is missing."""
        if self.value is None or isinstance(self.value, list):
            return self.value or []
        self.add_problem(f"{quoted(self.value)} is not a list")
        return []

    def known_keys(self, known: Sequence[str]) -> None:
        """Note every key of a mapping that isn't among ``known``."""
        for key in self.mapping():
            if key not in known:
                self.add_problem(f"unknown key {quoted(key)}: expected {', '.join(known)}", key, hint=did_you_mean(key, known))


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Ask ``did you mean trick?``, of the known words the nearest; nothing where none is near."""
    found = closest_match(word, known)
    return f"did you mean {found}?" if found else ""


def closest_match(word: object, known: Iterable[str]) -> str:
    """Return that of the known words which is most like this one; nothing where none is near."""
    text = word if isinstance(word, str) else ""
    near = [each for each in known if abs(len(each) - len(text)) <= MOST_APART]
    apart, found = min(((_letters_apart(text.casefold(), each.casefold()), each) for each in near), default=(len(text), ""))
    return found if apart <= min(max(1, len(text) // 3), MOST_APART) and apart < len(found) else ""


def _letters_apart(one: str, other: str) -> int:
    """How many letters are put in, left out, changed or, of two neighbours, exchanged, to get from one word to the other."""
    before, row = list[int](), list(range(len(other) + 1))
    for place, letter in enumerate(one, start=1):
        above, before, row = before, row, [place]
        for at, each in enumerate(other, start=1):
            least = min(row[-1] + 1, before[at] + 1, before[at - 1] + (letter != each))
            swapped = above and at > 1 and letter == other[at - 2] and one[place - 2] == each
            row.append(min(least, above[at - 2] + 1) if swapped else least)
    return row[-1]
