"""A hand at the practice table is taken home as a file: saved as an example, copied as a quiz."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from rules_engine.authoring.check import Checked, check_text
from rules_engine.cli import main
from tests.chromium.hands import deal, press
from tests.chromium.pages import OpenPage, settle

PLAY = "games/snakebit/play/"


def dealt(open_page: OpenPage) -> Page:
    page = open_page(PLAY)
    settle(page)
    deal(page)
    return page


def holds(text: str) -> Checked:
    checked = check_text(text, "recorded.yml")
    assert checked.problems == []
    return checked


def test_a_hand_is_saved_as_an_example_that_holds(open_page: OpenPage, tmp_path: Path) -> None:
    page = dealt(open_page)
    before = page.locator(".fs-bar").bounding_box()
    for _ in range(4):
        press(page)
    with page.expect_download() as download:
        page.locator(".fs-panel [data-do=example]").click()
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
    page.locator(".fs-panel [data-do=quiz]").click()
    expect(page.locator("#fs-slip")).to_contain_text("The quiz is copied")
    scenario = holds(page.evaluate("navigator.clipboard.readText()")).scenario
    assert scenario is not None
    assert scenario.kind == "quiz"


def test_where_the_clipboard_is_shut_the_quiz_is_a_file(open_page: OpenPage) -> None:
    page = dealt(open_page)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('shut')); }")
    with page.expect_download() as download:
        page.locator(".fs-panel [data-do=quiz]").click()
    assert download.value.suggested_filename == "snakebit-quiz.yml"
    holds(Path(download.value.path()).read_text(encoding="utf-8"))


def test_before_the_deal_it_says_that_there_is_nothing_yet(open_page: OpenPage) -> None:
    page = open_page(PLAY)
    settle(page)
    page.locator(".fs-panel [data-do=example]").click()
    expect(page.locator("#fs-slip")).to_contain_text("Deal and play first")
