"""At a real table: cards are tapped, Python or not, and the answer comes by itself; nothing that was tapped is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.chromium.axe import violations
from tests.chromium.pages import Look, OpenPage, settle, until

RULING = "document.querySelector('.fs-ruling')?.textContent ?? ''"
PAD = """() => [...document.querySelectorAll('.fs-key:not([hidden])')].map((key) => key.getBoundingClientRect())
  .filter(({ width, height }) => width < 43.5 || height < 43.5).length"""


def opened(open_page: OpenPage, game: str, tool: str = "trick", **how: object) -> Page:
    """A game's page with one of its tools open."""
    page = open_page(f"games/{game}/at-your-table/", **how)      # type: ignore[arg-type]
    settle(page)
    until(page, "customElements.get('fs-referee') !== undefined")
    page.locator(f"[data-tool={tool}]").click()
    return page


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f".fs-key[data-card='{card}']").click()


def said(page: Page, words: str) -> None:
    until(page, f"({RULING}).includes({words!r})")


def test_a_trick_is_tapped_and_its_taker_told_and_kept(open_page: OpenPage) -> None:
    page = opened(open_page, "snakebit", phone=True)
    tap(page, "4WL", "8WL", "3SK", "2WL")
    assert page.locator(".fs-lain li").count() == 4         # whether Python is there or not
    page.locator("[data-row=trump][data-value=K]").click()
    said(page, "North takes the trick")
    assert page.locator(".fs-lain .fs-won").inner_text() == "North"
    page.reload()
    settle(page)
    until(page, "customElements.get('fs-referee') !== undefined")
    page.locator("[data-tool=trick]").click()
    said(page, "North takes the trick")
    page.locator("[data-do=next]").click()
    tap(page, "9LK")
    said(page, "North takes it: no card can change that any more")
    assert page.locator(".fs-key[data-card='8WL']").get_attribute("aria-disabled") == "true"


def test_own_cards_are_judged_and_say_why(open_page: OpenPage) -> None:
    page = opened(open_page, "snakebit", "turn", phone=True)
    page.locator("[data-row=trump][data-value=K]").click()
    tap(page, "9WY")
    page.locator("[data-do=target]").click()
    tap(page, "3MW", "7SK")
    until(page, "document.querySelector('[data-way]') !== null")       # now it matters how the 9 was led
    page.locator("[data-way='9WY as W']").click()
    said(page, "Waves were led")
    assert page.locator("[data-take='7SK']").get_attribute("aria-disabled") == "true"
    assert page.locator("[data-take='3MW']").get_attribute("aria-disabled") is None
    page.locator("[data-do=back]").click()
    assert page.locator(".fs-mine li").count() == 1


def test_a_table_goes_on_at_the_practice_table(open_page: OpenPage) -> None:
    page = opened(open_page, "double-decker", "turn", phone=True)
    tap(page, "R5", "B7")
    page.locator("[data-do=target]").click()
    tap(page, "R3", "G4", "B1")
    until(page, "document.querySelector('[data-take]') !== null")
    page.locator("[data-do=more]").click()
    page.get_by_role("button", name="Practise from here").click()
    until(page, "location.pathname.endsWith('/play/')")
    until(page, "document.querySelector('fs-table .fs-hand[data-active] [data-card=R3]') !== null")


@pytest.mark.parametrize("game", ["double-king-pedro"])
def test_the_keys_are_as_large_as_a_finger_and_nothing_is_amiss(open_page: OpenPage, look: Look, game: str) -> None:
    page = opened(open_page, game, **look)
    tap(page, "5C", "7C")
    said(page, "it")
    assert page.evaluate(PAD) == 0
    assert page.evaluate("document.querySelector('.fs-case').scrollWidth <= innerWidth")
    assert violations(page) == []


def test_an_example_on_the_table_opens_here_with_what_lies_there(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/rules/", phone=True)
    settle(page)
    page.locator("#example-snakebit-follow-suit .fs-put").click()
    page.locator("#fs-do-on").click()
    until(page, "document.querySelectorAll('.fs-ring .fs-laid').length > 0")
    lie = page.locator(".fs-ring .fs-laid").count()
    page.locator("fs-table .fs-head button", has_text="⋯").click()
    page.locator("fs-table button", has_text="At your table").click()
    page.wait_for_url("**/at-your-table/**", timeout=60_000)
    until(page, f"document.querySelectorAll('.fs-lain li').length === {lie}")
    until(page, f"({RULING}) !== ''")
