"""Tests for exploring a puzzle's position on its page: moves for every seat, by pointer and keyboard, on desktop and phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from rules_engine.authoring.checks.check import CheckResult
from rules_engine.html.puzzle_html import asked_at
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW
from tests.chromium.keeping import puzzles, rated
from tests.chromium.pages import LOOKS, OpenPage, until
from tests.chromium.test_puzzle import go_on, play, proof_of, puzzle_where

BADGES = "cards => cards.map(card => card.dataset.worth).filter(Boolean)"
OVERFLOWS = """bar => [...bar.querySelectorAll("button")].flatMap(button => {
  const box = button.getBoundingClientRect(), edge = bar.getBoundingClientRect();
  const fits = box.left >= edge.left && box.right <= edge.right && button.scrollWidth <= button.clientWidth;
  return fits && box.height >= 44 && box.width >= 44 ? [] : [`${button.textContent} ${box.width} ${box.height}`];
})"""
"""Expression for the toolbar buttons that are too small for a finger, clipped, or narrower than their labels."""


def settled(page: Page) -> None:
    expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)


def lies_open(checked: CheckResult) -> bool:
    """Return whether a puzzle begins with a lead, all hands are known, and the second player holds illegal cards."""
    assert checked.run is not None
    game, start = checked.run.game, checked.run.moments[asked_at(checked.run)].before
    if start.trick or not all(start.hands):
        return False
    after, _ = game.make(start, proof_of(checked).best[0])
    return len(game.legal(after)) < len(after.hands[after.actor])


def opened(open_page: OpenPage, game_id: str, look: str) -> tuple[Page, str, Any]:
    figure, checked = puzzle_where(game_id, lies_open)
    page = open_page(f"games/{game_id}/puzzles/", **(LOOKS[look] | {"reduced_motion": True}))
    page.locator(f"#{figure} .fs-put").click()
    expect(page.locator(".fs-hand[data-active] button.fs-card").first).to_be_visible()
    expect(page.locator("#fs-do-explore[aria-disabled]")).to_be_visible()
    return page, figure, proof_of(checked)


def went_so(page: Page, game_id: str) -> dict[str, Any]:
    """Wait until the attempt at a puzzle has been rated, and return the game's record."""
    rated(page, game_id)
    return puzzles(page, game_id)


def worths(page: Page) -> list[str]:
    shown: list[str] = page.locator(".fs-hand .fs-card").evaluate_all(BADGES)
    return shown


@pytest.mark.thorough
@pytest.mark.parametrize(("game_id", "look"), [
    pytest.param("double-king-pedro", "desktop-light", marks=pytest.mark.thorough),
    ("snakebit", "phone-dark"),
    pytest.param("double-king-pedro", "phone-dark", marks=pytest.mark.thorough),
    pytest.param("snakebit", "desktop-light", marks=pytest.mark.thorough),
])
def test_after_a_puzzle_every_seat_is_moved_for_and_how_it_went_stays(open_page: OpenPage, game_id: str, look: str) -> None:
    page, figure, proof = opened(open_page, game_id, look)
    play(page, proof.best[0])
    go_on(page)
    expect(page.locator(".fs-slip .fs-lead")).to_contain_text("Solved")
    assert page.locator("#fs-bar").evaluate(OVERFLOWS) == []
    went = went_so(page, game_id)
    left = page.locator("#fs-do-back").bounding_box()
    page.locator("#fs-do-explore").click()
    expect(page.locator("#fs-do-leave")).to_be_visible()
    settled(page)
    assert page.locator("#fs-bar").evaluate(OVERFLOWS) == []
    assert page.locator("#fs-do-back").bounding_box()["x"] == left["x"]  # type: ignore[index]
    assert "best" in worths(page)
    names = [page.locator("#fs-own .fs-name").inner_text()]
    assert names == ["You"]
    for made in (1, 2):
        best = page.locator(".fs-hand button.fs-best").first
        card = str(best.get_attribute("data-card"))
        best.click()
        settled(page)
        way = page.locator("#fs-answers [data-do=play]:not([aria-disabled])")
        if way.count():
            expect(page.locator("#fs-answers")).to_contain_text("best")
            way.first.click()
            settled(page)
        expect(page.locator(f"#fs-own [data-card='{card}']")).to_have_count(0)
        assert "best" in worths(page), made
        names.append(page.locator("#fs-own .fs-name").inner_text())
    assert len(set(names)) == 3
    page.reload()
    if look.startswith("phone"):
        page.locator("fs-table").evaluate("table => table.open()")  # the table is off-screen again
    expect(page.locator("#fs-own .fs-name")).to_have_text(names[-1], timeout=SLOW)
    expect(page.locator(".fs-hand .fs-best").first).to_be_visible(timeout=SLOW)
    page.locator("#fs-do-back").click()
    expect(page.locator("#fs-own .fs-name")).to_have_text(names[-2])
    page.locator("#fs-do-leave").click()
    expect(page.locator(".fs-slip .fs-lead")).to_contain_text("Solved")
    expect(page.locator("#fs-do-share")).to_be_visible()
    expect(page.locator(f"#{figure}[data-solved]")).to_be_attached()
    assert puzzles(page, game_id) == went
    assert list(went["solved"]) == went["tried"] == [f"{game_id}/{figure}"]


def test_by_keyboard_alone_and_a_forbidden_card_says_why(open_page: OpenPage) -> None:
    page, _, proof = opened(open_page, "double-king-pedro", "desktop-light")
    play(page, min(proof.values, key=proof.values.__getitem__))
    expect(page.locator(".fs-slip[data-kind=no]")).to_be_visible()
    went = went_so(page, "double-king-pedro")
    page.locator("#fs-do-explore").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#fs-do-leave")).to_be_visible()
    until(page, "document.activeElement.closest('.fs-hand')")
    for _ in range(10):
        if page.evaluate("document.activeElement.classList.contains('fs-best')"):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#fs-own .fs-name")).not_to_have_text("You")
    expect(page.locator("#fs-live > :last-child")).to_contain_text("sure to score")
    until(page, "document.activeElement.closest('.fs-hand')")
    page.keyboard.press("Home")
    for _ in range(10):
        if page.evaluate("document.activeElement.classList.contains('fs-shut')"):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".fs-slip[data-kind=no] .fs-lead")).to_have_text(re.compile("can't play"))
    page.locator("#fs-do-leave").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".fs-slip[data-kind=no] .fs-lead")).to_contain_text("No: that is only sure to score")
    assert puzzles(page, "double-king-pedro") == went


@pytest.mark.thorough
def test_the_bar_fits_on_every_phone_upright_and_lying(open_page: OpenPage) -> None:
    page, _, proof = opened(open_page, "double-king-pedro", "phone-light")
    found = {}
    for step in ("begun", "missed", "explored"):
        if step == "missed":
            play(page, min(proof.values, key=proof.values.__getitem__))
        elif step == "explored":
            page.locator("#fs-do-explore").click()
            expect(page.locator("#fs-do-leave")).to_be_visible()
        for width, height in ((390, 844), (360, 640), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            found[step, width] = page.locator("#fs-bar").evaluate(OVERFLOWS)
        page.set_viewport_size({"width": 390, "height": 844})
    assert not any(found.values()), found
