"""Finds the lines of fences and headings in a page's source, since Markdown doesn't provide line numbers.

It doesn't parse Markdown, but searches the file for the text of a fence. If the text occurs several times, the result is the
first occurrence after the previous result. If it doesn't occur, because a plugin has added the fence, the result is None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_OPENS = re.compile(r"(?P<signs>~{3,}|`{3,})[ ]*\{?[ ]*\.?(?P<word>[\w-]*)[^`]*$")


class PageSource:
    """The complete text of a page's file, searched from top to bottom."""

    def __init__(self, text: str) -> None:
        bare = [(number, _bare(line)) for number, line in enumerate(text.split("\n"), start=1)]
        self.lines = [(number, line) for number, line in bare if line]
        self.last: dict[str, int] = {}

    def fence(self, kind: str, body: str) -> int | None:
        """Return the line on which the next fence with this info word and text opens, or None."""
        opening = re.compile(rf"(?P<signs>~{{3,}}|`{{3,}})[ ]*\{{?[ ]*\.?{kind}\b")
        wanted = [bare for line in body.split("\n") if (bare := _bare(line))]
        texts = [line for _, line in self.lines]
        return self._next(
            "fence",
            (
                number
                for place, (number, line) in enumerate(self.lines)
                if (found := opening.match(line)) and texts[place + 1 : place + len(wanted) + 2] == [*wanted, found["signs"]]
            ),
        )

    def all_fences(self) -> Iterator[tuple[int, str, str]]:
        """Yield opening line, word and content of each closed fence that isn't inside another one."""
        signs, word, first, body = "", "", 0, list[str]()
        for number, line in self.lines:
            if signs and line == signs:
                yield first, word, "\n".join(body)
                signs = ""
            elif signs:
                body.append(line)
            elif opens := _OPENS.match(line):
                signs, word, first, body = opens["signs"], opens["word"], number, []

    def heading(self, heading_id: str) -> int | None:
        """Return the line of the next heading with this id, or None."""
        written = re.compile(rf"\{{[^{{}}]*#{re.escape(heading_id)}(?=[\s}}])")
        return self._next(heading_id, (number for number, line in self.lines if written.search(line)))

    def left_over(self, text: str) -> int | None:
        """Return the number of the next line that ends with a given string, or None."""
        return self._next("left over", (number for number, line in self.lines if line.endswith(_bare(text))))

    def _next(self, what: str, numbers: Iterable[int]) -> int | None:
        """Return the first line number after the previous result for ``what``, otherwise the first line number; None if there is
        none."""
        found = list(numbers)
        if not found:
            return None
        self.last[what] = line = next((number for number in found if number > self.last.get(what, 0)), found[0])
        return line


def _bare(line: str) -> str:
    """Return a line without block quote marks and with single spaces, since Markdown expands tabs."""
    return " ".join(line.lstrip("> \t").split())
