"""The row of links to a game's pages, above the text on each of these pages.

    nav.fs-pages[data-rules][data-play][data-alone]     `data-alone` if the page has no table of contents
      div.md-grid
        span.fs-whose                   the game
        ul > li > a[aria-current]       its pages, in the order of the navigation
        details.fs-others               the pages that don't fit into two lines on a phone
          summary                       the title of the current page, if it is one of these
          ul > li > a[aria-current]
        span.fs-reach                   two controls within reach of the thumb on a phone
          label.fs-contents             opens the drawer with the table of contents on narrow screens
          label.fs-search               opens the search, which ranks this game's pages first

Formerly, the rules were on a game's first page; `client/page/old-addresses.js` redirects old URLs using `data-rules` and
`data-play`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from posixpath import dirname
from typing import NamedTuple

from rules_engine.html.elements import Html, el
from rules_engine.site.model.addresses import INDEXES, seen_from
from rules_engine.text.message import say

OVERVIEW = say("Overview")
IN_SIGHT = 8
"""Number of pages shown in the row. These fit into two lines on a phone, even in German. If there are at least two more, they are
collapsed."""
_MAIN = '<main class="md-main"'


class PageLink(NamedTuple):
    """A page in the navigation: its path relative to the docs folder, its URL relative to the site's root, and its title."""

    page: str
    url: str
    title: str


class NavigationPart(NamedTuple):
    """A section of the navigation: its title, and its own pages, excluding those in subsections."""

    title: str
    pages: Sequence[PageLink]


def of_a_game(section: NavigationPart | None, rules_pages: Collection[str]) -> bool:
    """Return whether a section of the navigation contains several pages about one game.

    ``rules_pages`` are the pages that contain the rules of the games.
    """
    return section is not None and len(section.pages) > 1 and any(each.page in rules_pages for each in section.pages)


def with_pages_row(html: str, page: str, section: NavigationPart | None, rules_pages: Collection[str], contents: bool) -> str:
    """Return the HTML of a page with the row of links to its game's pages; unchanged if the page doesn't belong to a game.

    ``section`` is the section of the navigation that contains the page, and ``contents`` whether it has a table of contents.
    """
    if section is None or not of_a_game(section, rules_pages):
        return html
    return html.replace(_MAIN, f"{_row(page, section, rules_pages, contents)}{_MAIN}", 1)


def _row(page: str, section: NavigationPart, rules_pages: Collection[str], contents: bool) -> Html:
    here = next(each for each in section.pages if each.page == page)
    rules = next(each for each in section.pages if each.page in rules_pages)
    links = [el("li", None, el("a", {"href": seen_from(here.url, each.url), "aria-current": "page" if each is here else None},
                               _name(each)))
             for each in section.pages]
    shown = IN_SIGHT if len(links) > IN_SIGHT + 1 else len(links)
    folded = here.title if here in section.pages[shown:] else ""
    others = el("details", "fs-others", el("summary", {"data-current": bool(folded)}, folded or say("More")),
                el("ul", None, links[shown:]))
    play = next((each for each in section.pages if each.page == f"{dirname(rules.page)}/play.md"), rules)
    opens = [el("label", {"class": "fs-contents", "for": "__drawer", "tabindex": 0}, say("Contents")),
             el("label", {"class": "fs-search", "for": "__search", "tabindex": 0}, say("Search this game"))] if contents else []
    addresses = {"data-rules": seen_from(here.url, rules.url), "data-play": seen_from(here.url, play.url)}
    within = [el("span", "fs-whose", section.title), el("ul", None, links[:shown]), others if links[shown:] else None,
              el("span", "fs-reach", opens) if opens else None]
    return el("nav", {"class": "fs-pages", "aria-label": section.title, "data-alone": not contents, **addresses},
              el("div", "md-grid", within))


def _name(each: PageLink) -> str:
    return OVERVIEW if each.page.rpartition("/")[2] in INDEXES else each.title
