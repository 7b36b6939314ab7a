"""What stands around the text of a game's page: the row of the game's pages, and where its other addresses are.

    nav.fs-pages[data-rules][data-play]
      div.md-grid
        span.fs-whose                   the game
        ul > li > a[aria-current]       its pages, as the navigation has them
        label.fs-contents               opens the drawer at the contents of the page, where they don't stand beside it

A rule's address was the game's first page once; `client/forward.js` sends on who still comes there, by the two attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import dirname

from mkdocs.structure.nav import Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from rules_engine.view.html import Html, el

OVERVIEW = "Overview"
_MAIN = '<main class="md-main"'


def with_pages_row(html: str, page: Page, games: Mapping[str, str]) -> str:
    """A page with the row of its game's pages, if it is one of them; ``games`` are the games with the pages of their rules."""
    pages = _pages_of_game(page, games)
    return html.replace(_MAIN, f"{_row(page, pages, games)}{_MAIN}", 1) if pages else html


def name_in_full(page: Page, games: Mapping[str, str]) -> None:
    """Let the browser's tab have the page's heading: "Rules", as the row has it, says nothing there."""
    heading = next(iter(page.toc), None)
    if heading is not None and _pages_of_game(page, games):
        page.meta.setdefault("title", heading.title)


def _pages_of_game(page: Page, games: Mapping[str, str]) -> list[Page]:
    """The pages of a page's game, as the navigation has them; none if there is but one."""
    pages = [each for each in page.parent.children if isinstance(each, Page)] if isinstance(page.parent, Section) else []
    return pages if len(pages) > 1 and any(each.file.src_uri in games.values() for each in pages) else []


def _row(page: Page, pages: list[Page], games: Mapping[str, str]) -> Html:
    game = page.parent.title if page.parent else ""
    rules = next(each for each in pages if each.file.src_uri in games.values())
    links = [el("li", None, el("a", {"href": _from(page, each), "aria-current": "page" if each is page else None}, _name(each)))
             for each in pages]
    play = next((each for each in pages if each.file.src_uri == f"{dirname(rules.file.src_uri)}/play.md"), rules)
    contents = el("label", {"class": "fs-contents", "for": "__drawer", "tabindex": 0}, "Contents")
    addresses = {"data-rules": _from(page, rules), "data-play": _from(page, play)}
    within = [el("span", "fs-whose", game), el("ul", None, links), contents if _has_contents(page) else None]
    return el("nav", {"class": "fs-pages", "aria-label": game, **addresses}, el("div", "md-grid", within))


def _name(page: Page) -> str:
    return OVERVIEW if page.is_index else str(page.title)


def _from(page: Page, target: Page) -> str:
    return get_relative_url(target.url, page.url)


def _has_contents(page: Page) -> bool:
    top = list(page.toc)
    return len(top) > 1 or any(each.children for each in top)
