"""Puzzles from choices in the reader's own hands: made in the review, listed with the game's puzzles, and deleted."""

from __future__ import annotations

import re

import pytest

from tests.api.test_review import played
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW
from tests.chromium.pages import LOOKS, OpenPage


@pytest.mark.thorough
def test_a_choice_that_lost_something_is_solved_as_a_puzzle_and_kept_with_the_others(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/play/", **LOOKS["phone-light"])
    page.evaluate("""save => {
      const { figure } = document.querySelector("fs-table").dataset;
      localStorage.setItem(`follow-suit:${location.pathname}#${figure}`, save);
    }""", played("snakebit", 3))
    page.reload()
    page.locator("#fs-do-resume").click()
    page.locator("#fs-do-review").click(timeout=SLOW)
    page.locator(".fs-answers [data-do=own]").first.click(timeout=SLOW)
    expect(page.locator(".fs-kind")).to_have_text("Your own puzzle", timeout=SLOW)
    title = page.locator(".fs-title").inner_text()
    assert re.match(r"Trick \d+ of a hand of yours, ", title)
    page.locator(".fs-hand[data-active] button.fs-card:not([aria-disabled])").first.click()
    expect(page.locator("#fs-answers, .fs-slip:is([data-kind=yes], [data-kind=no])").first).to_be_visible(timeout=SLOW)
    page.locator("#fs-do-home").click()
    expect(page.locator("fs-table[data-kind=practice] #fs-do-review")).to_be_visible(timeout=SLOW)
    expect(page.locator(".fs-guest #fs-do-home")).to_have_count(0)
    page.goto(page.url.partition("play/")[0] + "puzzles/")
    own = page.locator(".fs-own-puzzles > fs-figure")
    expect(own.locator("b")).to_have_text(title)
    own.locator("button").first.click()
    expect(page).to_have_url(re.compile(r"#own-\w+$"))
    expect(page.locator(".fs-title")).to_have_text(title)
    page.reload()
    expect(page.locator(".fs-title")).to_have_text(title, timeout=SLOW)
    page.locator(".fs-close").click()
    own.locator("button").last.click()
    expect(page.locator(".fs-own-puzzles")).to_have_count(0)
