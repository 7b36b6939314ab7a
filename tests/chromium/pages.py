"""Monitored pages, opened as readers would open them: tests fail if a request leaves the site or a page reports an error."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict, Unpack
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, ViewportSize, WebError, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.chromium.chromium import FLAGS, find_chromium
from tests.chromium.fonts import USUAL, letters, outfit
from tests.chromium.server import Outside, Site

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
SHARPNESS = 1
"""Device pixels per CSS pixel. Phones have three, but drawing nine times as many pixels costs minutes and finds nothing."""
ONE_COMPILER = "--js-flags=--liftoff-only"
"""Flag that skips WebAssembly's optimizing compiler, which takes up a quarter of the time in a test that plays a hand.

Benchmarks, and tests for Python's start or for memory limits, use the browser's defaults.
"""
PATIENCE = 120_000
"""Timeout in milliseconds. Tests wait for conditions, so only a failing test takes this long."""
QUIET = """try {
  if (localStorage.getItem('follow-suit-coach') === null) localStorage.setItem('follow-suit-coach', 'ask');
} catch { /* nothing is kept here */ }"""
"""Script that makes the coach comment only on request, because the tests play arbitrary cards."""
WITHOUT_SHARING = "for (const name of ['share', 'canShare']) delete Navigator.prototype[name];"
"""Script that removes Web Share, which only some browser builds support. Tests must also grant access to the clipboard."""


class Viewport(TypedDict, total=False):
    """A reader's device and settings; the default is a desktop in light mode, with JavaScript, animations and normal text size.

    `keeps`: allow service workers, which cache the site in the background, so that some requests don't come from the page.
    `font`: one of `FONTS`. `text`: the text size in percent.
    """

    phone: bool
    dark: bool
    javascript: bool
    keeps: bool
    reduced_motion: bool
    font: str
    text: int


LOOKS: dict[str, Viewport] = {
    "desktop-light": {},
    "desktop-dark": {"dark": True},
    "phone-light": {"phone": True},
    "phone-dark": {"phone": True, "dark": True},
}
MOST_UNLIKE = ("desktop-light", "phone-dark")
"""The two combinations of device and colour scheme that differ most."""


class Readers:
    """A pool of browser contexts by device and settings. A context is cleared of stored data and reused by later tests.

    A reused context keeps the browser's caches, above all the compiled scripts. A blank page stays open in each context,
    because the browser would otherwise drop these caches.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[tuple[object, ...], list[BrowserContext]] = {}
        self._known: dict[BrowserContext, tuple[tuple[object, ...], Page]] = {}
        """Maps each reusable context to its key in the pool and its blank page."""

    def take(self, look: Viewport) -> BrowserContext:
        """Return a context with this device and these settings, and without stored data."""
        phone, keeps = look.get("phone", False), look.get("keeps", False)
        font = look.get("font", USUAL)
        kind = (phone, look.get("dark", False), look.get("javascript", True), keeps, look.get("reduced_motion", False), font)
        if free := self._free.get(kind):
            return free.pop()
        context = self.browser.new_context(
            viewport=PHONE if phone else DESKTOP,
            device_scale_factor=SHARPNESS,
            is_mobile=phone,
            has_touch=phone,
            color_scheme="dark" if look.get("dark") else "light",
            reduced_motion="reduce" if look.get("reduced_motion") else "no-preference",
            java_script_enabled=look.get("javascript", True),
            service_workers="allow" if keeps else "block",
            locale="en-GB",
            permissions=[],
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(QUIET)
        context.add_init_script(WITHOUT_SHARING)
        outfit(context, font)
        if not keeps:
            self._known[context] = kind, context.new_page()
        return context

    def give_back(self, context: BrowserContext, origins: set[str]) -> None:
        """Clear a context and put it back into the pool. A context with service workers is closed instead."""
        if context not in self._known:
            context.close()
            return
        kind, empty = self._known[context]
        for page in context.pages:
            if page != empty:
                page.close()
        context.clear_permissions()
        context.grant_permissions([])
        session = context.new_cdp_session(empty)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()
        self._free.setdefault(kind, []).append(context)


class OpenPage:
    """A callable that opens and monitors the pages in one test.

    `open_page("games/snakebit/", phone=True)` returns a Playwright page that has loaded. Each call simulates a new reader
    with empty storage; for a second page of the same reader, use `page.context.new_page()`, which is monitored too.
    `open_page(None)` returns a blank page for a test that must set up routes first. The test fails at its end if a request
    left the site, or if the console or a script reported an error that `expect_problem` didn't announce.
    """

    def __init__(self, readers: Readers, outside: Outside, site: Callable[[], Site]) -> None:
        self._readers = readers
        self._outside = outside
        self._outside_before = len(outside.asked)
        self._site = site
        self._origins: set[str] = set()
        self._expected: list[re.Pattern[str]] = []
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        self.requests: list[str] = []

    def __call__(self, path: str | None = "", **look: Unpack[Viewport]) -> Page:
        """Open a page, given its path on the site or its full URL; without either, open a blank page."""
        page = self._reader(look).new_page()
        if text := look.get("text"):
            letters(page, text)
        if path is None:
            self.allow(self._site().url)
            return page
        address = path if "://" in path else self._site().at(path)
        self.allow(address)
        page.goto(address)
        return page

    def allow(self, address: str) -> None:
        """Allow requests to the origin of an address."""
        self._origins.add(_origin(address))

    def site_at(self, path: str) -> str:
        """Return the full URL of a page on the site."""
        return self._site().at(path)

    def expect_problem(self, pattern: str) -> None:
        """Ignore problems that match a pattern, whether they occur before or after the call."""
        self._expected.append(re.compile(pattern))

    def requested(self, pattern: str) -> list[str]:
        """Return the URLs requested so far that match a pattern."""
        return [address for address in self.requests if re.search(pattern, address)]

    def problems(self) -> list[str]:
        """Return all unexpected problems so far."""
        strangers = [f"request left the site: {url}" for url in self.requests if not self._own(url)]
        strangers += [f"request left the site: {line}" for line in self._outside.asked[self._outside_before :]]
        found = strangers + self.errors
        return [problem for problem in found if not any(p.search(problem) for p in self._expected)]

    def picture(self, folder: Path, name: str) -> None:
        """Take a screenshot of the visible part of each open page; a full page of 90,000 pixels would exceed the timeout."""
        folder.mkdir(exist_ok=True)
        pages = [page for context in self._contexts for page in context.pages if page.url != "about:blank"]
        for number, page in enumerate(pages):
            page.screenshot(path=folder / f"{name}-{number}.png")

    def close(self) -> None:
        for context in self._contexts:
            self._readers.give_back(context, self._origins)
            context.remove_listener("request", self._on_request)
            context.remove_listener("console", self._on_console)
            context.remove_listener("weberror", self._on_error)

    def _reader(self, look: Viewport) -> BrowserContext:
        context = self._readers.take(look)
        context.on("request", self._on_request)
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        self._contexts.append(context)
        return context

    def _own(self, url: str) -> bool:
        return urlsplit(url).scheme in ("about", "blob", "data") or _origin(url) in self._origins

    def _on_request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_error(self, thrown: WebError) -> None:
        self.errors.append(f"script: {thrown.error.message}\n{thrown.error.stack or ''}".strip())


@contextmanager
def browsing(internet: Outside) -> Iterator[Browser]:
    """Context manager that runs Chromium, restricted to local connections. Raises ``NoChromiumError``."""
    path = find_chromium()
    with sync_playwright() as playwright:
        flags = [*FLAGS, ONE_COMPILER, f"--proxy-server={internet.address}"]
        browser = playwright.chromium.launch(executable_path=path, args=flags, timeout=PATIENCE)
        yield browser
        browser.close()


def settle(page: Page) -> None:
    """Wait until the page's table, if any, is interactive. On the first page of a course, there is nothing to wait for."""
    alive = "each => each.mode || each.querySelector('.fs-bar button') || each.closest('.fs-lesson')?.dataset.at === 'start'"
    until(page, f"[...document.querySelectorAll('fs-table')].filter((each) => each.closest('fs-know') === null).every({alive})")


def until(page: Page, expression: str, arg: object = None) -> None:
    """Wait until an expression is true. Playwright's method evaluates strings in the page, which its policy blocks."""

    def holds() -> bool:
        try:
            return bool(page.evaluate(expression, arg))
        except PlaywrightError as error:
            if "context was destroyed" not in error.message:    # another page is loading
                raise
            return False

    wait_for(page, holds, expression)


def wait_for(page: Page, holds: Callable[[], object], called: str = "") -> None:
    """Wait until a condition that is checked in Python becomes true."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, f"it never came to be so: {called or holds}"
        page.wait_for_timeout(50)


STILL = """async () => {
  const root = document.documentElement;
  const look = () => String([scrollX, scrollY, root.scrollHeight, root.innerHTML.length, document.activeElement?.id]);
  const moves = ({ effect, playState }) => playState === "running" && effect?.getComputedTiming().iterations !== Infinity;
  for (let frames = 0, same = 0, before = ""; same < 20; frames++, same++) {
    if (frames > 2000) throw new Error("The page is never still");
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 15)));
    if (before !== (before = look()) || document.getAnimations().some(moves)) same = 0;
  }
}"""


def still(page: Page) -> None:
    """Wait until nothing in the page has moved, changed its height or taken the focus for twenty frames in a row."""
    page.evaluate(STILL)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
