"""The Markdown fences ``example``, ``quiz`` and ``practice``: from a scenario to a widget in the page.

Nothing here knows MkDocs. Superfences tells a formatter neither the page nor the line, and swallows every error but
its own; so a page is opened with the scenarios that were read and checked before (see `checks`), and each fence that
superfences meets only takes the next one with its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pymdownx.superfences import SuperFencesException

from rules_engine.scenario.run import Replay
from rules_engine.site.markdown_source import KINDS, Fence
from rules_engine.site.safe_markdown import safe_html
from rules_engine.view.links import Links
from rules_engine.view.widgets import Frame, example_widget, practice_widget, quiz_widget

WIDGETS: dict[str, Callable[[Replay, Frame], str]] = {
    "example": example_widget,
    "quiz": quiz_widget,
    "practice": practice_widget,
}

NOT_READ = "<!-- followsuit: a fence that wasn't read -->"
"""Stands where superfences met a fence that our own reading has not, or has as part of a code block."""

ELEMENT = "fs-widget"
"""The element that a widget is. Markdown has to be told that it is no word in a paragraph."""

# The search of Material takes the first end tag of an excluded element's kind for its end: an excluded div would
# end at some inner div's. A widget holds no other widget, so it can be left out as a whole.
_UNSEARCHED = (f"<{ELEMENT} ", f"<{ELEMENT} data-search-exclude ")


@dataclass
class Placed:
    """A fence of a page with the scenario that belongs into it, under an id that no other in the page has."""

    fence: Fence
    run: Replay | None = None
    id: str = ""
    done: bool = False


@dataclass
class Formatter:
    """The formatter of all fences. ``open_page`` before a page renders, ``close_page`` after."""

    placed: list[Placed] = field(default_factory=list)
    links: Callable[[str], Links] = lambda game: Links()

    def custom_fences(self) -> list[dict[str, Any]]:
        """The fences as superfences wants them told."""
        return [{"name": kind, "class": f"fs-{kind}", "format": self.html} for kind in KINDS]

    def open_page(self, placed: list[Placed], links: Callable[[str], Links]) -> None:
        """Get ready for the fences of one page; ``links`` gives a game's links as seen from there."""
        for each in placed:
            each.done = False
        self.placed, self.links = placed, links

    def html(self, source: str, language: str, _class: str, _options: Any, md: Any, **_more: Any) -> str:
        """What superfences calls for each fence."""
        if ELEMENT not in md.block_level_elements:
            md.block_level_elements.append(ELEMENT)
        found = self.next_one(language, source)
        if found is None or found.run is None:
            return NOT_READ
        try:
            return self.widget(found, found.run)
        except Exception as error:
            raise SuperFencesException(f"line {found.fence.line}: {type(error).__name__}: {error}") from error

    def next_one(self, kind: str, body: str) -> Placed | None:
        """The first fence with this text that hasn't had its turn."""
        for each in self.placed:
            if not each.done and each.fence.kind == kind and _same(each.fence.body, body):
                each.done = True
                return each if each.fence.shown else None
        return None

    def widget(self, placed: Placed, run: Replay) -> str:
        """A fence's widget."""
        links = self.links(run.game.id)
        frame = Frame(placed.id, links, lambda text: safe_html(text, links.rule))
        return WIDGETS[placed.fence.kind](run, frame).replace(*_UNSEARCHED, 1)

    def faults(self, html: str) -> list[str]:
        """What went wrong in the page that was rendered to ``html``: where the two readings of it differ."""
        found = [
            f"{each.fence.line}: this fence didn't become a widget; is it part of another block?"
            for each in self.placed
            if each.fence.shown and f'id="{each.id}"' not in html
        ]
        return [*found, *(["1: a fence became a widget that wasn't checked"] if NOT_READ in html else [])]


def name_widgets(placed: list[Placed], names: list[str]) -> None:
    """Give each widget of a page an id made of its kind and its file's or its own name."""
    taken: dict[str, int] = {}
    for each, name in zip(placed, names, strict=True):
        wanted = f"{each.fence.kind}-{_slug(name)}".rstrip("-")
        taken[wanted] = count = taken.get(wanted, 0) + 1
        each.id = wanted if count == 1 else f"{wanted}-{count}"


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")


def _same(ours: str, theirs: str) -> bool:
    return [line.strip() for line in ours.strip().split("\n")] == [line.strip() for line in theirs.strip().split("\n")]
