"""The lines of a page's source at which fences and headings stand: Markdown tells what it found, but not where.

Markdown is not read again here. A fence is found by its text, as it stands in the file with its metadata. Where the same
text stands twice, it is the next one after what was found before; where it isn't in the file at all, since a plugin
put it into the page, there is no line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_OPENS = re.compile(r"(?P<signs>~{3,}|`{3,})[ ]*\{?[ ]*\.?(?P<word>[\w-]*)[^`]*$")


class PageSource:
    """A page's whole text, searched for one thing after the other."""

    def __init__(self, text: str) -> None:
        bare = [(number, _bare(line)) for number, line in enumerate(text.split("\n"), start=1)]
        self.lines = [(number, line) for number, line in bare if line]
        self.last: dict[str, int] = {}

    def fence(self, kind: str, body: str) -> int | None:
        """Return the line where the next fence of that kind and with that text opens."""
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
        """Yield each fence that stands in no other one and is closed: the line where it opens, its word, and what it holds."""
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
        """Return the line of the next heading with that id."""
        written = re.compile(rf"\{{[^{{}}]*#{re.escape(heading_id)}(?=[\s}}])")
        return self._next(heading_id, (number for number, line in self.lines if written.search(line)))

    def left_over(self, text: str) -> int | None:
        """Return the next line that ends with a text."""
        return self._next("left over", (number for number, line in self.lines if line.endswith(_bare(text))))

    def _next(self, what: str, numbers: Iterable[int]) -> int | None:
        """The first of the lines after the last one found, or else the first of all."""
        found = list(numbers)
        if not found:
            return None
        self.last[what] = line = next((number for number in found if number > self.last.get(what, 0)), found[0])
        return line


def _bare(line: str) -> str:
    """A line without the signs of quotes, and with single spaces: Markdown widens tabs."""
    return " ".join(line.lstrip("> \t").split())
