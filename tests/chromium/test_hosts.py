"""A hand is played on hosts of many types: with few MIME types, without folder URLs, with compression, or with rewritten
URLs. Each host serves a small site. Files of unknown type are refused, or sent as octet streams.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple
from urllib.parse import unquote, urlsplit

import pytest

from rules_engine.site.serving.serve import SiteHandler, SiteServer
from tests.chromium.expecting import expect
from tests.chromium.hands import python_is_there
from tests.chromium.pages import OpenPage, until
from tests.chromium.server import BASE, Site, running
from tests.site.tiny import MKDOCS_YML, TinySite
from tests.some import some

SLOW = 60_000
FEW_TYPES = {".css": "text/css", ".html": "text/html", ".ico": "image/x-icon", ".js": "application/javascript",
             ".json": "application/json", ".png": "image/png", ".svg": "image/svg+xml", ".txt": "text/plain",
             ".wasm": "application/wasm", ".woff2": "font/woff2", ".xml": "text/xml", ".zip": "application/zip"}
"""MIME types that every server has. (nginx 1.22 lacks `.mjs` and `.webmanifest`, IIS lacks `.part`.)"""
OF_OLD = {suffix: kind for suffix, kind in FEW_TYPES.items() if suffix not in (".json", ".wasm")}


class Manners(NamedTuple):
    """The behaviour of a host: its MIME types and its peculiarities."""

    types: dict[str, str] = FEW_TYPES
    refuses_unknown: bool = False
    has_folders: bool = True
    strips_queries: bool = False
    compresses: bool = False
    charset: str = ""


HOSTS = {
    "few-types": Manners(refuses_unknown=True),
    "old-types": Manners(OF_OLD),
    "bucket": Manners(has_folders=False),
    "strips-queries": Manners(strips_queries=True),
    "compresses": Manners(compresses=True, charset="; charset=utf-8"),
}


class HostHandler(SiteHandler):
    """A request handler with the behaviour of a given host."""

    def __init__(self, *args: object, manners: Manners, **how: object) -> None:
        self.manners = manners
        super().__init__(*args, **how)  # type: ignore[arg-type]

    def send_head(self) -> BytesIO | BinaryIO | None:
        address = urlsplit(self.path)
        if self.manners.strips_queries and address.query:
            self._redirect(address.path)
            return None
        path = Path(self.translate_path(unquote(address.path)))
        if not self.manners.has_folders and (path.is_dir() or address.path.endswith("/")):
            return self._not_found()
        if path.is_file() and self.manners.refuses_unknown and path.suffix not in self.manners.types:
            return self._not_found()
        return self._compressed(path) if path.is_file() and self.manners.compresses else super().send_head()

    def guess_type(self, path: str) -> str:  # type: ignore[override]
        return self.manners.types.get(Path(path).suffix, "application/octet-stream") + self.manners.charset

    def _compressed(self, path: Path) -> BytesIO:
        body = gzip.compress(path.read_bytes(), 1)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)


@contextmanager
def hosted(folder: Path, manners: Manners) -> Iterator[Site]:
    """Context manager that serves a folder with a host's behaviour."""
    with SiteServer(folder, base=BASE) as server:
        server.RequestHandlerClass = partial(
            HostHandler, manners=manners, directory=str(folder), base=BASE, quiet=True)
        with running(server):
            yield Site(folder, server.url)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Path]:
    """Build the small site, with and without folder URLs."""
    folders = {}
    for has_folders in (True, False):
        site = TinySite(tmp_path_factory.mktemp("tiny"))
        settings = MKDOCS_YML.replace("https://example.org/book/", f"http://127.0.0.1{BASE}")
        site.write("mkdocs.yml", f"{settings}use_directory_urls: {str(has_folders).lower()}\nextra_css: [own.css]\n")
        site.write("docs/own.css", ".md-typeset h1 { letter-spacing: 1px }\n")
        site.write("docs/play.md", "# Play\n\n```practice\nsnakebit/practice.yml\n```\n")
        made = site.build("--strict", path=os.environ["PATH"])
        assert made.status == 0, made.said
        folders[has_folders] = made.folder
    return folders


@pytest.mark.parametrize("name", some(HOSTS, ["bucket", "strips-queries"]))
def test_a_hand_is_played_on_any_host(name: str, built: dict[bool, Path], open_page: OpenPage) -> None:
    manners = HOSTS[name]
    with hosted(built[manners.has_folders], manners) as site:
        page = open_page(site.at("play/" if manners.has_folders else "play.html"))
        page.evaluate("localStorage.setItem('follow-suit-speed', 'none')")
        page.locator(".fs-bar").get_by_role("button", name="Deal and play").click()
        python_is_there(page)
        expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
        assert page.locator("h1").evaluate("each => getComputedStyle(each).letterSpacing") == "1px"
        page.locator(".md-search__input").press_sequentially("follow suit")
        until(page, "document.querySelector('.md-search-result__item a')?.href.includes('#rule-follow-suit')")
        page.locator(".md-search-result__item a").first.click()
        until(page, "location.hash.startsWith('#rule-follow-suit') || location.search.includes('h=')")
        expect(page.locator("h1")).to_have_text("Snakebit")
        page.close()    # it may still be loading scripts, and the server stops here


@pytest.mark.parametrize("name", ["few-types", "bucket"])
def test_what_was_visited_is_kept_on_any_host(name: str, built: dict[bool, Path], open_page: OpenPage) -> None:
    manners = HOSTS[name]
    with hosted(built[manners.has_folders], manners) as site:
        address = site.at("" if manners.has_folders else "index.html")
        page = open_page(address, keeps=True)
        until(page, f"caches.match('{site.at('')}').then(Boolean)")
        session = page.context.new_cdp_session(page)
        assert session.send("Page.getAppManifest")["errors"] == []
    open_page.expect_problem("ERR_CONNECTION|ERR_FAILED|Failed to fetch")
    page.goto(address)
    expect(page.locator("h1")).to_have_text("Home")


@pytest.mark.parametrize("written", ["games/snakebit/%23rule-follow-suit", "games/snakebit%2523rule-follow-suit?from=mail"])
def test_a_number_sign_that_a_mail_program_wrote_otherwise_leads_where_it_should(
        written: str, built: dict[bool, Path], open_page: OpenPage) -> None:
    open_page.expect_problem("404")
    with hosted(built[True], Manners()) as site:
        page = open_page(site.at(written))
        until(page, "location.hash === '#rule-follow-suit'")
        expect(page.locator("h1")).to_have_text("Snakebit")
        page.goto(site.at("nowhere%23rule-follow-suit"))
        expect(page.locator("h1")).to_contain_text("This card isn't in the pack.")
        page.close()
