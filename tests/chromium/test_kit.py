"""Titles have their own font and never change it; buttons and focus rings look the same everywhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from rules_engine.site.pages.theme_patches import TITLE_FONT
from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, settle, until

RULES = "games/snakebit/rules/"
LOADED = "[...document.fonts].some((face) => face.family.includes('Fraunces') && face.status === 'loaded')"
LOOK = """(button) => {
  const { backgroundColor, borderRadius, borderStyle, color, minHeight } = getComputedStyle(button);
  return [backgroundColor, borderRadius, borderStyle, color, minHeight].join(" ");
}"""
"""The properties that all buttons of one kind share."""


def test_titles_have_their_font_which_is_fetched_once(open_page: OpenPage) -> None:
    page = open_page(RULES)
    settle(page)
    until(page, f"() => {LOADED}")
    assert page.locator("h1").evaluate("title => getComputedStyle(title).fontFamily").startswith("Fraunces")
    page.goto(open_page.site_at("de/games/knueffeln/rules/"))
    settle(page)
    assert len(open_page.requested(TITLE_FONT)) <= 2, "once a page"


def test_a_font_that_comes_late_moves_nothing(open_page: OpenPage) -> None:
    page = open_page(None)
    held: list[Route] = []
    page.route(f"**/{TITLE_FONT}", lambda route: held.append(route))
    page.goto(open_page.site_at(RULES), wait_until="domcontentloaded")
    expect(page.locator("h1")).to_be_visible()
    before = widths(page)
    until(page, "() => performance.getEntriesByName('first-contentful-paint').length")
    with page.expect_response(f"**/{TITLE_FONT}"):
        for route in held:
            route.continue_()
    settle(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    assert widths(page) == before


def widths(page: Page) -> object:
    """Return the widths of the texts of the first titles."""
    return page.locator("h1, h2").evaluate_all("""titles => titles.slice(0, 4).map((title) => {
      const range = document.createRange();
      range.selectNodeContents(title.firstChild);
      return range.getBoundingClientRect().width;
    })""")


def test_buttons_of_one_kind_look_the_same_on_all_pages(open_page: OpenPage) -> None:
    main, quiet = set(), set()
    for path, mains, quiets in (
        ("design/kit/", ".fs-row > .fs-main, .md-button--primary", ".fs-row > button:not([class], [aria-pressed], :disabled), "
         ".md-button:not(.md-button--primary)"),
        ("", ".md-button--primary, #fs-bar > .fs-main", ".md-button:not(.md-button--primary)"),
        ("games/snakebit/learn/", "#fs-course-start", ".fs-chip-button"),
        ("games/snakebit/score/", "fs-score .fs-main", "fs-score [data-do=bring]"),
    ):
        page = open_page(path)
        settle(page)
        expect(page.locator(mains).first).to_be_visible()
        main |= set(page.locator(mains).evaluate_all(f"buttons => buttons.map({LOOK})"))
        quiet |= set(page.locator(quiets).evaluate_all(f"buttons => buttons.map({LOOK})"))
    assert len(main) == 1, main
    assert len(quiet) == 1, quiet
    assert main != quiet


@pytest.mark.parametrize("dark", [False, True])
def test_the_ring_of_the_header_is_inside_it(open_page: OpenPage, dark: bool) -> None:
    page = open_page(RULES, dark=dark)
    settle(page)
    for place in (".md-tabs__link", ".fs-languages a", ".fs-pages a"):
        page.locator(place).nth(0).focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(page.locator(place).nth(0)).to_be_focused()
        style, width, offset = page.locator(place).nth(0).evaluate(
            "link => { const s = getComputedStyle(link); return [s.outlineStyle, s.outlineWidth, s.outlineOffset]; }")
        assert (style, width, offset) == ("solid", "3px", "-3px")


def test_what_is_unavailable_is_not_dashed(open_page: OpenPage) -> None:
    """Dashed edges are the coach's."""
    page = open_page("games/snakebit/puzzles/")
    settle(page)
    page.locator(".fs-put").first.click()
    off = page.locator("#fs-bar > [aria-disabled=true]").first
    expect(off).to_be_visible()
    assert off.evaluate("button => getComputedStyle(button).borderStyle") == "solid"
