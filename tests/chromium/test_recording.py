"""Recording at the table: a hand, a variation of an example and a puzzle are saved as files."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from rules_engine.authoring.checks.check import CheckResult, check_text
from rules_engine.cli import main
from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW, deal, press, show_best, take_home
from tests.chromium.pages import OpenPage, settle

PLAY = "games/snakebit/play/"


def dealt(open_page: OpenPage) -> Page:
    page = open_page(PLAY)
    settle(page)
    deal(page)
    return page


def holds(text: str) -> CheckResult:
    checked = check_text(text, "recorded.yml")
    assert checked.problems == []
    return checked


def test_a_hand_is_saved_as_an_example_that_holds(open_page: OpenPage, tmp_path: Path) -> None:
    page = dealt(open_page)
    before = page.locator(".fs-bar").bounding_box()
    for _ in range(4):
        press(page)
    with page.expect_download() as download:
        take_home(page, "example")
    assert download.value.suggested_filename == "snakebit-example.yml"
    file = tmp_path / "example.yml"
    download.value.save_as(file)
    assert main(["check", str(file)]) == 0
    scenario = holds(file.read_text(encoding="utf-8")).scenario
    assert scenario is not None
    assert [step.move for step in scenario.script]
    expect(page.locator("#fs-slip")).to_contain_text("Saved as snakebit-example.yml")
    assert page.locator(".fs-bar").bounding_box() == before


def test_a_decision_is_copied_as_a_quiz(open_page: OpenPage) -> None:
    page = dealt(open_page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    take_home(page, "quiz")
    a_quiz_is_copied(page)


def a_quiz_is_copied(page: Page) -> None:
    """Assert that the table confirms the copy, and that the clipboard has a valid quiz."""
    expect(page.locator("#fs-slip")).to_contain_text("The quiz is copied")
    scenario = holds(page.evaluate("navigator.clipboard.readText()")).scenario
    assert scenario is not None
    assert scenario.kind == "quiz"


@pytest.mark.thorough
def test_where_the_clipboard_is_shut_the_quiz_is_a_file(open_page: OpenPage) -> None:
    page = dealt(open_page)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('shut')); }")
    with page.expect_download() as download:
        take_home(page, "quiz")
    assert download.value.suggested_filename == "snakebit-quiz.yml"
    holds(Path(download.value.path()).read_text(encoding="utf-8"))


@pytest.mark.thorough
def test_before_the_deal_it_says_that_there_is_nothing_yet(open_page: OpenPage) -> None:
    page = open_page(PLAY)
    settle(page)
    take_home(page, "example")
    expect(page.locator("#fs-slip")).to_contain_text("Deal and play first")


def save(page: Page, what: str) -> CheckResult:
    """Save a file through the table's “More” menu, and return its check result."""
    page.locator(".fs-more").click()
    expect(page.locator("#fs-less")).to_be_focused()
    with page.expect_download() as download:
        page.locator(f".fs-authors [data-do={what}]").click()
    expect(page.locator(".fs-authors")).to_be_hidden()
    expect(page.locator("#fs-slip")).to_contain_text(f"Saved as {download.value.suggested_filename}")
    return holds(Path(download.value.path()).read_text(encoding="utf-8"))


@pytest.mark.thorough
@pytest.mark.parametrize("phone", [pytest.param(False, id="desktop", marks=pytest.mark.thorough), pytest.param(True, id="phone")])
def test_an_example_varied_is_saved_and_copied(open_page: OpenPage, phone: bool) -> None:
    page = open_page("games/snakebit/rules/", phone=phone)
    settle(page)
    page.locator("#example-snakebit-follow-suit .fs-put").first.click()
    page.locator("#fs-do-whatif").click()
    page.locator(".fs-hand[data-active] button:not([aria-disabled])").first.click(timeout=SLOW)
    page.locator(".fs-answers button:not([aria-disabled])").first.click()
    expect(page.locator("#fs-do-undo:not([aria-disabled])")).to_be_visible(timeout=SLOW)
    run = save(page, "example").run
    assert run is not None
    assert len(run.moments) == 1
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".fs-more").click()
    assert violations(page, "#fs-table") == []
    page.locator(".fs-authors [data-do=quiz]").click()
    a_quiz_is_copied(page)


@pytest.mark.thorough
def test_a_puzzle_is_saved_as_it_is_and_as_it_was_played(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/puzzles/")
    settle(page)
    page.locator("fs-figure[data-kind=puzzle] .fs-put").first.click()
    puzzle = save(page, "puzzle").scenario
    assert puzzle is not None
    assert puzzle.kind == "puzzle"
    show_best(page)
    expect(page.locator("#fs-do-back:not([aria-disabled])")).to_be_visible(timeout=SLOW)
    example = save(page, "example").scenario
    assert example is not None
    assert example.kind == "example"
    assert example.script
