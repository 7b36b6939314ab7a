"""Readers of plain (JSON-compatible) values from YAML, JSON and links, which record each problem with its path.

A ``ValueReader`` wraps one plain value and its path. Its methods convert the value, or record a problem and return a default, so
that all problems in a file are reported together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from rules_engine.core.model.errors import Path, Problem, TextError, quoted
from rules_engine.core.model.seats import as_text

JsonValue = Any
"""A JSON value: string, integer, boolean, None, list or mapping."""
T = TypeVar("T")
Word = TypeVar("Word", bound=str)
MOST_APART = 3
"""Maximum edit distance between a word and the known word suggested for it."""


class ValueReader:
    """A plain value and its path. Problems are collected in ``problems``, a list shared with all child readers."""

    __slots__ = ("path", "problems", "value")

    def __init__(self, value: JsonValue, path: Path = (), problems: list[Problem] | None = None) -> None:
        self.value = value
        self.path = path
        self.problems: list[Problem] = [] if problems is None else problems

    def add_problem(self, message: str, *below: str | int, hint: str = "") -> None:
        """Record a problem with this value, or with the nested value at the path ``below``."""
        self.problems.append(Problem(message, (*self.path, *below), hint))

    def child(self, key: str | int, value: JsonValue) -> ValueReader:
        """Return a reader for a value nested in this one."""
        return ValueReader(value, (*self.path, key), self.problems)

    def get(self, key: str) -> ValueReader:
        """Return a reader for the value under ``key`` in this mapping, or for None if the key is missing."""
        return self.child(key, self.value.get(key) if isinstance(self.value, Mapping) else None)

    def has(self, key: str) -> bool:
        """Return whether this is a mapping with a value other than None under ``key``."""
        return self.get(key).value is not None

    def read(self, read: Callable[[Any], T], default: T) -> T:
        """Return the value converted by ``read``, or ``default`` if it is missing.

        If ``read`` raises ``TextError``, records a problem and returns ``default``.
        """
        if self.value is None:
            return default
        try:
            return read(self.value)
        except TextError as error:
            self.add_problem(str(error), hint=did_you_mean(error.got, error.known))
            return default

    def text(self, needed: bool = False) -> str:
        """Return the value as a string; ``""`` if it is missing. Records a problem for any other type, and, if ``needed``, for a
        missing or empty string."""
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
        """Return the value as an integer; None if it is missing.

        Records a problem for any other type, and for a number below ``least``."""
        if self.value is not None and type(self.value) is not int:
            self.add_problem(f"{quoted(self.value)} is not a whole number")
            return None
        if self.value is not None and least is not None and self.value < least:
            self.add_problem(f"{self.value} is less than {least}")
            return None
        return self.value

    def flag(self) -> bool:
        """Return whether the value is true; False if it is missing. Records a problem for any other type."""
        if self.value is not None and not isinstance(self.value, bool):
            self.add_problem(f"{quoted(self.value)} is neither true nor false")
        return self.value is True

    def one_of(self, words: Sequence[Word]) -> Word:
        """Return the value if it is one of ``words``; the first word if it is missing. Records a problem for any other value."""
        if self.value is None or self.value in words:
            return words[0] if self.value is None else words[words.index(self.value)]
        self.add_problem(f"{quoted(self.value)} is not one of {', '.join(words)}", hint=did_you_mean(self.value, words))
        return words[0]

    def mapping(self) -> Mapping[str, JsonValue]:
        """Return the value as a mapping; an empty one if it is missing. Records a problem for any other type."""
        if self.value is None or isinstance(self.value, Mapping):
            return self.value or {}
        self.add_problem(f"{quoted(self.value)} is not a mapping (key: value)")
        return {}

    def sequence(self) -> list[JsonValue]:
        """Return the value as a list; an empty one if it is missing. Records a problem for any other type."""
        if self.value is None or isinstance(self.value, list):
            return self.value or []
        self.add_problem(f"{quoted(self.value)} is not a list")
        return []

    def known_keys(self, known: Sequence[str]) -> None:
        """Record a problem for every key in this mapping that isn't in ``known``."""
        for key in self.mapping():
            if key not in known:
                self.add_problem(f"unknown key {quoted(key)}: expected {', '.join(known)}", key, hint=did_you_mean(key, known))


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the hint ``did you mean trick?`` for the closest known word; empty if none is close."""
    found = closest_match(word, known)
    return f"did you mean {found}?" if found else ""


def closest_match(word: object, known: Iterable[str]) -> str:
    """Return the known word closest to ``word``; empty if none is close."""
    text = word if isinstance(word, str) else ""
    near = [each for each in known if abs(len(each) - len(text)) <= MOST_APART]
    apart, found = min(((_letters_apart(text.casefold(), each.casefold()), each) for each in near), default=(len(text), ""))
    return found if apart <= min(max(1, len(text) // 3), MOST_APART) and apart < len(found) else ""


def _letters_apart(one: str, other: str) -> int:
    """Return the edit distance: the number of insertions, deletions, substitutions and swaps of neighbouring letters."""
    before, row = list[int](), list(range(len(other) + 1))
    for place, letter in enumerate(one, start=1):
        above, before, row = before, row, [place]
        for at, each in enumerate(other, start=1):
            least = min(row[-1] + 1, before[at] + 1, before[at - 1] + (letter != each))
            swapped = above and at > 1 and letter == other[at - 2] and one[place - 2] == each
            row.append(min(least, above[at - 2] + 1) if swapped else least)
    return row[-1]
