"""The main features in Firefox and WebKit, where installed: we support three browser engines."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.chromium.drivers import Driven, Firefox, NotInstalledError, WebKit, firefox, webkit
from tests.chromium.hands import LONGEST_HAND, TABLE_NOW
from tests.chromium.server import Site, lasting_port
from tests.chromium.test_offline import Host
from tests.some import some

ENGINES: dict[str, Callable[[], AbstractContextManager[Firefox | WebKit]]] = {"firefox": firefox, "webkit": webkit}
RULES, PLAY = "games/snakebit/rules/", "games/snakebit/play/"
IN_FIREFOX = pytest.mark.parametrize("away", some(ENGINES, ["firefox"]), indirect=True)
"""`make test` runs the longest tests in one of the two browsers."""
PRESS = f"({TABLE_NOW})(0.3).then((look) => {{ for (const each of globalThis.offeredNow) each.click(); return look; }})"

class Away:
    """A browser, and a host that can go offline and come back."""

    def __init__(self, browser: Driven, folder: Path) -> None:
        self.browser, self.folder, self.port = browser, folder, lasting_port()
        self.host = Host(folder, self.port)

    def go(self, path: str, alive: bool = True) -> None:
        """Open a page on the site, and wait until its table is interactive."""
        self.browser.go(self.host.url + path)
        self.browser.until(f"location.pathname.endsWith({path!r}) && document.readyState === 'complete'")
        if alive:
            self.browser.until("[...document.querySelectorAll('fs-table')].every((each) => each.mode || "
                               "each.querySelector('.fs-bar button'))")

    def cut(self) -> None:
        """Take the host offline."""
        self.host.cut()

    def back(self) -> None:
        """Put the host online again."""
        self.host = Host(self.folder, self.port)


@pytest.fixture(scope="module", params=ENGINES)
def away(request: pytest.FixtureRequest, site: Site, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Away]:
    """Serve the site to each of the two browsers. It is a complete copy, because offline use caches every listed file."""
    del site                                                    # skips the tests if our pages are missing
    folder = tmp_path_factory.mktemp(request.param)
    shutil.copytree(built, folder, dirs_exist_ok=True)
    try:
        with ENGINES[request.param]() as browser:
            away = Away(browser, folder)
            yield away
            away.cut()
    except NotInstalledError as problem:
        pytest.skip(str(problem))


STILL = """new Promise((still) => {
  let seen = "";
  const look = () => {
    const { top, left } = document.querySelector("fs-table").getBoundingClientRect();
    const now = [scrollX, scrollY, top, left].join();
    if (now === seen) return still(true);
    seen = now;
    setTimeout(look, 250);
  };
  look();
})"""
"""Script that resolves when the page has stopped scrolling to a figure that was just put on the table."""


def put(browser: Driven, kind: str) -> None:
    """Show the first figure of the given kind on the table."""
    browser.press(f"fs-figure[data-kind={kind}] .fs-put")
    browser.has(f"fs-table[data-kind={kind}] #fs-lead")
    browser.until(STILL)


def dealt(away: Away) -> None:
    """Clear storage and deal a hand. With a stored hand, the page would ask for confirmation first."""
    away.go("offline/", alive=False)
    away.browser.js("void [localStorage, sessionStorage].forEach((each) => each.clear())")
    away.go(PLAY)
    away.browser.press(".fs-bar > #fs-do-new")
    away.browser.has("fs-table[data-playing]:not([aria-busy])")


def test_an_example_is_stepped_and_a_question_answered(away: Away) -> None:
    away.go(RULES)
    browser = away.browser
    put(browser, "example")
    browser.press("#fs-do-on")
    browser.until("/^1 /.test(document.querySelector('.fs-count').textContent)")
    away.go(RULES)                                              # in a narrow window, the sheet covers the rest of the page
    put(browser, "quiz")
    browser.click(".fs-option")
    if browser.js("!!document.querySelector('#fs-do-check')"):
        browser.click("#fs-do-check")
    browser.has(".fs-slip:is([data-kind=yes], [data-kind=no])")
    assert browser.js("[...document.querySelectorAll('.fs-option')].every((each) => each.dataset.outcome)")


@pytest.mark.thorough
def test_what_if_plays_another_card(away: Away) -> None:
    away.go(RULES)
    browser = away.browser
    put(browser, "example")
    browser.press("#fs-do-whatif")
    browser.press(".fs-hand[data-active] button.fs-card:not([aria-disabled])")
    browser.until("document.querySelector('#fs-answers') || document.querySelector('#fs-do-undo:not([aria-disabled])')")


@IN_FIREFOX
def test_a_puzzle_takes_a_move(away: Away) -> None:
    away.go("games/snakebit/puzzles/")
    browser = away.browser
    put(browser, "puzzle")
    browser.js(PRESS)
    browser.until("document.querySelector('.fs-slip').dataset.kind || document.querySelector('#fs-answers')")


@IN_FIREFOX
def test_a_whole_hand_is_played_and_comes_back_after_a_reload(away: Away) -> None:
    dealt(away)
    browser = away.browser
    browser.js("void localStorage.setItem('follow-suit-speed', 'none')")
    for _ in range(4):
        browser.js(PRESS)
    browser.js(f"({TABLE_NOW})(0.3)")
    held = "[...document.querySelectorAll('#fs-hand [data-card]')].map((each) => each.dataset.card).join(' ')"
    before = browser.js(held)
    away.go(PLAY)
    browser.press("#fs-do-resume")
    browser.until(f"document.querySelector('fs-table[data-playing]') && {held} === {before!r}")
    for _ in range(LONGEST_HAND):
        if browser.js(PRESS)["over"]:
            return
    raise AssertionError("the hand did not end")


def test_a_sheet_takes_the_focus_and_gives_it_back(away: Away) -> None:
    browser = away.browser
    browser.size(700, 800)
    try:
        away.go(RULES)
        browser.until("document.querySelector('fs-table')?.inert")
        put(browser, "example")
        browser.until("document.activeElement.id === 'fs-lead'")
        assert browser.js("document.querySelector('.md-header').inert")
        browser.key("Escape")
        browser.until("document.activeElement.matches('.fs-put, .fs-show')")
        assert not browser.js("document.querySelector('.md-header').inert")
    finally:
        browser.size(1280, 800)


@pytest.mark.thorough
@IN_FIREFOX
def test_who_has_played_plays_without_a_network(away: Away) -> None:
    dealt(away)
    kept = "caches.keys().then((names) => Promise.all(names.map(async (name) => (await caches.open(name)).keys())))"
    away.browser.until(f"({kept}).then((lists) => lists.flat().some(({{ url }}) => /snapshot\\.zip$/.test(url)))")
    away.cut()
    try:
        dealt(away)
        away.go(PLAY)
        away.browser.press("#fs-do-resume")
        away.browser.has("fs-table[data-playing]:not([aria-busy])")
    finally:
        away.back()


@pytest.mark.thorough                                           # downloads a thousand files in sequence: a minute each
def test_the_site_is_kept_and_played_without_a_network(away: Away) -> None:
    away.go("offline/", alive=False)
    browser = away.browser
    browser.until("navigator.serviceWorker.ready.then((made) => !!made.active)")
    browser.press("fs-offline .md-button--primary")
    told = "document.querySelector('fs-offline').textContent"
    browser.until(f"/whole site is kept|Not everything/.test({told})")
    assert "whole site is kept" in browser.js(told)
    away.cut()
    try:
        dealt(away)
        away.go("games/knueffeln/rules/")
        assert browser.js("document.querySelectorAll('fs-figure').length") > 10
    finally:
        away.back()


@pytest.mark.thorough
def test_with_cookies_blocked_firefox_plays(site: Site, tmp_path: Path) -> None:
    try:
        with firefox(**{"network.cookie.cookieBehavior": 2}) as browser:
            browser.go(site.at(PLAY))
            browser.press(".fs-bar > #fs-do-new")
            browser.has("fs-table[data-playing]:not([aria-busy])")
            held = browser.js("document.querySelectorAll('#fs-hand > *').length")
            while browser.js("document.querySelectorAll('#fs-hand > *').length") == held:
                browser.js(PRESS)
    except NotInstalledError as problem:
        pytest.skip(str(problem))
