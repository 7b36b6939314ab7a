"""A minimal site for testing the engine's startup in Chromium."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from rules_engine.games import GAMES
from rules_engine.site import runtime
from rules_engine.site.serving.serve import SiteHandler, SiteServer
from tests.chromium.chromium import FLAGS, find_chromium
from tests.chromium.pages import PATIENCE
from tests.pyodide.interpreter import CACHE, PACKAGE, PYODIDE, node

BASE = "/repo-name/"
ASSETS = "assets/followsuit"
PAGE = f"""<!doctype html><title>Start</title><link rel="icon" href="data:,">
<script type="module">
import {{ engine }} from "../{ASSETS}/python/engine.js";
globalThis.engine = engine;
globalThis.heard = [];
engine.onchange((status) => heard.push(status));
</script>
"""
#: Script that sends a request to the engine, and returns the result and the time taken.
ASK = """async (question) => {
  const begun = performance.now();
  const answer = await engine.call(question).then((value) => ({ value }), ({ message, retry }) => ({ message, retry }));
  return { ...answer, took: performance.now() - begun };
}"""


def write_site(folder: Path) -> Path:
    """Write the runtime, its client scripts, and one page."""
    runtime.write_runtime(runtime.runtime_files(PACKAGE, GAMES, PYODIDE, node(), CACHE), folder / ASSETS)
    shutil.copytree(PACKAGE / "site" / "client" / "python", folder / ASSETS / "python")
    (folder / "page").mkdir()
    (folder / "page" / "index.html").write_text(PAGE, encoding="utf-8")
    return folder


@dataclass(frozen=True)
class NetworkFault:
    """A failure of the server or the network when it sends a file."""

    status: int = 200
    """The HTTP status; 0 closes the connection without a response."""
    kind: str = ""
    """A wrong Content-Type, or an empty string for the right one."""
    change: Callable[[bytes], bytes] = bytes
    breaks: bool = False
    """True if the connection breaks after half of the response."""
    pause: float = 0.0
    """Seconds to wait after each sixteenth of the response."""


MISSING = NetworkFault(404, change=lambda _: b"gone")
ERROR = NetworkFault(500, change=lambda _: b"trouble")
CLOSED = NetworkFault(0)
BROKEN = NetworkFault(breaks=True)
DAMAGED = NetworkFault(change=lambda whole: whole[: len(whole) // 2] + bytes(100) + whole[len(whole) // 2 + 100 :])
LONG = NetworkFault(change=lambda whole: whole + bytes(100))
SHORT = NetworkFault(change=lambda whole: whole[: len(whole) // 2])
WEB_PAGE = NetworkFault(kind="text/html", change=lambda _: b"<!doctype html><title>Log in to the network</title>")
PLAIN = NetworkFault(kind="text/plain")
BYTES = NetworkFault(kind="application/octet-stream")
SLOW = NetworkFault(pause=0.1)


class FaultyHandler(SiteHandler):
    """A request handler with a content security policy, network faults, and the cache headers used by GitHub Pages."""

    policy = ""
    faults: Mapping[str, NetworkFault] = {}

    def do_GET(self) -> None:  # noqa: N802 - named by the base class
        if not self._faulty():
            super().do_GET()

    def do_HEAD(self) -> None:  # noqa: N802
        if not self._faulty():
            super().do_HEAD()

    def _faulty(self) -> bool:
        """Send the faulty response, if there is one for the request, and return whether it was sent."""
        path = urlsplit(self.path).path
        fault = next((fault for name, fault in self.faults.items() if path.endswith(f"/{name}")), None)
        if fault is None:
            return False
        if not fault.status:
            self.close_connection = True
            return True
        file = Path(self.translate_path(path))
        file = file / "index.html" if file.is_dir() else file
        content = fault.change(file.read_bytes())
        self.send_response(fault.status)
        self.send_header("Content-Type", fault.kind or self.guess_type(str(file)))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            size = -(-len(content) // 16)
            for part in range(8 if fault.breaks else 16):
                self.wfile.write(content[part * size : (part + 1) * size])
                time.sleep(fault.pause)
        self.close_connection = fault.breaks
        return True

    def send_header(self, keyword: str, value: str) -> None:
        super().send_header(keyword, "max-age=600" if keyword == "Cache-Control" else value)
        if keyword.title() == "Content-Type" and self.policy:
            super().send_header("Content-Security-Policy", self.policy)


@contextmanager
def served(folder: Path, policy: str = "", faults: Mapping[str, NetworkFault] | None = None) -> Iterator[str]:
    """Context manager that serves a folder at a sub-path, with network faults by file name, and yields the page's URL."""
    handler = type("Handler", (FaultyHandler,), {"policy": policy, "faults": {} if faults is None else faults})
    server = QuietServer(("127.0.0.1", 0), partial(handler, directory=str(folder), base=BASE, quiet=True))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{BASE}page/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class QuietServer(ThreadingHTTPServer):
    """A server that ignores connections dropped by a closing browser."""

    daemon_threads = True
    handle_error = SiteServer.handle_error


@contextmanager
def visit(url: str, profile: str | Path) -> Iterator[Page]:
    """Open the page in a new Chromium with this profile, which contains its cache."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=find_chromium(), args=list(FLAGS), headless=True, timeout=PATIENCE
        )
        yield _opened(context, url)
        context.close()


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """Start a browser for several readers."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*FLAGS, *flags], timeout=PATIENCE)
        yield browser
        browser.close()


@contextmanager
def reader(browser: Browser, url: str) -> Iterator[Page]:
    """Open the page for a new reader."""
    with browser.new_context() as context:
        yield _opened(context, url)


def _opened(context: BrowserContext, url: str) -> Page:
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(url)
    page.wait_for_function("globalThis.engine")
    return page


def ask(page: Page, question: Mapping[str, Any] | None = None) -> Any:
    """Send a request to the engine. The result has `value` or `message`, and `took`, the time in milliseconds."""
    return page.evaluate(ASK, question or {})
