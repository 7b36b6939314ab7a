"""Follow Suit's Markdown fences: ``example``, ``quiz``, ``puzzle`` and ``practice``, which show a scenario as a figure, and
others.

`FenceExtension` is a Markdown extension, independent of MkDocs, that registers its fences with `pymdownx.superfences`.
Superfences swallows exceptions, so problems are recorded in the `PageContents` of `site_model`, and the site's build fails after
all pages have rendered. Markdown doesn't provide line numbers either: `source_lines` determines them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension

from rules_engine.authoring.tracebacks import author_frames, describe_exception
from rules_engine.core.game.reference_card import reference_of
from rules_engine.core.model.errors import Problem
from rules_engine.core.positions.json_values import closest_match
from rules_engine.games import game_class
from rules_engine.html.elements import Html
from rules_engine.html.figure import FIGURES, Figure, table_html, variants_html
from rules_engine.html.links import Links
from rules_engine.html.reference_card import reference_html
from rules_engine.html.tiles import GameTile
from rules_engine.pictures.scenario import Shot
from rules_engine.scenarios.model import write_scenario
from rules_engine.site.fences.first_trick import OPENINGS, OpeningError, opening_file, opening_of
from rules_engine.site.fences.lists import LISTS
from rules_engine.site.fences.markdown.hooks import ChangeHtml, LookAtTree, bring_fences, need_attributes
from rules_engine.site.fences.markdown.icons import draw_signs
from rules_engine.site.fences.markdown.source_lines import PageSource
from rules_engine.site.fences.markdown.terms import TermExplainer
from rules_engine.site.fences.packs.pack_page import PACK, pack_html
from rules_engine.site.fences.page_context import Contents, Figures, PageContext, RenderedFence, as_json, figure_id, placeholder
from rules_engine.site.fences.pictures import PICTURE, picture_html
from rules_engine.site.fences.puzzles.daily_puzzles import PuzzlesPage
from rules_engine.site.fences.puzzles.puzzle_pages import puzzle_pages
from rules_engine.site.fences.real_table.at_table import PageLinks
from rules_engine.site.fences.reference_card import CARD, card_problems
from rules_engine.site.fences.stats_table import STATS, stats_html
from rules_engine.site.fences.style_links import add_style_links, link_styles
from rules_engine.site.model.course import read_course
from rules_engine.site.model.languages import SiteLanguage, words_html
from rules_engine.site.model.page_contents import RULE, Fence, Heading, PageContents, problem
from rules_engine.site.model.site_model import SiteModel
from rules_engine.text.locale import use_language

LOG = logging.getLogger("mkdocs.plugins.followsuit")

ELEMENTS = ("fs-compare", "fs-course", "fs-days", "fs-evenings", "fs-figure", "fs-finder", "fs-know", "fs-meetings", "fs-met",
            "fs-playground", "fs-print", "fs-referee", "fs-resume", "fs-rounds", "fs-score", "fs-sheets", "fs-table", "fs-test",
            "fs-which")
"""Custom HTML elements, which Markdown must treat as block-level elements."""
_MET = re.compile(r'<fs-met data-place="(\d+)"></fs-met>')
"""The placeholder for a rendered fence until the page is HTML. If superfences removes a placeholder, its fence isn't shown."""
_TABLE_HERE = "<fs-met></fs-met>"
"""The placeholder for a table within the text."""

KINDS = (*FIGURES, CARD, PACK, PICTURE, STATS)
_STEP = re.compile("(?=<h2 )")
_LEFT_OVER = re.compile(rf"\s*(?:~{{3,}}|`{{3,}})[ ]*\{{?[ ]*\.?(?P<kind>{'|'.join(KINDS)})\b(?P<words>[^`]*)$")
_OPENS = re.compile(r"\s*(?:~{3,}|`{3,})[ ]*[{.\w]")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
CLOSE_IT = "give it lines of its own, and close it, and any fence above it, with the same signs at the same column"
BEFORE_INLINE, BETWEEN_ATTRIBUTES_AND_TOC, AFTER_RULES_ARE_NOTED, AFTER_RAW_HTML = 30, 7, 6, 28
"""Priorities for Markdown's processors. Inline text has priority 20, attr_list 8 and toc 5; raw HTML is restored at 30."""
BEFORE_LINKS_ARE_RESOLVED = 1
"""Priority for the processor of links. MkDocs turns paths of pages into URLs at 0."""


class FenceExtension(Extension):
    """The Markdown extension. The caller must call ``open_page`` before each page, since Markdown doesn't identify pages."""

    shows_how = "mkdocs build --verbose"

    def __init__(self) -> None:
        super().__init__()
        self.markdown: Markdown | None = None
        self.joined: Markdown | None = None
        self.files: dict[str, bytes] = {}
        self.made: Figures = {}
        self.brought: Contents = {}
        self.open_page(SiteModel({}, (), {}), PageContents(""), "", lambda game: Links(), lambda path: path)

    def open_page(self, book: SiteModel, contents: PageContents, text: str, links: Callable[[str], Links],
                  address: Callable[[str], str], listed: Callable[[str], GameTile] | None = None,
                  puzzles: Callable[[str], PuzzlesPage] = lambda game: PuzzlesPage(), language: SiteLanguage | None = None,
                  elsewhere: Callable[[str], PageLinks] = lambda game: PageLinks(),
                  terms: Mapping[str, str] | None = None, redirect: Callable[[str], str] = lambda target: target,
                  embeds: str = "") -> None:
        """Prepare for rendering a page; ``text`` is the complete text of its file, and ``redirect`` returns the target of a
        link in the page.

        `PageContext` describes the other arguments.
        """
        self.redirect = redirect
        self.page = PageContext(book, contents, PageSource(text), links, address, listed, puzzles, elsewhere, language, terms,
                            self.files, self.made, self.brought, embeds)
        self.shown: list[Figure] = []
        self.met: list[RenderedFence] = []
        contents.course = read_course(text)
        contents.problems += self._misspelt()

    def custom_fences(self) -> list[dict[str, object]]:
        """Return the configuration of our fences for superfences."""
        formats: dict[str, Callable[..., str]] = {**dict.fromkeys(KINDS, self.html),
                                                  **{kind: partial(self.list_html, kind) for kind in LISTS}}
        return [{"name": kind, "class": f"fs-{kind}", "validator": _any_words, "format": self._read(kind, shows)}
                for kind, shows in formats.items()]

    def _read(self, kind: str, shows: Callable[..., str]) -> Callable[..., str]:
        """Wrap a formatter for superfences so that it runs in the page's language, and reports a fence that wasn't closed."""
        def shown(source: str, *args: object, **beside: object) -> str:
            with use_language(self.page.language):
                return self._unclosed(kind, source) or shows(source, *args, **beside)
        return shown

    def _unclosed(self, kind: str, source: str) -> str:
        """Return the placeholder of a fence in which another fence opens, so that it wasn't closed, or ""."""
        inner = next(filter(None, map(_OPENS.match, source.split("\n"))), None)
        if inner is None:
            return ""
        fault = f"the fence “{kind}” is still open where “{inner.string.strip()}” opens another"
        return self._stands_for(self.page.fault(self.page.source.fence(kind, source), fault, CLOSE_IT))

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's own name
        """Register the processors for a page's tree and HTML, which detect errors that superfences doesn't report."""
        self.markdown = md
        md.registerExtension(self)
        need_attributes(md)
        md.block_level_elements.extend(ELEMENTS)
        md.treeprocessors.register(LookAtTree(self._note_left_over), "followsuit-left-over", BEFORE_INLINE)
        md.treeprocessors.register(LookAtTree(self._note_headings), "followsuit-headings", BETWEEN_ATTRIBUTES_AND_TOC)
        md.treeprocessors.register(LookAtTree(self._explain), "followsuit-terms", AFTER_RULES_ARE_NOTED)
        md.treeprocessors.register(LookAtTree(self._lead_to_originals), "followsuit-links", BEFORE_LINKS_ARE_RESOLVED)
        md.postprocessors.register(ChangeHtml(self._show), "followsuit-shown", AFTER_RAW_HTML)

    def reset(self) -> None:
        """Register the fences once. Markdown calls this method when all extensions are registered, and again before each page."""
        if self.markdown is not None and self.joined is not self.markdown:
            self.joined = self.markdown
            bring_fences(self.markdown, self.custom_fences())

    def _lead_to_originals(self, root: Element) -> None:
        """Redirect the links to pages that don't exist in the page's language."""
        for link in root.iter("a"):
            if target := link.get("href"):
                link.set("href", self.redirect(target))

    def list_html(self, kind: str, source: str, *_: object, **__: object) -> str:
        """Render a fence that shows no scenario. A formatter for superfences."""
        return self._rendered(kind, self.page.source.fence(kind, source), lambda: LISTS[kind](self.page, source))

    def html(self, source: str, language: str, _class: str, options: dict[str, str], md: Markdown, *,
             classes: Iterable[str], id_value: str, attrs: Iterable[str], **_: object) -> str:
        """Render any other fence. A formatter for superfences."""
        words = " ".join(map(str, filter(None, [*options, *classes, id_value, *attrs])))
        fence = Fence(language, source, self.page.source.fence(language, source), words)
        return self._rendered(fence.kind, fence.line, lambda: [self._meet(fence)])

    def _rendered(self, kind: str, line: int | None, render: Callable[[], list[RenderedFence]]) -> str:
        """Render a fence. An exception is recorded as a problem on the page, because superfences would show the fence as code."""
        try:
            met = render()
        except Exception as error:
            LOG.debug("%s:%s", self.page.contents.path, line, exc_info=True)
            cause = describe_exception(error)
            hint = "" if author_frames(error) else f"a fault of the game or of the engine; `{self.shows_how}` shows its origin"
            met = [self.page.fault(line, f"this {kind} can't be shown: {cause}", hint, cause)]
        return "".join(map(self._stands_for, met))

    def _stands_for(self, met: RenderedFence) -> str:
        """Record a rendered fence, and return its placeholder."""
        self.met.append(met)
        return f'<fs-met data-place="{len(self.met) - 1}"></fs-met>'

    def _meet(self, fence: Fence) -> RenderedFence:
        page, path = self.page, self.page.contents.path
        if fence.kind == STATS:
            html, problems = stats_html(fence, path, page.book.games, page.book.examples)
            return RenderedFence(html or placeholder(problems), problems=problems, line=fence.line)
        if fence.kind == PACK:
            html, problems = pack_html(fence, path, page.games, self._overview, page.links("").faces, page.pack_styles())
            return RenderedFence(html or placeholder(problems), problems=problems)
        if fence.kind == PICTURE:
            html, problems = picture_html(fence, path, page.book.examples.name, self._drawn, page.add_picture)
            return RenderedFence(html or placeholder(problems), problems=problems)
        return self._meet_card(fence) if fence.kind == CARD else self._meet_figure(fence)

    def _drawn(self, fence: Fence, shot: Shot) -> tuple[str, list[Problem]]:
        """Return the picture of the scenario that a fence names, or "" and the problems."""
        known = self.page.book.scenarios.get(fence.file)
        kind = known.run.scenario.kind if known and known.run else fence.kind
        checked, problems = self.page.book.look_at(fence._replace(kind=kind), self.page.contents.path)
        if not (checked and checked.run) or checked.problems or problems:
            return "", problems or (checked.problems if checked else [])
        return self.page.picture(checked.run, shot), []

    def _meet_card(self, fence: Fence) -> RenderedFence:
        """Render a game's reference card, or the problems if it contradicts the engine."""
        game, book = fence.body.strip(), self.page.book
        problems = card_problems(fence, self.page.contents.path, book.games, book.made)
        reference = None if problems else reference_of(game_class(game))
        if reference is None:
            return RenderedFence(placeholder(problems), problems=problems)
        styles = link_styles(self.page.add_file("reference/", add_style_links("reference"), "css"), "reference")
        return RenderedFence(Html(styles + reference_html(game_class(game), reference, self.page.links(game))), problems=problems)

    def _overview(self, game: str) -> str:
        """Return the URL of a game's overview, otherwise of its rules, or ""."""
        tile = self.page.listed(game) if self.page.listed is not None else None
        return (tile.overview or tile.rules) if tile else ""

    def _meet_figure(self, fence: Fence) -> RenderedFence:
        checked, problems = self.page.book.look_at(fence, self.page.contents.path)
        name = fence.file or (checked.scenario.title if checked and checked.scenario else "")
        wanted = self.page.unique_id(figure_id(fence.kind, name))
        inline = None if fence.file else checked
        if not (checked and checked.run) or checked.problems or problems:
            shown = placeholder(problems or (checked.problems if checked else []))
            return RenderedFence(shown, None, inline, problems, fence.line, fence.file)
        figure = self.page.figure(fence.kind, checked.run, wanted, fence.file)
        return RenderedFence(figure.html, figure, inline, problems, fence.line, fence.file)

    def book_page(self, html: str) -> str:
        """Return a page with its single table: below the first practice hand, otherwise next to the text with the first figure.

        A page in an additional language also gets the translations for that language.
        """
        with use_language(self.page.language):
            self.page.contents.puzzle_pages = puzzle_pages(self.page)
            return self._with_table(html) + (self._words() if self.page.language else "")

    def _words(self) -> str:
        language = self.page.language
        assert language is not None
        return words_html(language, self.page.add_file(f"words/{language.code}-", as_json(language.engine)))

    def _with_table(self, html: str) -> str:
        if not self.shown:
            return html
        hand = self._hand()
        if hand is not None and self.page.contents.course is None:
            table = self.linked(table_html(hand, "page", self._opening(hand), self._tools(hand), self.page.embeds))
            return html.replace(_TABLE_HERE, table, 1)
        variants = variants_html(self.shown[0].game) if self.page.contents.headings else None
        before, title, after = html.partition("</h1>")
        text = f"{before}{title}{variants or ''}{after}" if title else html
        book, place = "fs-book", "side"
        if self.page.contents.course is not None:
            book, place, text = "fs-book fs-lesson", "course", _in_steps(text)
        table = self.linked(table_html(self.shown[0], place, at_table=self._tools(self.shown[0]), embeds=self.page.embeds))
        return f'<div class="{book}"><div class="fs-text">{text}</div>{table}</div>'

    def _tools(self, figure: Figure) -> str:
        """Return the URL of a game's tools for a real table, or ""."""
        return self.page.elsewhere(figure.game.id).table

    def _opening(self, hand: Figure) -> str | None:
        """Write the first trick of a hand with a fixed deal into a file; return its URL, or None."""
        if "seed" not in hand.scenario.setup:
            return None
        language = self.page.language
        words = dict(language.engine) if language else None
        try:
            opening = self.page.once(["opening", write_scenario(hand.scenario), hand.links, words],
                                     lambda: opening_file(opening_of(hand.scenario, hand.links, words)))
        except OpeningError as error:
            line = next(met.line for met in self.met if met.figure is hand)
            self.page.contents.problems.append(problem(self.page.contents.path, line, str(error), "that is a fault of the game"))
            return None
        return self.page.add_file(OPENINGS, as_json(opening))

    def _misspelt(self) -> Iterator[Problem]:
        """Yield a problem for each misspelt fence, which would be shown as code.

        A fence counts as misspelt if its info word resembles one of ours, or if its content names a scenario.
        """
        for line, word, body in self.page.source.all_fences():
            named = self.page.book.scenarios.get(Fence(word, body).file)
            figure = named.scenario.kind if named and named.scenario else closest_match(word, FIGURES)
            if figure and word not in (*KINDS, *LISTS):
                which = f"the fence “{word}”" if word else "the fence"
                yield problem(self.page.contents.path, line, f"{which} is shown as code", f"did you mean {figure}?")

    def _note_left_over(self, root: Element) -> None:
        """Record a problem for each fence that superfences didn't recognize and left as text."""
        texts = [text or "" for block in root.iter() if block.tag != "code" for text in (block.text, block.tail)]
        contents = self.page.contents
        for found in filter(None, map(_LEFT_OVER.match, "\n".join(texts).split("\n"))):
            line, kind, words = found[0].strip(), found["kind"], found["words"].strip(" }")
            place = self.page.source.left_over(line)
            if words:
                contents.problems += self.page.book.look_at(Fence(kind, "", place, words), contents.path)[1]
            else:
                contents.problems.append(problem(contents.path, place, f"“{line}” opens no fence here", CLOSE_IT))

    def _note_headings(self, root: Element) -> None:
        ids = [heading.get("id", "") for heading in root.iter() if heading.tag in _HEADINGS]
        rules = [each for each in ids if each.startswith(RULE)]
        self.page.contents.headings += [Heading(each.removeprefix(RULE), self.page.source.heading(each)) for each in rules]

    def _explain(self, root: Element) -> None:
        """Explain glossary words on pages with rules and in courses, and draw icons on these pages and on pages with fences."""
        ours = self.page.contents.course or self.page.contents.headings
        if self.page.terms and ours:
            TermExplainer(self.page.terms).explain(root)
        if ours or self.met:
            draw_signs(root)

    def _hand(self) -> Figure | None:
        """Return the page's first practice hand, below which the table is placed, or None."""
        return next((figure for figure in self.shown if figure.kind == "practice"), None)

    def _show(self, html: str) -> str:
        """Replace the remaining placeholders by the HTML of their fences, and record these fences as shown."""
        return _MET.sub(lambda mark: self._shown(self.met[int(mark[1])]), html)

    def _shown(self, met: RenderedFence) -> str:
        contents = self.page.contents
        contents.problems += met.problems
        self.shown += [met.figure] if met.figure else []
        contents.inline += [met.inline] if met.inline else []
        contents.shown += [(met.line, met.file)] if met.line is not None else []
        below = met.figure is not None and met.figure is self._hand() and contents.course is None
        return self.linked(met.html) + (_TABLE_HERE if below else "")

    def linked(self, html: str) -> str:
        """Return generated HTML with links in the form that the site generator expects. Subclasses override this method."""
        return html


def _in_steps(html: str) -> str:
    """Return a course page with each step in a section, since the script shows one step at a time."""
    head, *steps = _STEP.split(html)
    return head + "".join(f'<section class="fs-lesson-step">{step}</section>' for step in steps)


def _any_words(_kind: str, inputs: dict[str, str], options: dict[str, str], _attrs: object, _md: Markdown) -> bool:
    """Accept a fence with additional words in its opening line, so that they can be reported."""
    options.update(inputs)
    return True
