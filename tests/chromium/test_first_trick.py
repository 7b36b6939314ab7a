"""Tests that the first trick can be played while Python is still loading, and that the hand continues from there afterwards."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from tests.chromium.expecting import expect
from tests.chromium.hands import ENGINE, SLOW, now, python_is_there
from tests.chromium.pages import OpenPage, wait_for
from tests.ours import OURS
from tests.some import some

RUNTIME = "**/pyodide.asm.wasm"


def held_up(open_page: OpenPage, path: str) -> tuple[Page, Callable[[], None]]:
    """Open a page, and hold its requests for Python until the returned function is called."""
    page = open_page(None)
    held: list[Route] | None = []
    page.route(RUNTIME, lambda route: route.continue_() if held is None else held.append(route))
    page.goto(open_page.site_at(path))
    page.evaluate(ENGINE)

    def let_through() -> None:
        nonlocal held
        waiting, held = held or [], None
        for route in waiting:
            route.continue_()
    return page, let_through


def moves_made(page: Page) -> list[str]:
    """Return the moves in the stored hand."""
    save = re.search(r"fs1\.\w+\.([\w-]+)", page.evaluate("JSON.stringify(localStorage)"))
    assert save is not None
    body = save[1]
    moves: str = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))["m"]
    return moves.split(",") if moves else []


def play_on(page: Page, until: int) -> list[str]:
    """Click offered controls until this number of moves has been made."""
    def made() -> bool:
        look = now(page)
        if len(moves_made(page)) >= until:
            return True
        for x, y in look["press"]:
            page.mouse.click(x, y)
        return False

    wait_for(page, made)
    return moves_made(page)


@pytest.mark.parametrize("game", some(OURS, ["knueffeln"]))
def test_a_first_trick_is_played_before_python_is_there_and_goes_on_with_it(open_page: OpenPage, game: str) -> None:
    page, let_through = held_up(open_page, f"games/{game}/play/")
    page.locator(".fs-bar > #fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_attached()
    before = play_on(page, 4)
    assert page.evaluate("engine.state") == "starting"
    expect(page.locator(".fs-engine")).to_contain_text("MB")
    expect(page.locator(".fs-engine")).to_contain_text("read on meanwhile")
    let_through()
    python_is_there(page)
    expect(page.locator(".fs-engine")).to_be_empty()
    assert play_on(page, len(before) + 2)[:len(before)] == before


@pytest.mark.thorough
def test_what_was_not_made_is_answered_once_python_is_there(open_page: OpenPage) -> None:
    page, let_through = held_up(open_page, "games/snakebit/play/")
    page.locator(".fs-bar > #fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_attached()
    page.locator("#fs-do-hint").click()
    expect(page.locator("fs-table[aria-busy]")).to_be_attached()
    let_through()
    expect(page.locator(".fs-slip[data-kind=coach]")).to_contain_text("I would", timeout=SLOW)


@pytest.mark.thorough
def test_a_start_is_called_off_and_begins_again_when_it_is_needed(open_page: OpenPage) -> None:
    page, let_through = held_up(open_page, "games/snakebit/play/")
    page.locator(".fs-bar > #fs-do-new").click()
    cancel = page.get_by_role("button", name="Cancel")
    cancel.click()
    expect(cancel).to_have_count(0)
    assert page.evaluate("engine.state") == "idle"
    before = play_on(page, 4)
    assert page.evaluate("engine.state") == "idle"
    let_through()
    page.locator("#fs-do-undo").click()
    python_is_there(page)
    now(page)
    left = moves_made(page)
    assert len(left) < len(before)
    assert left == before[:len(left)]


@pytest.mark.thorough
def test_python_that_is_there_deals_itself(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/play/")
    page.evaluate(ENGINE)
    page.evaluate("engine.start()")
    python_is_there(page)
    page.locator(".fs-bar > #fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_attached()
    assert open_page.requested(r"openings/") == []
