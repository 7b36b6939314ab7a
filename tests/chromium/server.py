"""The built site, served at a sub-path like a project's GitHub Pages."""

from __future__ import annotations

import fcntl
import os
import random
import re
import shutil
import socket
import socketserver
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from rules_engine.site.model.addresses import EMBEDS
from rules_engine.site.previews.puzzle_page import is_puzzle_page
from rules_engine.site.serving.serve import SiteServer

ROOT = Path(__file__).resolve().parents[2]
BASE = "/follow-suit/"


class BuildFailedError(Exception):
    """Raised if MkDocs can't build the site; the message is its output."""


@dataclass(frozen=True)
class Site:
    """A folder of files and the URL at which it is served."""

    directory: Path
    url: str

    def at(self, path: str) -> str:
        """Return the full URL of a page: `site.at("games/snakebit/")`."""
        return urljoin(self.url, path)

    def pages(self) -> list[str]:
        """Return the path of every page relative to the site's root, except the 404 page, redirects, and pages of puzzles or for
        frames."""
        return self._paths(lambda html: 'http-equiv="refresh"' not in html and not is_puzzle_page(html))

    def puzzle_pages(self) -> list[str]:
        """Return the path of the page of each puzzle relative to the site's root."""
        return self._paths(is_puzzle_page)

    def _paths(self, wanted: Callable[[str], bool]) -> list[str]:
        framed = self.directory / EMBEDS
        found = (page.relative_to(self.directory) for page in self.directory.rglob("*.html")
                 if framed not in page.parents and wanted(page.read_text(encoding="utf-8")))
        paths = (page.as_posix().removesuffix("index.html") for page in found)
        return sorted(path for path in paths if path != "404.html")


def built_once(folder: Path) -> Path:
    """Build the site like `make build`, once for all processes: the first one builds it, and the others wait."""
    target = folder / "built"
    with (folder / "built.lock").open("a+", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if lock.read() != "done":
            _build(target)
            lock.write("done")
    return target


def _build(target: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SITE_URL": f"http://127.0.0.1{BASE}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode or "Not in the catalogues" in done.stdout:
        raise BuildFailedError(done.stdout)


def own_copy(built: Path, site: Site) -> None:
    """Copy the built site, and put the copy's URL into its sitemap: instant navigation works only for pages listed there."""
    shutil.copytree(built, site.directory, dirs_exist_ok=True)
    sitemap = site.directory / "sitemap.xml"
    text = sitemap.read_text(encoding="utf-8")
    sitemap.write_text(text.replace(min(re.findall("<loc>(.*?)</loc>", text), key=len), site.url), encoding="utf-8")


@contextmanager
def served(directory: Path, base: str = BASE) -> Iterator[Site]:
    """Context manager that serves a folder at a free port."""
    with SiteServer(directory, base=base) as server, running(server):
        yield Site(directory, server.url)


def lasting_port() -> int:
    """Return a free port for a server that restarts, below the range of ephemeral ports."""
    for port in random.sample(range(10_000, 30_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("no port between 10000 and 30000 is free")


# Chromium requests these URLs when it starts, whatever its flags. A request from a page would still be detected, because
# requests are also monitored in the browser.
OF_THE_BROWSER = re.compile(
    r"(?:https?://)?(?:accounts\.google\.com|clients\d?\.google\.com|update\.googleapis\.com"
    r"|[a-z-]+-pa\.googleapis\.com|content-autofill\.googleapis\.com|[\w.-]+\.gvt1\.com)[:/]"
)


class Outside(socketserver.ThreadingTCPServer):
    """A proxy between the tests and the internet, which refuses and records every request.

    It receives all traffic that would leave this machine, whether from pages, workers or the browser itself.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), _Refusal)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class _Refusal(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        line = self.rfile.readline(4096).decode("latin-1").strip()
        _, _, wanted = line.partition(" ")
        if wanted and not OF_THE_BROWSER.match(wanted):
            assert isinstance(self.server, Outside)
            self.server.asked.append(line)
        self.wfile.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


@contextmanager
def outside() -> Iterator[Outside]:
    """Context manager that runs the proxy."""
    with Outside() as proxy, running(proxy):
        yield proxy


@contextmanager
def running(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
