"""A strategy test: no answers in between, then the points given away, the answers, and the earlier results."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, still

TEST = "games/euchre/learn-test/"
DECISIONS = 20


def decide(page: Page, place: int, right: bool) -> None:
    """Answer the question with this index by the best move or by another one."""
    expect(page.locator("fs-table .fs-count")).to_have_text(f"{place + 1} of {DECISIONS}")
    still(page)
    page.locator(f"#fs-own .fs-option{'[data-right]' if right else ':not([data-right])'}").first.click()


def test_it_answers_only_at_the_end_and_keeps_the_results(open_page: OpenPage) -> None:
    page = open_page(TEST)
    page.locator("fs-test").get_by_role("button", name="Begin").click()
    for place in range(DECISIONS):
        decide(page, place, right=place != 3)
        if place + 1 < DECISIONS:
            expect(page.locator("fs-table .fs-slip[data-kind=yes], fs-table .fs-slip[data-kind=no]")).to_have_count(0)
    told = page.locator(".fs-test-result h2")
    expect(told).to_have_text(re.compile(r"You gave away \d+, and 19 of 20 moves were best\."))
    expect(told).to_be_focused()
    page.get_by_role("button", name="Show the answers").click()
    for place in range(DECISIONS):
        expect(page.locator("fs-table #fs-slip")).to_contain_text("No: it's" if place == 3 else "Right!")
        page.locator("#fs-do-lesson-next").click()
    page.reload()
    expect(page.locator(".fs-test-result")).to_contain_text(re.compile(r"Earlier: \d+ \(19 best moves"))


def test_damaged_results_are_no_results(open_page: OpenPage) -> None:
    page = open_page(TEST)
    page.evaluate("""() => localStorage.setItem("follow-suit-strategy-euchre-standard",
      JSON.stringify([{ at: 1, lost: "<b>", best: 2 }, { at: 1e9, lost: 7, best: 12 }, 5]))""")
    page.reload()
    expect(page.locator(".fs-test-result p")).to_have_text(re.compile(r"^Earlier: 7 \(12 best moves"))


def test_without_scripts_the_questions_and_answers_are_in_the_page(open_page: OpenPage) -> None:
    page = open_page(TEST, javascript=False)
    expect(page.locator("fs-test .fs-questions > li")).to_have_count(DECISIONS)
    page.locator("fs-test details summary").click()
    expect(page.locator("fs-test details > ol > li").first).to_be_visible()


def test_a_decision_and_its_hand_fit_a_phone(open_page: OpenPage) -> None:
    page = open_page(TEST, phone=True)
    page.locator("fs-test").get_by_role("button", name="Begin").click()
    for place in range(3):
        decide(page, place, right=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(page.locator("fs-test").get_by_role("button", name="Begin")).to_be_visible()
