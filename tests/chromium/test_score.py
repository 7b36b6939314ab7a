"""The score sheet on the table: fully visible at every size, in examples and in played hands."""

from __future__ import annotations

import random
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
      const slip = table.querySelector("#fs-slip"), felt = table.querySelector(".fs-felt").getBoundingClientRect();
      const box = slip.getBoundingClientRect();
      if (slip.scrollHeight > slip.clientHeight + 1 || slip.scrollWidth > slip.clientWidth + 1) wrong.push(`${figure.id} is cut`);
      if (box.top < felt.top || box.bottom > felt.bottom + 1 || box.left < felt.left || box.right > felt.right + 1) {
        wrong.push(`${figure.id} leaves the felt`);
      }
    }
  }
  return { seen, wrong };
}"""


WHOLE = """(() => { const slip = document.querySelector("#fs-slip"); return slip.scrollHeight <= slip.clientHeight + 1; })()"""


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
    sheet = page.locator("#fs-slip > .fs-sheet")
    expect(sheet.locator("tr.fs-account th")).to_have_text(["Bid", "Took"])
    assert page.evaluate(WHOLE)
