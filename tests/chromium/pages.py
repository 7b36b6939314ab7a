"""Pages opened as a reader has them, and watched: nothing leaves the site, nothing goes wrong unseen."""

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
"""Device pixels to a CSS pixel. A phone has three; to draw nine times as much costs the tests minutes and shows them nothing."""
ONE_COMPILER = "--js-flags=--liftoff-only"
"""WebAssembly is compiled once, quickly, and not again to be faster, which takes a quarter of the time of a test with a hand.

Where it's tested how Python starts, and runs out of memory, and where it's measured, the browser does as a reader's.
"""
PATIENCE = 120_000
"""Milliseconds that anything may take. Tests wait for conditions, so only one that fails waits so long on any machine."""
QUIET = """try {
  if (localStorage.getItem('follow-suit-coach') === null) localStorage.setItem('follow-suit-coach', 'ask');
} catch { /* nothing is kept here */ }"""
"""The coach speaks when it is asked: hands are played here by whoever takes the next best card."""
WITHOUT_SHARING = "for (const name of ['share', 'canShare']) delete Navigator.prototype[name];"
"""Some builds of a browser can share: here none can. Likewise none may use the clipboard before a test allows it."""


class Viewport(TypedDict, total=False):
    """How a reader sees the page; what is left out is a desktop, light, with JavaScript and motion, and text of the usual size.

    `keeps`: the browser may keep the site, which it does in the background; then requests aren't all the page's own.
    `font`: one of `FONTS`. `text`: how large the browser shows it, in percent.
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
"""The two that differ most."""


class Readers:
    """A browser's readers, by how they see the page: who has read for one test reads for the next one, with nothing stored.

    What the browser has cached, scripts above all, it need not make again. Each keeps an empty page open beside the
    test's own, without which the browser would begin anew too.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[tuple[object, ...], list[BrowserContext]] = {}
        self._known: dict[BrowserContext, tuple[tuple[object, ...], Page]] = {}
        """What kind of reader each one is, and its empty page."""

    def take(self, look: Viewport) -> BrowserContext:
        """A reader to whom the site is new."""
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
        """The pages are closed, and what they stored is gone; one whose browser may keep the site doesn't read again."""
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
    """Opens pages for one test and keeps an eye on them.

    `open_page("games/snakebit/", phone=True)` gives a Playwright page that has loaded. Each call is a
    reader of its own, with empty storage; for a second page of the same reader use
    `page.context.new_page()`, which is watched too. `open_page(None)` gives an empty page, for a test
    that has to set up routes before it goes anywhere. When the test ends it fails if any request left
    the site, or if the console or a script reported an error that no `expect_problem` announced.
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
        """A page, at a path of the site or at a full address."""
        page = self._reader(look).new_page()
        if text := look.get("text"):
            letters(page, text)
        if path is None:
            self._origins.add(_origin(self._site().url))
            return page
        address = path if "://" in path else self._site().at(path)
        self._origins.add(_origin(address))
        page.goto(address)
        return page

    def site_at(self, path: str) -> str:
        """The full address of a page of the site."""
        return self._site().at(path)

    def expect_problem(self, pattern: str) -> None:
        """Problems that match are what this test is about; they may come before or after."""
        self._expected.append(re.compile(pattern))

    def requested(self, pattern: str) -> list[str]:
        """The addresses asked for until now that hold the pattern."""
        return [address for address in self.requests if re.search(pattern, address)]

    def problems(self) -> list[str]:
        """Everything that went wrong until now and was not announced."""
        strangers = [f"request left the site: {url}" for url in self.requests if not self._own(url)]
        strangers += [f"request left the site: {line}" for line in self._outside.asked[self._outside_before :]]
        found = strangers + self.errors
        return [problem for problem in found if not any(p.search(problem) for p in self._expected)]

    def picture(self, folder: Path, name: str) -> None:
        """What every page that is open shows; a whole page of 90,000 pixels would be drawn for longer than it's waited for."""
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
    """A Chromium that reaches nothing but this machine, while the block runs. Raises ``NoChromiumError``."""
    path = find_chromium()
    with sync_playwright() as playwright:
        flags = [*FLAGS, ONE_COMPILER, f"--proxy-server={internet.address}"]
        browser = playwright.chromium.launch(executable_path=path, args=flags, timeout=PATIENCE)
        yield browser
        browser.close()


def settle(page: Page) -> None:
    """Wait until the page's table is alive, where one is shown."""
    alive = "each => each.mode || each.querySelector('.fs-bar button')"
    until(page, f"[...document.querySelectorAll('fs-table')].filter((each) => each.closest('fs-know') === null).every({alive})")


def until(page: Page, expression: str, arg: object = None) -> None:
    """Wait until an expression holds. Playwright's own way evaluates the text in the page, which the page's policy forbids."""

    def holds() -> bool:
        try:
            return bool(page.evaluate(expression, arg))
        except PlaywrightError as error:
            if "context was destroyed" not in error.message:    # another page comes
                raise
            return False

    wait_for(page, holds, expression)


def wait_for(page: Page, holds: Callable[[], object], called: str = "") -> None:
    """Wait until something holds that is seen from outside the page."""
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
    """Wait until for twenty frames nothing in a page has moved, changed its height or taken the focus, however long they take."""
    page.evaluate(STILL)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
