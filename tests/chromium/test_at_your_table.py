"""The controls for a real table on a phone: large enough for a finger, and accessible according to axe."""

from __future__ import annotations

import json
from base64 import b64encode
from itertools import product

import pytest
from playwright.sync_api import Page

from rules_engine.core.game.score_form import counting_of
from rules_engine.games import known_games, make_game
from rules_engine.testing import over
from tests.chromium.axe import violations
from tests.chromium.pages import OpenPage, settle, until
from tests.some import some

NARROW, LONG = 360, 8000
"""The width of the smallest phone, and a height at which the bar at the bottom covers nothing."""
HANDS = 40
EVERY = [*product(known_games(), [False, True])]
SMALL = """() => [...(document.querySelector('dialog[open]') ?? document.querySelector('article'))
  .querySelectorAll('button, select, input, .fs-errand')]
  .filter((key) => key.checkVisibility() && key.getBoundingClientRect().width)
  .map((key) => [key.getAttribute('aria-label') || key.textContent, key.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.5 || height < 43.5).map(([name]) => name)"""


def fine(page: Page) -> None:
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    assert violations(page) == []


def match_of(game: str) -> str:
    """Return a link to a match in which one hand is repeated."""
    made = make_game(game)
    told = counting_of(type(made)).tell(made, over(made))
    match = {"format": 1, "id": "a", "game": game, "variant": made.variant, "options": made.options, "dealer": 0,
             "players": ["Anna", "Ben", "Cem", "Dora"], "hands": [told] * HANDS, "draft": {}, "at": 1}
    return b64encode(json.dumps(match).encode()).decode()


def opened(open_page: OpenPage, path: str, dark: bool) -> Page:
    """Open a page in a window sized like a tall, narrow phone."""
    page = open_page(path, phone=True, dark=dark)
    page.set_viewport_size({"width": NARROW, "height": LONG})
    settle(page)
    return page


@pytest.mark.parametrize("case", some(EVERY, [("snakebit", True)], "{0[0]}-{0[1]}".format))
def test_every_key_is_as_large_as_a_finger_and_nothing_is_amiss(open_page: OpenPage, case: tuple[str, bool]) -> None:
    game, dark = case
    page = opened(open_page, f"games/{game}/at-your-table/", dark)
    until(page, "customElements.get('fs-referee') !== undefined")
    fine(page)
    for tool in ("trick", "turn"):
        page.locator(f"[data-tool={tool}]").click()
        for key in page.locator(".fs-key:not([hidden])").all()[tool == "turn"::3][:2]:
            key.click()
        until(page, "document.querySelector('.fs-ruling .fs-lead') !== null")
        fine(page)
        page.locator("[data-do=more]").click()
        fine(page)
        page.locator("[data-do=more]").click()
        page.locator("[data-do=close]").click()


@pytest.mark.parametrize("case", some(EVERY, [("double-knot", True)], "{0[0]}-{0[1]}".format))
def test_so_is_every_key_of_the_score(open_page: OpenPage, case: tuple[str, bool]) -> None:
    game, dark = case
    page = opened(open_page, f"games/{game}/score/", dark)
    page.locator("[data-do=start]").wait_for()
    fine(page)
    page.locator("[data-do=start]").click()
    page.locator("[data-do=choose], [data-do=pad]").first.click()
    page.locator("[data-do=menu]").click()
    fine(page)
    page.locator("[data-do=link]").click()
    page.goto(open_page.site_at(f"games/{game}/score/#fs:score:match:{match_of(game)}"))
    until(page, "document.querySelector('.fs-score-sheet tfoot')?.textContent.includes('…') === false")
    fine(page)
