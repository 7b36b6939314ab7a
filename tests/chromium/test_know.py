"""The progress page: answers are stored, questions return in varied form, and progress can be saved, erased and restored."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Unpack

import pytest
from playwright.sync_api import Page

from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW, put_answer
from tests.chromium.keeping import answers
from tests.chromium.pages import OpenPage, Viewport
from tests.chromium.test_offline import NETWORK, until

DAY = 86_400
FIRM = [[-60, 1, 1, 9], [-57, 1, 1, 9], [-45, 1, 1, 9], [-5, 1, 1, 9]]
"""Answers to a rule that the reader knows well and needn't repeat yet. The first number is the age in days."""
DUE = [[-25, 1, 1, 9], [-21, 1, 1, 9]]


def remember(page: Page, rules: dict[str, list[list[int]]]) -> None:
    """Store answers, given their age in days, under the old key that all sites on an origin once shared."""
    now = int(time.time())
    kept = {rule: [[now + days * DAY, *how] for days, *how in answers] for rule, answers in rules.items()}
    page.evaluate("text => localStorage.setItem('follow-suit-memory', text)", json.dumps({"format": 1, "rules": kept}))


def known(open_page: OpenPage, rules: dict[str, list[list[int]]], **look: Unpack[Viewport]) -> Page:
    """Open the progress page with these answers."""
    page = open_page("know/", **look)
    remember(page, rules)
    page.reload()
    expect(page.locator(".fs-know-bar")).to_be_visible()
    return page


def test_a_rule_that_was_asked_comes_back_with_fresh_cards(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("games/snakebit/rules/")
    page.locator("fs-figure[data-kind=quiz]:not([id$=still-out]) .fs-put").first.click()
    page.locator("#fs-do-check, .fs-option").first.wait_for()
    for option in page.locator("#fs-own .fs-option[data-right]").all():
        option.click()
    page.locator("#fs-do-check").click()
    expect(page.locator("#fs-slip[data-kind=yes]")).to_be_visible()
    kept = answers(page)
    assert all(rule.startswith("snakebit/") for rule in kept)
    assert [found[0][1] for found in kept.values()] == [1] * len(kept)

    page = known(open_page, {"snakebit/follow-suit": DUE, "snakebit/win-trick": FIRM, "double-decker/win-colour": DUE})
    expect(page.locator("#fs-know-begin")).to_have_text("2 questions, 1 minute")
    expect(page.locator(".md-tabs__link .fs-due")).to_have_text("2 due")
    assert violations(page) == []
    page.locator("#fs-know-begin").click()
    for place in ("1 of 2", "2 of 2"):
        expect(page.locator(".fs-know-head")).to_contain_text(place, timeout=SLOW)
        expect(page.locator("#fs-own .fs-option").first).to_be_visible(timeout=SLOW)
        answer_session(page)
        page.locator("#fs-do-know-next").click()
    expect(page.locator(".fs-know-news")).to_have_text("2 of 2 known at once.")
    expect(page.locator("#fs-know-begin")).to_have_text("Ask me all the same")
    expect(page.locator(".md-tabs__link .fs-due")).to_have_count(0)

    with page.expect_download() as saved:
        page.locator("#fs-know-save").click()
    file = tmp_path / "saved.json"
    saved.value.save_as(file)
    page.locator("#fs-know-erase").click()
    expect(page.locator("#fs-know-keep")).to_be_focused()
    page.get_by_role("button", name="Erase").click()
    expect(page.locator(".fs-know-games li")).to_have_count(0)
    page.locator("#fs-know-undo").click()
    expect(page.locator(".fs-know-games h2")).to_have_count(3)
    page.evaluate("localStorage.clear()")
    page.reload()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".fs-know-news")).to_contain_text("Brought back. New answers:")
    page.locator("input[type=file]").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"{}"})
    expect(page.locator(".fs-know-news")).to_have_text("This isn't a file that was saved here. Nothing was changed.")


def answer_session(page: Page) -> None:
    """Answer the next question in the session correctly."""
    expect(page.locator("#fs-do-know-leave")).to_be_visible(timeout=SLOW)
    expect(page.locator("#fs-do-know-next")).to_have_count(0, timeout=SLOW)
    put_answer(page)
    expect(page.locator("#fs-do-know-next")).to_be_visible()


def test_rules_have_a_tick_or_a_question_unless_the_reader_wants_none(open_page: OpenPage) -> None:
    page = known(open_page, {"snakebit/follow-suit": DUE, "snakebit/win-trick": FIRM})
    page.goto(page.url.replace("know/", "games/snakebit/rules/"))
    expect(page.locator("#rule-win-trick .fs-known")).to_have_text("known")
    expect(page.locator("#rule-follow-suit + .fs-still")).to_have_text("You knew this 3 weeks ago: still?")
    page.locator(".fs-still button").click()
    expect(page.locator(".fs-stage[data-seed]")).to_be_visible(timeout=SLOW)
    page.goto(page.url.partition("games/")[0] + "know/")
    for name in ("memory-ticks", "memory-still"):
        page.locator(f"#fs-{name}").uncheck()
    page.goto(page.url.replace("know/", "games/snakebit/rules/"))
    expect(page.locator(".md-tabs__link .fs-due")).to_be_visible()
    expect(page.locator(".fs-known, .fs-still")).to_have_count(0)


@pytest.mark.parametrize("look", [
    {"phone": True, "dark": True}, pytest.param({"phone": True}, marks=pytest.mark.thorough)])
def test_on_a_phone_nothing_is_cut_off(open_page: OpenPage, look: Viewport) -> None:
    page = known(open_page, {"snakebit/follow-suit": DUE, "knueffeln/seven": FIRM}, **look)
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []


@pytest.mark.thorough
def test_without_a_network_what_comes_back_is_asked(open_page: OpenPage) -> None:
    open_page.expect_problem(f"{NETWORK}|ERR_INTERNET_DISCONNECTED")
    page = known(open_page, {"snakebit/follow-suit": DUE}, keeps=True)
    page.reload()
    until(page, """async () => {
      const names = performance.getEntriesByType("resource").map(({ name }) => name);
      const needed = names.filter((name) => /[.](js|css)$|know/.test(name));
      const kept = await Promise.all([location.href, ...needed].map((name) => caches.match(name)));
      return navigator.serviceWorker.controller && kept.every(Boolean);
    }""")
    page.context.set_offline(True)
    page.reload()
    page.locator("#fs-know-begin").click()
    expect(page.locator("#fs-own .fs-option").first).to_be_visible(timeout=SLOW)
    answer_session(page)
    page.locator("#fs-do-know-next").click()
    expect(page.locator(".fs-know-news")).to_have_text("1 of 1 known at once.")
    page.context.set_offline(False)


@pytest.mark.thorough
def test_without_javascript_it_says_what_it_is_for(open_page: OpenPage) -> None:
    page = open_page("know/", javascript=False)
    expect(page.locator(".fs-needs")).to_contain_text("It needs JavaScript")
