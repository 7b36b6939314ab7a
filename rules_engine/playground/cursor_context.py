"""The context of the caret in a draft: the mapping or list around it, and whether the caret is at a key or a value.

An unfinished text is often invalid YAML, so this module doesn't use a YAML parser: it scans the lines for indentation,
brackets and colons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rules_engine.core.model.errors import Path

_KEY = re.compile(r"""(?P<key>"[^"]*"|'[^']*'|[^\s#"'\[\]{},&*!|>%@`-][^#\[\]{},]*?|-[^\s\[\]{},]+):(?:\s+|$)""")
_ITEM = re.compile(r"-(?:\s+|$)")
_TEXTS = re.compile(r"\"[^\"]*\"?|(?<![\w])'[^']*'?|[\[\]{},]|:(?=\s|$)|[^\"'\[\]{},:]+|.", re.DOTALL)


class CursorContext(NamedTuple):
    """The context of the caret in a draft.

    ``path``   the path of the mapping, list or value in which the caret is
    ``key``    whether the caret is at a key of that mapping
    ``typed``  the part of the key or value before the caret
    ``item``   whether a list item may start at the caret, before its dash
    ``step``   the number, from 0, of the line at which the surrounding step of the script starts
    """

    path: Path
    key: bool
    typed: str
    item: bool = False
    step: int | None = None


class _Level(NamedTuple):
    indent: int
    entry: str | int


def keys_of(text: str) -> dict[Path, list[str]]:
    """Return the keys of each mapping in a draft, by the mapping's path."""
    found: dict[Path, list[str]] = {}
    for way in _Lines(text.split("\n")).ways():
        if isinstance(way[-1], str):
            found.setdefault(way[:-1], []).append(way[-1])
    return found


def spot_of(before: str) -> CursorContext:
    """Return the context of the caret; ``before`` is the text before it."""
    lines = _Lines(before.split("\n"))
    for _ in lines.ways():
        pass
    return lines.spot()


class _Lines:
    """A line scanner for drafts: ``levels`` are the open blocks, and ``flow`` the open brackets."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.levels: list[_Level] = []
        self.flow: list[str | int | None] = []
        self.typed = ""
        self.key = True
        self.column = 0
        self.step: int | None = None

    def ways(self) -> Iterator[tuple[str | int, ...]]:
        """Scan the draft, and yield the path of each key and item in order."""
        for number, line in enumerate(self.lines):
            last = number == len(self.lines) - 1
            if self.flow:
                yield from self._in_brackets(line)
            elif line.strip() and not line.lstrip().startswith("#"):
                yield from self._block(line, number)
            elif last:
                self._begin(len(line))

    def _begin(self, column: int) -> None:
        self.typed, self.key, self.column = "", True, column
        self._leave(column)

    def _leave(self, indent: int, item: bool = False) -> str | int | None:
        """Close the blocks that end before an entry that starts at a column. Return the entry of the last closed block.

        ``item`` is true if the new entry is a list item.
        """
        left: str | int | None = None
        while self.levels and (self.levels[-1].indent > indent or (
                self.levels[-1].indent == indent and (not item or isinstance(self.levels[-1].entry, int)))):
            left = self.levels.pop().entry
        return left

    def _block(self, line: str, number: int) -> Iterator[Path]:
        column = len(line) - len(line.lstrip(" "))
        rest = line[column:]
        while dash := _ITEM.match(rest):
            left = self._leave(column, item=True)
            self.levels.append(_Level(column, left + 1 if isinstance(left, int) else 0))
            if self._path()[:-1] == ("script",):
                self.step = number
            yield self._path()
            column, rest = column + dash.end(), rest[dash.end():]
            if not rest:
                self.typed, self.key, self.column = "", True, column
                return
        found = _KEY.match(rest)
        if found is None:
            self._begin(column)
            yield from self._value(rest)
            self.key = not self.flow
            return
        self._begin(column)
        self.levels.append(_Level(column, found["key"].strip("\"'")))
        if self._path() == ("script",) or len(self._path()) == 1:
            self.step = None
        yield self._path()
        self.key = False
        yield from self._value(rest[found.end():])

    def _path(self) -> Path:
        return tuple(level.entry for level in self.levels)

    def _value(self, text: str) -> Iterator[Path]:
        self.typed = text
        if text[:1] in ("[", "{"):
            yield from self._in_brackets(text)

    # ---- brackets: an open mapping is represented by its current key ("" before the first), an open list by the item's index

    def _in_brackets(self, text: str) -> Iterator[Path]:
        for part in _TEXTS.findall(text):
            if part in ("{", "["):
                self.flow.append("" if part == "{" else 0)
                self.typed, self.key = "", part == "{"
            elif part in ("}", "]"):
                self.flow = self.flow[:-1]
                self.typed, self.key = "", False
            elif part == ",":
                self._next()
            elif part == ":" and self.flow and self.flow[-1] == "":
                self.flow[-1] = self.typed.strip().strip("\"'")
                self.typed, self.key = "", False
                yield (*self._path(), *(each for each in self.flow if each is not None))
            else:
                self.typed += part

    def _next(self) -> None:
        """Start the next item after a comma."""
        if self.flow:
            last = self.flow[-1]
            self.flow[-1] = last + 1 if isinstance(last, int) else ""
            self.typed, self.key = "", not isinstance(last, int)

    def spot(self) -> CursorContext:
        """Return the context at the end of the scanned text."""
        inside = [each for each in self.flow if each is not None]
        if inside:
            way = inside[:-1] if self.key else inside
            return CursorContext((*self._path(), *way), self.key, self.typed.lstrip(), step=self.step)
        path = self._path()
        listed = bool(path) and not isinstance(path[-1], int) and self.key
        return CursorContext(path, self.key, self.typed.lstrip(), listed, self.step)
