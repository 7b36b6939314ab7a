"""Courses of ideas: a position and its twin on the table, the next step, and repetition on the review page."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, still

WELL = "games/snakebit/learn-well/"


def bet(page: Page, move: str) -> None:
    """Answer the question on the table with a move."""
    still(page)
    page.locator(f"#fs-own .fs-option[data-value='{move}']").click()
    expect(page.locator("#fs-lead")).to_be_visible()


def shown(page: Page) -> str:
    return page.locator("#fs-slip").text_content() or ""


def test_an_idea_is_a_bet_on_a_position_and_then_on_its_twin(open_page: OpenPage) -> None:
    page = open_page(f"{WELL}#draw")
    expect(page.locator(".fs-felt")).to_contain_text("Which card scores 2 points for you?")
    bet(page, "6SY as Y")
    assert "Right!" in shown(page)
    assert "is the highest trump" in shown(page)
    page.locator("#fs-do-lesson-next").click()
    bet(page, "6SY as Y")
    assert "No: it's" in shown(page)
    page.locator("#fs-do-lesson-next").click()      # back to the first position
    bet(page, "6SY as Y")
    page.locator("#fs-do-lesson-next").click()
    bet(page, "2WL as W")
    page.locator("#fs-do-lesson-next").click()
    expect(page.locator("#lost")).to_be_visible()


def test_the_puzzles_on_an_idea_are_a_link_away(open_page: OpenPage) -> None:
    page = open_page(f"{WELL}#draw")
    page.locator("#draw ~ .fs-idea-puzzles").get_by_role("link", name="The Origin of the Mill").click()
    expect(page).to_have_url(re.compile("/games/snakebit/puzzles/#puzzle-"))
    expect(page.locator("fs-table .fs-title")).to_contain_text("The Origin of the Mill")


def test_after_the_last_idea_the_course_leads_on_to_hands_and_puzzles(open_page: OpenPage) -> None:
    page = open_page(f"{WELL}#pay")
    page.locator("#fs-do-lesson-skip").click()
    expect(page.locator(".fs-course-end h2")).to_have_text("That was the course")
    page.locator(".fs-course-end").get_by_role("link", name="Puzzles").click()
    expect(page).to_have_url(re.compile("/games/snakebit/puzzles/$"))


def test_a_missed_idea_comes_back_on_the_review_page(open_page: OpenPage) -> None:
    page = open_page(f"{WELL}#draw")
    bet(page, "2WL as L")
    page.goto(page.url.partition("games/")[0] + "know/")
    idea = page.locator("fs-know").get_by_role("link", name="Draw trumps with the highest")
    expect(idea).to_be_visible()
    expect(idea).to_have_attribute("href", re.compile(r"games/snakebit/learn-well/#draw$"))
    page.locator("#fs-know-begin").click()
    expect(page.locator(".fs-know-table #fs-own .fs-option[data-value='6SY as Y']")).to_be_visible()


def test_the_ideas_are_whole_without_scripts(open_page: OpenPage) -> None:
    page = open_page(WELL, javascript=False)
    expect(page.locator("fs-course")).to_contain_text("8 steps")
    expect(page.locator("#draw")).to_be_visible()
    page.locator("fs-figure details").nth(3).locator("summary").click()
    expect(page.locator("fs-figure details").nth(3)).to_contain_text("Your")
    expect(page.locator("fs-figure").nth(3)).to_contain_text("West: ")


def test_the_puzzles_have_their_titles_in_the_language_of_the_page(open_page: OpenPage) -> None:
    page = open_page("de/games/knueffeln/learn-well/#behind", javascript=False)
    expect(page.get_by_role("link", name="Die Beste und ihr Hackenbeißer")).to_be_visible()
