"""Fixes for the theme's HTML, most of them for accessibility, and additions to it.

A fix that no theme needs any more should be removed: `tests/site/test_theme_faults.py` builds a site with each theme, and fails
if a defect is gone. docs/design/theme.md describes the themes and the consequences of leaving Material.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rules_engine.site.pages.markup import Tag, is_run, tags
from rules_engine.text.locale import translate
from rules_engine.text.message import say

TABLE = "fs-table"
"""The id of a page's table (see `rules_engine.html`)."""

NAMES = {"drawer": say("Menu"), "search": say("Search")}
TO_TABLE, PAGES = say("Skip to the table"), say("Pages")
_SEARCH = re.compile(r'(<div class="md-search" data-md-component="search" role="dialog")>')
_FOUND = re.compile(r'<div class="md-search-result__meta"(?! role)')
_SECTION = re.compile(
    r'(<nav class="md-nav" data-md-level="\d+" )aria-labelledby="[^"]+"([^>]*>\s*<label class="md-nav__title"[^>]*>'
    r"\s*<span[^>]*></span>\s*)([^<]+?)(\s*</label>)")
_SIGN = re.compile(r'(<label class="md-header__button md-icon" for="__(drawer|search)")>(.*?</label>)', re.DOTALL)
_NAMED = "md-visually-hidden"
"""The CSS class of the icon labels that Zensical's theme already has."""
_SKIP = re.compile(r'(<a href="[^"]*" class="md-skip">.*?</a>)', re.DOTALL)
_BODY = re.compile(r"<body\b[^>]*(?=>)")
_BEGIN = re.compile(f"{_BODY.pattern}>")
_BEGIN_OR_SHEET = re.compile(rf'{_BEGIN.pattern}|<link (?=[^>]*\brel="?stylesheet\b)[^>]*>')
_CLASSES = re.compile(r' class="([^"]*)')
_TEXT = "md-typeset"
"""The CSS class of text in Material and Zensical, which also styles Follow Suit's elements."""
_CONTAINER = re.compile(r'<div class="?md-container\b"?')
_SEARCH_SIGN = re.compile(r'<label class="md-header__button md-icon" for="__search"')
_BEGUN = re.compile(rf"{_CONTAINER.pattern}[^>]*>")
_HOLDS = {"book": re.compile(r'<div class="?fs-book["> ]'), "games": re.compile(r'<ul class="?[^">]*\bfs-games\b'),
          **{place: re.compile(rf'<fs-table\b[^>]* data-place="?{place}\b') for place in ("page", "side")}}
"""Patterns for content that affects the layout of a page, by the name in `data-holds`. Style rules with `:has()` would be
slower."""
_OURS = re.compile(r'<fs-[a-z]|<[a-z]+ [^>]*\bclass="?(?:[^">]* )?fs-(?:book|games|home|pages|reference|stats)\b')
"""A pattern for Follow Suit's elements that change the layout of a page."""
FRAME = "frame"
"""The value of `data-holds` on pages with Follow Suit's layout."""
_COURSE = '<div class="fs-book fs-lesson">'
_CONTENTS = re.compile(r' data-md-component="toc"')
_PALETTE = re.compile(r' data-md-component="palette"(>.*?)(?=<script>var palette=__md_get)', re.DOTALL)
_ASKS_PALETTE = re.compile(r"""data-md-component\s*=\s*\\?["']?palette""")
_FIRST_IS_SYSTEMS = re.compile(r'>[^<]*<input [^>]*data-md-color-media="\(prefers-color-scheme\)"')
_SYSTEMS = '<script>__md_get("__palette")||__md_set("__palette",{index:0,color:{media:"(prefers-color-scheme)"}})</script>'
"""A script that applies the system's colour scheme on the first visit, if that is the site's first palette."""
_NO_JS = re.compile(r'<html [^>]*class="no-js"')
"""The CSS class in Material and Zensical for pages on which no script has run yet."""
_RUNS = '<script>document.documentElement.className="js js-focus-visible"</script>'
_EARLY = """<script>for(let e of document.querySelectorAll("link[rel=stylesheet]"))\
if(e.getAttribute("href")!=e.href)e.href=e.href</script>"""
_BACK = '<script>addEventListener("popstate",function(e){if(window.followSuitBack)followSuitBack(e)})</script>'
_STAYS = """<script>(function(path){var told
function stays(){if(told==null&&window.location$){told=false;location$.subscribe(function(){told=true})}
return told==false&&location.pathname==path}
addEventListener("click",function({target}){var a=target.closest&&target.closest("a[href]")
if(stays()&&a&&a.hash&&a.href.split("#")[0]==location.href.split("#")[0])a.target=a.target||"_self"},true)
addEventListener("popstate",function(event){if(stays())event.stopImmediatePropagation()})})(location.pathname)</script>"""
"""A script that sets a target on links within the first page, because the theme ignores links with a target.

Until the theme's `location$` has emitted a URL, the page is still the first one.
"""
_RESUME = re.compile(r"<fs-resume\b.*?</fs-resume>", re.DOTALL)
_RESUMES = """<script>(function(element,path){try{for(var key in localStorage){
var found=/^follow-suit:(.*[/]):(last-hand|memory-due|days|courses|puzzles)/.exec(key)
if(found&&path.startsWith(found[1]))element.hidden=false}}catch(e){}})(document.querySelector("fs-resume"),location.pathname)\
</script>"""
"""A script that shows the panel for returning readers before the page is painted, if the browser keeps anything of theirs."""
_BUNDLE = re.compile(r"(?:^|/)javascripts/bundle\.[^/]*$")
_AT_ONCE = "//# allFunctionsCalledOnLoad\n"
_TABLE = re.compile(r"<(script|style|template|textarea)\b.*?</\1\s*>|<table>(?P<rows>.*?)</table>", re.DOTALL)
_INSTANT = re.compile(r'name="generator" content="[^"]*mkdocs-material.*"navigation\.instant"', re.DOTALL)
"""A pattern for pages with Material's instant navigation. Zensical's script doesn't have the defect that `stay_on_page` fixes."""
_CODE = re.compile(r"""(<pre(?: id="?[^">]*"?)?><span></span><code)>""")

TITLE_FONT = "fraunces-latin-600-normal.woff2"
"""The font of titles and large figures, in the same folder as Follow Suit's style sheet."""
_STYLES = re.compile(r'<link rel="?stylesheet"? href="?([^"> ]*/)?follow-suit\.css"?>')

THEME_SCRIPTS = r"assets/javascripts/(?:bundle\.|lunr/|workers/)"
"""A pattern for the paths of the theme's own scripts."""
_DIAGRAM = re.compile(r'<[a-z]+ [^>]*\bclass="?(?:[^">]* )?mermaid[ ">]')
_DRAWN_BY = re.compile(r'"(https://[^"]*mermaid[^"]*)"')
_REPOSITORY = re.compile(r'<a (?=[^>]*\bdata-md-component="?source\b)[^>]*\bhref="?(https://[^">\s]+)')
_FORGES = re.compile(r"https://(?:www\.)?(github)\.com/|https://([^/]*gitlab[^/]*)/", re.IGNORECASE)

Repair = Callable[[str], str]


def dress_text(html: str) -> str:
    """Return a page with the theme's text class on its body if it has none, because the class styles figures."""
    return html if _TEXT in html else _BODY.sub(_dressed, html, count=1)


def reach_signs(html: str) -> str:
    """Return a page whose menu and search icons can be reached with Tab on a phone and have accessible names."""
    return _SIGN.sub(_reached, html)


def skip_to_table(html: str) -> str:
    """Return a page with a skip link to its table, after the theme's own skip link to the text."""
    if f'id="{TABLE}"' not in html:
        return html
    place = ' data-place="side"' if _HOLDS["side"].search(html) else ""
    return _SKIP.sub(rf'\1\n<a href="#{TABLE}" class="md-skip"{place}>{translate(TO_TABLE)}</a>', html, count=1)


def name_search(html: str) -> str:
    """Return a page whose search dialog has an accessible name."""
    return _SEARCH.sub(rf'\1 aria-label="{translate(NAMES["search"])}">', html)


def tell_found(html: str) -> str:
    """Return a page whose search announces the number of results to screen readers; the theme only displays it."""
    return _FOUND.sub(r'\g<0> role="status"', html)


def name_sections(html: str) -> str:
    """Return a page whose navigation sections have accessible names; the theme refers to hidden labels instead."""
    return _SECTION.sub(rf'\1aria-label="{translate(PAGES)}: \3"\2\3\4', html)


def choose_colours(html: str) -> str:
    """Return a page without the theme's palette component, whose script recalculates all styles three times.

    `client/page/light-or-dark.js` replaces it. The component stays if another script of the page refers to it.
    """
    return html if len(_ASKS_PALETTE.findall(html)) > 1 else _PALETTE.sub(_coloured, html, count=1)


def say_what_it_holds(html: str, everywhere: bool = False) -> str:
    """Return a page with `data-holds` on its body, and on the container that the theme's instant navigation replaces.

    Follow Suit's layout applies only to pages with its elements, unless ``everywhere`` is true.
    """
    found = [name for name, mark in _HOLDS.items() if mark.search(html)]
    holds = " ".join([*found, *[FRAME] * (everywhere or holds_ours(html))])
    for whole in (_BODY, _CONTAINER) if holds else ():
        html = whole.sub(rf'\g<0> data-holds="{holds}"', html, count=1)
    return html


def with_ground(html: str, game: str) -> str:
    """Return a page of a game with `data-ground` on its body and its container, which selects the colour of the game's cover."""
    for whole in (_BODY, _CONTAINER) if game else ():
        html = whole.sub(rf'\g<0> data-ground="{game}"', html, count=1)
    return html


def follow_no_steps(html: str) -> str:
    """Return a course's page whose table of contents doesn't follow the scroll position, since only one step is visible.

    The theme's script would force a layout to measure the position of every step.
    """
    return _CONTENTS.sub("", html) if _COURSE in html else html


def in_head(html: str, part: str, again: str) -> str:
    """Return a page with an element in its header, before the search, and with a copy in the part that instant navigation
    replaces.

    ``part`` is the HTML of the element, and ``again`` that of its copy.
    """
    html = _SEARCH_SIGN.sub(lambda sign: part + sign[0], html, count=1)
    return _BEGUN.sub(lambda begun: begun[0] + again, html, count=1)


def say_that_scripts_run(html: str) -> str:
    """Return a page whose first line sets the theme's class for enabled JavaScript.

    The theme's script sets it only after the page has loaded, which recalculates all styles.
    """
    return _BEGIN.sub(rf"\g<0>{_RUNS}", html, count=1) if _NO_JS.search(html) else html


def whole_addresses(html: str) -> str:
    """Return a page that makes the URLs of its style sheets absolute early. Each style sheet in its body is kept only once.

    A script does this at the start of the body and after each style sheet in it. The theme's instant navigation would do it
    later, when setting a URL recalculates all styles.
    """
    head, begin, text = html.partition("<body")
    met: set[str] = set()

    def early(found: re.Match[str]) -> str:
        if found[0] in met:
            return ""
        met.add(found[0])
        return f"{found[0]}{_EARLY}"

    return head + _BEGIN_OR_SHEET.sub(early, begin + text)


def hear_back_first(html: str) -> str:
    """Return a page that handles `popstate` before the theme does, since Back may close a dialog instead of leaving the page.

    Listeners are called in the order of registration, and the theme's script runs before the client.
    """
    return _BEGIN.sub(rf"\g<0>{_BACK}", html, count=1)


def stay_on_page(html: str) -> str:
    """Return a page that the theme doesn't fetch again when the reader first follows a link within it or goes back within it.

    The theme doesn't record the initial page, so it takes the first URL for that of another page. It would replace the content
    with an identical copy, and the reader's input would be lost.
    """
    return _BEGIN.sub(rf"\g<0>{_STAYS}", html, count=1) if _INSTANT.search(html) else html


def show_early(html: str) -> str:
    """Return a page whose panel for returning readers, `fs-resume`, is shown before the first paint, so that nothing moves."""
    return _RESUME.sub(lambda panel: panel[0] + _RESUMES, html, count=1)


def script_waits(html: str) -> str:
    """Return a page that defers the theme's script, unless another script may need it earlier or would run before it.

    If the script runs while the page is parsed, it forces a layout of the entire page. Deferred scripts run in order, so an
    earlier deferred script would run before the theme's script instead of after it.
    """
    scripts = [tag for tag in tags(html, "script") if is_run(tag.attributes)]
    place = next((place for place, tag in enumerate(scripts) if _BUNDLE.search(tag.attributes.get("src", ""))), None)
    if place is None or _waits(scripts[place]) or not all(map(_waits, scripts[place + 1:])):
        return html
    if any(_waits(tag) and "async" not in tag.attributes for tag in scripts[:place]):
        return html
    begin = scripts[place].begin + len("<script")
    return f"{html[:begin]} defer{html[begin:]}"


def box_tables(html: str) -> str:
    """Return a page in which each table in the text is wrapped in an element with the number of columns as an attribute, for
    style rules.

    Otherwise the theme's script would wrap each table in a scrolling element later, which recalculates the styles around it.
    """
    return _TABLE.sub(_boxed, html)


def reach_code(html: str) -> str:
    """Return a page whose code blocks are focusable, so that wide ones can be scrolled with the keyboard."""
    return _CODE.sub(r'\1 tabindex="0">', html)


def preload_title_font(html: str) -> str:
    """Return a page that requests the font of its titles before its styles, so that titles never change their font."""
    return _STYLES.sub(rf'<link rel="preload" href="\1{TITLE_FONT}" as="font" type="font/woff2" crossorigin>\g<0>', html, count=1)


OF_TEMPLATES: tuple[Repair, ...] = (dress_text, reach_signs, name_search, tell_found, name_sections, choose_colours,
                                    say_that_scripts_run, stay_on_page)
OF_PAGES: tuple[Repair, ...] = (whole_addresses, script_waits, box_tables, reach_code)
"""Fixes for finished pages, applied after other plugins and hooks."""
FOR_OURS = (dress_text, box_tables)
"""Fixes that only pages with Follow Suit's elements need."""
REPAIRS = (*OF_TEMPLATES, *OF_PAGES)
"""All fixes for defects in themes."""


def mend(html: str) -> str:
    """Return a page with the defects in the theme's templates fixed, and with a skip link to its table."""
    for repair in (*_needed(OF_TEMPLATES, holds_ours(html)), skip_to_table, follow_no_steps, hear_back_first, show_early):
        html = repair(html)
    return html


def mend_whole(html: str, everywhere: bool = False) -> str:
    """Return a finished page with the fixes that need the complete page, and with `data-holds`.

    If ``everywhere`` is true, all pages get Follow Suit's layout; otherwise only those with its elements do.
    """
    ours = everywhere or holds_ours(html)
    for repair in (*_needed(OF_PAGES, ours), *[preload_title_font] * ours):
        html = repair(html)
    return say_what_it_holds(html, everywhere)


def holds_ours(html: str) -> bool:
    """Return whether a page contains Follow Suit elements that change its layout."""
    return _OURS.search(html) is not None


def theme_script(site: Path) -> str:
    """Return the text of the theme's script in a built site, or an empty string."""
    return "".join(file.read_text(encoding="utf-8") for file in (site / "assets" / "javascripts").glob("bundle.*.js"))


def theme_requests(html: str, script: str) -> Iterator[tuple[str, str]]:
    """Yield the URLs on other hosts that the theme's script requests on a page, each with the directive of the content security
    policy that must allow it.

    The script loads Mermaid on pages with diagrams, and requests the number of stars from the repository's host.
    """
    if _DIAGRAM.search(html) and (found := _DRAWN_BY.search(script)):
        yield "script-src", found[1]
    for address in _REPOSITORY.findall(html) if script else ():
        if forge := _FORGES.match(address):
            yield "connect-src", "https://api.github.com" if forge[1] else f"https://{forge[2]}"


def compile_at_once(site: Path) -> None:
    """Add a comment to the theme's script that makes browsers compile all its functions eagerly, in the background.

    Otherwise each function is parsed twice, since nearly all are called immediately.
    """
    for script in (site / "assets" / "javascripts").glob("bundle.*.js"):
        text = script.read_text(encoding="utf-8")
        script.write_text(_AT_ONCE + text.removeprefix(_AT_ONCE), encoding="utf-8")


def _reached(sign: re.Match[str]) -> str:
    name = "" if _NAMED in sign[3] else f'<span class="fs-unseen">{translate(NAMES[sign[2]])}</span>'
    return f'{sign[1]} tabindex="0">{name}{sign[3]}'


def _coloured(palette: re.Match[str]) -> str:
    return f" data-fs-palette{palette[1]}{_SYSTEMS if _FIRST_IS_SYSTEMS.match(palette[1]) else ''}"


def _needed(repairs: Sequence[Repair], ours: bool) -> list[Repair]:
    return [each for each in repairs if ours or each not in FOR_OURS]


def _waits(script: Tag) -> bool:
    """Return whether a script is deferred or asynchronous."""
    return not {"defer", "async"}.isdisjoint(script.attributes) or script.attributes.get("type", "").lower() == "module"


def _boxed(table: re.Match[str]) -> str:
    if table["rows"] is None:
        return table[0]
    columns = len(re.findall(r"<th[\s>]", table["rows"].partition("</tr>")[0]))
    width = "many" if columns > 5 else "some" if columns > 3 else "few"
    return f'<div class="fs-columns" data-columns="{width}">{table[0]}</div>'


def _dressed(body: re.Match[str]) -> str:
    tag, found = _CLASSES.subn(rf' class="\1 {_TEXT}', body[0])
    return tag if found else f'{tag} class="{_TEXT}"'
