"""Small repairs to what the theme writes, most of them for readers who hear the page or use the keyboard alone."""

from __future__ import annotations

import re

from rules_engine.core.language import put

TABLE = "fs-table"
"""The id of a page's table: see `rules_engine.view`."""

NAMES = {"drawer": "Menu", "search": "Search"}
_SEARCH = re.compile(r'(<div class="md-search" data-md-component="search" role="dialog")>')
_SECTION = re.compile(
    r'(<nav class="md-nav" data-md-level="\d+" )aria-labelledby="[^"]+"([^>]*>\s*<label class="md-nav__title"[^>]*>'
    r"\s*<span[^>]*></span>\s*)([^<]+?)(\s*</label>)")
_SIGN = re.compile(r'(<label class="md-header__button md-icon" for="__(drawer|search)")>(.*?</label>)', re.DOTALL)
_NAMED = "md-visually-hidden"
"""Zensical's theme names its signs by itself."""
_SKIP = re.compile(r'(<a href="[^"]*" class="md-skip">.*?</a>)', re.DOTALL)
_BODY = re.compile(r"<body\b[^>]*(?=>)")
_BEGIN = re.compile(f"{_BODY.pattern}>")
_CLASSES = re.compile(r' class="([^"]*)')
_TEXT = "md-typeset"
"""The class that Material and Zensical give to text. Ours is dressed by it."""
_CONTAINER = re.compile(r'<div class="md-container"')
_HOLDS = {"book": re.compile(r'<div class="fs-book"'), "games": re.compile(r'<ul class="[^"]*\bfs-games\b'),
          "page": re.compile(r'<fs-table\b[^>]* data-place="page"'), "side": re.compile(r'<fs-table\b[^>]* data-place="side"')}
"""What makes a page another one: its style rules ask for it by name, since asking by `:has()` is dear."""
_PALETTE = re.compile(r' data-md-component="palette"(>.*?)(?=<script>var palette=__md_get)', re.DOTALL)
_FIRST_IS_SYSTEMS = re.compile(r'>[^<]*<input [^>]*data-md-color-media="\(prefers-color-scheme\)"')
_SYSTEMS = '<script>__md_get("__palette")||__md_set("__palette",{index:0,color:{media:"(prefers-color-scheme)"}})</script>'
"""Whoever comes for the first time sees the system's colours from the start, if those are the site's first choice."""
_EARLY = '<script>for(let e of document.querySelectorAll("link[rel=stylesheet]"))e.href=e.href</script>'
"""The theme's instant navigation makes every address of a page whole. A style sheet whose address changes styles the page again:
dear when all of it is there, free before its first line."""
_WAITS = r'[^>]*(?: type="(?:module|application/json)"| defer| async)'
_BUNDLE = re.compile(rf'<script (?=src="[^"]*/javascripts/bundle\.[^"]*">)(?!.*<script\b(?!{_WAITS}))', re.DOTALL)
"""The theme's script, unless an author's comes behind it that may need what it brings. Where it runs while the page is read, it
has all of it laid out at once."""
_TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)
_CODE = re.compile(r"(<pre(?: id=\"[^\"]*\")?><span></span><code)>")


def mend(html: str) -> str:
    """A page with the search box and each section of the navigation named, and all that can be pressed within reach of Tab.

    The theme names a section by a label that is hidden, which is no name. A block of code wider than a phone can only be
    scrolled by keyboard if it can have the focus; and on a phone, menu and search are opened by signs that have neither a name
    nor the focus. Who comes for the table need not pass all the text. In other themes the whole page counts as text. What
    would have the browser style a page twice is put where it costs least.
    """
    if _TEXT not in html:
        html = _BODY.sub(_dressed, html, count=1)
    html = _SIGN.sub(_reached, html)
    if f'id="{TABLE}"' in html:
        place = ' data-place="side"' if _HOLDS["side"].search(html) else ""
        html = _SKIP.sub(rf'\1\n<a href="#{TABLE}" class="md-skip"{place}>{put("Skip to the table")}</a>', html, count=1)
    html = _SEARCH.sub(rf'\1 aria-label="{put("Search")}">', html)
    html = _SECTION.sub(rf'\1aria-label="{put("Pages")}: \3"\2\3\4', html)
    html = _PALETTE.sub(_coloured, html, count=1)
    if holds := " ".join(name for name, mark in _HOLDS.items() if mark.search(html)):
        for whole in (_BODY, _CONTAINER):  # the container is what the theme's instant navigation changes
            html = whole.sub(rf'\g<0> data-holds="{holds}"', html, count=1)
    html = _BEGIN.sub(rf"\g<0>{_EARLY}", html, count=1)
    html = _BUNDLE.sub("<script defer ", html, count=1)
    return _CODE.sub(r'\1 tabindex="0">', _TABLE.sub(_boxed, html))


def _reached(sign: re.Match[str]) -> str:
    name = "" if _NAMED in sign[3] else f'<span class="fs-unseen">{put(NAMES[sign[2]])}</span>'
    return f'{sign[1]} tabindex="0">{name}{sign[3]}'


def _coloured(palette: re.Match[str]) -> str:
    """The choice of colours without the theme's script for it, which `client/palette.js` replaces."""
    return f" data-fs-palette{palette[1]}{_SYSTEMS if _FIRST_IS_SYSTEMS.match(palette[1]) else ''}"


def _boxed(table: re.Match[str]) -> str:
    """A table of the text in a box of its own, which says how wide it is, so that no style rule has to look into it.

    The theme's script puts each table into one that scrolls, and for that the browser styles anew all that stands around it.
    """
    columns = table[1].partition("</tr>")[0].count("</th>")
    width = "many" if columns > 5 else "some" if columns > 3 else "few"
    return f'<div class="fs-columns" data-columns="{width}">{table[0]}</div>'


def _dressed(body: re.Match[str]) -> str:
    tag, found = _CLASSES.subn(rf' class="\1 {_TEXT}', body[0])
    return tag if found else f'{tag} class="{_TEXT}"'
