"""The playground: a reader without Python writes an example, fixes an explained mistake, steps through and saves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Unpack

import pytest
from playwright.sync_api import Locator, Page, Route

from rules_engine.cli import main
from rules_engine.site.serving.policy import policy
from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW, show_best
from tests.chromium.keeping import storage
from tests.chromium.pages import OpenPage, Viewport, settle
from tests.chromium.server import Site
from tests.sketches.bridge_records import LIN

HERE = "authors/playground/"
QUIZ = "examples/snakebit/quiz-follow.yml"
CHOSEN = "() => { const f = document.activeElement; return f.value.slice(f.selectionStart, f.selectionEnd); }"


def opened(open_page: OpenPage, **look: Unpack[Viewport]) -> Page:
    page = open_page(HERE, **look)
    settle(page)
    expect(page.locator("#fs-writing")).to_be_visible()
    return page


def text_of(page: Page) -> str:
    return page.locator("#fs-writing").input_value()


def verdict(page: Page, words: str) -> None:
    expect(page.locator("#fs-verdict")).to_contain_text(words, timeout=SLOW)


def option(page: Page, text: str) -> Locator:
    return page.locator(".fs-options [role=option]").filter(has_text=re.compile(f"^{re.escape(text)}"))


def take(page: Page, typed: str, text: str) -> None:
    """Type the beginning of a word, and choose the completion with the arrow keys and Enter."""
    page.keyboard.type(typed)
    wanted = option(page, text)
    expect(page.locator(".fs-options")).to_have_attribute("data-typed", typed, timeout=SLOW)
    expect(wanted).to_be_visible()
    place = wanted.evaluate("each => [...each.parentNode.children].indexOf(each)")
    for _ in range(place + 1):
        page.keyboard.press("ArrowDown")
    expect(wanted).to_have_attribute("aria-selected", "true")
    assert page.locator("#fs-writing").get_attribute("aria-activedescendant") == wanted.get_attribute("id")
    page.keyboard.press("Enter")


def back(page: Page, count: int) -> None:
    """Reduce the indentation by this number of spaces."""
    for _ in range(count):
        page.keyboard.press("Backspace")


def test_an_example_is_written_from_nothing_and_holds(open_page: OpenPage, tmp_path: Path) -> None:
    page = opened(open_page)
    write = page.keyboard.type
    page.locator("#fs-writing").focus()
    verdict(page, "This holds")
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    take(page, "fo", "format:")
    write("1\n")
    take(page, "ga", "game:")
    take(page, "sn", "snakebit")
    write("\ntitle: Nobody needs to look this up\nsetup:\n")
    take(page, "tr", "trump:")
    write("K\n")
    take(page, "cu", "cursed:")
    write("Y\nhands:\n")
    take(page, "So", "South:")
    take(page, "5S", "5SW")
    write(" 2MK\nWest: 9WY 4MS\nNorth: 6MW 3SK\nEast: 2SY 7ML\n")
    back(page, 4)
    write("script:\n- ")
    take(page, "So", "South:")
    take(page, "5", "5SW as W")
    write("\nnote: South names *Waves*.\n")
    back(page, 2)
    write("- West: 4MS\n")  # a mistake: West must follow suit
    fault = page.locator(".fs-faults button")
    expect(fault).to_contain_text("step 2 (West 4MS)", timeout=SLOW)
    line = text_of(page).split("\n").index("  - West: 4MS") + 1
    expect(fault).to_contain_text(f"Line {line}")
    expect(page.locator(".fs-gutter [data-fault]")).to_have_text(str(line))
    fault.click()
    assert page.evaluate(CHOSEN) == "  - West: 4MS"
    write("  - West: 9WY")
    page.keyboard.press("Control+End")
    back(page, 2)
    write("- North: 6MW\n")
    back(page, 2)
    write("- East: 2SY\n")
    verdict(page, "This holds: 4 steps")
    page.get_by_role("button", name="Fill in").click()
    verdict(page, "Filled in: line")
    assert "expect: {last_trick_winner: West}" in text_of(page)
    assert "rules: [" in text_of(page)
    step_through(page, 4)
    expect(page.locator(".fs-slip")).to_contain_text("West takes the trick")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save file").click()
    assert download.value.suggested_filename == "nobody-needs-to-look-this-up.yml"
    file = tmp_path / "mine.yml"
    download.value.save_as(file)
    assert main(["check", str(file)]) == 0
    assert not open_page.requested("python_stdlib")


def step_through(page: Page, steps: int) -> None:
    """Step through the example on the table, from start to end."""
    expect(page.locator(".fs-title")).to_have_text("Nobody needs to look this up")
    while page.locator("#fs-do-back").get_attribute("aria-disabled") is None:
        page.locator("#fs-do-back").click()
    for step in range(steps):
        expect(page.locator(".fs-count")).to_have_text(f"{step} / {steps}")
        page.locator("#fs-do-on").click()
    expect(page.locator(".fs-count")).to_have_text(f"{steps} / {steps}")


def test_a_fault_leaves_the_table_as_it_was_and_the_text_outlives_a_reload(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.locator("#fs-writing").focus()
    verdict(page, "This holds")
    page.keyboard.press("Control+End")
    expect(page.locator(".fs-count")).to_have_text("4 / 4")
    page.keyboard.type("- South: nonsense")
    verdict(page, "One thing is wrong")
    expect(page.locator(".fs-count")).to_have_text("4 / 4")
    written = text_of(page)
    page.reload()
    settle(page)
    expect(page.locator("#fs-writing")).to_have_value(written)
    verdict(page, "One thing is wrong")
    page.get_by_role("button", name="Begin anew").click()
    verdict(page, "This holds: 4 steps")
    page.locator("#fs-draft-game").select_option("knueffeln")
    expect(page.locator("#fs-writing")).to_have_value(re.compile("game: knueffeln"))
    verdict(page, "This holds")


def test_a_quiz_is_opened_and_answered_on_the_table(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.locator("fs-playground input[type=file]").set_input_files(QUIZ)
    verdict(page, "the quiz lies on the table")
    expect(page.locator(".fs-kind")).to_have_text("Question")
    expect(page.locator("fs-table .fs-option").first).to_be_visible()


@pytest.mark.thorough
def test_a_puzzle_is_opened_and_solved_and_counts_for_no_rating(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.locator("fs-playground input[type=file]").set_input_files(sorted(Path("examples/snakebit/puzzles").glob("*.yml"))[0])
    verdict(page, "the puzzle lies on the table")
    expect(page.locator(".fs-kind")).to_have_text("Puzzle")
    show_best(page)
    expect(page.locator("#fs-do-back:not([aria-disabled])")).to_be_visible(timeout=SLOW)
    assert [name for name in storage(page) if ":puzzles:" in name] == []


@pytest.mark.thorough
def test_a_link_holds_the_text_and_ones_own_draft_is_kept(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#fs-writing").fill(text_of(page).replace("What does this trick show?", "Ünsere “Stiche” ♠"))
    verdict(page, "This holds: ")  # the verdict on the earlier text would otherwise follow the message about the link
    page.get_by_role("button", name="Copy link").click()
    verdict(page, "The link is copied")
    link, sent = page.evaluate("navigator.clipboard.readText()"), text_of(page)
    page.locator("#fs-writing").fill(sent + "# mine\n")
    page.goto("about:blank")
    page.goto(link)
    settle(page)
    expect(page.locator("#fs-writing")).to_have_value(sent)
    page.get_by_role("button", name="Back to my own draft").click()
    expect(page.locator("#fs-writing")).to_have_value(sent + "# mine\n")


@pytest.mark.thorough
def test_escape_shuts_the_list_and_tab_leaves_the_field(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.locator("#fs-writing").focus()
    verdict(page, "This holds")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Control+Space")
    expect(page.locator(".fs-options [role=option][aria-selected=true]")).to_have_count(1, timeout=SLOW)
    page.keyboard.press("Escape")
    expect(page.locator(".fs-options")).to_be_hidden()
    page.keyboard.press("Control+Space")
    expect(page.locator(".fs-options")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.type("ti")
    expect(page.locator(".fs-options")).to_have_attribute("data-typed", "ti", timeout=SLOW)
    page.keyboard.press("Home")
    expect(page.locator(".fs-options")).to_be_hidden()
    page.keyboard.press("Tab")
    expect(page.locator("#fs-writing")).not_to_be_focused()


def test_it_is_whole_in_every_look(open_page: OpenPage, look: Viewport) -> None:
    page = opened(open_page, **look)
    page.locator("#fs-writing").focus()
    verdict(page, "This holds")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Control+Space")
    expect(page.locator(".fs-options [role=option]").first).to_be_visible(timeout=SLOW)
    assert violations(page) == []
    page.keyboard.type("nonsense: ")
    verdict(page, "wrong")
    assert violations(page) == []
    small = page.evaluate("""() => [...document.querySelectorAll("fs-playground :is(button, select, [role=option])")]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44).map((each) => each.textContent)""")
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.thorough
def test_on_a_phone_the_table_comes_up_over_the_text(open_page: OpenPage) -> None:
    page = opened(open_page, phone=True)
    page.get_by_role("button", name="Show the table").click()
    expect(page.locator("fs-table[data-open] .fs-slip")).to_be_in_viewport(timeout=SLOW)
    page.locator(".fs-close").click()
    expect(page.get_by_role("button", name="Show the table")).to_be_focused()


def test_without_javascript_it_says_how_else(open_page: OpenPage) -> None:
    page = open_page(HERE, javascript=False)
    expect(page.locator(".fs-needs").first).to_contain_text("followsuit check --watch")


@pytest.mark.thorough
def test_it_works_under_the_policy(open_page: OpenPage, site: Site) -> None:
    page = open_page(None)

    def strict(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, headers={**response.headers, "content-security-policy": policy(site.directory)})

    page.route(f"**/{HERE}", strict)
    page.goto(site.at(HERE))
    page.locator("#fs-writing").focus()
    verdict(page, "This holds")
    page.keyboard.type("#")
    expect(page.locator(".fs-gutter span").first).to_have_css("text-align", "right")


@pytest.mark.thorough
@pytest.mark.parametrize("elsewhere", ["authors/record/", "games/snakebit/rules/"])
def test_no_other_page_fetches_anything_of_it(open_page: OpenPage, elsewhere: str) -> None:
    page = open_page(elsewhere)
    page.wait_for_load_state("networkidle")
    assert not open_page.requested("playground[./-]|draft")


@pytest.mark.thorough
def test_a_pasted_hand_of_bridge_lies_on_the_table(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.locator("#fs-writing").fill(LIN)
    verdict(page, "This holds: 16 steps.")
    assert text_of(page).startswith("format: 1\ngame: bridge\n")
    for step in range(1, 17):
        page.locator("fs-table #fs-do-on").click()
        expect(page.locator("fs-table .fs-bar")).to_contain_text(f"{step} / 16")
    expect(page.locator("fs-table .fs-laid .fs-card[data-card=AC]")).to_be_visible()
