"""Renders all pages of a site to collect their problems, files, titles and search entries, for the commands.

The HTML itself is discarded, because the site generator produces it. The MkDocs plugin collects the same data during its build.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from markdown import Markdown

from rules_engine.core.model.errors import Problem
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.site.fences.build_session import BuildSession
from rules_engine.site.model.addresses import PageAddress, address_of, front_matter
from rules_engine.site.model.settings import NAME
from rules_engine.site.pages.game_nav import MIN_HEADINGS, GameTabs, NavigationPart, PageLink, games_in
from rules_engine.site.pages.site_menu import MenuEntry, SiteMenu, footer_columns, site_menu
from rules_engine.site.previews.site_previews import painter_of
from rules_engine.site.zensical.config import ConfiguredSite
from rules_engine.site.zensical.extension import FollowSuit, OpenSite, open_site


@dataclass
class Rendered:
    """The data collected from the pages of a site.

    ``open``      the site
    ``files``     the files with figures' contents for the table, by path below `assets/followsuit/`
    ``titles``    the title of each page
    ``contents``  the pages with a table of contents, since they have several headings besides the title
    """

    open: OpenSite
    files: dict[str, bytes] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    contents: set[str] = field(default_factory=set)

    def problems(self) -> list[Problem]:
        """Return all problems in the site's pages, examples and quizzes."""
        return self.open.book.problems()

    def worth_knowing(self) -> list[str]:
        """Return the notices about possible oversights, one line for each type."""
        return self.open.book.worth_knowing()

    def games(self, code: str) -> list[GameTabs]:
        """Return the pages of the games in the configured menu, in the language ``code``."""
        rules, book = self.open.book.rules_pages(), self.open.book
        return [game for part in self._parts("", self.open.site.nav) for game in games_in(part, rules)
                if book.edition(game.overview.page)[0] == code]

    def menu(self, code: str) -> SiteMenu:
        """Return the menu of the pages in the language ``code``. Raises ``SettingsError``."""
        book, nav = self.open.book, self.open.site.nav
        parts = [NavigationPart(title, pages) for title, what in map(_entry, nav) if (pages := [*self._pages(title, what)])]
        own = {each: [part for part in parts if {book.edition(page.page)[0] for page in part.pages} == {each}]
               for each in book.languages}
        if code in own:
            inner = [entry for title, what in map(_entry, nav) if isinstance(what, list)
                     and any(part.title == title for part in own[code]) for entry in what]
            parts = [NavigationPart(title, pages) for title, what in map(_entry, inner) if (pages := [*self._pages(title, what)])]
        else:
            parts = [part for part in parts if not any(part in others for others in own.values())]
        entries = [MenuEntry(part.title or part.pages[0].title, part.pages[0].url, [each.page for each in part.pages])
                   for part in parts]
        return site_menu(entries, footer_columns(self.open.site.settings.footer), self.open.url_of, code, book.languages)

    def _parts(self, title: str, entries: Iterable[JsonValue]) -> Iterator[NavigationPart]:
        """Yield the sections of the menu, each with its own pages."""
        inside = [*map(_entry, entries)]
        if title:
            yield NavigationPart(title, [page for called, what in inside if not isinstance(what, list)
                                         for page in self._pages(called, what)])
        for called, what in inside:
            if isinstance(what, list):
                yield from self._parts(called, what)

    def _pages(self, title: str, what: JsonValue) -> Iterator[PageLink]:
        """Yield the pages of an entry of the menu, in order."""
        if isinstance(what, list):
            for each in map(_entry, what):
                yield from self._pages(*each)
        elif (url := self.open.url_of(what)) is not None:
            yield PageLink(what, url, title or self.titles[what])


def _entry(entry: JsonValue) -> tuple[str, JsonValue]:
    """Return the title of an entry of the menu, which may be empty, and its page or its entries."""
    return next(iter(entry.items())) if isinstance(entry, dict) else ("", entry)


def render(site: ConfiguredSite, folder: str = "", paints: bool = False) -> Rendered:
    """Render all pages, or those whose path starts with ``folder``; if ``paints`` is true, with preview pictures.

    Raises ``SettingsError``, ``SetupError`` or ``RuntimeFilesError``.
    """
    rendered = Rendered(open_site(site, BuildSession()))
    rendered.open.book.painter = painter_of(site.settings, rendered.open.book.made) if paints else None
    for page in (page for page in rendered.open.pages if page.startswith(folder)):
        _render(page, rendered)
    return rendered


def _render(page: str, rendered: Rendered) -> None:
    site = rendered.open.site
    meta, body = front_matter(rendered.open.text(page))
    fences = FollowSuit(rendered.open, PageAddress(page, address_of(page, site.folders), meta))
    others = [each for each in site.extensions if each != NAME]
    options = {name: dict(site.options.get(name, {})) for name in others}
    markdown = Markdown(extensions=[*others, fences], extension_configs=options)
    markdown.convert(body)
    rendered.files |= fences.files
    headings: list[dict[str, JsonValue]] = getattr(markdown, "toc_tokens", [])
    rendered.titles[page] = str(meta.get("title") or (headings[0]["name"] if headings else page.removesuffix(".md")))
    if _count(headings) > MIN_HEADINGS:
        rendered.contents.add(page)


def _count(headings: Sequence[dict[str, JsonValue]]) -> int:
    return sum(1 + _count(each["children"]) for each in headings)
