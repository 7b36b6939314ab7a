"""The steps after a build by a generator without plugins: `followsuit assets`.

They write the files for figures, the table and Python into the site, and make the same additions to its pages as the MkDocs
plugin, such as styles and scripts. Pages that have already been finished aren't changed.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from posixpath import dirname

from rules_engine.core.model.errors import Problem
from rules_engine.site.fences.course_head import course_lengths
from rules_engine.site.fences.puzzles.puzzle_pages import puzzle_styles
from rules_engine.site.files.assemble import Log, below_folder, notices
from rules_engine.site.files.assets import FOLDER, SCRIPT, SERVICE_WORKER, STYLES
from rules_engine.site.files.built import built_pages, write_page
from rules_engine.site.files.offline import APPLE_ICON, MANIFEST, service_worker, web_app_manifest, with_head
from rules_engine.site.model.addresses import address_of, front_matter, root_of, seen_from
from rules_engine.site.model.page_contents import problem
from rules_engine.site.model.painter import PICTURES
from rules_engine.site.pages.directions import ENGLISH, with_languages
from rules_engine.site.pages.game_nav import GameTabs
from rules_engine.site.pages.language_switch import editions, with_switch
from rules_engine.site.pages.not_found import NOT_FOUND, with_ways_on
from rules_engine.site.pages.rail import with_game_frame
from rules_engine.site.pages.search import add_to_zensicals
from rules_engine.site.pages.site_menu import SiteMenu, with_menu
from rules_engine.site.pages.theme_patches import compile_at_once, holds_ours, mend, mend_whole, with_ground
from rules_engine.site.previews.puzzle_page import is_puzzle_page
from rules_engine.site.previews.site_previews import SITEMAP, SitePreviews
from rules_engine.site.runtime import RuntimeFile
from rules_engine.site.serving.policy import put_policy
from rules_engine.site.zensical.render import Rendered
from rules_engine.text.locale import use_language

BUILD_AGAIN = "run `zensical build --clean`, and then this again"
_OURS = re.compile(rf'"[^"<>]*?{FOLDER}/([^"<>#?]+)')
"""A pattern for the URLs on a page of files below `assets/followsuit/`."""
_FINISHED = re.compile(rf'<script type="module" src="[^"]*{FOLDER}/page-[^"]*">')
_TITLE = re.compile(r"(<title>).*?( - [^<]*</title>)", re.DOTALL)
"""A pattern for the title of a page, which is replaced by its heading, because a menu title such as "Rules" is too vague in a
browser tab."""
_ARTICLE = re.compile(r"<article\b.*?</article>", re.DOTALL)
_STYLES = re.compile(r'<link rel="stylesheet" href="([^"]*)"[^>]*>')


def faults(built: Path, rendered: Rendered, made: Sequence[RuntimeFile]) -> list[Problem]:
    """Return a problem for each mismatch between a built site and the rendered pages and files.

    With any mismatch, the site must not be finished.
    """
    files, settings = {*rendered.files, *(each.path for each in made)}, rendered.open.site.settings
    known = files | {dirname(file) for file in files} | {MANIFEST.removeprefix(below_folder(""))}
    pages = {built / _file_of(rendered, page): page for page in rendered.open.pages}
    found = [problem(settings.known_as(file), None, f"the page of {page} is missing", BUILD_AGAIN)
             for file, page in pages.items() if not file.is_file()]
    for file, html in built_pages(built):
        if {each for each in _OURS.findall(html) if not each.startswith(f"{PICTURES}/")} - known:
            what = f"of {pages[file]} or of its examples" if file in pages else "of the site"
            found.append(problem(settings.known_as(file), None, f"it was built of another state {what}", BUILD_AGAIN))
    return found


def finish(built: Path, rendered: Rendered, made: Sequence[RuntimeFile], log: Log) -> int:
    """Finish a built site, and return the number of pages finished.

    ``made`` are the files of `assemble_files`, and ``log`` receives messages for the author.
    """
    site, settings = rendered.open.site, rendered.open.site.settings
    shutil.rmtree(built / FOLDER, ignore_errors=True)
    ours = {Path(each.path).name: below_folder(each.path) for each in made}
    written = {below_folder(each.path): each.read() for each in made}
    written |= {below_folder(path): content for path, content in rendered.files.items()} | notices(settings.root)
    if settings.offline:
        icons = dirname(ours[APPLE_ICON])
        written[MANIFEST] = web_app_manifest(site.name, site.description, site.language, icons, site.folders)
    for path, content in written.items():
        (built / path).parent.mkdir(parents=True, exist_ok=True)
        (built / path).write_bytes(content)
    previews = _previews(rendered, ours) if rendered.open.book.painter else None
    pages = [*_finished(built, rendered, ours, previews)]
    for file, html in pages:
        write_page(file, html)
    seldom = _publish(previews, built) if previews else []
    if settings.search:
        add_to_zensicals(built, rendered.open.search)
    for line in put_policy(built, settings.policy, _pages(built)):
        log.info("%s", line)
    compile_at_once(built)
    if settings.offline:
        (built / SERVICE_WORKER).write_bytes(service_worker(
            built, dirname(ours[SCRIPT]), {}, rendered.open.book.languages, site.folders, frozenset(seldom)))
    return len(pages)


def _previews(rendered: Rendered, ours: Mapping[str, str]) -> SitePreviews:
    """Return the link previews of a site."""
    site, opened, styles = rendered.open.site, rendered.open, below_folder(puzzle_styles(rendered.files))
    return SitePreviews(opened.book, site.name, site.url, site.language, site.description or "", opened.url_of,
                        lambda page: rendered.titles.get(page, page), [ours[STYLES], styles],
                        f"{dirname(ours[APPLE_ICON])}/sign.svg", site.settings.policy is not False)


def _publish(previews: SitePreviews, built: Path) -> list[str]:
    """Write the pictures and the pages of puzzles into a built site, and complete its sitemap. Return the pages' paths."""
    pages = {f"{url}index.html" if url.endswith("/") else url: html for url, html in previews.puzzle_files()}
    files = {path: html.encode() for path, html in pages.items()} | previews.pictures()
    if (built / SITEMAP).is_file():
        files[SITEMAP] = previews.in_sitemap((built / SITEMAP).read_text(encoding="utf-8")).encode()
    for path, content in files.items():
        (built / path).parent.mkdir(parents=True, exist_ok=True)
        (built / path).write_bytes(content)
    return [*pages]


def _pages(built: Path) -> list[Path]:
    """Return the pages with the client's script. Other `.html` files belong to the author."""
    return [file for file in built.rglob("*.html") if _FINISHED.search(file.read_text(encoding="utf-8", errors="replace"))]


def _finished(built: Path, rendered: Rendered, ours: Mapping[str, str],
              previews: SitePreviews | None) -> Iterator[tuple[Path, str]]:
    """Yield the file and the finished HTML of each unfinished page, except redirects and the pages of puzzles."""
    pages = {_file_of(rendered, page): page for page in rendered.open.pages}
    book = rendered.open.book
    codes = ("", *book.languages)
    games: Mapping[str, Sequence[GameTabs]] = {code: rendered.games(code) for code in codes}
    menus: Mapping[str, SiteMenu] = {code: rendered.menu(code) for code in codes}
    lengths = course_lengths(book.courses)
    root = root_of(rendered.open.site.url)
    for file, html in built_pages(built):
        path = file.relative_to(built).as_posix()
        if _FINISHED.search(html) or "</body>" not in html or is_puzzle_page(html):
            continue
        page = pages.get(path, "")
        code = book.edition(page)[0]
        with use_language(book.languages.get(code)):
            if path == NOT_FOUND:
                html = with_ways_on(html, book, root, rendered.open.site.folders, rendered.open.site.language)
                html = with_menu(html, menus[""], lambda url: f"{root}{url}")
            html = _loaded(mend(html), path, rendered, ours)
            if any(link.page == page for game in games[code] for link in game.pages):
                html = _called(html, rendered.titles[page])
            if page:
                html = with_menu(html, menus[code], partial(seen_from, address_of(page, rendered.open.site.folders)))
            html = with_game_frame(html, page, games[code], menus[code].entries, lengths, page in rendered.contents)
        html = with_ground(html, book.game_of(page))
        if page and book.languages:
            others = editions(book, page, rendered.open.site.language, rendered.open.site.folders)
            html = with_switch(html, others)
        html = with_languages(html, code or ENGLISH, rendered.open.site.language)
        is_ours = bool(page) and (rendered.open.site.settings.frame or holds_ours(html) or book.is_of_games(page))
        if previews and is_ours:
            content = found[0] if (found := _ARTICLE.search(html)) else ""
            html = previews.tagged(html, page, front_matter(rendered.open.text(page))[0], content)
        if page and rendered.open.site.settings.offline:
            html = with_head(html, path, dirname(ours[APPLE_ICON]), is_ours)
        yield file, mend_whole(html, rendered.open.site.settings.frame)


def _called(html: str, title: str) -> str:
    return _TITLE.sub(lambda tab: f"{tab[1]}{title}{tab[2]}", html, count=1)


def _loaded(html: str, path: str, rendered: Rendered, ours: Mapping[str, str]) -> str:
    """Return a page with the client's script and styles. The author's styles come later, so that they can override these."""
    root = root_of(rendered.open.site.url)  # the 404 page is shown at any URL, so it needs absolute paths
    styles, script = (f"{root}{ours[name]}" if path == NOT_FOUND else seen_from(path, ours[name]) for name in (STYLES, SCRIPT))
    authors = tuple(str(each) for each in rendered.open.site.styles)
    place = next((link.start() for link in _STYLES.finditer(html) if authors and link[1].split("?")[0].endswith(authors)),
                 html.index("</head>"))
    html = f'{html[:place]}<link rel="stylesheet" href="{styles}">{html[place:]}'
    before, end, after = html.rpartition("</body>")
    return f'{before}<script type="module" src="{script}"></script>{end}{after}'


def _file_of(rendered: Rendered, page: str) -> str:
    """Return the path of a page's file in a built site."""
    url = (rendered.open.url_of(page) or "").removeprefix("./")
    return f"{url}index.html" if not url or url.endswith("/") else url
