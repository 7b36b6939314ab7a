"""The MkDocs plugin: renders the fences, fails the build before a page is written if there are problems, and adds the files for
figures and the table.

It delegates the work: `site_model` checks, `fences` renders, and `assemble` adds files. Other generators use the Markdown
extension in `zensical.extension` and the commands instead.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from posixpath import dirname
from typing import TYPE_CHECKING, Any, Literal

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from rules_engine.authoring.translations.catalogues import InvalidCatalogue
from rules_engine.site.fences.build_session import open_book, open_page
from rules_engine.site.fences.course_head import course_lengths
from rules_engine.site.fences.fences import FenceExtension
from rules_engine.site.fences.page_context import as_json, put_file
from rules_engine.site.fences.puzzles.puzzle_pages import puzzle_styles
from rules_engine.site.files.assemble import assemble_files, notices
from rules_engine.site.files.assets import (
    CLIENT,
    FOLDER,
    PACKAGE,
    PARENT_SCRIPT,
    SCRIPT,
    SERVICE_WORKER,
    STYLES,
    faces_folder,
    minified,
)
from rules_engine.site.files.offline import APPLE_ICON, MANIFEST, service_worker, web_app_manifest, with_digest, with_head
from rules_engine.site.mkdocs.building import FullBuild
from rules_engine.site.mkdocs.config import FollowSuitConfig
from rules_engine.site.mkdocs.generated_files import GeneratedFiles
from rules_engine.site.mkdocs.navigation import edition_menu, menu_entries, parent_section, sections_of
from rules_engine.site.mkdocs.page_dates import last_change, set_dates
from rules_engine.site.mkdocs.theme_language import ThemeLanguage, theme_language
from rules_engine.site.model.addresses import NOT_TEXT, PageAddress, embed_folder, root_of, seen_from
from rules_engine.site.model.languages import SiteLanguage
from rules_engine.site.model.settings import NAME, Settings, SettingsError, is_versioned
from rules_engine.site.model.site_model import SiteModel
from rules_engine.site.pages.directions import ENGLISH, with_languages
from rules_engine.site.pages.embedding import (
    EMBED_SCRIPT,
    IN_A_THEME,
    EmbeddingSite,
    FullPage,
    can_embed,
    embed_files,
    oembed_link,
)
from rules_engine.site.pages.game_nav import MIN_HEADINGS, GameTabs, games_in, of_a_game
from rules_engine.site.pages.language_switch import editions, with_switch
from rules_engine.site.pages.not_found import NOT_FOUND, with_ways_on
from rules_engine.site.pages.rail import with_game_frame
from rules_engine.site.pages.search import SCRIPT as SEARCH_SCRIPT
from rules_engine.site.pages.search import THEMES_OWN, SearchIndex, searched_by, without_words
from rules_engine.site.pages.site_menu import SiteMenu, footer_columns, site_menu, with_menu
from rules_engine.site.pages.theme_patches import compile_at_once, holds_ours, mend, mend_whole, with_ground
from rules_engine.site.previews.site_previews import SITEMAP, SitePreviews, painter_of
from rules_engine.site.runtime import GamesNotShipped, RuntimeFilesError
from rules_engine.site.serving.policy import frame_policy, put_policy
from rules_engine.text.locale import use_language

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.toc import AnchorLink
    from mkdocs.utils.templates import TemplateContext

log = get_plugin_logger(NAME)
OEMBED = "followsuit_oembed"
"""The key in a page's metadata for the link to the description of its only figure."""


class FollowSuitPlugin(BasePlugin[FollowSuitConfig]):  # type: ignore[no-untyped-call]
    """The plugin `followsuit`."""

    nav: Navigation

    def __init__(self) -> None:
        self.fences = FenceExtension()
        self.book = SiteModel({}, (), {})
        self.lacking: list[str] = []
        self.search: SearchIndex | None = None
        self.building = FullBuild()
        self.queries: dict[str, str] = {}
        self.page_files: list[Path] = []
        self.embeds: dict[str, bytes] = {}
        self.embedding: EmbeddingSite | None = None
        self.menus: dict[str, SiteMenu] = {}
        self.game_pages: dict[str, list[GameTabs]] = {}
        self.page = self.icons = self.styles = self.faces = ""
        self.serving = False
        self.generated = GeneratedFiles()
        self.previews: SitePreviews | None = None
        self.puzzle_files: list[str] = []

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Record whether the command is ``serve``."""
        del dirty
        self.serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> None:
        """Add the fence extension to the author's Markdown extensions."""
        self.theme_language = ThemeLanguage(config)
        extensions: list[Any] = config.markdown_extensions
        extensions[:] = [*(each for each in extensions if each != NAME), self.fences]

    @event_priority(-75)  # after the plugins that generate pages
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Create the model of the site, and add the files for figures, the table and the runtime."""
        self.settings = Settings(Path(_root(config)), Path(config.docs_dir).resolve(), versioned=is_versioned(config.extra),
                                 **dict(self.config))

        def text_of(page: str) -> str | None:
            return _text(files.get_file_from_path(page))

        try:
            wanted = [file.src_uri for file in files if file.inclusion != InclusionLevel.EXCLUDED]
            self.book = open_book(self.settings, wanted, text_of, self.building)
            self.book.name = config.site_name
            self.book.painter = painter_of(self.settings, self.book.made)
        except InvalidCatalogue as error:
            raise PluginError(str(error)) from error
        self.fences.files.clear()
        self.lacking, self.page_files, self.puzzle_files, self.previews, self.embeds = [], [], [], None, {}
        self.search = self.building.search() if self.config.search and _has_materials_search(config, files) else None
        if self.search:
            self.search.cache = self.book.made
        self.building.begin(files)
        try:
            added = self.building.runtime(lambda: assemble_files(self.settings, self.building.node(), log, self.building.hurried))
        except GamesNotShipped as error:
            self.lacking = [each.told() for each in self.book.not_shipped(error.reasons)]
            return files
        except RuntimeFilesError as error:
            self.lacking = [str(error)]
            return files
        for each in added:
            files.append(self.generated.runtime_file(each, config))
        self.faces = faces_folder(added)
        if self.search:
            for file in [each for each in files if THEMES_OWN.match(each.src_uri)]:
                files.remove(file)
        self._load_on_every_page({Path(each.path).name: f"{FOLDER}/{each.path}" for each in added}, config, files)
        for path, content in notices(self.settings.root).items():
            files.append(self.generated.file(path, content, config))
        return files

    def on_shutdown(self) -> None:
        """End the painter's processes, and remove the temporary folder."""
        if self.book.painter:
            self.book.painter.close()
        self.generated.close()

    def _load_on_every_page(self, ours: dict[str, str], config: MkDocsConfig, files: Files) -> None:
        """Add the client's scripts and styles to every page, and add digests to the URLs of the author's scripts and styles."""
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
        self.page, self.icons, self.styles = dirname(ours[SCRIPT]), dirname(ours[APPLE_ICON]), ours[STYLES]
        self.embedding = self._embedding(config, ours[STYLES])
        if self.config.offline:
            manifest = web_app_manifest(config.site_name, config.site_description, self.theme_language.code, self.icons,
                                        config.use_directory_urls)
            files.append(self.generated.file(MANIFEST, manifest, config))

    def _embedding(self, config: MkDocsConfig, styles: str) -> EmbeddingSite | None:
        """Return the common parts of the pages for frames, or None if the site has none."""
        if not self.config.embed or self.building.hurried:
            return None
        own = put_file(self.fences.files, "embed/", (CLIENT / "styles" / "embed.css").read_bytes(), "css")
        self.embeds[EMBED_SCRIPT] = minified(PARENT_SCRIPT)
        policy = frame_policy() if self.settings.policy is not False else ""
        return EmbeddingSite(config.site_name, config.site_url or "", self.page,
                             [styles, f"{FOLDER}/{own}", *(each for each in config.extra_css if each != styles)], policy)

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Read the titles of pages that won't render in this build, since the menu needs them."""
        del files
        self.building.entitle(nav, config)
        self.nav = nav

    def _read_menus(self, files: Files) -> None:
        """Read the menu of each language; by now, all pages have titles."""
        nav, rules = self.nav, self.book.rules_pages()
        for code in ("", *self.book.languages):
            parts = [*sections_of(edition_menu(nav, code, self.book).items)]
            self.game_pages[code] = [game for part in parts for game in games_in(part, rules)]
            self.menus[code] = self._site_menu(nav, code, files)

    def _site_menu(self, nav: Navigation, code: str, files: Files) -> SiteMenu:
        def url_of(page: str) -> str | None:
            found = files.get_file_from_path(page)
            return None if found is None else found.url

        entries = menu_entries(edition_menu(nav, code, self.book))
        try:
            return site_menu(entries, footer_columns(self.settings.footer), url_of, code, self.book.languages)
        except SettingsError as error:
            raise PluginError(str(error)) from error

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Pass the current page to the fence extension, since superfences doesn't provide it."""
        del markdown
        self._use_language(page, config)

        def url_of(target: str) -> str | None:
            found = files.get_file_from_path(target)
            return None if found is None else found.url

        here = PageAddress(page.file.src_uri, page.url, page.meta)
        open_page(self.fences, self.book, here, self._path(page.file), page.file.content_string, url_of, self.faces,
                  self.embedding is not None)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Add the page to the search index, set its title if necessary, and put its table next to its text."""
        del config, files
        heading = next(iter(page.toc), None)
        if heading is not None and of_a_game(parent_section(page), self.book.rules_pages()):
            page.meta.setdefault("title", heading.title)  # the menu's title, such as "Rules", is too vague
        self._embed(page)
        if self.search is None:
            return self.fences.book_page(without_words(html))
        wish, code = page.meta.get("search") or {}, self.fences.page.code
        page.meta["search"] = {**wish, "exclude": True}    # exclude the page from the theme's index, which ours replaces
        return self.fences.book_page(self.search.take(html, page.url.removeprefix("./"), str(page.title), wish, code))

    def _embed(self, page: Page) -> None:
        """Add the pages that show a figure of this page alone. A course's figures depend on their step, so they have none."""
        context, language = self.fences.page, self._language(page)
        shown = [figure for figure in self.fences.shown if can_embed(figure)]
        if self.embedding is None or context.contents.course is not None or not shown:
            return
        full = FullPage(page.url, language.code if language else ENGLISH)
        if language:
            client, engine = (put_file(self.fences.files, f"words/{name}{language.code}-", as_json(dict(words)))
                              for name, words in (("client-", language.client), ("", language.engine)))
            full = full._replace(client_words=f"{FOLDER}/{client}", engine_words=f"{FOLDER}/{engine}")
        with use_language(language):
            for figure in shown:
                self.embeds |= embed_files(figure, full, self.embedding)
            if len(shown) == 1:
                path = f"{embed_folder(page.url)}{shown[0].id}.json"
                page.meta[OEMBED] = oembed_link(path, self.embedding, shown[0], IN_A_THEME)

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Fail the build with all problems: at this point all pages have rendered, and none has been written.

        Without problems, set the pages' dates.
        """
        self.building.dress(env)
        self._read_menus(files)
        whole = all(file.src_uri in self.book.pages for file in files.documentation_pages())
        self.building.conclude(self.book.problems(whole), self.lacking)
        for line in self.book.worth_knowing(whole):
            log.info("%s", line)
        if self.book.painter:
            self._preview(files, config)
        for path, content in self.fences.files.items():
            files.append(self.generated.file(f"{FOLDER}/{path}", content, config))
        for path, content in self.embeds.items():
            files.append(self.generated.file(path, content, config))
        if "SOURCE_DATE_EPOCH" not in os.environ:
            set_dates(files, last_change(self.settings.root))

    def _preview(self, files: Files, config: MkDocsConfig) -> None:
        """Prepare the link previews, and add the pages of puzzles and the files that they need."""
        def url_of(page: str) -> str | None:
            found = files.get_file_from_path(page)
            return None if found is None else found.url

        def title_of(page: str) -> str:
            found = files.get_file_from_path(page)
            return str(found.page.title) if found is not None and found.page is not None else page

        styles = puzzle_styles(self.fences.files)
        self.previews = SitePreviews(self.book, config.site_name, config.site_url or "", self.theme_language.code,
                                     config.site_description or "", url_of, title_of,
                                     [self.styles, f"{FOLDER}/{styles}"], f"{self.icons}/sign.svg",
                                     self.settings.policy is not False)
        for url, html in self.previews.puzzle_files():
            file = self.generated.file(f"{url}index.html" if url.endswith("/") else url, html.encode(), config)
            files.append(file)
            self.puzzle_files.append(file.dest_uri)

    def _path(self, file: File) -> str:
        return self.settings.known_as(Path(file.abs_src_path)) if file.abs_src_path else file.src_uri

    def on_page_context(self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """Set the theme's language and menu for the page's edition.

        The previous and next links of a game's page stay within its part of the menu, since the next game doesn't continue this
        one.
        """
        self._use_language(page, config)
        context["nav"] = edition_menu(nav, self.book.edition(page.file.src_uri)[0], self.book)
        ends = self.config.frame or of_a_game(parent_section(page), self.book.rules_pages())
        for way in ("previous_page", "next_page"):
            other = getattr(page, way)
            if ends and other is not None and (page.parent is None or other.parent is not page.parent):
                setattr(page, way, None)

    def _language(self, page: Page) -> SiteLanguage | None:
        """Return the language of a page, or None if it is the site's own."""
        return self.book.languages.get(self.book.edition(page.file.src_uri)[0])

    def _use_language(self, page: Page, config: MkDocsConfig) -> None:
        if self.book.languages:
            self.theme_language.use(self._language(page), config)

    @event_priority(100)  # before other plugins may minify the page
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Fix the theme's HTML, and add the bar and the rail of the game's pages, the footer, the language switch, and the data
        for offline use."""
        self.page_files.append(Path(page.file.abs_dest_path))
        path, contents = page.file.src_uri, _headings(page.toc) > MIN_HEADINGS
        code = self.book.edition(path)[0]
        games, menu = self.game_pages[code], self.menus[code]
        with use_language(self._language(page)):
            output = with_menu(self._mended(output), menu, partial(seen_from, page.url))
            output = with_game_frame(output, path, games, menu.entries, course_lengths(self.book.courses), contents)
        output = with_languages(output, code or ENGLISH, theme_language(config))
        output = with_ground(output, self.book.game_of(path)).replace("</head>", f"{page.meta.get(OEMBED, '')}</head>", 1)
        if self.book.languages:
            others = editions(self.book, page.file.src_uri, self.theme_language.code, config.use_directory_urls)
            output = with_switch(output, others)
        ours = self.config.frame or holds_ours(output) or self.book.is_of_games(page.file.src_uri)
        if self.previews and ours:
            output = self.previews.tagged(output, path, page.meta, page.content or "")
        return with_head(output, page.url, self.icons, ours) if self.config.offline else output

    @event_priority(100)
    def on_post_template(self, output: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Fix the HTML of a page that the theme renders from a template, and add links to the 404 page."""
        if self.previews and template_name == SITEMAP:
            return self.previews.in_sitemap(output)
        if not template_name.endswith(".html"):
            return output
        self.page_files.append(Path(config.site_dir, template_name))
        if template_name == NOT_FOUND:
            root = root_of(config.site_url or "")
            output = with_ways_on(output, self.book, root, config.use_directory_urls, self.theme_language.code)
            return with_menu(self._mended(output), self.menus[""], lambda url: f"{root}{url}")
        return self._mended(output)

    def _mended(self, output: str) -> str:
        output = mend(output)
        return searched_by(output, f"{self.page}/{SEARCH_SCRIPT}") if self.search else output

    @event_priority(-100)  # after all plugins that write files
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Finish the pages; write the search index, the content security policy, and the service worker, which lists all
        files."""
        site = Path(config.site_dir)
        pages = [page for page in self.page_files if page.is_file()]
        for page in pages:
            page.write_bytes(mend_whole(page.read_bytes().decode(), self.config.frame).encode())
        compile_at_once(site)
        for path, picture in (self.previews.pictures() if self.previews else {}).items():
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).write_bytes(picture)
        if self.search:
            self.search.write(site)
        if not self.serving:                # the policy would block the script that MkDocs' server adds to pages
            for line in put_policy(site, self.settings.policy, pages):
                log.info("%s", line)
        if self.config.offline:
            (site / SERVICE_WORKER).write_bytes(service_worker(
                site, self.page, self.queries, self.book.languages, config.use_directory_urls, frozenset(self.puzzle_files)))

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> None:
        """Watch the scenarios and the engine's folder.

        Changes to rules require a restart, since Python loads a module only once.
        """
        del config, builder
        for folder in (Path(self.config.examples), PACKAGE):
            if folder.is_dir():
                server.watch(str(folder))


def _has_materials_search(config: MkDocsConfig, files: Files) -> bool:
    """Return whether the site uses Material's search, which our search can replace. Other themes keep their own index."""
    is_on = any(name in config.plugins for name in ("material/search", "search"))
    return is_on and any(THEMES_OWN.match(each.src_uri) for each in files)


def _text(file: File | None) -> str | None:
    """Return the text of a page, or None. Raises ``PluginError`` with the page's name if it isn't UTF-8."""
    if file is None:
        return None
    try:
        return file.content_string
    except UnicodeDecodeError as error:
        raise PluginError(NOT_TEXT.format(page=file.src_uri)) from error


def _headings(toc: Iterable[AnchorLink]) -> int:
    """Return the number of headings in a table of contents."""
    return sum(1 + _headings(each.children) for each in toc)


def _root(config: MkDocsConfig) -> str:
    return str(Path(config.config_file_path).resolve().parent) if config.config_file_path else str(Path.cwd())
