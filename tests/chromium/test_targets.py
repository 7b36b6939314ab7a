"""Controls next to text can be tapped with a finger, and a spoiler isn't next to the button that starts a puzzle."""

from __future__ import annotations

import pytest

from tests.chromium.pages import OpenPage, settle, until
from tests.some import some

TOO_SMALL = """(selector) => {
  const found = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const small = [];
  for (const each of found.slice(0, 12)) {
    each.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = each.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hits = (down) => document.elementFromPoint(x, y + down)?.closest(selector) === each;
    let [above, below] = [0, 0];
    while (above < 44 && hits(-above - 1)) above++;
    while (below < 44 && hits(below + 1)) below++;
    if (above + below + 1 < 43) small.push([each.textContent.trim().slice(0, 30), above + below + 1]);
  }
  return [found.length, small];
}"""
"""Script that measures the height of each control's touch target. At the edge of a strip, one pixel belongs to its neighbour."""


@pytest.mark.parametrize("path", some(
    ["games/snakebit/rules/", "games/snakebit/puzzles/", "games/double-king-pedro/rules/"], ["games/snakebit/puzzles/"]))
@pytest.mark.parametrize("phone", some([False, True], [True]))
@pytest.mark.parametrize("selector", [".fs-put", ".fs-words > summary"])
def test_a_strip_s_buttons_are_as_high_as_a_finger(open_page: OpenPage, path: str, phone: bool, selector: str) -> None:
    page = open_page(path, phone=phone)
    settle(page)
    found, small = page.evaluate(TOO_SMALL, selector)
    assert found
    assert small == []


@pytest.mark.parametrize("phone", some([False, True], [True]))
def test_a_strip_s_cards_put_it_on_the_table(open_page: OpenPage, phone: bool) -> None:
    page = open_page("games/snakebit/puzzles/", phone=phone)
    settle(page)
    second = page.locator("fs-figure").nth(1)
    second.locator(".fs-run .fs-card").first.click()
    until(page, "document.querySelectorAll('fs-figure')[1].hasAttribute('data-on')")
