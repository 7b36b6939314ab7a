"""The 404 page: links to the games in each language of the site, which work without JavaScript too."""

from __future__ import annotations

import re
from posixpath import dirname

from rules_engine.games import make_game
from rules_engine.html.elements import Html, el
from rules_engine.site.model.addresses import address_of, in_edition
from rules_engine.site.model.site_model import SiteModel
from rules_engine.site.pages.directions import ENGLISH, marks
from rules_engine.text.locale import use_language
from rules_engine.text.message import say

NOT_FOUND = "404.html"
NOT_KEPT = {
    "title": say("This page is not kept here"),
    "told": say("The network doesn't answer, and this browser has no copy of the page you asked for."),
    "again": say("Try again"),
    "list": say("What is kept here:"),
}
"""The texts on the fallback page, which the service worker shows for a page that is neither stored nor reachable."""
_HEADING = re.compile(r"<h1>404.*?</h1>", re.DOTALL)


MARK = '<meta name="follow-suit" content="missing">'
"""An element that marks the 404 page, for the client."""


def with_ways_on(html: str, book: SiteModel, root: str, folders: bool = True, language: str = ENGLISH) -> str:
    """Return the 404 page with absolute links to the games.

    ``root`` is the URL path of the site, such as ``/`` or ``/book/``, and ``language`` the code of the page's language.
    """
    html = html.replace("</head>", f"{MARK}</head>", 1)
    told = "".join(_told(code, book, root, folders, language) for code in ("", *book.languages))
    return _HEADING.sub(lambda _: told, html, count=1)


def _told(code: str, book: SiteModel, root: str, folders: bool, language: str) -> Html:
    with use_language(book.languages.get(code)):
        games = [el("li", None, el("a", {"href": f"{root}{_first(code, game, book, folders)}"}, make_game(game).name))
                 for game in book.listed(code)]
        return el("div", {"class": "fs-empty fs-front", "lang": code or None, **marks(code or ENGLISH, language)},
                  el("h2" if code else "h1", None, say("This card isn't in the pack.")),
                  el("p", None, say("No page has this address. Search for what you want at the top, or go on to a game:")),
                  el("ul", None, games))


def _first(code: str, game: str, book: SiteModel, folders: bool) -> str:
    """Return the URL of a game's first page, relative to the site's root."""
    rules = book.games[game]
    first = in_edition(code, f"{dirname(rules)}/index.md")
    return address_of(first if first in book.pages else in_edition(code, rules), folders)
