"""The contents of a rendered page that the checks of the site compare with its games and scenarios."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rules_engine.authoring.checks.check import SUFFIXES, CheckResult
from rules_engine.core.model.errors import Problem
from rules_engine.site.model.course import Course
from rules_engine.site.model.puzzle_pages import PuzzlePage

RULE = "rule-"
"""Prefix of the ids of rules' headings."""


class Fence(NamedTuple):
    """A fenced code block for Follow Suit in a page's Markdown.

    ``kind``   the first word after the backticks, such as ``quiz``
    ``body``   its content
    ``line``   the line on which it opens, if known
    ``words``  the rest of that line
    """

    kind: str
    body: str
    line: int | None = None
    words: str = ""

    @property
    def file(self) -> str:
        """The scenario file that the fence names, or "" if it contains an inline scenario."""
        body = self.body.strip()
        alone = "\n" not in body and not any(sign in body for sign in "{}: ")
        return body.removeprefix("./") if alone or ("\n" not in body and body.endswith(SUFFIXES)) else ""


class Heading(NamedTuple):
    """A rule's heading on a page."""

    rule: str
    line: int | None


@dataclass
class PageContents:
    """The contents of a rendered page; ``path`` is its file, as shown in messages."""

    path: str
    headings: list[Heading] = field(default_factory=list)
    inline: list[CheckResult] = field(default_factory=list)
    """The scenarios written inline in its fences."""
    problems: list[Problem] = field(default_factory=list)
    """The problems in its fences."""
    shown: list[tuple[int | None, str]] = field(default_factory=list)
    """The line and the scenario file of each figure."""
    course: Course | None = None
    """The course on the page, if there is one."""
    puzzle_pages: list[PuzzlePage] = field(default_factory=list)
    """The pages of the puzzles on the page, if it is the one with a game's puzzles, easiest first."""


def problem(path: str, line: int | None, message: str, hint: str = "") -> Problem:
    """Return a problem found in the site; ``path`` is the file as shown in messages."""
    return Problem(message, file=path, line=line, hint=hint)
