"""Questions on the table: answering, feedback with reasons, and variations."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW
from tests.chromium.pages import OpenPage, settle, until

RULES = "games/snakebit/rules/"


def asked(page: Page, name: str) -> None:
    """Show a question on the table."""
    settle(page)
    page.locator(f"#quiz-snakebit-quiz-{name} .fs-put").click()
    expect(page.locator(".fs-stage[data-kind]")).to_be_visible()


def test_several_are_marked_checked_and_told_apart(open_page: OpenPage) -> None:
    page = open_page(RULES)
    asked(page, "follow")
    right = page.locator(".fs-option[data-right]").count()
    assert 0 < right < page.locator(".fs-option").count()
    page.locator("#fs-do-check").click()
    expect(page.locator("#fs-slip")).to_contain_text("Mark at least one first.Choose every card that West may play.")
    page.locator(".fs-option:not([data-right])").first.click()
    page.locator("#fs-do-check").click()
    expect(page.locator("#fs-lead")).to_have_text(f"You found none of {right}.")
    expect(page.locator("[data-outcome=wrong]")).to_have_count(1)
    expect(page.locator("[data-outcome=missed]")).to_have_count(right)
    expect(page.locator("#fs-slip .fs-reason").first).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "fs-lead"
    assert violations(page, "fs-table") == []


KEYS = """() => [...document.querySelectorAll(".fs-keys > .fs-option")].map((key) => {
  const { left, top, width, height } = key.getBoundingClientRect();
  return { name: key.getAttribute("aria-label"), value: key.dataset.value, wide: width >= 34 && height >= 44,
    seen: key.contains(document.elementFromPoint(left + width / 2, top + height / 2)), mark: key.dataset.outcome };
})"""


def test_each_card_lies_there_once_with_a_key_for_each_way_to_play_it(open_page: OpenPage) -> None:
    page = open_page(RULES, phone=True)
    settle(page)
    page.locator("fs-figure[data-kind=quiz]", has_text="What may be led?").locator(".fs-put").click()
    expect(page.locator(".fs-keys > .fs-option").nth(9)).to_be_visible()
    cards = page.locator(".fs-own .fs-card").evaluate_all("cards => cards.map(({ dataset }) => dataset.card)")
    assert len(set(cards)) == len(cards) == page.locator(".fs-ways").count()
    until(page, f"({KEYS})().every(({{ wide, seen }}) => wide && seen)")     # once the sheet has opened
    keys = page.evaluate(KEYS)
    assert len({key["name"] for key in keys}) == len(keys) > len(cards)
    assert keys[0]["name"].startswith("lead the ")
    for place in (1, 5, 9):
        page.locator(".fs-option").nth(place).click()
    page.locator("#fs-do-check").click()
    expect(page.locator("#fs-lead")).to_contain_text("You found")
    assert all(key["mark"] for key in page.evaluate(KEYS))


def test_a_hand_that_is_asked_for_is_not_shown_a_second_time(open_page: OpenPage) -> None:
    page = open_page("games/double-decker/learn/#third-colour", phone=True)
    expect(page.locator(".fs-own .fs-keys").first).to_be_visible()
    cards = page.locator(".fs-own .fs-card").evaluate_all("cards => cards.map(({ dataset }) => dataset.card)")
    assert len(set(cards)) == len(cards)
    expect(page.locator(".fs-asked-hand")).to_have_count(0)
    assert {key["name"].split()[0] for key in page.evaluate(KEYS)} == {"play", "pass"}


def test_a_double_press_of_check_throws_nothing_away(open_page: OpenPage) -> None:
    page = open_page(RULES)
    asked(page, "winner")
    page.locator(".fs-option[data-right]").first.click()
    if page.locator("#fs-do-check:not([aria-disabled])").count():
        page.locator("#fs-do-check").dblclick()
    expect(page.locator("#fs-lead")).to_have_text("Right!")
    expect(page.locator("#fs-slip .fs-reason").first).to_be_visible()


def test_what_the_answer_turns_on_comes_first_and_the_rest_unfolds(open_page: OpenPage) -> None:
    page = open_page(RULES)
    asked(page, "winner")
    told, folded = page.locator("#fs-slip > .fs-rest > ul > .fs-reason"), page.locator("#fs-slip details .fs-reason")
    page.locator(".fs-option[data-right]").click()
    expect(told).to_have_count(1)
    expect(told).to_contain_text("West takes the trick")
    expect(folded.first).to_be_hidden()
    page.locator("#fs-slip .fs-unfold").click()
    page.locator("#fs-slip summary").click()
    expect(folded.first).to_be_visible()
    page.locator("#fs-do-again").click()
    page.get_by_role("button", name="North", exact=True).click()
    expect(told).to_have_count(2)
    expect(told.last).to_contain_text("North, East")
    expect(folded).to_have_count(1)
    hrefs = page.locator("#fs-slip .fs-reason a").evaluate_all("links => links.map((link) => link.href)")
    assert len(set(hrefs)) == len(hrefs) > 0


CUT = """() => [...document.querySelectorAll(".fs-option[data-outcome]")].filter((option) => {
  const { content, font, fontSize, width, paddingLeft } = getComputedStyle(option, "::before");
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  return pen.measureText(content.replaceAll('"', "")).width > option.clientWidth + 4 || parseFloat(fontSize) < 9;
}).length"""


@pytest.mark.thorough
def test_no_mark_is_wider_than_what_it_marks(open_page: OpenPage) -> None:
    for game, quiz in (("games/double-knot", "double-knot-quiz-bid"), ("de/games/knueffeln", "knueffeln-quiz-turn")):
        page = open_page(f"{game}/rules/", phone=True)
        page.set_viewport_size({"width": 360, "height": 740})
        settle(page)
        page.locator(f"#quiz-{quiz} .fs-put").first.click()
        expect(page.locator(".fs-stage[data-kind]")).to_be_visible()
        page.locator(".fs-option").nth(1).click()
        page.locator("#fs-do-check").click()
        expect(page.locator("[data-outcome=missed]").first).to_be_visible()
        assert page.evaluate(CUT) == 0


def test_numbers_are_stepped_or_typed(open_page: OpenPage) -> None:
    page = open_page(RULES)
    asked(page, "score")
    page.locator(".fs-field").first.fill("two")
    page.locator("#fs-do-check").click()
    expect(page.locator("#fs-slip")).to_contain_text("Enter whole numbers")
    for part in page.locator(".fs-part").all():
        part.locator(".fs-field").fill(str(part.get_attribute("data-answer")))
    page.locator(".fs-add[data-value='1']").first.click()
    page.locator(".fs-add[data-value='-1']").first.click()
    page.locator("#fs-do-check").click()
    expect(page.locator("#fs-lead")).to_have_text("Right, all of it!")
    expect(page.locator("#fs-ending .fs-points")).to_be_attached()


def test_a_sentence_unfolds_beside_what_is_to_be_pressed_and_its_answer_folds_it(open_page: OpenPage) -> None:
    page = open_page("de/games/knueffeln/rules/", phone=True)
    page.locator("#quiz-knueffeln-quiz-march .fs-put").first.click()
    page.locator(".fs-unfold").click()
    expect(page.locator("#fs-slip")).to_contain_text("Der letzte Stich ist noch nicht gezählt.")
    lowest, first = (page.locator(each).evaluate(f"it => it.getBoundingClientRect().{edge}")
                     for each, edge in (("#fs-slip", "bottom"), ("#fs-own", "top")))
    assert lowest <= first + 1
    page.locator(".fs-field").first.fill("1")
    page.locator("#fs-do-check").click()
    expect(page.locator("#fs-slip[data-whole]")).to_have_count(0)


def test_a_fresh_one_brings_its_own_words(open_page: OpenPage) -> None:
    page = open_page(RULES)
    asked(page, "follow")
    before = page.locator("#fs-stage").inner_html()
    page.locator("#fs-do-another").click()
    expect(page.locator(".fs-stage[data-seed]")).to_be_visible(timeout=SLOW)
    assert page.locator("#fs-stage").inner_html() != before
    expect(page.locator("#fs-slip p")).not_to_have_count(1)
    seed = page.locator("#fs-stage").get_attribute("data-seed")
    page.reload()
    expect(page.locator(f".fs-stage[data-seed='{seed}']")).to_be_visible(timeout=SLOW)


def test_links_to_a_question(open_page: OpenPage) -> None:
    page = open_page(f"{RULES}#fs:quiz:quiz-snakebit-quiz-follow:0,7")
    expect(page.locator(".fs-stage[data-seed='7']")).to_be_visible(timeout=SLOW)
    assert "#" not in page.url
    page = open_page(f"{RULES}#fs:quiz:quiz-snakebit-quiz-follow:seven")
    expect(page.locator("#fs-slip")).to_contain_text("The link to this question is damaged")
