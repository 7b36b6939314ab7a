"""The language switch: links in the page header to a page's versions in other languages.

    span.fs-languages > a[lang][hreflang]…      in the header, before the search
    div.fs-languages[hidden] > a…               a copy in the body, which the theme's instant navigation replaces
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules_engine.html.elements import el, escape
from rules_engine.site.model.addresses import address_of, in_edition, seen_from
from rules_engine.site.model.game_pages import GAMES_FOLDER
from rules_engine.site.model.site_model import SiteModel
from rules_engine.site.pages.theme_patches import in_head
from rules_engine.text.locale import translate, use_language
from rules_engine.text.message import say

ITSELF = say("English")
"""The name of the current language in that language; each catalogue translates it."""


class Translation(NamedTuple):
    """A link to a page in another language: the language's code, its native name, and the page's relative URL."""

    code: str
    name: str
    address: str


def editions(book: SiteModel, page: str, own: str, folders: bool = True) -> Iterator[Translation]:
    """Yield links from a page to its versions in other languages, or to the list of games in languages in which the page doesn't
    exist.

    ``own`` is the code of the site's own language, and ``folders`` is true if page URLs are folders.
    """
    here, place = book.edition(page)
    for code in ("", *book.languages):
        wanted = (in_edition(code, place), in_edition(code, f"{GAMES_FOLDER}/index.md"))
        found = next((each for each in wanted if each in book.pages), None)
        if code != here and found is not None:
            yield Translation(
                code or own, _name(book, code, own), seen_from(address_of(page, folders), address_of(found, folders))
            )


def with_switch(html: str, others: Iterable[Translation]) -> str:
    """Return the HTML of a page with the language switch; unchanged if there are no other languages."""
    links = [el("a", {"href": each.address, "lang": each.code, "hreflang": each.code}, escape(each.name)) for each in others]
    if not links:
        return html
    return in_head(html, el("span", "fs-languages", links), el("div", {"class": "fs-languages", "hidden": True}, links))


def _name(book: SiteModel, code: str, own: str) -> str:
    with use_language(book.languages.get(code)):
        name = str(translate(ITSELF))
    is_english = (code or own).partition("-")[0] == "en"
    return name if is_english or name != str(ITSELF) else (code or own).upper()
