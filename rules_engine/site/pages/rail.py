"""The rail at the left of a game's page, which is also the drawer on narrow screens. It replaces the theme's.

    nav.fs-rail
      ul.fs-rail-site > li > a[aria-current]    the site's menu, in the drawer only
      ul.fs-rail-pages > li > a[aria-current]   the pages of the tab *Rules*, on these pages
      nav.md-nav.md-nav--secondary              the headings of the page, below the link to it
        p.fs-rail-title
        ul.md-nav__list                         the theme's list, which its script marks while the reader scrolls

The theme's drawer hides the site's menu behind its sections, and repeats the tabs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from rules_engine.html.elements import Html, el
from rules_engine.site.model.addresses import seen_from
from rules_engine.site.pages.game_nav import CARD, RULES, GameTabs, with_game_bar
from rules_engine.site.pages.site_menu import MenuEntry
from rules_engine.text.message import Text, say

_PRIMARY = re.compile(r'<nav class="md-nav md-nav--primary[^>]*>')
_SECONDARY = re.compile(r'<nav class="md-nav md-nav--secondary[^>]*>')
_NAVS, _LISTS = re.compile(r"<(/?)nav\b[^>]*>"), re.compile(r"<(/?)ul\b[^>]*>")
_LIST = re.compile(r'<ul class="?md-nav__list\b[^>]*>')


def with_game_frame(html: str, page: str, games: Collection[GameTabs], menu: Sequence[MenuEntry],
                    courses: Mapping[str, Text], contents: bool) -> str:
    """Return a page with the bar and the rail of its game; unchanged if it isn't a game's page.

    ``games`` are the games in the page's language, ``menu`` is the site's menu, ``courses`` are the lengths of the site's courses
    by page, and ``contents`` is whether the page has a table of contents.
    """
    game = next((each for each in games if any(link.page == page for link in each.pages)), None)
    if game is None:
        return html
    has_rail = contents or (game.tab_of(page) == RULES and len(game.tabs[RULES]) > 1)
    html = _with_rail(html, page, game, menu, page in courses, contents)
    return with_game_bar(html, page, game, [each for each in games if each is not game], courses, has_rail)


def _with_rail(html: str, page: str, game: GameTabs, menu: Sequence[MenuEntry], is_course: bool, contents: bool) -> str:
    found = _PRIMARY.search(html)
    if found is None:
        return html
    end = _end(html, found.start(), _NAVS)
    rail = _rail(page, game, menu, _headings(html[found.start():end]) if contents else "", is_course)
    return html[:found.start()] + rail + html[end:]


def _headings(nav: str) -> str:
    """Return the theme's list of the page's headings, or an empty string if it isn't in the theme's menu."""
    secondary = _SECONDARY.search(nav)
    if secondary is None or (found := _LIST.search(nav, secondary.start())) is None:
        return ""
    return nav[found.start():_end(nav, found.start(), _LISTS)]


def _end(html: str, begin: int, tags: re.Pattern[str]) -> int:
    """Return the offset of the end of the element that begins at an offset."""
    depth = 0
    for tag in tags.finditer(html, begin):
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.end()
    raise AssertionError(f"{html[begin:begin + 60]} isn't closed")


def _rail(page: str, game: GameTabs, menu: Sequence[MenuEntry], headings: str, is_course: bool) -> Html:
    here, below = game.page(page), game.tabs[RULES] if game.tab_of(page) == RULES else ()

    def link(url: str, title: Text | str, current: str | None) -> Html:
        return el("a", {"class": "md-nav__link", "href": seen_from(here.url, url), "aria-current": current}, title)

    title = say("Lesson") if is_course else say("On this page")
    listed = el("nav", {"class": "md-nav md-nav--secondary", "aria-label": title},
                el("p", "fs-rail-title", title), Html(headings)) if headings else None
    card = [each for each in below if each.name == CARD]
    pages = [el("li", None, link(each.url, say("In brief, to print") if each.name == CARD else each.title,
                                 "page" if each is here else None), listed if each is here else None)
             for each in (*card, *(each for each in below if each not in card))] if len(below) > 1 else []
    return el("nav", {"class": "fs-rail", "aria-label": say("Contents")},
              el("ul", "fs-rail-site", [el("li", None, link(each.url, each.title, "true" if page in each.pages else None))
                                        for each in menu]),
              el("ul", "fs-rail-pages", pages) if pages else None, None if pages else listed)
