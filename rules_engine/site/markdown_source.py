"""What a page's Markdown says of scenarios and rules, with the line of each: our fences, and headings with an id.

Markdown itself keeps no line numbers, so the source is read a second time here, by the same rules as
`pymdownx.superfences` reads fences. The formatter compares both readings while pages render; neither can miss a
fence unseen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

KINDS = ("example", "quiz", "practice")
"""The words that open one of our fences."""

TAB = 4
_PREFIX = re.compile(r"[> ]*")
_OPENING = re.compile(
    r"(?P<fence>~{3,}|`{3,})"
    r"(?:[ ]*\.?(?P<lang>[\w#.+-]+)(?=[ ]|$))?"
    r"(?P<rest>[ ]*\{[^\n]*\}|(?:[ ]*[a-zA-Z][a-zA-Z0-9_]*(?:=(?P<quote>[\"']).*?(?P=quote))?(?=[ ]|$))+)?[ ]*$"
)
_MEANT_FOR_US = re.compile(rf"(?:~{{3,}}|`{{3,}})[ ]*(?:\{{[ ]*)?\.?({'|'.join(KINDS)})\b")
_HASH_HEADING = re.compile(r"[ ]*#{1,6}[^#]")
_UNDERLINE = re.compile(r"(?:=+|-+)[ ]*$")
_ID = re.compile(r"[ ]\{:?[^{}]*?#(?P<id>[^\s{}]+)[^{}]*\}[ #]*$")
_CONTAINER = re.compile(r"(?:[-*+]|[0-9]+\.|:)[ ]|!!!|\?\?\?|===|\[\^[^\]]+\]:|///")
_FRONT_MATTER = re.compile(r"-{3}[ \t]*\n.*?\n(?:\.{3}|-{3})[ \t]*\n", re.DOTALL)


class Fence(NamedTuple):
    """One of our fences: its kind, what it holds, and the line (from 1) where it opens.

    ``shown`` is false where the fence is itself part of a code block that is indented;
    ``fault`` says why it is no good as a fence, if it isn't.
    """

    kind: str
    body: str
    line: int
    shown: bool = True
    fault: str = ""


class Heading(NamedTuple):
    """A heading with an id of its own."""

    id: str
    line: int


@dataclass
class MarkdownSource:
    """A page's Markdown as read: ``path`` is the file as people know it."""

    path: str
    fences: list[Fence] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)


def read_markdown(text: str, path: str) -> MarkdownSource:
    """Our fences and the headings with an id in a page's Markdown, each with its line."""
    source = MarkdownSource(path)
    _Reader(source).read(_lines(text))
    return source


def _lines(text: str) -> list[str]:
    """The text's lines without tabs, and empty where the page's metadata stand."""
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    front = _FRONT_MATTER.match(text)
    skipped = text[: front.end()].count("\n") if front else 0
    lines = [line.expandtabs(TAB).rstrip() for line in text.split("\n")]
    return [""] * skipped + lines[skipped:]


@dataclass
class _Open:
    """A fence that isn't closed yet."""

    fence: str
    kind: str
    prefix: int
    line: int
    shown: bool
    body: list[str] = field(default_factory=list)


class _Reader:
    def __init__(self, source: MarkdownSource) -> None:
        self.source = source
        self.open: _Open | None = None
        self.blocks = [0]
        """Columns at which the text of the blocks around the line begins: lists, admonitions, tabs."""

    def read(self, lines: list[str]) -> None:
        before = ""
        for number, line in enumerate(lines, start=1):
            if self.open is not None:
                self.inside(self.open, line)
            elif not self.opens(line, number):
                self.outside(line, before, number)
            before = line
        self.give_up()

    def opens(self, line: str, number: int) -> bool:
        prefix = len(_matched(_PREFIX, line))
        opening = _OPENING.match(line, prefix)
        meant = _MEANT_FOR_US.match(line, prefix)
        if meant and not (opening and opening["lang"] == meant[1] and not opening["rest"]):
            fault = f"only the word {meant[1]} may stand after the fence's signs"
            self.source.fences.append(Fence(meant[1], "", number, self.is_shown(line), fault))
            return False
        if opening is None:
            return False
        kind = opening["lang"] if opening["lang"] in KINDS else ""
        self.open = _Open(opening["fence"], kind, prefix, number, self.is_shown(line))
        return True

    def inside(self, now: _Open, line: str) -> None:
        prefix = len(_matched(_PREFIX, line[: now.prefix]))
        content = line[prefix:]
        if content == now.fence and prefix == now.prefix:
            self.found(now)
        elif content and prefix < now.prefix:
            self.give_up()
        else:
            now.body.append(content)

    def outside(self, line: str, before: str, number: int) -> None:
        if not line:
            return
        is_heading = self.is_shown(line)
        text = line if _HASH_HEADING.match(line) else before if _UNDERLINE.match(line) else ""
        found = _ID.search(text)
        if found and is_heading:
            self.source.headings.append(Heading(found["id"], number - (text is before)))
        if is_heading and _CONTAINER.match(line.lstrip()):
            self.blocks.append(_column(line) // TAB * TAB + TAB)

    def is_shown(self, line: str) -> bool:
        """Whether the line is no part of a code block that is indented; leaves the blocks that it ends."""
        column = _column(line)
        while self.blocks[-1] > column:
            self.blocks.pop()
        return column < self.blocks[-1] + TAB

    def found(self, now: _Open) -> None:
        self.open = None
        if now.kind:
            self.source.fences.append(Fence(now.kind, "\n".join(now.body), now.line, now.shown))

    def give_up(self) -> None:
        now, self.open = self.open, None
        if now is not None and now.kind:
            fault = f"the fence is never closed: {now.fence} is missing, at the column where it opened"
            self.source.fences.append(Fence(now.kind, "", now.line, now.shown, fault))


def _column(line: str) -> int:
    return len(line) - len(line.lstrip())


def _matched(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.match(text)
    return found[0] if found else ""
