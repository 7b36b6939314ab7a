"""The navigation of a site in MkDocs: its pages and sections, and the menu of each edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import TYPE_CHECKING

from mkdocs.structure.nav import Section as Part
from mkdocs.structure.pages import Page

from rules_engine.site.model.site_model import SiteModel
from rules_engine.site.pages.game_nav import NavigationPart, PageLink
from rules_engine.site.pages.site_menu import MenuEntry

if TYPE_CHECKING:
    from mkdocs.structure import StructureItem
    from mkdocs.structure.nav import Navigation


def edition_menu(nav: Navigation, code: str, book: SiteModel) -> Navigation:
    """Return the menu for an edition.

    For an additional language it is that language's part of the menu, and for the site's own language everything except those
    parts. The language switch in the header links to pages in other languages.
    """
    editions = {language: part for language in book.languages for part in nav.items
                if isinstance(part, Part) and _is_of(part, language, book)}
    menu = copy(nav)
    others = [part for part in nav.items if part not in editions.values()]
    menu.items = editions[code].children if code in editions else others
    if code in editions:
        menu.homepage = next(pages_of(editions[code]))    # the logo's link
    return menu


def _is_of(part: StructureItem, code: str, book: SiteModel) -> bool:
    if isinstance(part, Part):
        return all(_is_of(each, code, book) for each in part.children)
    return isinstance(part, Page) and book.edition(part.file.src_uri)[0] == code


def menu_entries(menu: Navigation) -> list[MenuEntry]:
    """Return the entries of a menu that have pages."""
    return [MenuEntry(str(item.title), pages[0].url, [each.file.src_uri for each in pages])
            for item in menu.items if (pages := [*pages_of(item)])]


def pages_of(item: StructureItem) -> Iterator[Page]:
    """Yield the pages of an entry of the navigation, in order."""
    if isinstance(item, Page):
        yield item
    elif isinstance(item, Part):
        for each in item.children:
            yield from pages_of(each)


def sections_of(items: Iterable[StructureItem]) -> Iterator[NavigationPart]:
    """Yield all sections of the navigation, each before its subsections."""
    for item in items:
        if isinstance(item, Part):
            yield _as_part(item)
            yield from sections_of(item.children)


def parent_section(page: Page) -> NavigationPart | None:
    """Return the section of the navigation that contains a page, or None."""
    return _as_part(page.parent) if isinstance(page.parent, Part) else None


def _as_part(section: Part) -> NavigationPart:
    pages = [PageLink(each.file.src_uri, each.url, str(each.title)) for each in section.children if isinstance(each, Page)]
    return NavigationPart(section.title, pages)
