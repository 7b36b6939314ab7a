"""Practice hands, driven as readers drive them: what is offered now, where it is, and how the table looks meanwhile."""

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
"""Milliseconds that anything may take for which Python starts."""
LONGEST_HAND = 150
"""Presses."""
BOXES, HANDS = ((ROOT / "tests" / "chromium" / name).read_text(encoding="utf-8").strip() for name in ("boxes.js", "hands.js"))
TABLE_NOW = f"(lot) => {{ const boxes = {BOXES}; const now = {HANDS}; return now(lot); }}"

SAME_DEALS = """
  globalThis.dealt = 1;
  crypto.getRandomValues = (numbers) => numbers.fill(7919 * dealt);
"""
"""In place of luck: the same cards in each run, however often the page asks; others once ``dealt`` is another number."""

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
"""The page's own, for a test to look at."""


def python_is_there(page: Page) -> None:
    """Wait until Python runs: a hand is on the table before it."""
    page.evaluate(ENGINE)
    until(page, "engine.state === 'ready'")


def tables(game_id: str) -> Iterator[dict[str, str]]:
    """Every variant with every number of players that it is for."""
    for variant in make_game(game_id).variants:
        for players in make_game(game_id, variant).players_allowed():
            yield {"variant": variant, "players": str(players)}


def now(page: Page, lot: float = 0.0) -> dict[str, Any]:
    """How the table looks once the last answer is there, and where to press next (see hands.js)."""
    look: dict[str, Any] = page.evaluate(TABLE_NOW, lot)
    return look


def deal(page: Page) -> dict[str, Any]:
    """Deal, wait for Python, and for the reader's turn."""
    page.locator(".fs-bar > #fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_attached(timeout=SLOW)
    return now(page)


def deal_at(page: Page, **wanted: str) -> dict[str, Any]:
    """Deal at a table of this variant and this number of players."""
    page.evaluate(CHOOSE, wanted)
    expect(page.locator("fs-table[data-playing]:not([aria-busy])")).to_be_attached(timeout=SLOW)
    return now(page)


def press(page: Page, lot: float = 0.0) -> dict[str, Any]:
    """Take the hand one press further; how the table looks then."""
    for x, y in now(page, lot)["press"]:
        page.mouse.click(x, y)
    return now(page, lot)


def one_hand(page: Page, rng: random.Random, each: Callable[[dict[str, Any]], None], until: str = "over",
             ready: Callable[[int], None] = lambda pressed: None) -> dict[str, Any]:
    """Press one by one what is offered, until the hand is over or the table looks as wanted; before each look be ``ready``."""
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
    """The question on the table, answered as it wants, and checked."""
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
    """Deal, ask for a hint and play a card; gives the names of the files that this took."""
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
    """Ask for the hand as an author's file: an ``example`` or a ``quiz``, which stand folded beside the table."""
    page.locator(".fs-panel summary", has_text="For authors").click()
    page.locator(f".fs-panel [data-do={kind}]").click()


def show_best(page: Page) -> None:
    """Have a puzzle's best move shown, by way of its hints."""
    for _ in range(5):
        expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)
        page.locator(":is(#fs-do-hint, #fs-do-show):not([aria-disabled])").click()
        expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)
        if page.locator("#fs-do-back:not([aria-disabled])").count():
            return
    raise AssertionError("the best move is never shown")
