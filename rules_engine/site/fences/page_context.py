"""The context in which a page's fences are rendered: the page's contents, links to other pages, and the files that it needs."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from rules_engine.authoring.checks.check import SUFFIXES, CheckResult
from rules_engine.authoring.days import is_retired
from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import Problem
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.html.daily_question import daily_question
from rules_engine.html.elements import Html, el
from rules_engine.html.figure import FIGURES, Figure, Frame, puzzle_content
from rules_engine.html.links import Links
from rules_engine.html.signs import suit_colours
from rules_engine.html.tiles import GameTile
from rules_engine.pictures.scenario import Shot, scenario_svg
from rules_engine.quiz.turn_questions import TurnQuestion, ask_at_turn
from rules_engine.scenarios.model import Scenario, write_scenario
from rules_engine.scenarios.replay import Replay
from rules_engine.scenarios.written_text import reworded
from rules_engine.site.fences.markdown.safe_markdown import safe_html
from rules_engine.site.fences.markdown.source_lines import PageSource
from rules_engine.site.fences.packs.pack_page import pack_styles
from rules_engine.site.fences.puzzles.daily_puzzles import PuzzlesPage
from rules_engine.site.fences.real_table.at_table import PageLinks
from rules_engine.site.fences.style_links import add_style_links, link_styles
from rules_engine.site.model.addresses import in_edition
from rules_engine.site.model.course import Course, taught_by
from rules_engine.site.model.game_pages import learn_page
from rules_engine.site.model.languages import SiteLanguage, lacking
from rules_engine.site.model.page_contents import PageContents, problem
from rules_engine.site.model.site_model import SiteModel
from rules_engine.text.locale import translate
from rules_engine.text.message import as_text

K = TypeVar("K")
T = TypeVar("T")


class RenderedFence(NamedTuple):
    """The result of rendering a fence.

    ``html``      its HTML
    ``figure``    its figure, if any
    ``inline``    its inline scenario, if any
    ``problems``  its problems
    ``line``      its line, if known
    ``file``      the scenario file that it shows, or ""

    Superfences also renders fences in indented code, but removes their markers afterwards.
    """

    html: str
    figure: Figure | None = None
    inline: CheckResult | None = None
    problems: Sequence[Problem] = ()
    line: int | None = None
    file: str = ""


class CachedResult(NamedTuple, Generic[T]):
    """A cached result, valid for the replay ``run`` and for translations with the digest ``words``."""

    run: Replay
    words: str
    made: T


Figures = dict[tuple[str, str, str, Links, frozenset[str] | None], CachedResult[tuple[Figure, dict[str, bytes]]]]
"""A cache of figures with their files, by page, id, number, links, and the rules taught so far."""
Contents = dict[tuple[str, str, Links], CachedResult[bytes]]
"""A cache of puzzles' contents for tables on other pages, by file, number on the page with the puzzles, and links on that
page."""


@dataclass
class PageContext:
    """A page that is being rendered, with everything that its fences need.

    ``book``       the model of the site
    ``contents``   the page's contents, which the fences fill in
    ``source``     the page's source, for line numbers
    ``links``      a function that returns a game's links relative to the page
    ``address``    a function that returns the relative URL of a file below `assets/followsuit/`
    ``listed``     a function that returns a game's tile for lists
    ``puzzles``    a function that returns the page with a game's puzzles
    ``elsewhere``  a function that returns the URLs of a game's pages for a real table
    ``language``   the page's language, if it isn't the site's own
    ``terms``      the glossary words to explain on the page
    ``files``      the files that pages need, shared by all pages
    ``made``       the cache of figures, shared by all pages
    ``brought``    the cache of puzzles' contents, shared by all pages
    ``embeds``     the URL of the folder of pages that show a figure of this page alone, or ""
    ``taken``      the number of figures with each id
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
    embeds: str = ""
    taken: dict[str, int] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """The code of the page's language, or "" for the site's own language."""
        return self.language.code if self.language else ""

    @property
    def games(self) -> list[str]:
        """The ids of the games in lists on this page."""
        return self.book.listed(self.code)

    def fault(self, line: int | None, fault: str, hint: str = "", cause: str = "") -> RenderedFence:
        """Return the result for a fence that can't be shown, with a problem at ``line``; ``cause`` is the exception behind it."""
        problems = [problem(self.contents.path, line, fault, hint)._replace(cause=cause)]
        return RenderedFence(placeholder(problems), problems=problems)

    def unique_id(self, wanted: str) -> str:
        """Return an id for a figure that is unique on the page: ``wanted``, with a number if it is taken."""
        self.taken[wanted] = count = self.taken.get(wanted, 0) + 1
        return wanted if count == 1 else f"{wanted}-{count}"

    def figure(self, kind: str, run: Replay, figure_id: str, file: str, number: str = "",
               more: Sequence[Replay] = (), idea: str = "") -> Figure:
        """Return the figure of a scenario. The figures of single scenario files are cached.

        ``file`` is the scenario file, or "" for an inline scenario, ``number`` the number of a puzzle on its page, and ``more``
        are quizzes whose questions follow, about ``idea``.
        """
        links, taught = self.links(run.game.id), self.taught(file)
        own = self.puzzles(run.game.id).puzzle(file) if kind == "puzzle" and file and not is_retired(run.scenario) else ""
        made_of = [kind, own, *(write_scenario(each.scenario) for each in (run, *more)), figure_id, links, number,
                   taught and sorted(taught), idea]

        def make() -> tuple[Figure, dict[str, bytes]]:
            told = self.told(run)
            others = [*map(self.told, more)]
            drawn = self.once(made_of, lambda: self._drawn(kind, told, figure_id, number, taught, others, idea, own))
            return self._from_json(drawn, figure_id, run.game, told.scenario)

        kept = self.made if file and not more else {}
        figure, files = self._once(kept, (self.contents.path, figure_id, number, links, taught), run, make)
        self.files |= files
        return figure

    def _drawn(
        self, kind: str, told: Replay, figure_id: str, number: str, taught: Collection[str] | None, more: Sequence[Replay],
        idea: str, own: str,
    ) -> dict[str, JsonValue]:
        """Return a figure and its files as JSON values; ``own`` is the URL of a puzzle's own page."""
        return self._as_json(told.game, figure_id, lambda frame: FIGURES[kind](told, frame._replace(
            number=number, taught=taught, more=more, idea=idea, page=own)))

    def _as_json(self, game: Game[Position], figure_id: str, draw: Callable[[Frame], Figure]) -> dict[str, JsonValue]:
        links, files = self.links(game.id), dict[str, bytes]()
        figure = draw(Frame(figure_id, links, lambda text: safe_html(text, links.rule),
                            lambda content: self.address(put_file(files, "figures/", as_json(content)))))
        return {"title": translate(figure.title), "html": figure.html, "stage": figure.stage,
                "src": figure.src, "files": {path: content.decode() for path, content in files.items()}}

    def drawn(self, figure_id: str, game: Game[Position], made_of: JsonValue, draw: Callable[[Frame], Figure]) -> Figure:
        """Return a figure that isn't a scenario's, drawn by ``draw`` unless the persistent cache has it; ``made_of`` identifies
        it."""
        drawn = self.once([made_of, figure_id, self.links(game.id)], lambda: self._as_json(game, figure_id, draw))
        figure, files = self._from_json(drawn, figure_id, game, Scenario(game.id, kind="quiz"))
        self.files |= files
        return figure

    def _from_json(self, drawn: JsonValue, figure_id: str, game: Game[Position],
                   scenario: Scenario) -> tuple[Figure, dict[str, bytes]]:
        """Return a figure with its files from JSON values made by ``_as_json``."""
        figure = Figure(figure_id, scenario.kind, as_text(drawn["title"]), Html(drawn["html"]), Html(drawn["stage"]), game,
                        suit_colours(type(game)), self.links(game.id), scenario, drawn["src"])
        return figure, {path: content.encode() for path, content in drawn["files"].items()}

    def bring(self, name: str, run: Replay, number: str) -> str:
        """Write a puzzle's content for tables into a file; return its path below `assets/followsuit/`."""
        links = self.puzzles(run.game.id).links
        content = self._once(self.brought, (name, number, links), run, lambda: as_json(self.once(
            ["puzzle elsewhere", write_scenario(run.scenario), links, number],
            lambda: {**puzzle_content(self.told(run), links, number)})))
        return put_file(self.files, "figures/", content)

    def bring_question(self, asked: TurnQuestion, game: Game[Position]) -> str:
        """Write a daily question's content for tables into a file; return its path below `assets/followsuit/`.

        Raises ``ValueError`` and ``Unanswerable``.
        """
        links = self.puzzles(game.id).links
        content = self.once(["daily question", [*asked], game.variant, game.table.size, links],
                            lambda: {**daily_question(ask_at_turn(game, asked), links)}, everywhere=True)
        return put_file(self.files, "figures/", as_json(content))

    def once(self, made_of: JsonValue, make: Callable[[], JsonValue], everywhere: bool = False) -> JsonValue:
        """Return a JSON value from the persistent cache, or compute it by ``make``.

        The key consists of ``made_of``, the page's language and, unless the value is the same ``everywhere``, its location.
        Missing translations are recorded in both cases.
        """
        def made() -> JsonValue:
            with lacking(self.language) as (missing, unwritten):
                values = make()
            return {"made": values, "missing": sorted(missing), "unwritten": sorted(unwritten)}

        found = self.book.made.values([made_of, "" if everywhere else self.address(""), self.code, self.words], made)
        if self.language:
            self.language.missing.update(found["missing"])
            self.language.unwritten.update(found["unwritten"])
        return found["made"]

    def _once(self, kept: dict[K, CachedResult[T]], place: K, run: Replay, make: Callable[[], T]) -> T:
        """Return the cached result for a key, computed again if the replay or the translations have changed."""
        made = kept.get(place)
        if made is None or made.run is not run or made.words != self.words:
            made = kept[place] = CachedResult(run, self.words, make())
        return made.made

    @property
    def words(self) -> str:
        """The digest of the translations for the page's language, or "" for the site's own language."""
        return self.language.digest if self.language else ""

    @property
    def place(self) -> str:
        """The page's path relative to the docs folder."""
        return next((place for place, contents in self.book.pages.items() if contents is self.contents), "")

    def taught(self, file: str) -> frozenset[str] | None:
        """Return the rules taught up to and including the step that shows a scenario file, or None if the page isn't a course."""
        course = self.contents.course
        if course is None:
            return None
        return frozenset(self.book.taught_before(self.place, course) + taught_by(course, self.book.scenarios, file))

    def course(self, game: str) -> Course | None:
        """Return the first course of a game in the page's language, otherwise in the site's own, or None."""
        pages = (in_edition(code, learn_page(game)) for code in (self.code, ""))
        return next((self.book.courses[page] for page in pages if page in self.book.courses), None)

    def told(self, run: Replay) -> Replay:
        """Return a replay with the author's texts translated into the page's language."""
        return reworded(run, self.language.translate_exact) if self.language else run

    def add_file(self, place: str, content: bytes, kind: str = "json") -> str:
        """Write content into a file named after ``place`` and a digest, with the suffix ``kind``; return its URL."""
        return self.address(put_file(self.files, place, content, kind))

    def picture(self, run: Replay, shot: Shot) -> str:
        """Return a picture of a scenario in the page's language."""
        told = self.told(run)
        drawn = self.once(["picture", write_scenario(run.scenario), list(shot)], lambda: scenario_svg(told, shot))
        assert isinstance(drawn, str)
        return drawn

    def add_picture(self, svg: str) -> str:
        """Write a picture into a file; return its URL."""
        return self.add_file("pictures/", svg.encode(), "svg")

    def front_styles(self) -> Html:
        """Return the link to the style sheet for lists of games."""
        return link_styles(self.add_file("front/", add_style_links("front"), "css"), "front")

    def pack_styles(self) -> Html:
        """Return the link to the style sheet for packs and printed sheets."""
        return link_styles(self.add_file("packs/", pack_styles(self.book.games), "css"), "packs")


def put_file(files: dict[str, bytes], place: str, content: bytes, kind: str = "json") -> str:
    """Add content to ``files``; return its path, which consists of ``place``, a digest and the suffix ``kind``."""
    path = f"{place}{hashlib.sha256(content).hexdigest()[:16]}.{kind}"
    files[path] = content
    return path


def as_json(content: Mapping[str, object]) -> bytes:
    """Serialize content as compact JSON with sorted keys."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def placeholder(problems: Sequence[Problem]) -> str:
    """Return HTML that lists the problems and replaces a figure."""
    return el("div", "fs-fault", [el("p", None, problem.told()) for problem in problems])


def puzzle_id(name: str) -> str:
    """Return the id of a puzzle's figure; ``name`` is its scenario file."""
    return f"puzzle-{_slug(name.rsplit('.', 1)[0])}"


def figure_id(kind: str, name: str) -> str:
    """Return the id of a figure; ``name`` is its scenario file or its title."""
    return f"{kind}-{_slug(name.rsplit('.', 1)[0] if name.endswith(SUFFIXES) else name)}".rstrip("-")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
