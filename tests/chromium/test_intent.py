"""Python starts before the click that needs it if the reader seems about to click, and not otherwise."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, settle, until
from tests.chromium.server import Site

RUNTIME = r"runtime\.json"
PLAY = "games/snakebit/play/"
RULES = "games/snakebit/rules/"


def example(open_page: OpenPage) -> Page:
    """Open a page with an example on its table."""
    page = open_page(RULES)
    settle(page)
    page.locator("fs-figure[data-kind=example] .fs-put").first.click()
    expect(page.locator("#fs-do-whatif")).to_be_visible()
    return page


@pytest.mark.thorough
def test_reading_past_a_control_fetches_nothing(open_page: OpenPage) -> None:
    page = example(open_page)
    control = page.locator("#fs-do-whatif")
    control.dispatch_event("pointermove", {"bubbles": True})
    control.dispatch_event("pointerout", {"bubbles": True})
    page.wait_for_timeout(400)
    assert open_page.requested(RUNTIME) == []


@pytest.mark.thorough
def test_a_pointer_that_rests_on_a_control_starts_python_unseen(open_page: OpenPage) -> None:
    page = example(open_page)
    page.locator("#fs-do-whatif").hover()
    _ready(page)
    expect(page.locator(".fs-engine:not(:empty)")).to_have_count(0)


@pytest.mark.thorough
def test_stepping_through_an_example_is_no_wish(open_page: OpenPage) -> None:
    page = example(open_page)
    page.locator("#fs-do-on").click()
    page.wait_for_timeout(400)
    assert open_page.requested(RUNTIME) == []


@pytest.mark.thorough
def test_the_focus_on_a_control_starts_python(open_page: OpenPage) -> None:
    page = open_page(PLAY)
    settle(page)
    page.locator(".fs-bar #fs-do-new").focus()
    _ready(page)


@pytest.mark.thorough
def test_a_practice_table_that_the_page_opens_with_is_no_wish(open_page: OpenPage) -> None:
    page = open_page("")
    settle(page)
    expect(page.locator("fs-table")).to_be_in_viewport()
    page.wait_for_timeout(2000)
    assert open_page.requested(RUNTIME) == []


@pytest.mark.thorough
def test_a_practice_table_that_is_scrolled_to_starts_python(open_page: OpenPage) -> None:
    page = open_page(None)
    page.set_viewport_size({"width": 1280, "height": 100})
    page.goto(open_page.site_at(PLAY))
    settle(page)
    expect(page.locator("fs-table")).not_to_be_in_viewport()
    page.locator("fs-table").scroll_into_view_if_needed()
    _ready(page)


FREE = "{ saveData: false, effectiveType: '4g' }"


def _read_for_a_while(open_page: OpenPage, site: Site, connection: str, path: str = PLAY) -> Page:
    """Open a page and wait until the prefetch of Python would have started."""
    page = open_page(None)
    page.add_init_script(f"Object.defineProperty(navigator, 'connection', {{ value: {connection} }})")
    page.goto(site.at(path))
    settle(page)
    page.wait_for_timeout(4500)
    return page


def test_a_play_page_that_is_read_fetches_python_unseen_and_once(open_page: OpenPage, site: Site) -> None:
    page = _read_for_a_while(open_page, site, FREE)
    _ready(page)
    expect(page.locator(".fs-engine:not(:empty)")).to_have_count(0)
    page.locator(".fs-bar #fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible()
    assert len(open_page.requested(r"snapshot\.zip")) == 1


@pytest.mark.parametrize("connection", [
    pytest.param("undefined", marks=pytest.mark.thorough), pytest.param("{ effectiveType: '3g' }", marks=pytest.mark.thorough),
    pytest.param("{ effectiveType: '4g', type: 'cellular' }", marks=pytest.mark.thorough),
    "{ saveData: true, effectiveType: '4g' }"])
def test_nothing_is_fetched_unasked_where_the_line_may_cost(open_page: OpenPage, site: Site, connection: str) -> None:
    _read_for_a_while(open_page, site, connection)
    assert open_page.requested(RUNTIME) == []


@pytest.mark.thorough
def test_a_page_of_rules_that_is_read_fetches_nothing(open_page: OpenPage, site: Site) -> None:
    _read_for_a_while(open_page, site, FREE, RULES)
    assert open_page.requested(RUNTIME) == []


def test_a_reader_who_saves_data_is_asked_first(open_page: OpenPage, site: Site) -> None:
    page = open_page(None)
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    page.goto(site.at(PLAY))
    settle(page)
    page.locator(".fs-bar #fs-do-new").hover()
    page.wait_for_timeout(2000)
    assert open_page.requested(RUNTIME) == []


def _ready(page: Page) -> None:
    """Wait until Python is running. (The predicate must not be async: a promise is truthy.)"""
    page.evaluate(
        """async () => {
          const client = document.querySelector("script[src*='follow-suit.js']").src;
          globalThis.engine = (await import(new URL("python/engine.js", client))).engine;
        }"""
    )
    until(page, "engine.state === 'ready'")
