"""What stands around the text of a game's page: the row of the game's pages, and where its other addresses are.

    nav.fs-pages[data-rules][data-play][data-alone]     alone where the page has no contents to stand beside it
      div.md-grid
        span.fs-whose                   the game
        ul > li > a[aria-current]       its pages, as the navigation has them
        details.fs-others               where they are many, those that don't fit into two lines on a phone
          summary                       which says which of them is open
          ul > li > a[aria-current]
        span.fs-reach                   on a phone below the reader's thumb
          label.fs-contents             opens the drawer at the contents of the page, where they don't stand beside it
          label.fs-search               opens the search, which prefers this game

A rule's address was the game's first page once; `client/page/old-addresses.js` sends on who still comes there, by the two
attributes.
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
"""So many pages are in sight; where there are at least two more, those fold. Two lines of a phone hold them, in German too."""
_MAIN = '<main class="md-main"'


class PageLink(NamedTuple):
    """A page in the navigation: its place in the docs folder, its address from the site's root, its title there."""

    page: str
    url: str
    title: str


class NavigationPart(NamedTuple):
    """A part of the navigation: its title, and the pages in it that stand in no part of it."""

    title: str
    pages: Sequence[PageLink]


def of_a_game(section: NavigationPart | None, rules_pages: Collection[str]) -> bool:
    """Tell whether a part of the navigation has the pages of a game, more than one; ``rules_pages`` are those of all games'
    rules."""
    return section is not None and len(section.pages) > 1 and any(each.page in rules_pages for each in section.pages)


def with_pages_row(html: str, page: str, section: NavigationPart | None, rules_pages: Collection[str], contents: bool) -> str:
    """Return the HTML of a page with the row of its game's pages, if it is one of them.

    ``section`` is the part of the navigation that it stands in, ``contents`` says whether it has any to open.
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
