"""A quiz in the browser: answered from what the page holds; fresh questions come from Python."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.chromium.pages import OpenPage

SLOW = 60_000


def question(page: Page, name: str, number: int) -> Locator:
    return page.locator(f"#quiz-snakebit-{name}-q{number}")


def test_marking_cards_gives_a_reason_for_each_at_once(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    asked = question(page, "quiz-follow", 2)
    asked.get_by_role("button", name="8 of Waves and Leaves, the Mill").click()
    asked.get_by_role("button", name="7 of Suns and Knots, the Castle").click()
    asked.get_by_role("button", name="Check").click()
    expect(asked.locator(".fs-result")).to_contain_text("2 of 6")
    outcomes = asked.locator(".fs-option").evaluate_all("all => all.map(each => each.dataset.outcome)")
    assert sorted(outcomes) == ["left", "left", "left", "missed", "right", "wrong"]
    expect(asked.locator(".fs-answer")).to_have_attribute("open", "")
    expect(asked.locator(".fs-reason[data-outcome=wrong]")).to_contain_text(" holds ")
    page.wait_for_timeout(400)
    assert open_page.requested("runtime") == [], "the pointer was not moved to what is below it now"


def test_a_single_choice_is_answered_by_choosing(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    asked = question(page, "quiz-winner", 1)
    asked.get_by_role("button", name="South").click()
    expect(asked.locator(".fs-result")).to_contain_text("the answer is West")


def test_points_are_filled_in(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    asked = question(page, "quiz-score", 4)
    asked.get_by_role("button", name="Check").click()
    expect(asked.locator(".fs-result")).to_contain_text("whole number in each field")
    for field in asked.locator("input.fs-number").all():
        right = field.evaluate("field => field.closest('.fs-part').dataset.answer")
        field.fill(right.replace("-", "−"))
    asked.get_by_role("button", name="Check").click()
    expect(asked.locator(".fs-result")).to_have_text("Right, all of it.")
    expect(asked.locator(".fs-sheet")).to_be_visible()


def test_a_quiz_can_be_done_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    asked = question(page, "quiz-follow", 2)
    asked.locator(".fs-option").first.focus()
    page.keyboard.press("Space")
    for _ in range(6):
        page.keyboard.press("Tab")
    expect(asked.get_by_role("button", name="Check")).to_be_focused()
    page.keyboard.press("Enter")
    expect(asked.locator(".fs-result")).not_to_be_empty()


def test_another_question_has_its_seed_in_the_address(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    asked = question(page, "quiz-follow", 2)
    before = asked.inner_text()
    asked.get_by_role("button", name="Another like this").click()
    expect(page).to_have_url(re.compile(r"#fs:quiz:quiz-snakebit-quiz-follow-q2:\d+"), timeout=SLOW)
    fresh = asked.inner_text()
    assert fresh != before
    again = open_page(page.url)
    expect(again.locator("#quiz-snakebit-quiz-follow-q2[data-seed]")).to_be_visible(timeout=SLOW)
    assert question(again, "quiz-follow", 2).inner_text() == fresh


def test_a_fresh_question_can_be_answered_too(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/#fs:quiz:quiz-snakebit-quiz-winner-q1:7")
    asked = page.locator("#quiz-snakebit-quiz-winner-q1[data-seed='7']")
    expect(asked).to_be_visible(timeout=SLOW)
    asked.locator(".fs-option[data-right]").click()
    expect(asked.locator(".fs-result")).to_have_text("Right.")


def test_a_damaged_quiz_link_leaves_the_question_of_the_page(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/#fs:quiz:quiz-snakebit-quiz-follow-q2:seven")
    expect(page.locator("#fs-live")).to_contain_text("damaged")
    expect(question(page, "quiz-follow", 2).get_by_role("button", name="Check")).to_be_visible()
