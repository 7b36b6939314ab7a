"""If any single file on a page fails to load, the page still serves its purpose, or explains what to do."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route
from playwright.sync_api import Error as PlaywrightError

from tests.chromium.pages import PATIENCE
from tests.chromium.server import Site
from tests.some import some

SOON = 2_000
"""Milliseconds within which a control must become clickable."""
HELD, HURRIED = 0.01, 200
"""Playback rates of the timer after which an inactive element explains itself: slow while files may arrive, then fast."""
SETTLED = """async () => {
    const scripts = [...document.querySelectorAll("script[type=module][src]")];
    await Promise.allSettled(scripts.map(({ src }) => import(src)));
}"""
TOLD = re.compile("[Rr]eload|could not be|offline|missing from this site|did not hand out|didn't run|refuse to run|Try again|"
                  "too old|network doesn't answer")

KINDS: dict[str, Callable[[Route], None]] = {
    "500": lambda route: route.fulfill(status=500, body="trouble"),
    "empty": lambda route: route.fulfill(status=200, body="", content_type=type_of(route.request.url)),
    "a page": lambda route: route.fulfill(status=200, body="<!doctype html><title>Log in</title>", content_type="text/html"),
    "cut": lambda route: route.abort(),
}


def type_of(url: str) -> str:
    ending = url.partition("?")[0].rpartition(".")[2]
    return {"js": "text/javascript", "mjs": "text/javascript", "css": "text/css", "json": "application/json",
            "svg": "image/svg+xml", "wasm": "application/wasm"}.get(ending, "application/octet-stream")


class PageVisit(NamedTuple):
    """A page, the controls that a reader clicks, and the condition that is true when the page has served its purpose."""

    path: str
    presses: Sequence[str]
    done: str


VISITS = {
    "play": PageVisit("games/snakebit/play/", ["#fs-do-new"],
                  "document.querySelectorAll('fs-table[data-playing] .fs-own button.fs-card').length > 1"),
    "score": PageVisit("games/snakebit/score/", ["[data-do=start]"], "document.querySelector('.fs-score-verdict')"),
    "referee": PageVisit("games/snakebit/at-your-table/", ["fs-referee:defined [data-tool=trick]", ".fs-key[data-card='4WL']"],
                     "document.querySelector('.fs-ruling .fs-lead') && document.querySelector('.fs-lain li')"),
    "pack": PageVisit("packs/decktet/", [], "document.querySelector('.fs-papers use')"),
    "know": PageVisit("know/", [], "document.querySelector('.fs-know-bar')"),
    "learn": PageVisit("games/snakebit/learn/", ["#fs-course-start"],
                   "document.querySelector('.fs-lesson-bar:not([hidden])') && document.querySelector('fs-table .fs-option')"),
    "puzzles": PageVisit("games/snakebit/puzzles/", ["fs-figure[data-kind=puzzle] .fs-put"],
                     "document.querySelector('fs-table .fs-hand[data-active] button') && document.querySelector('.fs-day-how')"),
    "playground": PageVisit("authors/playground/", [], "document.querySelector('.fs-writing')"),
}


@contextmanager
def reader(chromium: Browser) -> Iterator[Page]:
    """Open a page for a new reader."""
    context = chromium.new_context(service_workers="block", reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def pacing(page: Page) -> Callable[[float], object]:
    """Slow down a page's animations, and return a function that sets their playback rate."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")

    def pace(rate: float) -> object:
        return session.send("Animation.setPlaybackRate", {"playbackRate": rate})

    pace(HELD)
    return pace


def visited(page: Page, site: Site, visit: PageVisit, patient: bool = False) -> str:
    """Click the visit's controls. Return the page's text, or an empty string if the page has served its purpose.

    With ``patient``, animations stay slow, so that no element reports that it is inactive.
    """
    pace = pacing(page)
    page.goto(site.at(visit.path), wait_until="commit")
    text: str = ""
    end, pressed = time.monotonic() + PATIENCE / 1000, 0
    while time.monotonic() < end:
        with suppress(PlaywrightError):
            if page.evaluate(f"Boolean({visit.done})"):
                return ""
            if pressed < len(visit.presses) and page.locator(visit.presses[pressed]).count():
                page.locator(visit.presses[pressed]).first.click(timeout=SOON)
                pressed += 1
            text = str(page.evaluate("document.body?.innerText ?? ''"))
            if TOLD.search(text):
                return text
            if not patient:
                page.evaluate(SETTLED)
                page.wait_for_load_state("networkidle", timeout=SOON)
                pace(HURRIED)
        page.wait_for_timeout(100)
    raise AssertionError(f"nothing is told, and nothing comes: {text[:1500]}")


def files(chromium: Browser, site: Site, visit: PageVisit) -> list[str]:
    """Return the paths that the page requests during a visit, relative to the site's root."""
    found: dict[str, None] = {}
    with reader(chromium) as page:
        page.on("request", lambda request: found.setdefault(request.url.removeprefix(site.url)))
        assert visited(page, site, visit, patient=True) == "", "where nothing fails, nothing is told"
    return [path for path in found if path not in ("", visit.path) and "://" not in path]


def failing(chromium: Browser, site: Site, visit: PageVisit, path: str, kind: str) -> None:
    with reader(chromium) as page:
        page.route(lambda url: url == site.at(path), KINDS[kind])
        visited(page, site, visit)


@pytest.mark.parametrize(("name", "ending", "kind"), [
    ("play", "/table/prebuilt-trick.js", "empty"), ("play", "/shared/dom.js", "cut"), ("score", "/page/score-view.js", "a page"),
    ("know", ".json", "a page"), *(pytest.param(*each, marks=pytest.mark.thorough) for each in (
        ("play", "/table/hand-mode.js", "500"), ("score", "/shared/dom.js", "500"), ("referee", "/page/referee-state.js", "cut"),
        ("pack", "/page/paper.js", "empty")))])
def test_a_file_that_fails_is_told_or_not_missed(chromium: Browser, site: Site, name: str, ending: str, kind: str) -> None:
    visit = VISITS[name]
    path = next(path for path in files(chromium, site, visit) if path.endswith(ending))
    failing(chromium, site, visit, path, kind)


@pytest.mark.thorough
@pytest.mark.parametrize("name", some(VISITS, []))
def test_any_file_that_fails_is_told_or_not_missed(chromium: Browser, site: Site, name: str) -> None:
    visit, silent = VISITS[name], []
    for place, path in enumerate(files(chromium, site, visit)):
        kinds = [*KINDS] if path.endswith((".json", ".css")) else [[*KINDS][place % 4], [*KINDS][(place + 1) % 4]]
        for kind in kinds:
            try:
                failing(chromium, site, visit, path, kind)
            except AssertionError as fault:
                silent.append(f"{path} ({kind}): {fault}")
    assert silent == []


SHEETS = {"score": "score/", "referee": "referee/", "know": "course/", "pack": "packs/", "learn": "course/", "puzzles": "days/",
          "playground": "drafting/"}
"""The folders with page-specific styles."""


@pytest.mark.parametrize("name", some(SHEETS, ["score"]))
def test_a_page_without_its_styles_says_so(chromium: Browser, site: Site, name: str) -> None:
    visit, sheet = VISITS[name], SHEETS[name]
    path = next(path for path in files(chromium, site, visit) if f"/{sheet}" in path and path.endswith(".css"))
    for kind in KINDS:
        with reader(chromium) as page:
            page.route(lambda url: url == site.at(path), KINDS[kind])
            page.goto(site.at(visit.path))
            assert "The look of this part of the page could not be loaded: reload the page." in page.inner_text("body"), kind
