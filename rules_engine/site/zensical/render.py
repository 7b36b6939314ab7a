"""Renders all pages of a site to collect their problems, files, titles and search entries, for the commands.

The HTML itself is discarded, because the site generator produces it. The MkDocs plugin collects the same data during its build.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from markdown import Markdown

from rules_engine.core.model.errors import Problem
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.site.fences.build_session import BuildSession
from rules_engine.site.model.addresses import PageAddress, address_of, front_matter
from rules_engine.site.model.settings import NAME
from rules_engine.site.pages.game_nav import NavigationPart, PageLink
from rules_engine.site.zensical.config import ConfiguredSite
from rules_engine.site.zensical.extension import FollowSuit, OpenSite, open_site


@dataclass
class Rendered:
    """The data collected from the pages of a site.

    ``open``      the site
    ``files``     the files with figures' contents for the table, by path below `assets/followsuit/`
    ``titles``    the title of each page
    ``contents``  the pages with a table of contents, since they have headings other than the title
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

    def sections(self) -> dict[str, NavigationPart]:
        """Return the section of the menu for each page in the configured menu."""
        found: dict[str, NavigationPart] = {}
        self._read_menu("", self.open.site.nav, found)
        return found

    def _read_menu(self, title: str, entries: Iterable[JsonValue], found: dict[str, NavigationPart]) -> None:
        pages = []
        for entry in entries:
            called, what = next(iter(entry.items())) if isinstance(entry, dict) else ("", entry)
            if isinstance(what, list):
                self._read_menu(called, what, found)
            elif (url := self.open.url_of(what)) is not None:
                pages.append(PageLink(what, url, called or self.titles[what]))
        if title:
            found |= {each.page: NavigationPart(title, pages) for each in pages}


def render(site: ConfiguredSite, folder: str = "") -> Rendered:
    """Render all pages, or those whose path starts with ``folder``.

    Raises ``SettingsError``, ``SetupError`` or ``RuntimeFilesError``.
    """
    rendered = Rendered(open_site(site, BuildSession()))
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
    if len(headings) > 1 or any(each["children"] for each in headings):
        rendered.contents.add(page)
