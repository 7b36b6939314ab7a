"""The Markdown fences ``example``, ``quiz``, ``puzzle`` and ``practice``, from a scenario to a figure in the page, and the rest.

Nothing here knows MkDocs. `Fences` is a Markdown extension that brings its fences to `pymdownx.superfences`, which meets them.
Superfences swallows errors, so nothing is raised here: what is wrong is noted in the `PageContents` of `checks`, and the site's
build fails when all pages have rendered. Markdown tells no lines either: `source` finds them again.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension

from rules_engine.authoring.check import SUFFIXES, Checked
from rules_engine.authoring.tracing import raised
from rules_engine.core.model.errors import Problem
from rules_engine.core.positions.values import nearest
from rules_engine.core.words.language import reading
from rules_engine.core.words.sentences import listed
from rules_engine.games import game_class
from rules_engine.reference.card import reference_of
from rules_engine.scenario.run import Replay
from rules_engine.scenario.wording import reworded
from rules_engine.site.book.book import RULE, Book, Fence, Heading, PageContents, problem
from rules_engine.site.book.course import COURSE, read_course, steps_plain
from rules_engine.site.book.languages import SiteLanguage, words_html
from rules_engine.site.fences.at_table import TABLE, Elsewhere, table_tools, tables_html
from rules_engine.site.fences.course_head import course_html
from rules_engine.site.fences.days import DAYS, NO_DAYS, TODAY, TODAYS, Dated, PuzzlesPage, dated, days_html, days_json
from rules_engine.site.fences.hooks import ChangeHtml, LookAtTree, bring_fences, need_attributes
from rules_engine.site.fences.know import KNOW, know_html
from rules_engine.site.fences.opening import OPENINGS, OpeningError, opening_file, opening_of
from rules_engine.site.fences.packs import PACK, pack_html, pack_styles
from rules_engine.site.fences.paper_sheets import SHEETS, sheets_html
from rules_engine.site.fences.playground import brought, dress, playground
from rules_engine.site.fences.reference_card import CARD, card_problems
from rules_engine.site.fences.safe_markdown import safe_html
from rules_engine.site.fences.score_keeper import SCORE, evenings_html, score_html
from rules_engine.site.fences.source import PageSource
from rules_engine.site.fences.stats_table import STATS, stats_html
from rules_engine.site.fences.terms import Terms
from rules_engine.view.figure import FIGURES, Figure, FigureContent, Frame, puzzle_content, table_html, variants_html
from rules_engine.view.html import Html, el
from rules_engine.view.links import Links
from rules_engine.view.puzzle import LEVELS, difficulty, ideas_html, rating_of
from rules_engine.view.reference import reference_html
from rules_engine.view.tiles import GameTile, PuzzleTile, comparison_html, puzzle_tiles_html, tiles_html

LOG = logging.getLogger("mkdocs.plugins.followsuit")

ELEMENTS = ("fs-course", "fs-days", "fs-evenings", "fs-figure", "fs-know", "fs-meetings", "fs-met", "fs-playground", "fs-print",
            "fs-referee", "fs-rounds", "fs-score", "fs-sheets", "fs-table")
"""The elements that figures are, and the table. Markdown has to be told that they are no words in a paragraph."""
_MET = re.compile(r'<fs-met data-place="(\d+)"></fs-met>')
"""What stands in a page for a fence that was met, until all of it is HTML: what is taken out again was never shown."""
_TABLE_HERE = "<fs-met></fs-met>"
"""Where the table goes that lies in the page itself."""

KINDS, LISTS = (*FIGURES, CARD, PACK, STATS), ("games", "puzzles", "playground", TABLE, SCORE, COURSE, KNOW, SHEETS)
_LEFT_OVER = re.compile(rf"\s*(?:~{{3,}}|`{{3,}})[ ]*\{{?[ ]*\.?(?P<kind>{'|'.join(KINDS)})\b(?P<words>[^`]*)$")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
CLOSE_IT = "give it lines of its own, and close it, and any fence above it, with the same signs at the same column"
BEFORE_INLINE, BETWEEN_ATTRIBUTES_AND_TOC, AFTER_RULES_ARE_NOTED, AFTER_RAW_HTML = 30, 7, 6, 28
"""Priorities in Markdown: inline text has 20, attr_list 8, toc 5; raw HTML returns into the page at 30."""


class _Met(NamedTuple):
    """A fence that superfences met: its HTML, the scenario that stands whole in it, what is wrong with it; where it stands, and
    the scenario file that it shows.

    Superfences meets fences in indented code as well, and takes what stands for them out again.
    """

    html: str
    figure: Figure | None
    inline: Checked | None
    problems: list[Problem]
    line: int | None = None
    file: str = ""


class _Made(NamedTuple):
    """A figure that was made of a replay, in words of which this is the digest, with its files."""

    run: Replay
    words: str
    figure: Figure
    files: dict[str, bytes]


class Fences(Extension):
    """The extension. ``open_page`` before each page: Markdown doesn't say which one it renders."""

    shows_how = "mkdocs build --verbose"

    def __init__(self) -> None:
        super().__init__()
        self.markdown: Markdown | None = None
        self.joined: Markdown | None = None
        self.files: dict[str, bytes] = {}
        self.made: dict[tuple[str, str, str, Links], _Made] = {}
        self.open_page(Book({}, (), {}), PageContents(""), "", lambda game: Links(), lambda path: path)

    def open_page(self, book: Book, page: PageContents, text: str, links: Callable[[str], Links],
                  address: Callable[[str], str], listed: Callable[[str], GameTile] | None = None,
                  puzzles: Callable[[str], PuzzlesPage] = lambda game: PuzzlesPage(), language: SiteLanguage | None = None,
                  elsewhere: Callable[[str], Elsewhere] = lambda game: Elsewhere(),
                  terms: Mapping[str, str] | None = None) -> None:
        """Get ready for one page and its whole ``text``.

        ``links`` gives a game's links as seen from there, ``address`` that of a file of ours, ``listed`` a game for a list,
        ``puzzles`` the page of a game's puzzles, ``elsewhere`` the addresses of its pages for a real table;
        ``language`` is that of the page, if it isn't the site's own; ``terms`` are words to be explained where they stand.
        """
        self.book, self.page, self.links, self.address, self.listed = book, page, links, address, listed
        self.language, self.elsewhere, self.terms = language, elsewhere, terms
        self.puzzles_page = puzzles
        self.shown: list[Figure] = []
        self.source = PageSource(text)
        page.course = read_course(text)
        self.met: list[_Met] = []
        self.taken: dict[str, int] = {}
        page.problems += self._misspelt()

    def custom_fences(self) -> list[dict[str, object]]:
        """Return the fences as superfences wants them told."""
        formats = {**dict.fromkeys(KINDS, self.html), "games": self.games, "puzzles": self.puzzles, "playground": self.playground,
                   TABLE: self.tools, SCORE: self.score, COURSE: self.course, KNOW: self.know, SHEETS: self.sheets}
        return [{"name": kind, "class": f"fs-{kind}", "validator": _any_words, "format": self._read(shows)}
                for kind, shows in formats.items()]

    def _read(self, shows: Callable[..., str]) -> Callable[..., str]:
        """What a fence shows, in the page's language."""
        def shown(*args: object, **beside: object) -> str:
            with reading(self.language):
                return shows(*args, **beside)
        return shown

    def games(self, source: str, *_: object, **__: object) -> str:
        """Return what superfences calls for a list of the site's games: tiles, or a table where the fence holds ``compare``."""
        games = [self.listed(game) for game in self.book.listed(self.code)] if self.listed is not None else []
        return comparison_html(games) if source.strip() == "compare" else tiles_html(games)

    def puzzles(self, source: str, *_: object, **__: object) -> str:
        """Return what superfences calls for a list of puzzles: those of a game of one difficulty (``snakebit easy``), each a
        figure; its list by ``ideas``, or its ``days`` (``snakebit days``); the ``games`` that have some; or ``today``, today's of
        the games that the reader follows.
        """
        game, _space, hard = source.strip().partition(" ")
        if game in ("games", TODAY):
            return self._puzzle_games(source, game == TODAY)
        fault, line = "", self.source.fence("puzzles", source)
        if game not in self.book.games:
            fault = f"puzzles of {game!r}, which is no game of this site"
        elif hard not in ("", "ideas", DAYS, *LEVELS):
            fault = f"puzzles that are {hard!r}: expected {listed(LEVELS, 'or')}, ideas, days, or nothing for all"
        elif hard == DAYS and game not in self.book.days:
            fault = NO_DAYS
        if fault:
            return self._fault(line, fault)
        if hard == "ideas":
            return ideas_html([(_puzzle_id(name), run) for name, run in self._puzzles_of(game)])
        if hard == DAYS:
            return self._days_of(game)
        puzzles = enumerate(self._puzzles_of(game), start=1)
        made = [_Met(figure.html, figure, None, [], line, name) for number, (name, run) in puzzles
                if hard in ("", [*LEVELS][difficulty(rating_of(run)) - 1])
                for figure in [self._figure("puzzle", run, self._id(_puzzle_id(name)), name, str(number))]]
        return "".join(map(self._stands_for, made))

    def _fault(self, line: int | None, fault: str) -> str:
        """What stands for a list that can't be made."""
        problems = [problem(self.page.path, line, fault)]
        return self._stands_for(_Met(_placeholder(problems), None, None, problems))

    def playground(self, source: str, *_: object, **__: object) -> str:
        """Return what superfences calls for a playground: of the games that the fence names, or of all that the site has."""
        games = source.split() or [*self.book.games]
        unknown = [game for game in games if game not in self.book.games]
        fault = f"a playground of {listed(map(repr, unknown))}, which is no game of this site" if unknown else ""
        if fault or not games:
            problems = [problem(self.page.path, self.source.fence("playground", source), fault or "a playground without a game")]
            return self._stands_for(_Met(_placeholder(problems), None, None, problems))
        modules, styles = (self._put(self.files, "drafting/", content, kind) for content, kind in
                           ((brought(), "json"), (dress("playground"), "css")))
        figure = playground(games, self.links, modules, styles)
        return self._stands_for(_Met(figure.html, figure, None, []))

    def tools(self, source: str, *_: object, **__: object) -> str:
        """Return what superfences calls for the tools of a real table: those of the game that the fence names, or a list of all
        ``games``."""
        return self._at_table(TABLE, source.strip(), source, self._referee)

    def _referee(self, game: str) -> str:
        if game == "games":
            return tables_html(self._named(lambda each: self.elsewhere(each).table))
        styles = self._put(self.files, "referee/", dress("referee"), "css")
        return table_tools(game, self.links(game), self.elsewhere(game), styles)

    def score(self, source: str, *_: object, **__: object) -> str:
        """Return what superfences calls for the place where a game's score is kept, or for a list of what is kept of all
        ``games``."""
        return self._at_table(SCORE, source.strip(), source, self._score)

    def _score(self, game: str) -> str:
        if game == "games":
            return evenings_html(self._named(lambda each: self.elsewhere(each).score))
        return score_html(game, self.links(game), self._put(self.files, "score/", dress("score-keeper"), "css"))

    def _at_table(self, kind: str, game: str, source: str, shows: Callable[[str], str]) -> str:
        """What a fence shows of a game, or of all games."""
        if game in ("games", *self.book.games):
            return self._stands_for(_Met(shows(game), None, None, []))
        fault = f"a {kind} of {game!r}, which is no game of this site"
        problems = [problem(self.page.path, self.source.fence(kind, source), fault)]
        return self._stands_for(_Met(_placeholder(problems), None, None, problems))

    def _named(self, address: Callable[[str], str]) -> list[tuple[str, str, str]]:
        """The site's games, each with its id, its name and the address of a page of its."""
        return [(game, game_class(game).name, address(game)) for game in self.book.listed(self.code)]

    def course(self, source: str, *_: object, **__: object) -> str:
        """Return what superfences calls for the head of a course: how long it is, and what somebody may know of it already."""
        course = self.page.course
        assert course is not None
        steps = steps_plain(course, self.book.scenarios, _figure_id)
        game = self.links(course.game) if course.game in self.book.games else Links()
        styles = self._put(self.files, "course/", dress("course"), "css")
        address = next((page for page, contents in self.book.pages.items() if contents is self.page), "")
        before = self.book.taught_before(address, course)
        return self._stands_for(_Met(course_html(course, steps, game, styles, before), None, None, []))

    def know(self, *_: object, **__: object) -> str:
        """Return what superfences calls for the page on which readers see what they know."""
        courses = {game: self.listed(game).learn for game in self.book.listed(self.code)} if self.listed else {}

        def figure(name: str, run: Replay) -> Figure:
            return self._figure("quiz", run, _figure_id("quiz", name), name)

        html = know_html(self.book, courses, self.links, figure,
                         lambda place, content, kind: self._put(self.files, place, content, kind))
        return self._stands_for(_Met(html, None, None, []))

    def sheets(self, source: str, *_: object, **__: object) -> str:
        """Return what superfences calls for sheets of paper: of the games that the fence names, or of all."""
        known = self.book.listed(self.code)
        unknown = [game for game in source.split() if game not in known]
        if unknown or self.listed is None:
            fault = f"sheets of {listed(map(repr, unknown))}, which is no game of this site"
            problems = [problem(self.page.path, self.source.fence(SHEETS, source), fault)] if unknown else []
            return self._stands_for(_Met(_placeholder(problems), None, None, problems))
        games = [self.listed(game) for game in source.split() or known]
        return self._stands_for(_Met(sheets_html(games, self._pack_styles()), None, None, []))

    def _pack_styles(self) -> Html:
        """The link to the styles of packs and sheets."""
        styles = self._put(self.files, "packs/", pack_styles(self.book.games), "css")
        return el("link", {"rel": "stylesheet", "href": styles})

    def _puzzle_games(self, source: str, today: bool) -> str:
        """The games that have puzzles, each with today's, and with how many there are of each difficulty unless that is all. The
        page's table has today's too, if there is nothing else on it.
        """
        if self.listed is None:
            return tiles_html([])
        games = [game for game in self.book.listed(self.code) if self.book.puzzles(game)]
        dated = [game for game in games if game in self.book.days]
        if today:
            tiles = [PuzzleTile(self.listed(game), day=self._days_of(game)) for game in dated]
            return puzzle_tiles_html(tiles, few=True) if tiles else self._fault(self.source.fence("puzzles", source), NO_DAYS)
        tiles = [PuzzleTile(self.listed(game), self._counts(game), self._days_of(game) if game in dated else None)
                 for game in games]
        figure = next((self._figure("puzzle", run, TODAYS, name) for game in dated for name, run in self._puzzles_of(game)), None)
        return self._stands_for(_Met(puzzle_tiles_html(tiles), figure, None, []))

    def _counts(self, game: str) -> list[int]:
        """How many puzzles of a game there are of each difficulty, the easy ones first."""
        found = Counter(difficulty(rating_of(run)) for _, run in self._puzzles_of(game))
        return [found[hard] for hard in range(1, len(LEVELS) + 1)]

    def _days_of(self, game: str) -> Html:
        """Where a game's days come to stand, with the file of its list."""
        days = self._put(self.files, "days/", days_json(game, self.book.days[game], self._dated(game)), "json")
        styles = self._put(self.files, "days/", dress(DAYS), "css")
        return days_html(game_class(game), self.puzzles_page(game), self.links(game), self.address(""), days, styles)

    def _dated(self, game: str) -> list[Dated]:
        """A game's puzzles, as its list of days names them. While pages are written they are read and not looked at, and can't be
        shown elsewhere than on their page.
        """
        if self.book.peek is not None:
            return [dated(name, _puzzle_id(name), each, "") for name in self.book.puzzles(game) if (each := self.book.peek(name))]
        return [dated(name, _puzzle_id(name), run.scenario, self._brought(game, run, str(number)))
                for number, (name, run) in enumerate(self._puzzles_of(game), start=1)]

    def _brought(self, game: str, run: Replay, number: str) -> str:
        """The file of what a puzzle brings to a table, as its page has it; as seen from the folder of ours."""
        told = reworded(run, self.language.put_whole) if self.language else run
        content = puzzle_content(told, self.puzzles_page(game).links, number)
        return self._put_file(self.files, "figures/", _as_json(content), "json")

    def _puzzles_of(self, game: str) -> list[tuple[str, Replay]]:
        """A game's puzzles, the easy ones first, each with the name of its file."""
        looked_at = [(name, self.book.scenarios[name]) for name in self.book.puzzles(game)]
        return [(name, checked.run) for name, checked in looked_at if checked.run is not None and not checked.problems]

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's own name
        """Look at the tree and at the HTML as well: there is what superfences doesn't tell."""
        self.markdown = md
        md.registerExtension(self)
        need_attributes(md)
        md.block_level_elements.extend(ELEMENTS)
        md.treeprocessors.register(LookAtTree(self._note_left_over), "followsuit-left-over", BEFORE_INLINE)
        md.treeprocessors.register(LookAtTree(self._note_headings), "followsuit-headings", BETWEEN_ATTRIBUTES_AND_TOC)
        md.treeprocessors.register(LookAtTree(self._explain), "followsuit-terms", AFTER_RULES_ARE_NOTED)
        md.postprocessors.register(ChangeHtml(self._show), "followsuit-shown", AFTER_RAW_HTML)

    def reset(self) -> None:
        """Begin anew: Markdown calls it when all extensions are there, and again before it takes another page."""
        if self.markdown is not None and self.joined is not self.markdown:
            self.joined = self.markdown
            bring_fences(self.markdown, self.custom_fences())

    def html(self, source: str, language: str, _class: str, options: dict[str, str], md: Markdown, *,
             classes: Iterable[str], id_value: str, attrs: Iterable[str], **_: object) -> str:
        """Return what superfences calls for each fence."""
        words = " ".join(map(str, filter(None, [*options, *classes, id_value, *attrs])))
        fence = Fence(language, source, self.source.fence(language, source), words)
        try:
            met = self._meet(fence)
        except Exception as error:
            LOG.debug("%s:%s", self.page.path, fence.line, exc_info=True)
            fault = f"this {fence.kind} can't be shown: {raised(error)}"
            hint = f"that is a fault of the game or of the engine; `{self.shows_how}` shows how it came to it"
            faults = [problem(self.page.path, fence.line, fault, hint)]
            met = _Met(_placeholder(faults), None, None, faults)
        return self._stands_for(met)

    def _stands_for(self, met: _Met) -> str:
        """Note a fence that was met; give what stands for it in the page."""
        self.met.append(met)
        return f'<fs-met data-place="{len(self.met) - 1}"></fs-met>'

    def _meet(self, fence: Fence) -> _Met:
        if fence.kind == STATS:
            html, problems = stats_html(fence, self.page.path, self.book.games, self.book.examples)
            return _Met(html or _placeholder(problems), None, None, problems, fence.line)
        if fence.kind == PACK:
            return self._meet_pack(fence)
        return self._meet_card(fence) if fence.kind == CARD else self._meet_figure(fence)

    def _meet_card(self, fence: Fence) -> _Met:
        """A game's reference card, as far as the engine agrees with it."""
        game, problems = fence.body.strip(), card_problems(fence, self.page.path, self.book.games)
        reference = None if problems else reference_of(game_class(game))
        html = reference_html(game_class(game), reference, self.links(game)) if reference else _placeholder(problems)
        return _Met(html, None, None, problems)

    def _meet_pack(self, fence: Fence) -> _Met:
        """A pack of cards, or a part of its page."""
        html, problems = pack_html(fence, self.page.path, self.book.listed(self.code), self._overview, self.links("").faces,
                                   self._pack_styles())
        return _Met(html or _placeholder(problems), None, None, problems)

    def _overview(self, game: str) -> str:
        """The address of a game's overview, or of its rules."""
        tile = self.listed(game) if self.listed is not None else None
        return (tile.overview or tile.rules) if tile else ""

    def _meet_figure(self, fence: Fence) -> _Met:
        checked, problems = self.book.look_at(fence, self.page.path)
        name = fence.file or (checked.scenario.title if checked and checked.scenario else "")
        figure_id = self._id(_figure_id(fence.kind, name))
        inline = None if fence.file else checked
        if not (checked and checked.run) or checked.problems or problems:
            shown = _placeholder(problems or (checked.problems if checked else []))
            return _Met(shown, None, inline, problems, fence.line, fence.file)
        figure = self._figure(fence.kind, checked.run, figure_id, fence.file)
        return _Met(figure.html, figure, inline, problems, fence.line, fence.file)

    def _figure(self, kind: str, run: Replay, figure_id: str, file: str, number: str = "") -> Figure:
        """A figure, made once for each replay of a scenario file and place on a page."""
        links = self.links(run.game.id)
        place = self.page.path, figure_id, number, links
        made = self.made.get(place) if file else None
        words = self.language.digest if self.language else ""
        if made is None or made.run is not run or made.words != words:
            files: dict[str, bytes] = {}
            frame = Frame(figure_id, links, lambda text: safe_html(text, links.rule),
                          lambda content: self._stored(content, files), number)
            told = reworded(run, self.language.put_whole) if self.language else run
            made = self.made[place] = _Made(run, words, FIGURES[kind](told, frame), files)
        self.files |= made.files
        return made.figure

    def _stored(self, content: FigureContent, files: dict[str, bytes]) -> str:
        """Put what a figure brings to the table into a file; give its address."""
        return self._put(files, "figures/", _as_json(content))

    def _put(self, files: dict[str, bytes], place: str, content: bytes, kind: str = "json") -> str:
        """Put content into a file that is named for it, behind its ``place``; give its address."""
        return self.address(self._put_file(files, place, content, kind))

    def _put_file(self, files: dict[str, bytes], place: str, content: bytes, kind: str) -> str:
        """Do the same, and give the file's place."""
        path = f"{place}{hashlib.sha256(content).hexdigest()[:16]}.{kind}"
        files[path] = content
        return path

    def book_page(self, html: str) -> str:
        """Return a page with its one table: below its first practice hand, else beside the text with the first figure on it.

        A page in another language than the site's brings the words of that language.
        """
        with reading(self.language):
            return self._with_table(html) + (self._words() if self.language else "")

    @property
    def code(self) -> str:
        """The code of the page's language; an empty text for the site's own."""
        return self.language.code if self.language else ""

    def _words(self) -> str:
        assert self.language is not None
        address = self._put(self.files, f"words/{self.language.code}-", _as_json(self.language.engine))
        return words_html(self.language, address)

    def _with_table(self, html: str) -> str:
        if not self.shown:
            return html
        hand = self._hand()
        if hand is not None and self.page.course is None:
            return html.replace(_TABLE_HERE, table_html(hand, "page", self._opening(hand)), 1)
        variants = variants_html(self.shown[0].game) if self.page.headings else None
        before, title, after = html.partition("</h1>")
        text = f"{before}{title}{variants or ''}{after}" if title else html
        book, place = ("fs-book", "side") if self.page.course is None else ("fs-book fs-lesson", "course")
        return f'<div class="{book}"><div class="fs-text">{text}</div>{table_html(self.shown[0], place)}</div>'

    def _opening(self, hand: Figure) -> str | None:
        """Put the first trick of a hand into a file, if the page deals the same to everybody; give its address."""
        if "seed" not in hand.scenario.setup:
            return None
        try:
            answers = opening_of(hand.scenario, hand.links, self.language.engine if self.language else None)
        except OpeningError as error:
            line = next(met.line for met in self.met if met.figure is hand)
            self.page.problems.append(problem(self.page.path, line, str(error), "that is a fault of the game"))
            return None
        return self._put(self.files, OPENINGS, _as_json(opening_file(answers)))

    def _id(self, wanted: str) -> str:
        """An id that no other figure of the page has."""
        self.taken[wanted] = count = self.taken.get(wanted, 0) + 1
        return wanted if count == 1 else f"{wanted}-{count}"

    def _misspelt(self) -> Iterator[Problem]:
        """Fences that would be shown as code, though they are meant to be ours: going by their word, or by what they hold."""
        for line, word, body in self.source.all_fences():
            named = self.book.scenarios.get(Fence(word, body).file)
            figure = named.scenario.kind if named and named.scenario else nearest(word, FIGURES)
            if figure and word not in (*KINDS, *LISTS):
                which = f"the fence “{word}”" if word else "the fence"
                yield problem(self.page.path, line, f"{which} is shown as code", f"did you mean {figure}?")

    def _note_left_over(self, root: Element) -> None:
        """Fences of ours that are text still: superfences didn't take them."""
        texts = [text or "" for block in root.iter() if block.tag != "code" for text in (block.text, block.tail)]
        for found in filter(None, map(_LEFT_OVER.match, "\n".join(texts).split("\n"))):
            line, kind, words = found[0].strip(), found["kind"], found["words"].strip(" }")
            place = self.source.left_over(line)
            if words:
                self.page.problems += self.book.look_at(Fence(kind, "", place, words), self.page.path)[1]
            else:
                self.page.problems.append(problem(self.page.path, place, f"“{line}” opens no fence here", CLOSE_IT))

    def _note_headings(self, root: Element) -> None:
        ids = [heading.get("id", "") for heading in root.iter() if heading.tag in _HEADINGS]
        rules = [each for each in ids if each.startswith(RULE)]
        self.page.headings += [Heading(each.removeprefix(RULE), self.source.heading(each)) for each in rules]

    def _explain(self, root: Element) -> None:
        """Words of the glossaries, on pages of rules and in courses."""
        if self.terms and (self.page.course or self.page.headings):
            Terms(self.terms).explain(root)

    def _hand(self) -> Figure | None:
        """The page's first practice hand, if it has one: the table lies below it."""
        return next((figure for figure in self.shown if figure.kind == "practice"), None)

    def _show(self, html: str) -> str:
        """The page with the HTML of each fence that is left in it, which is noted."""
        return _MET.sub(lambda mark: self._shown(self.met[int(mark[1])]), html)

    def _shown(self, met: _Met) -> str:
        self.page.problems += met.problems
        self.shown += [met.figure] if met.figure else []
        self.page.inline += [met.inline] if met.inline else []
        self.page.shown += [(met.line, met.file)] if met.line is not None else []
        below = met.figure is not None and met.figure is self._hand() and self.page.course is None
        return met.html + (_TABLE_HERE if below else "")


def _placeholder(problems: list[Problem]) -> str:
    """What stands in place of a figure until the page is mended."""
    return el("div", "fs-fault", [el("p", None, problem.told()) for problem in problems])


def _any_words(_kind: str, inputs: dict[str, str], options: dict[str, str], _attrs: object, _md: Markdown) -> bool:
    """Take a fence with more words than its kind too, so that they can be noted."""
    options.update(inputs)
    return True


def _puzzle_id(name: str) -> str:
    """The id of a puzzle's figure."""
    return f"puzzle-{_slug(name.rsplit('.', 1)[0])}"


def _figure_id(kind: str, name: str) -> str:
    """The id of a figure, by its kind and its file, or its title."""
    return f"{kind}-{_slug(name.rsplit('.', 1)[0] if name.endswith(SUFFIXES) else name)}".rstrip("-")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")


def _as_json(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
