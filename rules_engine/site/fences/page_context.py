"""A page of the site as its fences see it: what it shows, what is around it, and the files that it brings."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from rules_engine.authoring.check import SUFFIXES, CheckResult
from rules_engine.core.model.errors import Problem
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.html.elements import Html, el
from rules_engine.html.figure import FIGURES, Figure, Frame, puzzle_content
from rules_engine.html.links import Links
from rules_engine.html.signs import suit_colours
from rules_engine.html.tiles import GameTile
from rules_engine.scenarios.model import write_scenario
from rules_engine.scenarios.replay import Replay
from rules_engine.scenarios.written_text import reworded
from rules_engine.site.fences.at_table import PageLinks
from rules_engine.site.fences.daily_puzzles import PuzzlesPage
from rules_engine.site.fences.packs import pack_styles
from rules_engine.site.fences.safe_markdown import safe_html
from rules_engine.site.fences.source_lines import PageSource
from rules_engine.site.fences.style_links import link_styles
from rules_engine.site.model.course import taught_by
from rules_engine.site.model.languages import SiteLanguage, lacking
from rules_engine.site.model.site_model import PageContents, SiteModel, problem
from rules_engine.text.locale import translate
from rules_engine.text.message import as_text

K = TypeVar("K")
T = TypeVar("T")


class RenderedFence(NamedTuple):
    """A fence that superfences met: its HTML, the scenario that stands whole in it, what is wrong with it; where it stands, and
    the scenario file that it shows.

    Superfences meets fences in indented code as well, and takes what stands for them out again.
    """

    html: str
    figure: Figure | None = None
    inline: CheckResult | None = None
    problems: Sequence[Problem] = ()
    line: int | None = None
    file: str = ""


class CachedResult(NamedTuple, Generic[T]):
    """What was made of a replay, in words of which this is the digest."""

    run: Replay
    words: str
    made: T


Figures = dict[tuple[str, str, str, Links, frozenset[str] | None], CachedResult[tuple[Figure, dict[str, bytes]]]]
"""The figures that were made, with their files, by their page, id and number there, the links that they got, and what was taught
up to there."""
Contents = dict[tuple[str, str, Links], CachedResult[bytes]]
"""What puzzles bring to tables of other pages, by their file, their number on their own page, and its links."""


@dataclass
class PageContext:
    """A page while it is rendered.

    ``links`` gives a game's links as seen from there, ``address`` that of a file of ours, ``listed`` a game for a list,
    ``puzzles`` the page of a game's puzzles, ``elsewhere`` the addresses of its pages for a real table;
    ``language`` is that of the page, if it isn't the site's own; ``terms`` are words to be explained where they stand.
    ``files``, ``made`` and ``brought`` are kept from page to page: what pages bring, and what needn't be made again.
    """

    book: SiteModel
    contents: PageContents
    source: PageSource
    links: Callable[[str], Links]
    address: Callable[[str], str]
    listed: Callable[[str], GameTile] | None
    puzzles: Callable[[str], PuzzlesPage]
    elsewhere: Callable[[str], PageLinks]
    language: SiteLanguage | None
    terms: Mapping[str, str] | None
    files: dict[str, bytes]
    made: Figures
    brought: Contents
    taken: dict[str, int] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """The code of the page's language; an empty text for the site's own."""
        return self.language.code if self.language else ""

    @property
    def games(self) -> list[str]:
        """The games that a list on this page has, by their ids."""
        return self.book.listed(self.code)

    def fault(self, line: int | None, fault: str, hint: str = "") -> RenderedFence:
        """Return what stands for a fence that can't be shown."""
        problems = [problem(self.contents.path, line, fault, hint)]
        return RenderedFence(placeholder(problems), problems=problems)

    def unique_id(self, wanted: str) -> str:
        """Return an id that no other figure of the page has."""
        self.taken[wanted] = count = self.taken.get(wanted, 0) + 1
        return wanted if count == 1 else f"{wanted}-{count}"

    def figure(self, kind: str, run: Replay, figure_id: str, file: str, number: str = "") -> Figure:
        """Return a figure, made once for each replay of a scenario file and place on a page."""
        links, taught = self.links(run.game.id), self.taught(file)
        made_of = [kind, write_scenario(run.scenario), figure_id, links, number, taught and sorted(taught)]

        def make() -> tuple[Figure, dict[str, bytes]]:
            told = self.told(run)
            drawn = self.once(made_of, lambda: self._drawn(kind, told, figure_id, number, taught))
            figure = Figure(figure_id, told.scenario.kind, as_text(drawn["title"]), Html(drawn["html"]), Html(drawn["stage"]),
                            run.game, suit_colours(type(run.game)), links, told.scenario)
            return figure, {path: content.encode() for path, content in drawn["files"].items()}

        figure, files = self._once(self.made if file else {}, (self.contents.path, figure_id, number, links, taught), run, make)
        self.files |= files
        return figure

    def _drawn(
        self, kind: str, told: Replay, figure_id: str, number: str, taught: Collection[str] | None
    ) -> dict[str, JsonValue]:
        """A figure and its files as plain values."""
        links, files = self.links(told.game.id), dict[str, bytes]()
        frame = Frame(figure_id, links, lambda text: safe_html(text, links.rule),
                      lambda content: self.address(put_file(files, "figures/", as_json(content))), number, taught)
        figure = FIGURES[kind](told, frame)
        return {"title": translate(figure.title), "html": figure.html, "stage": figure.stage,
                "files": {path: content.decode() for path, content in files.items()}}

    def bring(self, name: str, run: Replay, number: str) -> str:
        """Put what a puzzle brings to a table into a file, as its page has it; return its place in the folder of ours."""
        links = self.puzzles(run.game.id).links
        content = self._once(self.brought, (name, number, links), run, lambda: as_json(self.once(
            ["puzzle elsewhere", write_scenario(run.scenario), links, number],
            lambda: {**puzzle_content(self.told(run), links, number)})))
        return put_file(self.files, "figures/", content)

    def once(self, made_of: JsonValue, make: Callable[[], JsonValue]) -> JsonValue:
        """Return plain values that are made of others, in the page's language and at its address, or were by an earlier build.

        What they lack in the language's catalogue is noted either way.
        """
        def made() -> JsonValue:
            with lacking(self.language) as (missing, unwritten):
                values = make()
            return {"made": values, "missing": sorted(missing), "unwritten": sorted(unwritten)}

        found = self.book.made.values([made_of, self.address(""), self.code, self.words], made)
        if self.language:
            self.language.missing.update(found["missing"])
            self.language.unwritten.update(found["unwritten"])
        return found["made"]

    def _once(self, kept: dict[K, CachedResult[T]], place: K, run: Replay, make: Callable[[], T]) -> T:
        """What was made for a place, as long as its replay and the page's words are the same."""
        made = kept.get(place)
        if made is None or made.run is not run or made.words != self.words:
            made = kept[place] = CachedResult(run, self.words, make())
        return made.made

    @property
    def words(self) -> str:
        """The digest of the page's language; an empty text for the site's own."""
        return self.language.digest if self.language else ""

    @property
    def place(self) -> str:
        """Where the page lies in the book."""
        return next((place for place, contents in self.book.pages.items() if contents is self.contents), "")

    def taught(self, file: str) -> frozenset[str] | None:
        """Return what a course has taught with the step that shows a scenario file; None outside a course."""
        course = self.contents.course
        if course is None:
            return None
        return frozenset(self.book.taught_before(self.place, course) + taught_by(course, self.book.scenarios, file))

    def told(self, run: Replay) -> Replay:
        """Return a replay in the page's language."""
        return reworded(run, self.language.translate_exact) if self.language else run

    def add_file(self, place: str, content: bytes, kind: str = "json") -> str:
        """Put content into a file that is named for it, behind its ``place``; return its address."""
        return self.address(put_file(self.files, place, content, kind))

    def pack_styles(self) -> Html:
        """Return the link to the styles of packs and sheets."""
        return link_styles(self.add_file("packs/", pack_styles(self.book.games), "css"), "packs")


def put_file(files: dict[str, bytes], place: str, content: bytes, kind: str = "json") -> str:
    """Put content among files, under a name made of it behind its ``place``; return the name."""
    path = f"{place}{hashlib.sha256(content).hexdigest()[:16]}.{kind}"
    files[path] = content
    return path


def as_json(content: Mapping[str, object]) -> bytes:
    """Return what a file of ours holds, the same for the same content."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def placeholder(problems: Sequence[Problem]) -> str:
    """Return what stands in place of a figure until the page is mended."""
    return el("div", "fs-fault", [el("p", None, problem.told()) for problem in problems])


def puzzle_id(name: str) -> str:
    """Return the id of a puzzle's figure."""
    return f"puzzle-{_slug(name.rsplit('.', 1)[0])}"


def figure_id(kind: str, name: str) -> str:
    """Return the id of a figure, by its kind and its file, or its title."""
    return f"{kind}-{_slug(name.rsplit('.', 1)[0] if name.endswith(SUFFIXES) else name)}".rstrip("-")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
