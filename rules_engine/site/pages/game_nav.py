"""The bar of a game's pages, above the text on each of them: the game's name, and up to five tabs.

    nav.fs-pages[data-rules][data-play][data-pages]     `data-pages`: the URLs of all pages of the game
                [data-rail]                             if the page has a rail on wide screens
      div.md-grid
        span.fs-whose > a[aria-current]         the game, a link to its overview
        details.fs-switch                       the other games, on the page that corresponds to this one
          summary
          ul > li > a
        ul.fs-game-tabs > li > a[aria-current]       `page` for the tab's own page, `true` for the pages below it
        span.fs-reach                           two controls within reach of the thumb on a phone
          label.fs-contents                     opens the drawer with the contents on narrow screens
          label.fs-search                       opens the search, which ranks this game's pages first
    nav.fs-within > div.md-grid > ul > li > a   the pages below the tab, if it has several and isn't *Rules*
                                                   (a course with its length, in `small`)

A page belongs to a tab by its name, as in `model.game_pages`; all pages without a tab of their own belong to *Rules*, whose pages
are listed in the rail (`rail.py`).

Formerly, the rules were on a game's first page; `client/page/old-addresses.js` redirects old URLs using `data-rules` and
`data-play`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from rules_engine.html.elements import Child, Html, el, visually_hidden
from rules_engine.site.model.addresses import INDEXES, seen_from
from rules_engine.site.model.game_pages import GENERAL_PAGE
from rules_engine.text.message import Text, say

LEARN, PLAY, PUZZLES, RULES, TABLE = "learn", "play", "puzzles", "rules", "at-your-table"
TABS: Mapping[str, Text] = {
    LEARN: say("Learn"), PLAY: say("Play"), PUZZLES: say("Puzzles"), RULES: say("Rules"), TABLE: say("At the table")}
MIN_HEADINGS = 2
"""Number of headings, including the title, up to which a page's contents aren't listed: one entry is no list."""
CARD, SCORE = "card", "score"
_MAIN = '<main class="md-main"'


class PageLink(NamedTuple):
    """A page in the navigation: its path relative to the docs folder, its URL relative to the site's root, and its title."""

    page: str
    url: str
    title: str

    @property
    def name(self) -> str:
        """The name of the page's file, without its suffix."""
        return PurePosixPath(self.page).stem


class NavigationPart(NamedTuple):
    """A section of the navigation: its title, and its own pages, excluding those in subsections."""

    title: str
    pages: Sequence[PageLink]


class GameTabs(NamedTuple):
    """The pages of a game: its name, its overview (or, without one, its rules), and the pages of each tab, its own page first."""

    name: str
    overview: PageLink
    tabs: Mapping[str, Sequence[PageLink]]

    @property
    def pages(self) -> Sequence[PageLink]:
        """All pages, each once."""
        return list(dict.fromkeys([self.overview, *(each for pages in self.tabs.values() for each in pages)]))

    def page(self, path: str) -> PageLink:
        """Return the link to one of the pages."""
        return next(each for each in self.pages if each.page == path)

    def tab_of(self, page: str) -> str:
        """Return the tab that a page belongs to, or "" for the overview."""
        return next((tab for tab, pages in self.tabs.items() if page in [each.page for each in pages]), "")

    def named(self, name: str) -> PageLink | None:
        """Return the page with a file name, or None."""
        return next((each for each in self.pages if each.name == name), None)

    def counterpart(self, page: PageLink, tab: str) -> PageLink:
        """Return the page that corresponds to a page of another game in ``tab``: the same one, its tab, or the overview."""
        same = self.named(page.name) if tab else None
        return same or next(iter(self.tabs.get(tab, ())), self.overview)


def of_a_game(section: NavigationPart | None, rules_pages: Collection[str]) -> bool:
    """Return whether a section of the navigation contains several pages about one game.

    ``rules_pages`` are the pages that contain the rules of the games.
    """
    return section is not None and len(section.pages) > 1 and any(each.page in rules_pages for each in section.pages)


def games_in(section: NavigationPart, rules_pages: Mapping[str, str]) -> Iterator[GameTabs]:
    """Yield the games in a section of the navigation that have several pages there.

    ``rules_pages`` maps the pages that contain the rules of the games to the games. A page belongs to the game whose folder it is
    in. If the section has one game, all its other pages belong to it, except the list of all games.
    """
    rules = [each for each in section.pages if each.page in rules_pages]
    own = [each for each in section.pages if not f"/{each.page}".endswith(f"/{GENERAL_PAGE}")]
    for each in rules:
        folder = rules_pages[each.page]
        pages = own if len(rules) == 1 else [
            page for page in own if page is each or PurePosixPath(page.page).parent.name == folder]
        if len(pages) > 1:
            is_section = len(rules) == 1 and len(own) == len(section.pages)
            yield _game_pages(section.title if is_section else each.title, each, pages)


def _game_pages(name: str, rules: PageLink, pages: Iterable[PageLink]) -> GameTabs:
    """Return the pages of a game, by tab."""
    tabs: dict[str, list[PageLink]] = {tab: [] for tab in TABS}
    overview = rules
    for each in pages:
        if each is rules:
            tabs[RULES].insert(0, each)
        elif each.page.rpartition("/")[2] in INDEXES:
            overview = each
        else:
            tab = _tab_of_name(each.name)
            tabs[tab].insert(0 if each.name == tab else len(tabs[tab]), each)
    return GameTabs(name, overview, {tab: pages for tab, pages in tabs.items() if pages})


def _tab_of_name(name: str) -> str:
    if name == SCORE:
        return TABLE
    return name if name in TABS else LEARN if name.startswith(f"{LEARN}-") else RULES


def with_game_bar(html: str, page: str, game: GameTabs, others: Iterable[GameTabs], courses: Mapping[str, Text],
                  has_rail: bool) -> str:
    """Return the HTML of a game's page with the bar.

    ``others`` are the other games in the page's language, and ``courses`` the lengths of the site's courses by page. A course
    lists its steps itself, so its bar has no *Contents*.
    """
    bar = _bar(page, game, others, courses, has_rail)
    return html.replace(_MAIN, f"{bar}{_MAIN}", 1)


def _bar(page: str, game: GameTabs, others: Iterable[GameTabs], courses: Mapping[str, Text], has_rail: bool) -> Html:
    here, tab = game.page(page), game.tab_of(page)

    def link(target: PageLink, title: Child, is_current: bool = False, fragment: str = "") -> Html:
        current = "page" if target.page == page else "true" if is_current else None
        return el("a", {"href": seen_from(here.url, target.url) + fragment, "aria-current": None if fragment else current}, title)

    name = el("span", "fs-whose", link(game.overview, game.name))
    tabs = [el("li", None, link(pages[0], TABS[each], each == tab)) for each, pages in game.tabs.items()]
    switch = [el("li", None, link(other.counterpart(here, tab), other.name)) for other in others]
    contents = has_rail and page not in courses
    opens = [el("label", {"class": "fs-contents", "for": "__drawer", "tabindex": 0}, say("Contents")),
             el("label", {"class": "fs-search", "for": "__search", "tabindex": 0}, say("Search this game"))] if contents else []
    rules = game.tabs[RULES][0]
    told = {"data-rules": seen_from(here.url, rules.url),
            "data-play": seen_from(here.url, game.tabs.get(PLAY, [rules])[0].url),
            "data-pages": " ".join(seen_from(here.url, each.url) for each in game.pages)}
    bar = el("nav", {"class": "fs-pages", "aria-label": game.name, "data-rail": has_rail, **told}, el(
        "div", "md-grid", name,
        el("details", "fs-switch", el("summary", None, visually_hidden(say("Other games"))), el("ul", None, switch))
        if switch else None,
        el("ul", "fs-game-tabs", tabs), el("span", "fs-reach", opens) if opens else None))
    return Html(bar + _within(here, tab, game, link, courses))


def _within(here: PageLink, tab: str, game: GameTabs, link: Callable[..., Html], courses: Mapping[str, Text]) -> Html:
    """Return the links to the pages below a tab. The tab's own page for a real table lists them in its text."""
    if tab not in (LEARN, TABLE) or here.name == TABLE or len(game.tabs[tab]) == 1:
        return Html("")
    links = [link(each, [each.title, el("small", None, courses[each.page]) if each.page in courses else None])
             for each in game.tabs[tab]]
    if tab == TABLE and (tools := game.tabs[TABLE][0]).name == TABLE:
        links[:1] = [link(tools, say("Who takes it?"), fragment="#fs:table:trick"),
                     link(tools, say("May I play it?"), fragment="#fs:table:turn")]
        if card := game.named(CARD):
            links.append(link(card, say("In brief")))
    return el("nav", {"class": "fs-within", "aria-label": TABS[tab]},
              el("div", "md-grid", el("ul", None, [el("li", None, each) for each in links])))
