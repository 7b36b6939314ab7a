"""Python starts a little before the click that needs it, where a reader seems to want it, and nowhere else."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.chromium.pages import OpenPage, settle
from tests.chromium.server import Site

RUNTIME = r"runtime\.json"
PAGE = "games/snakebit/"


def test_reading_past_a_control_fetches_nothing(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    settle(page)
    control = page.locator(".fs-whatif").first
    control.scroll_into_view_if_needed()
    control.dispatch_event("pointermove", {"bubbles": True})
    control.dispatch_event("pointerout", {"bubbles": True})
    page.wait_for_timeout(400)
    assert open_page.requested(RUNTIME) == []


def test_a_pointer_that_rests_on_a_control_starts_python_unseen(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    settle(page)
    page.locator(".fs-whatif").first.hover()
    _ready(page)
    expect(page.locator(".fs-engine")).to_have_count(0)


def test_the_focus_on_a_control_starts_python(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    settle(page)
    page.locator(".fs-begin").first.focus()
    _ready(page)


def test_a_practice_table_that_the_page_opens_with_is_no_wish(open_page: OpenPage) -> None:
    page = open_page("")
    settle(page)
    expect(page.locator(".fs-begin").first).to_be_in_viewport()
    page.wait_for_timeout(2000)
    assert open_page.requested(RUNTIME) == []


def test_a_practice_table_that_is_scrolled_to_starts_python(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    settle(page)
    page.locator(".fs-begin").first.scroll_into_view_if_needed()
    _ready(page)


def test_a_reader_who_saves_data_is_asked_first(open_page: OpenPage, site: Site) -> None:
    page = open_page(None)
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    page.goto(site.at(PAGE))
    settle(page)
    page.locator(".fs-begin").first.hover()
    page.wait_for_timeout(2000)
    assert open_page.requested(RUNTIME) == []


def _ready(page: Page) -> None:
    """Waits until Python runs. (The predicate must not be async: a promise counts as true.)"""
    page.evaluate(
        """async () => {
          const client = document.querySelector("script[src*='follow-suit.js']").src;
          globalThis.engine = (await import(new URL("engine.js", client))).engine;
        }"""
    )
    page.wait_for_function("engine.state === 'ready'")
