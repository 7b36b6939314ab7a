"""Practice hands played in the browser: the offered actions, where to click for them, and the state of the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page

from rules_engine.games import make_game
from tests.chromium.expecting import expect
from tests.chromium.pages import PATIENCE, until
from tests.chromium.server import ROOT

SLOW = PATIENCE
"""Timeout in milliseconds for actions that start Python."""
LONGEST_HAND = 150
"""Maximum number of actions per hand."""
BOXES, HANDS = ((ROOT / "tests" / "chromium" / name).read_text(encoding="utf-8").strip() for name in ("boxes.js", "hands.js"))
TABLE_NOW = f"(lot) => {{ const boxes = {BOXES}; const now = {HANDS}; return now(lot); }}"

SAME_DEALS = """
  globalThis.dealt = 1;
  crypto.getRandomValues = (numbers) => numbers.fill(7919 * dealt);
"""
"""Script that replaces random numbers, so that each run deals the same cards until ``dealt`` changes."""

CHOOSE = """(wanted) => {
  const form = document.querySelector("fs-table .fs-side form");
  for (const [name, value] of Object.entries(wanted)) {
    const field = form?.elements[name];
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  document.querySelector("fs-table .fs-panel [data-do=new]").click();
  document.querySelector("fs-table #fs-do-deal-new")?.click();
}"""


ENGINE = """async () => {
  const client = document.querySelector("script[src*='follow-suit.js']").src;
  globalThis.engine = (await import(new URL("python/engine.js", client))).engine;
}"""
"""Script that makes the page's engine a global for tests."""


def python_is_there(page: Page) -> None:
    """Wait until Python is running. The page can deal a hand before that."""
    page.evaluate(ENGINE)
    until(page, "engine.state === 'ready'")


def tables(game_id: str) -> Iterator[dict[str, str]]:
    """Yield every combination of variant and number of players, as values for the form."""
    for variant in make_game(game_id).variants:
        for players in make_game(game_id, variant).players_allowed():
            yield {"variant": variant, "players": str(players)}


def now(page: Page, lot: float = 0.0) -> dict[str, Any]:
    """Return the state of the table after the last answer, and the points to click next (see hands.js)."""
    look: dict[str, Any] = page.evaluate(TABLE_NOW, lot)
    return look


def deal(page: Page) -> dict[str, Any]:
    """Deal a hand, and wait for Python and the reader's turn."""
    page.locator(".fs-bar > #fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_attached(timeout=SLOW)
    return now(page)


def deal_at(page: Page, **wanted: str) -> dict[str, Any]:
    """Deal a hand with these form values, such as the variant and the number of players."""
    page.evaluate(CHOOSE, wanted)
    expect(page.locator("fs-table[data-playing]:not([aria-busy])")).to_be_attached(timeout=SLOW)
    return now(page)


def press(page: Page, lot: float = 0.0) -> dict[str, Any]:
    """Perform the next action in the hand, and return the state of the table."""
    for x, y in now(page, lot)["press"]:
        page.mouse.click(x, y)
    return now(page, lot)


def one_hand(page: Page, rng: random.Random, each: Callable[[dict[str, Any]], None], until: str = "over",
             ready: Callable[[int], None] = lambda pressed: None) -> dict[str, Any]:
    """Click offered controls until the state's ``until`` is true. Before each click, call ``ready``, then ``each``."""
    for pressed in range(LONGEST_HAND):
        ready(pressed)
        look = now(page, rng.random())
        each(look)
        if look[until]:
            return look
        assert look["press"], page.locator("fs-table").inner_text()
        for x, y in look["press"]:
            page.mouse.click(x, y)
    raise AssertionError(f"the hand did not end:\n{page.locator('fs-table').inner_text()}")


def put_answer(page: Page) -> None:
    """Answer the question on the table correctly, and check the answer."""
    many = page.locator(".fs-stage").get_attribute("data-many") is not None
    for part in page.locator("#fs-own .fs-part").all():
        wanted = part.get_attribute("data-answer")
        if wanted is not None:
            part.locator("input").fill(wanted)
        for option in part.locator(".fs-option[data-right]").all():
            option.click()
            if not many:
                break
    if page.locator("#fs-do-check:not([aria-disabled])").count():
        page.locator("#fs-do-check").click()


def play_one(page: Page, address: str) -> set[str]:
    """Deal, ask for a hint and play a card. Return the names of the files that were fetched."""
    fetched: set[str] = set()
    page.on("requestfinished", lambda request: fetched.add(request.url.rpartition("/")[2]))
    page.goto(address)
    page.locator("#fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    page.locator("#fs-do-hint").click()
    expect(page.locator(".fs-slip[data-kind=coach]")).to_contain_text("I would", timeout=SLOW)
    held = page.locator(".fs-hand > .fs-card")
    before = held.count()
    press(page)
    expect(held).to_have_count(before - 1, timeout=SLOW)
    return fetched


def take_home(page: Page, kind: str) -> None:
    """Record the hand as an author's file, an ``example`` or a ``quiz``, through the folded panel next to the table."""
    page.locator(".fs-panel summary", has_text="For authors").click()
    page.locator(f".fs-panel [data-do={kind}]").click()


def show_best(page: Page) -> None:
    """Step through a puzzle's hints until its best move is shown."""
    for _ in range(5):
        expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)
        page.locator(":is(#fs-do-hint, #fs-do-show):not([aria-disabled])").click()
        expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)
        if page.locator("#fs-do-back:not([aria-disabled])").count():
            return
    raise AssertionError("the best move is never shown")
