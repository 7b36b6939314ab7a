"""The panel at the end of a hand: fully visible at every size, in examples and in played hands, and its figures."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from tests.chromium.expecting import expect
from tests.chromium.hands import deal, one_hand
from tests.chromium.pages import DESKTOP, PHONE, OpenPage, settle
from tests.some import some

GAMES = ("snakebit", "double-decker", "double-king-pedro", "double-knot", "knueffeln")

SHEETS = """async () => {
  const table = document.querySelector("fs-table"), wrong = [];
  let seen = 0;
  for (const figure of document.querySelectorAll("fs-figure[data-kind=example]")) {
    const { steps } = await figure.content();
    for (const [step, { html }] of steps.entries()) {
      if (!html.includes("fs-sheet")) continue;
      await table.put(figure, { wanted: true, state: { step } });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      seen++;
      const panel = table.querySelector("#fs-ending"), felt = table.querySelector(".fs-felt").getBoundingClientRect();
      const box = panel.getBoundingClientRect();
      const { clientHeight, clientWidth, scrollHeight, scrollWidth } = panel;
      if (scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1) wrong.push(`${figure.id} is cut`);
      if (table.querySelector("#fs-slip").checkVisibility()) wrong.push(`${figure.id} says it twice`);
      if (box.top < felt.top || box.bottom > felt.bottom + 1 || box.left < felt.left || box.right > felt.right + 1) {
        wrong.push(`${figure.id} leaves the felt`);
      }
    }
  }
  return { seen, wrong };
}"""


WHOLE = "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)(document.querySelector('#fs-ending'))"
SEEN = """() => {
  globalThis.seen = [];
  const look = () => {
    const [figure, panel] = [document.querySelector(".fs-gain"), document.querySelector("#fs-ending")];
    if (figure) seen.push([figure.textContent, figure.ariaLabel, panel.hasAttribute("aria-busy")]);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Script that records the large figure, its text for screen readers, and whether the panel is busy, in each frame."""
ENDS = {"360x640": (360, 640), "390x844": (390, 844), "844x390": (844, 390), "820x1180": (820, 1180), "1280x720": (1280, 720),
        "1280x800": (1280, 800), "1440x900": (1440, 900), "1920x1080": (1920, 1080)}


@pytest.mark.parametrize("size", some([DESKTOP, PHONE], [PHONE], lambda size: "phone" if size == PHONE else "desktop"))
@pytest.mark.parametrize("game", some(GAMES, ["knueffeln"]))
def test_the_sheet_of_every_example_is_whole_and_lies_on_the_felt(open_page: OpenPage, game: str, size: ViewportSize) -> None:
    page = open_page(f"games/{game}/rules/", phone=size == PHONE, reduced_motion=True)
    settle(page)
    found = page.evaluate(SHEETS)
    assert found["seen"]
    assert found["wrong"] == []


@pytest.mark.parametrize("phone", some([False, True], [True], lambda phone: "phone" if phone else "desktop"))
def test_a_hand_ends_with_what_was_bid_and_taken_and_the_own_plate_stays_till_then(open_page: OpenPage, phone: bool) -> None:
    page = open_page("games/double-knot/play/", phone=phone, reduced_motion=True)
    settle(page)
    deal(page)

    def plate_stays(look: dict[str, Any]) -> None:
        if not look["over"] and page.locator("#fs-do-next", has_text="Score").count():
            expect(page.locator("#fs-own .fs-against")).to_be_visible()
    one_hand(page, random.Random(3), plate_stays)
    sheet = page.locator("#fs-ending > .fs-sheet")
    expect(sheet.locator("tr.fs-account th")).to_have_text(["Bid", "Took"])
    expect(page.locator("#fs-lead")).to_have_text(re.compile(r"^You (made it|missed by (one|\d+)): \d+ bid, \d+ taken$"))
    for width, height in ENDS.values():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.querySelector('fs-table').bring()")
        assert page.evaluate(WHOLE), (width, height)


@pytest.mark.thorough
def test_the_figures_count_up_once_and_screen_readers_hear_the_last(open_page: OpenPage) -> None:
    page = open_page("games/double-knot/play/")
    settle(page)
    deal(page)
    page.evaluate(SEEN)
    one_hand(page, random.Random(3), lambda look: None)
    expect(page.locator("#fs-ending:not([aria-busy])")).to_be_visible()
    seen = page.evaluate("seen")
    last, told, busy = seen[-1]
    assert not busy
    assert all(heard == told for _, heard, _ in seen), "screen readers get the final figure only"
    assert all(shown == last for shown, _, counts in seen if not counts)
    page.locator("#fs-do-review").click()
    page.locator("#fs-do-now").click()
    expect(page.locator(".fs-gain")).to_have_text(last)
    assert not any(counts for *_, counts in page.evaluate("seen")[len(seen):]), "it counts up once"
