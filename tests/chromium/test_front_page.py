"""Entry pages: the home page, the covers and filters of the games, a game's overview, and the panel for returning readers."""

from __future__ import annotations

import re

import pytest

from rules_engine.games import known_games
from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, Viewport, until
from tests.some import some

PHONE, DESKTOP = Viewport(phone=True), Viewport()
HAND = """localStorage.setItem(`follow-suit:${new URL(".", location).pathname}:last-hand`,
  JSON.stringify({ page: "games/double-knot/play/", name: "Double Knot", hand: 3, finished: false }))"""
SHIFTED = """globalThis.shifted = 0; new PerformanceObserver((list) =>
  list.getEntries().forEach((each) => (globalThis.shifted += each.value))).observe({ type: "layout-shift", buffered: true })"""


@pytest.mark.parametrize("look", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_one_press_leads_from_home_to_the_first_card(open_page: OpenPage, look: Viewport) -> None:
    page = open_page("", **look)
    expect(page.locator("fs-table #fs-do-new")).to_be_attached()
    assert page.locator("fs-table .fs-bar").is_hidden()
    page.get_by_role("link", name="Play your first hand").click()
    expect(page.locator(".fs-aim")).to_have_text("Each trick is a point; each cursed card in it costs one.")
    card = page.locator("#fs-hand button:not([aria-disabled])").first
    expect(card).to_be_in_viewport(ratio=1)
    card.click()
    expect(page.locator(".fs-aim")).to_have_count(0)


def test_covers_begin_above_the_fold(open_page: OpenPage) -> None:
    page = open_page("", **DESKTOP)
    covers = page.locator(".fs-games").first.locator(".fs-game-cards")
    tops = covers.evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
    assert max(tops) < 730
    assert max(tops) == min(tops)
    table = page.locator("fs-table").evaluate("each => each.getBoundingClientRect().height")
    assert 500 <= table <= 540


def test_home_counts_the_games(open_page: OpenPage) -> None:
    page = open_page("", **DESKTOP)
    count = page.locator(".fs-games:not([data-few]) > .fs-game").count()
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    expect(page.locator(".fs-home-words > p").first).to_have_text(re.compile(rf"^{words[count].capitalize()} trick-taking games"))


def test_filters_leave_the_games_that_fit(open_page: OpenPage) -> None:
    page = open_page("games/", **DESKTOP)
    shown = page.locator(".fs-finder .fs-game:visible .fs-game-name")
    expect(shown).to_have_count(len(known_games()))
    page.get_by_role("button", name="Decktet").click()
    expect(shown).to_have_text(["Snakebit", "Double Knot"])
    page.get_by_role("button", name="Bidding").click()
    expect(shown).to_have_text(["Double Knot"])
    expect(page.locator(".fs-finder-count")).to_have_text(f"1 of {len(known_games())} games")
    page.get_by_role("button", name="Ordinary pack").click()
    page.get_by_role("button", name="3", exact=True).click()
    expect(shown).to_have_text(["Spades"])
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="Ordinary pack").click()
    page.get_by_role("button", name="Bidding").click()
    expect(shown).to_have_count(len(known_games()))


def test_three_presses_choose_a_game(open_page: OpenPage) -> None:
    page = open_page("which/", **PHONE)
    shown, said = page.locator(".fs-which .fs-game:visible .fs-game-name"), page.locator(".fs-finder-count")
    for question, answer in (("How many", "3"), ("Which cards", "Decktet"), ("What do you", "Bidding")):
        expect(shown).to_have_count(0)
        page.get_by_role("group", name=question).get_by_role("button", name=answer, exact=True).press("Enter")
    expect(shown).to_have_text(["Double Knot"])
    expect(said).to_have_text("This is your game.")
    page.get_by_role("group", name="How many").get_by_role("button", name="7").click()
    expect(said).to_have_text("No game fits all your answers. This one comes closest.")
    for group in page.get_by_role("group").all():
        group.get_by_role("button", name="It doesn't matter").click()
    expect(shown).to_have_count(page.locator(".fs-which .fs-game").count())


def test_a_first_hand_of_any_game_is_dealt_from_home(open_page: OpenPage) -> None:
    page = open_page("", **PHONE)
    heights = page.locator(".fs-first-hands > *").evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert {round(height) for height in heights} == {44}, "each name is on one line, as high as a finger"
    page.locator(".fs-first-hands").get_by_role("link", name="Double Knot").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible()
    expect(page).to_have_url(re.compile("/games/double-knot/play/$"))


def test_columns_sort_the_comparison(open_page: OpenPage) -> None:
    page = open_page("games/", **DESKTOP)
    minutes = "[...document.querySelectorAll('table.fs-compare tbody td:nth-of-type(2)')].map(({ dataset }) => +dataset.order)"
    page.get_by_role("button", name="Time").click()
    up = page.evaluate(minutes)
    assert up == sorted(up)
    assert len(set(up)) > 3
    page.get_by_role("button", name="Time").click()
    assert page.evaluate(minutes)[0] == max(up)
    expect(page.get_by_role("columnheader", name="Time")).to_have_attribute("aria-sort", "descending")


def test_without_scripts_there_are_covers_and_no_filters(open_page: OpenPage) -> None:
    page = open_page("games/", javascript=False)
    expect(page.locator(".fs-finder .fs-game:visible")).to_have_count(len(known_games()))
    expect(page.locator(".fs-finder-groups")).to_be_hidden()
    page.goto(open_page.site_at(""))
    expect(page.locator(".fs-deals")).to_be_hidden()
    expect(page.locator("fs-resume")).to_be_hidden()


@pytest.mark.parametrize("look", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_home_tells_where_the_reader_was(open_page: OpenPage, look: Viewport) -> None:
    page = open_page("", **look)
    expect(page.locator("fs-resume")).to_be_hidden()
    page.evaluate(HAND)
    page.add_init_script(SHIFTED)
    page.reload()
    link = page.get_by_role("link", name="Go on with hand 3")
    expect(link).to_contain_text("Double Knot")
    expect(page.get_by_role("link", name="No rule comes back today")).to_be_visible()
    expect(page.get_by_role("link", name="Today's puzzle waits for you")).to_be_visible()
    until(page, "document.querySelector('fs-table .fs-bar button')")
    assert page.evaluate("shifted") < 0.01
    link.click()
    expect(page).to_have_url(re.compile("/games/double-knot/play/$"))


@pytest.mark.parametrize("game", some(known_games(), ["knueffeln"]))
def test_an_overview_begins_with_facts_and_actions(open_page: OpenPage, game: str) -> None:
    page = open_page(f"games/{game}/", **DESKTOP)
    ways = page.locator(".fs-start-links > a")
    expect(ways).to_have_count(2)
    expect(ways.first).to_have_text(re.compile(r"^Learn in \d+ minutes"))
    assert ways.first.evaluate("each => each.getBoundingClientRect().bottom") < 450
    expect(page.locator(".fs-about dt")).to_have_text(["Players", "Time", "Cards", "Like"])
    strip = page.locator(".fs-start + fs-figure[data-on] > .fs-strip")
    assert strip.evaluate("each => getComputedStyle(each).borderTopWidth") == "1px"


def test_a_game_s_pages_know_its_colour(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/", **DESKTOP)
    ground = "getComputedStyle(document.body).getPropertyValue('--fs-ground')"
    assert page.evaluate(ground) == "#3b2f63"
    page.get_by_role("link", name="Games", exact=True).first.click()
    expect(page.locator(".fs-finder")).to_be_visible()
    until(page, f"{ground} === ''")


def test_the_level_is_asked_once(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/play/", **PHONE)
    asked = page.locator(".fs-ask-level select")
    asked.select_option("beginner")
    page.locator("#fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible()
    page.goto(open_page.site_at("games/double-knot/play/"))
    expect(page.locator("#fs-do-new")).to_be_visible()
    expect(asked).to_have_count(0)
    expect(page.get_by_label("Others play")).to_have_value("beginner")
