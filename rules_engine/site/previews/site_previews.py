"""The link previews of a site: the tags of its pages, and the pages of its puzzles. Independent of the site generator."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import PurePosixPath

from rules_engine.authoring.caches.cache import Cache
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import game_class
from rules_engine.html.puzzle_page import puzzle_of
from rules_engine.site.files.assets import FOLDER
from rules_engine.site.model.addresses import INDEXES, in_edition, in_root, seen_from
from rules_engine.site.model.game_pages import overview_page, puzzles_page
from rules_engine.site.model.page_contents import PageContents
from rules_engine.site.model.painter import PICTURES, Painter
from rules_engine.site.model.puzzle_pages import PuzzlePage, puzzle_url
from rules_engine.site.model.settings import Settings
from rules_engine.site.model.site_model import SiteModel
from rules_engine.site.previews.descriptions import first_paragraph, fitted
from rules_engine.site.previews.page_pictures import page_picture, puzzle_picture
from rules_engine.site.previews.puzzle_page import PuzzleLinks, puzzle_page_html
from rules_engine.site.previews.structured_data import (
    PageFacts,
    Thing,
    breadcrumbs,
    course_data,
    game_data,
    puzzle_data,
    puzzles_data,
    rules_data,
    site_data,
)
from rules_engine.site.previews.tags import PICTURE_SIZE, PagePreview, with_tags
from rules_engine.text.locale import translate, use_language

_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL | re.IGNORECASE)
SITEMAP = "sitemap.xml"
_URLSET = "</urlset>"
_DATE = re.compile(r"<lastmod>[^<]*</lastmod>")


@dataclass
class SitePreviews:
    """The link previews of a site whose pages have rendered.

    ``book``         the model of the site
    ``name``         its name
    ``url``          its URL, or ""; without it, the tags with URLs are left out
    ``language``     the code of its own language
    ``description``  its description, or ""
    ``url_of``       a function that returns a page's URL relative to the site's root, or None if it doesn't exist
    ``title_of``     a function that returns a page's title in the menu
    ``styles``       the style sheets of puzzles' pages, relative to the site's root
    ``icon``         the icon of puzzles' pages, relative to the site's root
    ``has_policy``   whether puzzles' pages have a content security policy
    """

    book: SiteModel
    name: str
    url: str
    language: str
    description: str
    url_of: Callable[[str], str | None]
    title_of: Callable[[str], str]
    styles: list[str]
    icon: str
    has_policy: bool = True

    def tagged(self, html: str, page: str, meta: Mapping[str, JsonValue], content: str) -> str:
        """Return a finished page with its tags; ``meta`` is its front matter, and ``content`` the HTML of its text."""
        url = self.url_of(page) or page
        code, place = self.book.edition(page)
        title = self._title(html)
        described = str(meta.get("description") or "").strip() or first_paragraph(content) or self._otherwise(title)
        preview = PagePreview(title, fitted(described), url, "website" if place in INDEXES else "article", code or self.language)
        with use_language(self.book.languages.get(code)):
            preview = preview._replace(picture=page_picture(self.book, page, title, preview.description, self.description))
            preview = preview._replace(data=[*self._things(page, preview), *self._path_data(page)])
        return with_tags(html, preview, self.name, self.url)

    def _title(self, html: str) -> str:
        found = _TITLE.search(html)
        title = " ".join(unescape(found[1]).split()) if found else ""
        return title.removesuffix(f" - {self.name}") or self.name

    def _otherwise(self, title: str) -> str:
        """Return the description of a page without text."""
        return f"{title}. {self.description}" if self.description and title != self.name else self.description or title

    # ---- structured data

    def _facts(self, preview: PagePreview) -> PageFacts:
        image = in_root(self.url, preview.picture.path) if preview.picture else ""
        return PageFacts(preview.title, preview.description, in_root(self.url, preview.url), preview.language, image)

    def _things(self, page: str, preview: PagePreview) -> Iterator[Thing]:
        """Yield the data of the things that a page describes."""
        facts, (_, place) = self._facts(preview), self.book.edition(page)
        game = self.book.game_of(page)
        if place in INDEXES:
            yield site_data(facts)
        if game not in self.book.games:
            return
        kind, contents = game_class(game), self.book.pages.get(page, PageContents(""))
        has_rules = place == self.book.games[game]
        if place == overview_page(game) or (has_rules and self.url_of(overview_page(game)) is None):
            yield game_data(facts, kind)
        if has_rules:
            yield rules_data(facts, kind, [heading.rule for heading in contents.headings])
        if contents.course is not None:
            yield course_data(facts, kind, contents.course)
        if place == puzzles_page(game):
            yield puzzles_data(facts, kind)

    def _path_data(self, page: str) -> list[Thing]:
        path = [(name, in_root(self.url, url)) for name, url in self._path(page)]
        return [breadcrumbs(path)] if len(path) > 1 else []

    def _path(self, page: str) -> list[tuple[str, str]]:
        """Return the titles and URLs of the pages from the home page to a page: the indexes of the folders above it."""
        code, place = self.book.edition(page)
        above = [in_edition(code, (folder / index).as_posix()) for folder in reversed(PurePosixPath(place).parents)
                 for index in INDEXES]
        found = [each for each in dict.fromkeys([*above, page]) if self.url_of(each) is not None]
        return [(self.name if self.book.edition(each)[1] in INDEXES else self.title_of(each), self.url_of(each) or "")
                for each in found]

    # ---- the pages of puzzles

    def puzzle_files(self) -> Iterator[tuple[str, str]]:
        """Yield the URL of each puzzle's page, relative to the site's root, and its HTML."""
        for page, contents in self.book.pages.items():
            urls = [puzzle_url(self.url_of(page) or "", each.game, each.file) for each in contents.puzzle_pages]
            around = ["", *urls, ""]
            with use_language(self.book.languages.get(self.book.edition(page)[0])):
                for place, (url, puzzle) in enumerate(zip(urls, contents.puzzle_pages, strict=True)):
                    yield url, self._puzzle(page, url, puzzle, around[place], around[place + 2])

    def _puzzle(self, page: str, url: str, puzzle: PuzzlePage, before: str, after: str) -> str:
        """Return the HTML of a puzzle's page. Must be called in the page's language."""
        def seen(target: str) -> str:
            return seen_from(url, target) if target else ""

        kind, language = game_class(puzzle.game), self.book.edition(page)[0] or self.language
        path, article = self._path(page), puzzle.article
        title = f"{article.title} · {translate(puzzle_of(kind))}"
        links = PuzzleLinks([(name, seen(each)) for name, each in path], f"{seen(path[-1][1])}#{puzzle.figure}", seen(before),
                            seen(after), [*map(seen, self.styles)], seen(self.icon))
        html = puzzle_page_html(article, puzzle.game, f"{title} - {self.name}", language, links, self.has_policy)
        preview = PagePreview(title, fitted(article.question), url, "article", language, puzzle_picture(puzzle.picture))
        trail = breadcrumbs([(name, in_root(self.url, each)) for name, each in [*path, (article.title, url)]])
        return with_tags(html, preview._replace(data=[puzzle_data(self._facts(preview), kind, article), trail]),
                         self.name, self.url)

    def pictures(self) -> dict[str, bytes]:
        """Wait for the pictures, and return them by path relative to the site's root."""
        found = self.book.painter.pictures() if self.book.painter else {}
        return {f"{FOLDER}/{path}": content for path, content in found.items()}

    def in_sitemap(self, sitemap: str) -> str:
        """Return a site's `sitemap.xml` with the pages of its puzzles that aren't in it yet, dated like the first page."""
        if not self.url or _URLSET not in sitemap:
            return sitemap
        date = found[0] if (found := _DATE.search(sitemap)) else ""
        urls = (in_root(self.url, puzzle_url(self.url_of(page) or "", each.game, each.file))
                for page, contents in self.book.pages.items() for each in contents.puzzle_pages)
        entries = "".join(f"<url><loc>{url}</loc>{date}</url>\n" for url in urls if f">{url}<" not in sitemap)
        return sitemap.replace(_URLSET, f"{entries}{_URLSET}")


def painter_of(settings: Settings, drawings: Cache) -> Painter | None:
    """Return the painter for a site's preview pictures, or None for a site without previews.

    ``drawings`` is the site's cache for results that depend on the engine's code.
    """
    return Painter(drawings, settings.folder(settings.cache) / PICTURES, PICTURE_SIZE[0]) if settings.previews else None
