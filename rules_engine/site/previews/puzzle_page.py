"""The HTML page of a single puzzle: its article, a link to the table on which it can be played, and links to its neighbours.

    body.fs-puzzle-page[data-ground]
      header > a, span > a             the site, the game, the page with its puzzles
      main                             see `html.puzzle_page`
        p.fs-play > a                  opens the puzzle on the table
      nav.fs-more-puzzles > a[rel]     the previous and the next puzzle

It is small, because a site has hundreds of them: it has Follow Suit's styles and neither the theme nor a script. Without the
theme's elements, its instant navigation can't show the page, so links to it need the attribute `target`.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from typing import NamedTuple

from rules_engine.html.elements import Html, el, join
from rules_engine.html.puzzle_page import PuzzleArticle
from rules_engine.site.pages.directions import direction
from rules_engine.site.pages.theme_patches import preload_title_font
from rules_engine.text.message import Text, say

DARK = 'if(matchMedia("(prefers-color-scheme:dark)").matches)document.documentElement.dataset.mdColorScheme="slate"'
"""A script that chooses the dark colours of the theme's scheme."""
_DIGEST = base64.b64encode(hashlib.sha256(DARK.encode()).digest()).decode()
POLICY = (f"default-src 'none'; script-src 'sha256-{_DIGEST}'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
          "manifest-src 'self'; base-uri 'none'; form-action 'none'")
"""The content security policy of a puzzle's page. It is stricter and much shorter than that of the other pages."""


class PuzzleLinks(NamedTuple):
    """The URLs on a puzzle's page, relative to it. Missing pages have the URL "".

    ``path``      the names and URLs of the pages from the home page to the one with the game's puzzles
    ``table``     the page on which the puzzle is played, with its fragment
    ``previous``  the page of the previous puzzle
    ``next``      the page of the next puzzle
    ``styles``    the style sheets
    ``icon``      the site's icon
    """

    path: list[tuple[str, str]]
    table: str
    previous: str
    next: str
    styles: list[str]
    icon: str


def puzzle_page_html(article: PuzzleArticle, game: str, title: str, language: str, links: PuzzleLinks, has_policy: bool) -> str:
    """Return a puzzle's page; ``game`` is the id of its game, and ``title`` the page's title with the site's name."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' if has_policy else ""
    styles = "".join(el("link", {"rel": "stylesheet", "href": each}) for each in links.styles)
    path = [el("span" if place else "b", None, el("a", {"href": url}, name)) for place, (name, url) in enumerate(links.path)]
    around = [_link("prev", links.previous, say("Previous puzzle")), _link("next", links.next, say("Next puzzle"))]
    body = join([
        el("header", None, path),
        el("main", None, article.position_html, el("p", "fs-play", el("a", {"href": links.table}, say("Play it"))),
           article.answer_html),
        el("nav", {"class": "fs-more-puzzles", "aria-label": say("More puzzles")}, around)])
    icon = el("link", {"rel": "icon", "href": links.icon}) if links.icon else ""
    return preload_title_font(
        f'<!doctype html>\n<html lang="{language}" dir="{direction(language)}"><head><meta charset="utf-8">{policy}'
        f'<title>{escape(title)}</title><meta name="viewport" content="width=device-width,initial-scale=1">'
        f'{icon}<script>{DARK}</script>{styles}</head>'
        f'<body class="fs-puzzle-page" data-ground="{game}">{body}</body></html>\n')


def is_puzzle_page(html: str) -> bool:
    """Return whether a page is that of a puzzle."""
    return '<body class="fs-puzzle-page"' in html


def _link(rel: str, url: str, name: Text) -> Html | None:
    return el("a", {"rel": rel, "href": url}, name) if url else None
