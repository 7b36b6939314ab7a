"""Complete hands without a mouse: every control can be reached with Tab and arrow keys, and every event is announced."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page

from rules_engine.games import known_games
from tests.chromium.expecting import expect
from tests.chromium.hands import LONGEST_HAND, SAME_DEALS, SLOW, now
from tests.chromium.pages import OpenPage, settle
from tests.some import some

FAR = 30
"""Maximum number of Tab and arrow key presses that it takes to reach a control on the table."""
NOTATION = re.compile(r"\b(?:[2-9]|10|[AKQJXP])[A-Z]{1,3}\b|[{}<>]")
"""Pattern of text that must not be announced: cards in scenario notation, and markup."""

WHERE = """(place) => {
  const old = offeredNow[place], here = document.activeElement;
  const wanted = old.isConnected ? old : document.getElementById(old.id);
  if (wanted === here) return "here";
  const after = here.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING;
  const hand = wanted.closest(".fs-hand");
  if (hand && hand.contains(here)) return after ? "ArrowRight" : "ArrowLeft";
  return after ? "Tab" : "Shift+Tab";
}"""
"""Expression for the next key to press to reach one of the offered buttons."""
COVERS_RANK = """() => {
  const here = document.activeElement, next = here.matches(".fs-hand > .fs-card") ? here.nextElementSibling : null;
  const { left, top } = next?.getBoundingClientRect() ?? {};
  return next !== null && !next.contains(document.elementFromPoint(left + 12, top + 12));
}"""
"""Expression for whether the focused card covers the rank of the next card in the hand."""


def go_to(page: Page, place: int) -> None:
    """Move the focus to an offered button with the keyboard."""
    pressed = []
    for _ in range(FAR):
        key = page.evaluate(WHERE, place)
        if key == "here":
            return
        page.keyboard.press(key)
        pressed.append(key)
    raise AssertionError(f"{page.evaluate(WHERE, place)}: not reached with {pressed}")


@pytest.mark.parametrize("game_id", some(known_games(), ["double-king-pedro"]))
def test_a_whole_hand_is_played_and_heard_without_a_mouse(open_page: OpenPage, game_id: str) -> None:
    page = open_page(None, reduced_motion=True)
    page.add_init_script(SAME_DEALS)
    page.goto(open_page.site_at(f"games/{game_id}/play/"))
    settle(page)
    page.locator("#fs-do-new").focus()
    page.keyboard.press("Enter")
    expect(page.locator("fs-table[data-playing]")).to_be_attached(timeout=SLOW)
    rng, heard = random.Random(game_id), list[str]()
    for _ in range(LONGEST_HAND):
        look = now(page, rng.random())
        heard.append(page.locator("#fs-live > :last-child").inner_text())
        assert look["focus"] != "nowhere"
        if look["over"]:
            break
        for place in range(len(look["press"])):
            go_to(page, place)
            assert not page.evaluate(COVERS_RANK)
            page.keyboard.press("Enter")
    else:
        raise AssertionError("the hand did not end")
    assert not [said for said in heard if not said.strip() or NOTATION.search(said)]
    assert re.search(r"You(?:r side| and North)? (scored|won|lost) ", heard[-1]), heard[-1]
