"""The score keeper for a real table: entering with buttons, computing, correcting, storing, sending and printing scores."""

from __future__ import annotations

import json
import re
from base64 import b64encode

import pytest
from playwright.sync_api import Page

from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.pages import LOOKS, MOST_UNLIKE, OpenPage, settle, until

SMALL = """() => [...document.querySelectorAll('fs-score :is(button, input)')].filter((key) => key.offsetParent)
  .map((key) => key.getBoundingClientRect())
  .filter(({ width, height }) => width < 43.5 || height < 43.5).length"""


def opened(open_page: OpenPage, game: str, **how: object) -> Page:
    page = open_page(f"games/{game}/score/", **how)      # type: ignore[arg-type]
    ready(page)
    return page


def ready(page: Page) -> None:
    settle(page)
    until(page, "document.querySelector('.fs-score-bar') !== null")


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def totals(page: Page, *points: str) -> None:
    expect(page.locator(".fs-score-sheet tfoot td")).to_have_text([*points])


def test_a_match_is_kept_to_its_end_mended_sent_and_printed(open_page: OpenPage) -> None:
    page = opened(open_page, "double-king-pedro", phone=True)
    page.get_by_label("Player 1").fill("Anna")
    press(page, "Begin")
    press(page, "North")
    expect(page.locator(".fs-score-verdict")).to_contain_text("Bid: still to be told.")
    expect(page.get_by_role("button", name="Save hand")).to_have_attribute("aria-disabled", "true")
    press(page, "A number", "Points bid: not told yet")
    keys = page.locator(".fs-score-pad button").evaluate_all("keys => keys.map((key) => key.getBoundingClientRect().left)")
    assert min(keys) >= 0       # no key is off the left edge
    press(page, "5", "5", "Done", "Points bid: 55", "6", "Done", "Points bid: 6", "1", "2", "0")
    expect(page.locator(".fs-score-verdict")).to_contain_text("At most 100.")
    press(page, "Hundred and double it!", "Anna + North, Points taken: 0", "1", "0", "0", "Done")
    expect(page.locator(".fs-score-verdict")).to_have_text("100 of 100 points")
    press(page, "Save hand")
    totals(page, "200", "0")
    page.reload()
    ready(page)
    totals(page, "200", "0")
    press(page, "More")
    page.get_by_label("Player 3").fill("Cem")
    press(page, "More")
    expect(page.locator(".fs-score-sheet thead")).to_contain_text("Anna + Cem")
    expect(page.locator(".fs-score-so-far")).to_contain_text("points")
    totals(page, "200", "0")
    press(page, "Hand 1: change it", "Anna + Cem, Points taken: 100", "9", "9", "Done", "Change it")
    totals(page, "−200", "1")
    press(page, "Undo")
    totals(page, "200", "0")
    for _ in range(2):
        press(page, "Anna", "Hundred and double it!", "Anna + Cem, Points taken: 0", "1", "0", "0", "Done", "Save hand")
    expect(page.locator(".fs-score-head")).to_contain_text("Anna and Cem win the game")
    until(page, "document.querySelector('.fs-score-head').getBoundingClientRect().top > 0")       # the heading is visible
    expect(page.locator(".fs-score-won")).to_have_text("Anna + Cem")
    press(page, "More", "Send a link")
    link = page.get_by_label("To copy").input_value()
    page.emulate_media(media="print")
    expect(page.locator(".fs-score-bar")).to_be_hidden()
    expect(page.locator(".fs-score-title")).to_be_visible()
    expect(page.locator(".fs-score-title")).to_contain_text(re.compile(r"\d{1,2} \w+ \d{4}"))        # the day is first
    expect(page.locator(".fs-score-sheet [data-do=edit]").first).to_be_visible()        # each hand's number
    expect(page.locator(".fs-score-sheet [data-do=edit] > i").first).to_be_hidden()
    expect(page.locator(".fs-score-sheet tbody td > small").first).to_be_visible()      # what was counted
    expect(page.locator("h1")).to_be_hidden()
    other = open_page(link.replace(link.split("games/")[0], open_page.site_at("")))
    ready(other)
    totals(other, "600", "0")


@pytest.mark.thorough
def test_scores_of_all_games_lie_side_by_side_and_who_played_last_stands_first(open_page: OpenPage) -> None:
    page = opened(open_page, "snakebit", phone=True)
    page.get_by_label("Player 1").fill("Anna")
    press(page, "Begin", "Anna, Tricks: more")
    page.goto(open_page.site_at("at-your-table/"))
    expect(page.locator(".fs-game").first.locator("p")).to_have_text(
        ["Snakebit", "Anna", "Who takes it?May I play it?Keep the scoreReference card"])
    page.locator(".fs-kept a").click()
    ready(page)
    expect(page.get_by_role("button", name="Anna, Tricks: 1")).to_be_visible()


def test_what_the_referee_counted_goes_into_the_hand(open_page: OpenPage) -> None:
    told = {"tricks": [2, 1, 3, 0], "cursed_taken": [2, 4, 1, 0]}
    table = {"variant": "standard", "players": ["South", "West", "North", "East"], "told": told}
    counted = b64encode(json.dumps(table).encode()).decode()
    page = open_page(f"games/snakebit/score/#fs:score:counted:{counted}", phone=True)
    ready(page)
    expect(page.locator(".fs-score-verdict")).to_have_text("7 of 8 cursed cards: one is missing. 6 of 6 tricks")


@pytest.mark.parametrize("look", [LOOKS[look] for look in MOST_UNLIKE], ids=MOST_UNLIKE)
def test_seven_players_have_room_and_nothing_is_amiss(open_page: OpenPage, look: dict[str, bool]) -> None:
    page = opened(open_page, "double-decker", **look)
    if look.get("phone"):
        page.set_viewport_size({"width": 360, "height": 640})
    press(page, "7", "Begin", "West, Red: 0")
    assert page.evaluate(SMALL) == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


SHOWN = """() => [...document.querySelectorAll('.fs-score-sheet thead [data-side] > span')]
  .map((name) => Math.min(name.clientWidth, name.scrollWidth))"""


def test_both_names_of_a_side_are_seen_however_long_the_first_is(open_page: OpenPage) -> None:
    page = opened(open_page, "double-king-pedro", phone=True)
    page.set_viewport_size({"width": 360, "height": 640})
    for place, name in enumerate(("Wolfeschlegelsteinhausen", "Bo", "Maximiliane-Wilhelmine", "Cy"), start=1):
        page.get_by_label(f"Player {place}").fill(name)
    press(page, "Begin")
    names = page.evaluate(SHOWN)
    assert len(names) == 4
    assert min(names) > 15
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_names_are_offered_and_a_new_one_reaches_both_tools(open_page: OpenPage) -> None:
    page = opened(open_page, "snakebit", phone=True)
    expect(page.get_by_label("Player 1")).to_have_value("")
    expect(page.get_by_label("Player 1")).to_have_attribute("placeholder", "South")
    page.get_by_label("Player 1").fill("Anna")
    press(page, "Begin", "More")
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_label("Player 2").press("Tab")
    page.goto(page.url.split("/score/")[0] + "/at-your-table/")
    settle(page)
    until(page, "customElements.get('fs-referee') !== undefined")
    page.locator("[data-tool=trick]").click()
    expect(page.locator("[data-lead]").nth(1)).to_have_text("Ben")
    page.locator(".fs-case [data-do=more]").click()
    page.get_by_label("North", exact=True).fill("Cem")
    page.get_by_label("North", exact=True).press("Tab")
    expect(page.locator("[data-lead]").nth(2)).to_have_text("Cem")
    page.goto(page.url.split("/at-your-table/")[0] + "/score/")
    ready(page)
    expect(page.locator(".fs-score-sheet thead th")).to_have_text(["Anna", "Ben", "Cem", "East"])
