"""The MkDocs plugin: opens the fences, fails the build for what is wrong before a page is written, adds figures and table.

It only passes things on; what is checked stands in `checks`, what a fence becomes in `fences`, what is added in `assets`.
"""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from posixpath import dirname
from typing import TYPE_CHECKING, Any

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url
from mkdocs.utils.meta import get_data

from rules_engine import __version__
from rules_engine.authoring.npm import INSTALL_RUNTIME, RUNTIME
from rules_engine.games import known_games, make_game
from rules_engine.site.around import name_in_full, with_pages_row
from rules_engine.site.assets import FOLDER, PACKAGE, SCRIPT, SERVICE_WORKER, STYLES, faces_folder, site_files
from rules_engine.site.building import Whole
from rules_engine.site.checks import (
    GENERAL_PAGE,
    Book,
    PageContents,
    overview_page,
    play_page,
    puzzles_page,
    usual_page,
)
from rules_engine.site.config import FollowSuitConfig
from rules_engine.site.fences import Fences
from rules_engine.site.offline import APPLE_ICON, MANIFEST, head, service_worker, web_app_manifest, with_digest
from rules_engine.site.runtime import GamesNotShipped, RuntimeFile, RuntimeFilesError, Source, source
from rules_engine.site.search import SCRIPT as SEARCH_SCRIPT
from rules_engine.site.search import THEMES_OWN, Search, searched_by, without_words
from rules_engine.site.theme import mend
from rules_engine.view.links import Links
from rules_engine.view.tiles import Listed

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

log = get_plugin_logger("followsuit")

NO_NODE = (
    "Node.js isn't there, so the site ships Python as Pyodide has it: everything works, but each start takes "
    f"several times as long. For the fast start run `{INSTALL_RUNTIME}`, or install Node.js 20 or newer."
)
OTHER_ENGINE = (
    f"{RUNTIME} holds a snapshot of followsuit {__version__} as it was released, and yours differs from that, so the site ships "
    "Python as Pyodide has it: everything works, but each start takes several times as long. Install Node.js 20 or newer, which "
    "makes a snapshot of yours, or `pip install` the two wheels that `make wheels` makes of it."
)
LOADED = (
    f"Python for readers comes from {RUNTIME}; the games are loaded into its snapshot of the engine. With Node.js 20 or newer "
    "they are part of the snapshot, which starts a little faster."
)
LATE = "The snapshot hasn't all that the games import, so readers fetch Python's whole library with it: %s"
SUPERFENCES, ATTRIBUTES = "pymdownx.superfences", "attr_list"
NOTICES = "THIRD-PARTY-NOTICES.md"
PUBLISHED_NOTICES = "third-party-notices.txt"
"""What the site ships of others, beside mkdocs.yml: published with the site where it is there."""


class FollowSuitPlugin(BasePlugin[FollowSuitConfig]):  # type: ignore[no-untyped-call]
    """The plugin `followsuit`."""

    def __init__(self) -> None:
        self.fences = Fences()
        self.book = Book({}, (), {})
        self.lacking: list[str] = []
        self.search: Search | None = None
        self.building = Whole()
        self.queries: dict[str, str] = {}
        self.page = self.icons = self.faces = ""

    def on_config(self, config: MkDocsConfig) -> None:
        """Open our fences beside those of the author, and let headings have ids."""
        extensions: list[Any] = config.markdown_extensions
        extensions += [needed for needed in (SUPERFENCES, ATTRIBUTES) if needed not in extensions]
        extensions.append(self.fences)
        settings = config.mdx_configs.setdefault(SUPERFENCES, {})
        settings["custom_fences"] = [*settings.get("custom_fences", []), *self.fences.custom_fences()]

    @event_priority(-75)  # after the plugins that make pages
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Look at the scenarios, and add the files of figures and table."""
        self.book = self._open_book(config, files)
        self.fences.files.clear()
        self.lacking = []
        self.search = self.building.search() if self.config.search and _has_search(config) else None
        self.building.begin(files)
        try:
            added = self.building.runtime(lambda: self._site_files(config))
        except GamesNotShipped as error:
            self.lacking = [each.told() for each in self.book.not_shipped(error.reasons)]
            return files
        except RuntimeFilesError as error:
            self.lacking = [str(error)]
            return files
        for each in added:
            files.append(_as_file(each, config))
        self.faces = faces_folder(added)
        if self.search:
            for file in [each for each in files if THEMES_OWN.match(each.src_uri)]:
                files.remove(file)
        self._load_on_every_page({Path(each.path).name: f"{FOLDER}/{each.path}" for each in added}, config, files)
        notices = Path(_root(config)) / NOTICES
        if notices.is_file():
            files.append(File.generated(config, PUBLISHED_NOTICES, content=notices.read_bytes()))
        return files

    def _load_on_every_page(self, ours: dict[str, str], config: MkDocsConfig, files: Files) -> None:
        """The client; and files that the author loads get an address that changes with them, as ours have."""
        loaded = [*config.extra_css, *map(str, config.extra_javascript)]
        found = {path: file for path in loaded if (file := files.get_file_from_path(path)) is not None}
        self.queries = {path: with_digest(path, file.content_bytes) for path, file in found.items()}
        config.extra_css = [ours[STYLES], *(self.queries.get(path, path) for path in config.extra_css)]
        for number, script in enumerate(config.extra_javascript):
            if isinstance(script, ExtraScriptValue):
                script.path = self.queries.get(script.path, script.path)
            else:
                config.extra_javascript[number] = self.queries.get(script, script)
        client = ExtraScriptValue(ours[SCRIPT])
        client.type = "module"
        config.extra_javascript.append(client)
        self.page, self.icons = dirname(ours[SCRIPT]), dirname(ours[APPLE_ICON])
        if self.config.offline:
            manifest = web_app_manifest(config.site_name, config.site_description, config.theme.get("language", "en"), self.icons)
            files.append(File.generated(config, MANIFEST, content=manifest))

    def _site_files(self, config: MkDocsConfig) -> list[RuntimeFile]:
        node = self.building.node()
        games, cache = self.book.games, Path(_root(config)) / self.config.cache
        log.info("Games for readers to play: %s", ", ".join(f"{game} ({known_games()[game]})" for game in games) or "none")
        found = source(Path(self.config.pyodide), Path(self.config.idiomorph), node)
        found = found if node else _that_fits(found)
        made = site_files(games, found, node, cache, self.building.hurried)
        if found.prepared and not node and (late := found.prepared.lacks(PACKAGE, games)):
            log.info(LATE, ", ".join(late))
        return made

    def _open_book(self, config: MkDocsConfig, files: Files) -> Book:
        games = {game: page or usual_page(game, files.src_uris) for game, page in self.config.games.items()}
        quizzes_for = self.config.quizzes_for
        examples = Path(self.config.examples)
        return Book(
            games=games,
            taglines={game: _tagline(files.get_file_from_path(overview_page(game)) or files.get_file_from_path(page))
                      for game, page in games.items()},
            quizzes_for=games if quizzes_for is None else quizzes_for,
            scenarios=self.building.scenarios(examples, games, _known_as(examples, config),
                                              Path(_root(config)) / self.config.cache / "proofs.json"),
            examples=examples,
            docs=_known_as(Path(config.docs_dir), config),
            pages=self.building.pages(),
            peek=self.building.peek(),
        )

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """The menu needs the titles of all pages, also of those that won't render now."""
        del files
        self.building.entitle(nav, config)

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Tell the fences which page they are in: superfences won't."""
        del markdown

        def address(path: str) -> str:
            return get_relative_url(f"{FOLDER}/{path}", page.url)

        def links(game: str) -> Links:
            rules, general = (self._url(each, page, files) for each in (self.book.rules_page(game), GENERAL_PAGE))
            return Links(rules, general, get_relative_url(self.faces, page.url))

        def listed(game: str) -> Listed:
            overview, play = (self._url(each, page, files) for each in (overview_page(game), play_page(game)))
            rules, _, faces = links(game)
            return Listed(make_game(game), self.book.taglines[game], overview, rules, play, faces)

        def puzzles(game: str) -> str:
            return self._url(puzzles_page(game), page, files)

        here = self.book.pages[page.file.src_uri] = PageContents(_path(page.file, config))
        self.fences.open_page(self.book, here, page.file.content_string, links, address, listed, puzzles)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Note what readers search for and what the page is called by itself; lay the page's one table beside its text."""
        del config, files
        name_in_full(page, self.book.games)
        if self.search is None:
            return self.fences.book_page(without_words(html))
        wish = page.meta.get("search") or {}
        return self.fences.book_page(self.search.take(html, page.url.removeprefix("./"), str(page.title), wish))

    def _url(self, target: str, page: Page, files: Files) -> str:
        file = files.get_file_from_path(target)
        return "" if file is None or file is page.file else get_relative_url(file.url, page.url)

    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """Fail once with every problem: here all pages have rendered, and nothing is written yet. Then date the pages."""
        self.building.dress(env)
        whole = all(file.src_uri in self.book.pages for file in files.documentation_pages())
        self.building.conclude(self.book.problems(whole), self.lacking)
        if whole:
            self._tell("Scenario files that no page shows", self.book.never_shown())
            self._tell("Rules whose section shows nothing", self.book.bare_rules())
        for path, content in self.fences.files.items():
            files.append(File.generated(config, f"{FOLDER}/{path}", content=content))
        if "SOURCE_DATE_EPOCH" not in os.environ:
            _date_by_sources(files, _last_change(Path(_root(config))))

    def _tell(self, what: str, found: list[str]) -> None:
        if found:
            log.info("%s: %s", what, ", ".join(found))

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Mend what the theme leaves unnamed, say what stands beside the page, and tell phones that the site can be kept."""
        del config
        output = with_pages_row(self._mended(output), page, self.book.games)
        if not self.config.offline:
            return output
        lines = head(get_relative_url(MANIFEST, page.url), get_relative_url(self.icons, page.url))
        return output.replace("</head>", f"{lines}</head>", 1)

    def on_post_template(self, output: str, *, template_name: str, config: MkDocsConfig) -> str:
        """The page for what isn't there is a page too."""
        del config
        return self._mended(output) if template_name.endswith(".html") else output

    def _mended(self, output: str) -> str:
        output = mend(output)
        return searched_by(output, f"{self.page}/{SEARCH_SCRIPT}") if self.search else output

    @event_priority(-100)  # after everything that writes files
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write what readers search, and the service worker, which lists all that was written."""
        site = Path(config.site_dir)
        if self.search:
            self.search.write(site)
        if self.config.offline:
            (site / SERVICE_WORKER).write_bytes(service_worker(site, self.page, self.queries))

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> None:
        """Build again when a scenario or the client changes. (Games and rules are loaded once.)"""
        del config, builder
        for folder in (Path(self.config.examples), PACKAGE):
            if folder.is_dir():
                server.watch(str(folder))


def _that_fits(found: Source) -> Source:
    """Without Node: the source with its snapshot only if that is of this engine. It is told how the site will start."""
    if found.prepared is None:
        log.info(NO_NODE)
    elif found.prepared.fits(PACKAGE):
        log.info(LOADED)
    else:
        log.warning(OTHER_ENGINE)
        return found._replace(prepared=None)
    return found


def _has_search(config: MkDocsConfig) -> bool:
    return any(name in config.plugins for name in ("material/search", "search"))


def _tagline(overview: File | None) -> str:
    """A line on a game, from the metadata of its overview, or of its one page."""
    if overview is None:
        return ""
    _, about = get_data(overview.content_string)
    return str(about.get("tagline", about.get("description", "")))


def _path(file: File, config: MkDocsConfig) -> str:
    return _known_as(Path(file.abs_src_path), config) if file.abs_src_path else file.src_uri


def _as_file(made: RuntimeFile, config: MkDocsConfig) -> File:
    path = f"{FOLDER}/{made.path}"
    if made.source is not None:
        return File.generated(config, path, abs_src_path=str(made.source))
    return File.generated(config, path, content=made.read())


def _root(config: MkDocsConfig) -> str:
    return str(Path(config.config_file_path).resolve().parent) if config.config_file_path else str(Path.cwd())


def _known_as(path: Path, config: MkDocsConfig) -> str:
    """A path as people write it: from the folder of mkdocs.yml, if it is below."""
    path, root = path.resolve(), Path(_root(config))
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


def _date_by_sources(files: Files, date: str) -> None:
    """Date the pages by their sources, not by the clock: the same sources give the same bytes."""
    for file in files.documentation_pages():
        if file.page is not None:
            file.page.update_date = date


def _last_change(folder: Path) -> str:
    """The day of the folder's last commit; where there is none, a day that never changes."""
    asked = ["git", "-C", str(folder), "log", "-1", "--format=%ct", "--", "."]
    try:
        seconds = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        seconds = ""
    return datetime.fromtimestamp(int(seconds or 315532800), UTC).strftime("%Y-%m-%d")
