"""Practice hands, driven as readers drive them: what is offered now, where it is, and how the table looks meanwhile."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.chromium.server import ROOT

SLOW = 60_000
"""Milliseconds: Python starts."""
LONGEST_HAND = 150
"""Presses."""
STILL = (ROOT / "tests" / "chromium" / "hands.js").read_text(encoding="utf-8")

SAME_DEALS = """
  let drawn = 0;
  crypto.getRandomValues = (numbers) => numbers.fill(drawn += 7919);
"""
"""In place of luck: each reader is dealt the same cards in each run."""


def now(page: Page, lot: float = 0.0) -> dict[str, Any]:
    """How the table looks once the last answer is there, and what to press next (see hands.js)."""
    look: dict[str, Any] = page.evaluate(STILL, lot)
    return look


def deal(page: Page) -> dict[str, Any]:
    """Deal, wait for Python the first time, and for the reader's turn."""
    page.locator("#fs-do-new").first.click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    return now(page)


def one_hand(page: Page, rng: random.Random, each: Callable[[dict[str, Any]], None], until: str = "over") -> dict[str, Any]:
    """Press one by one what is offered, until the hand is over or the table looks as wanted."""
    for _ in range(LONGEST_HAND):
        look = now(page, rng.random())
        each(look)
        if look[until]:
            return look
        assert look["press"], page.locator("fs-table").inner_text()
        for x, y in look["press"]:
            page.mouse.click(x, y)
    raise AssertionError("the hand did not end")
