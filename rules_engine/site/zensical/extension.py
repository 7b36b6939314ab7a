"""The Markdown extension `followsuit`, for generators that support Python-Markdown's extensions but no plugins, such as Zensical.

Its only option is ``config``, the name of the configuration file if it has an unusual name. The settings are in that file. The
extension needs to know the current page, for which Python-Markdown has no API: Zensical provides it in a preprocessor. The module
doesn't depend on MkDocs, whose plugin replaces this extension with a `FenceExtension`.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown

from rules_engine.authoring.checks.file_watcher import stamp_of
from rules_engine.site.fences.build_session import BuildSession, PreviewSession, open_book, open_page
from rules_engine.site.fences.fences import FenceExtension
from rules_engine.site.fences.markdown.hooks import ChangeHtml, LookAtLines, LookAtTree
from rules_engine.site.files.assemble import faces_of
from rules_engine.site.model.addresses import NOT_TEXT, PageAddress, address_of, pages_below, seen_from_file
from rules_engine.site.model.settings import NAME, SettingsError
from rules_engine.site.model.site_model import SiteModel
from rules_engine.site.pages.search import SearchIndex
from rules_engine.site.zensical.config import ConfiguredSite, configuration_in, read_site

CONTEXT = "rendering_context"
"""The name of the preprocessor in which Zensical provides the current page."""

_LINK = re.compile(r' href="(?![#/]|[a-z]+:)([^"#?]+)')
"""A link to another page or file of the site."""

BEFORE_ALL_ELSE, AFTER_ALL_ELSE = 1000, -1000
NO_PAGE = (
    f"the Markdown extension {NAME!r} doesn't know which page it is in: with MkDocs or ProperDocs, add {NAME} to `plugins` as "
    "well; the only other supported generator is Zensical"
)


@dataclass
class OpenSite:
    """A site whose pages can be rendered.

    ``site``    its configuration
    ``book``    its model
    ``pages``   the paths of the pages, relative to the docs folder
    ``faces``   the folder of the card faces, relative to the site's root
    ``search``  the search index
    """

    site: ConfiguredSite
    book: SiteModel
    pages: Collection[str]
    faces: str
    search: SearchIndex = field(default_factory=SearchIndex)

    def open_page(self, fences: FenceExtension, here: PageAddress) -> None:
        """Pass the current page to the fences."""
        path = self.site.settings.known_as(self.site.settings.docs / here.page)
        open_page(fences, self.book, here, path, self.text(here.page), self.url_of, self.faces)

    def text(self, page: str) -> str:
        """Return the complete text of a page's file. Raises ``SettingsError`` if it isn't UTF-8."""
        return _read(self.site.settings.docs, page)

    def url_of(self, page: str) -> str | None:
        """Return the URL of a page relative to the site's root, or None if there is no such page."""
        return address_of(page, self.site.folders) if page in self.pages else None


def open_site(site: ConfiguredSite, looking: BuildSession) -> OpenSite:
    """Open a site for rendering its pages. Raises ``SetupError`` or ``RuntimeFilesError`` for games that can't be shipped."""
    docs, pages = site.settings.docs, pages_below(site.settings.docs)

    def text_of(page: str) -> str | None:
        return _read(docs, page) if page in pages else None

    book = open_book(site.settings, pages, text_of, looking)
    book.name = site.name
    return OpenSite(site, book, pages, _faces(tuple(book.games), tuple(site.settings.languages)))


def _read(docs: Path, page: str) -> str:
    """Return the text of a page. Raises ``SettingsError`` if it isn't UTF-8."""
    try:
        return (docs / page).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError(NOT_TEXT.format(page=f"{docs.name}/{page}")) from error


@cache
def _faces(games: tuple[str, ...], languages: tuple[str, ...]) -> str:
    return faces_of(games, languages)


class FollowSuit(FenceExtension):
    """The Markdown extension.

    ``site`` and ``here``, the current page, are passed by `render`; without them, they come from the site generator.
    """

    shows_how = "followsuit check --pages --verbose"

    def __init__(self, site: OpenSite | None = None, here: PageAddress | None = None, **options: str) -> None:
        super().__init__()
        self.config = {"config": ["", "The site's configuration file, seen from its folder"]}
        self.setConfigs(options)
        self.site, self.here, self.whole = site, here, False

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's own name
        """Register a preprocessor that runs first and prepares the page, and a postprocessor that runs last and puts the page's
        table next to its text."""
        super().extendMarkdown(md)
        md.preprocessors.register(LookAtLines(lambda: self._begin(md)), f"{NAME}-begins", BEFORE_ALL_ELSE)
        md.treeprocessors.register(LookAtTree(self._is_whole), f"{NAME}-is-whole", AFTER_ALL_ELSE)
        md.postprocessors.register(ChangeHtml(self._end), f"{NAME}-ends", AFTER_ALL_ELSE)

    def _begin(self, md: Markdown) -> None:
        if self.site is None or self.here is None:
            self.site, self.here = _asked(md, self.getConfig("config"))
        self.whole = False
        self.site.open_page(self, self.here)

    def _is_whole(self, root: Element) -> None:
        self.whole = True

    def linked(self, html: str) -> str:
        """Return generated HTML with links relative to the folder of the page's file, which Zensical converts to URLs."""
        here = self.here
        return html if here is None else _LINK.sub(lambda link: f' href="{seen_from_file(here, link[1])}', html)

    def _end(self, html: str) -> str:
        if not self.whole:  # the extension `toc` also runs postprocessors on each single heading
            return html
        assert self.site is not None
        assert self.here is not None
        title, wish = str(self.here.meta.get("title", "")), self.here.meta.get("search") or {}
        return self.book_page(self.site.search.take(html, self.here.url.removeprefix("./"), title, wish, self.page.code))


def _asked(md: Markdown, config: str) -> tuple[OpenSite, PageAddress]:
    """Return the site and the page that the generator is rendering. Raises ``SettingsError`` if the generator is unknown."""
    if CONTEXT not in md.preprocessors:
        raise SettingsError(NO_PAGE)
    said: Any = md.preprocessors[CONTEXT]
    site = _KEPT.open(configuration_in(Path(said.config["root_dir"]), config))
    meta: Mapping[str, Any] = said.page.meta
    return site, PageAddress(said.page.path, address_of(said.page.path, site.site.folders), meta)


class _Kept:
    """A thread-safe cache of open sites, which keeps the results of scenario checks between pages and builds."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.sites: dict[Path, tuple[object, ConfiguredSite, PreviewSession]] = {}

    def open(self, file: Path) -> OpenSite:
        """Return the site described by a configuration file, which is read again after a change. Raises ``SettingsError``."""
        with self.lock:
            stamp = stamp_of(file)
            if file not in self.sites or self.sites[file][0] != stamp:
                self.sites[file] = stamp, read_site(file), PreviewSession()
            _, site, looking = self.sites[file]
            return open_site(site, looking)


_KEPT = _Kept()
