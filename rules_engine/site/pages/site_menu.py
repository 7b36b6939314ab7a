"""The site's menu and footer.

The setting `footer` puts links into columns at the end of every page. Sections of the menu that begin with one of these pages,
and the home page, to which the logo leads, have no tab in the header then.

    nav.fs-footer > div.md-grid > section > h2, ul > li > a     before the copyright
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from posixpath import normpath
from typing import NamedTuple

from rules_engine.core.model.errors import quoted
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.html.elements import el
from rules_engine.site.model.addresses import INDEXES, edition
from rules_engine.site.model.settings import SettingsError
from rules_engine.text.message import say

_TAB = re.compile(r'<li class="?md-tabs__item[^>]*>\s*<a href="?([^" >]*)"? class="?md-tabs__link[^>]*>.*?</a>\s*</li>\s*',
                  re.DOTALL)
_META = '<div class="md-footer-meta'


class MenuEntry(NamedTuple):
    """An entry of the site's menu: its title, the URL of its first page relative to the site's root, and the paths of its pages,
    the first one first."""

    title: str
    url: str
    pages: Sequence[str]


class FooterColumn(NamedTuple):
    """A column of the footer: its heading, and the title, path and fragment of each link."""

    title: str
    links: Sequence[tuple[str, str, str]]


def footer_columns(setting: Collection[JsonValue]) -> list[FooterColumn]:
    """Return the columns in the setting `footer`, which is written like the menu. Raises ``SettingsError``."""
    try:
        return [FooterColumn(title, [(called, *_divided(page)) for link in links for called, page in link.items()])
                for column in setting for title, links in column.items()]
    except (AttributeError, TypeError) as error:
        raise SettingsError("the setting footer of followsuit: expected a list of columns as in "
                            "`- Follow Suit: [{About: about.md}]`") from error


def _divided(page: str) -> tuple[str, str]:
    path, sign, fragment = page.partition("#")
    return path, sign + fragment


class SiteMenu(NamedTuple):
    """The menu and the footer of the pages in one language.

    ``entries``  the menu without the sections that are in the footer
    ``columns``  the footer, each link with its title, the URL of its page relative to the site's root, and its fragment
    ``gone``     the URLs of the sections that have no tab
    """

    entries: Sequence[MenuEntry] = ()
    columns: Sequence[FooterColumn] = ()
    gone: Collection[str] = ()


def site_menu(entries: Sequence[MenuEntry], columns: Sequence[FooterColumn], url_of: Callable[[str], str | None],
              code: str, languages: Collection[str]) -> SiteMenu:
    """Return the menu for the pages in the language ``code``. A column is on the pages in the language of its first page.

    Raises ``SettingsError`` if a page of the footer doesn't exist.
    """
    shown = [FooterColumn(title, [*_with_urls(links, url_of)]) for title, links in columns
             if edition(links[0][1], languages)[0] == code]
    ended = {url for _, links in shown for _, url, _ in links}
    home = {each.url for each in entries if each.pages[0] in INDEXES} if shown else set()
    return SiteMenu([each for each in entries if each.url not in ended], shown,
                    home.union(each.url for each in entries if each.url in ended))


def _with_urls(links: Sequence[tuple[str, str, str]], url_of: Callable[[str], str | None]) -> Iterator[tuple[str, str, str]]:
    for title, page, fragment in links:
        url = url_of(page)
        if url is None:
            raise SettingsError(f"the setting footer of followsuit names {quoted(page)}, which is no page")
        yield title, url, fragment


def with_menu(html: str, menu: SiteMenu, link_to: Callable[[str], str]) -> str:
    """Return the HTML of a page with the footer, and without the tabs that it replaces.

    ``link_to`` returns the link from the page to a URL that is relative to the site's root.
    """
    if not menu.columns:
        return html
    gone = {normpath(link_to(each)) for each in menu.gone}
    html = _TAB.sub(lambda tab: "" if normpath(tab[1]) in gone else tab[0], html)
    columns = [el("section", None, el("h2", None, title), el("ul", None, [
        el("li", None, el("a", {"href": link_to(page) + fragment}, called)) for called, page, fragment in links]))
        for title, links in menu.columns]
    footer = el("nav", {"class": "fs-footer", "aria-label": say("More pages")}, el("div", "md-grid", columns))
    return html.replace(_META, footer + _META, 1)
