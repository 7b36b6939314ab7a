"""With forced colours, as in Windows high contrast, chosen, winning and next elements have an outline."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW, deal, now, press
from tests.chromium.pages import OpenPage, settle


def forced(open_page: OpenPage, path: str) -> Page:
    page = open_page(path)
    page.emulate_media(forced_colors="active")
    settle(page)
    return page


def outlined(place: Locator) -> bool:
    """Return whether an element has an outline that doesn't depend on our colours."""
    return bool(place.evaluate("""(each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 3;
    }"""))


@pytest.mark.thorough
def test_what_is_chosen_in_a_question(open_page: OpenPage) -> None:
    page = forced(open_page, "games/snakebit/rules/")
    for name in page.locator("fs-figure[data-kind=quiz]").evaluate_all("figures => figures.map(each => each.id)"):
        page.locator(f"#{name} .fs-put").click()
        expect(page.locator(f"#{name}[data-on]")).to_be_attached()
        if page.locator(".fs-stage[data-many]").count():
            break
    options = page.locator(".fs-option")
    options.nth(1).click()
    assert outlined(options.nth(1))
    assert not outlined(options.nth(0))


def test_the_number_chosen_the_turn_the_winner_and_the_backs(open_page: OpenPage) -> None:
    page = forced(open_page, "games/double-knot/play/")
    deal(page)
    page.locator("#fs-numbers button").nth(2).click()
    chosen = page.locator("#fs-numbers [aria-pressed=true]")
    assert outlined(chosen)
    assert not outlined(page.locator("#fs-numbers [aria-pressed=false]").first)
    assert outlined(page.locator(".fs-own[data-turn] > .fs-plate"))
    assert not outlined(page.locator(".fs-seat > .fs-plate").first)
    assert page.locator(".fs-fan > i").first.evaluate("each => getComputedStyle(each).borderTopStyle") == "solid"
    for _ in range(20):
        now(page)
        if page.locator(".fs-laid.fs-won").count():
            break
        press(page)
    expect(page.locator(".fs-laid.fs-won > .fs-card").first).to_be_visible(timeout=SLOW)
    assert outlined(page.locator(".fs-laid.fs-won > .fs-card").first)
    assert not outlined(page.locator(".fs-laid:not(.fs-won) > .fs-card").first)
