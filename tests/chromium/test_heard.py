"""Announcements and focus, for readers with a screen reader or without a mouse.

A screen reader drops a message that is replaced before it is spoken. Therefore, all events until the reader may act are one
message, which stays on the page.
"""

from __future__ import annotations

import itertools
import random
import re
from typing import TypedDict

import pytest
from playwright.sync_api import Page

from tests.chromium.expecting import expect
from tests.chromium.hands import LONGEST_HAND, SAME_DEALS, SLOW, deal, now, press
from tests.chromium.pages import OpenPage, settle
from tests.some import some

RULES = "games/snakebit/rules/"
PLAY = "games/snakebit/play/"
WORDS_A_SECOND = 3

LISTENS = """
  globalThis.heardAll = [];
  const note = (kind, text) => heardAll.push({ kind, text, at: performance.now() });
  for (const act of ["keydown", "pointerdown"]) addEventListener(act, () => note("act", ""), true);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target.id === "fs-live") for (const each of addedNodes) note("said", each.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
"""
"""Script that records announcements and the reader's actions in the page."""


CALLS = re.compile(r"\b(bids?|pass(es)?|names?|[Tt]rumps?|turns?|sees?|runs?|exchanges?|double|chosen)\b(?!.*: you )")
"""Pattern of announcements about calls. The score is excluded, because it is a table."""

LOGGED = """() => [...document.querySelectorAll("fs-table #fs-log li:not(.fs-remark)")].map((line) => {
  const plain = line.cloneNode(true);
  for (const link of plain.querySelectorAll(".fs-rule")) link.remove();
  return plain.querySelector("*") ? "" : plain.textContent.trim();
}).filter(Boolean)"""
"""Expression for the log entries without a picture of a card; pictures are announced differently."""


class Heard(TypedDict):
    """An announcement or an action of the reader, with its time in milliseconds."""

    kind: str
    text: str
    at: float


def listening(open_page: OpenPage, path: str) -> Page:
    """Open a page that records announcements. Card animations are off, which leaves the least time for speech."""
    page = open_page(None)
    page.add_init_script(SAME_DEALS)
    page.add_init_script(LISTENS)
    page.add_init_script("localStorage.setItem('follow-suit-speed', 'none')")
    page.goto(open_page.site_at(path))
    settle(page)
    return page


def drowned(heard: list[Heard]) -> list[str]:
    """Return the announcements that were replaced before they could be spoken, although the reader had done nothing.

    Progress messages ("Getting the table ready…") may be replaced by the result.
    """
    found = []
    for one, after in itertools.pairwise(heard):
        if one["text"].endswith("…"):
            continue
        needs = 1000 * len(one["text"].split()) / WORDS_A_SECOND
        if one["kind"] == after["kind"] == "said" and after["at"] - one["at"] < needs:
            found.append(f"{one['text']!r} has {after['at'] - one['at']:.0f} of {needs:.0f} ms before {after['text']!r}")
    return found


def test_what_drowns_is_found() -> None:
    """Checks the check itself: dropped announcements are detected."""
    told: list[Heard] = [{"kind": "said", "text": "East bids 45.", "at": 0}, {"kind": "said", "text": "You pass.", "at": 150}]
    assert drowned(told)
    assert not drowned([{"kind": "said", "text": "Getting the table ready…", "at": 0}, told[1]])
    assert not drowned([told[0], {"kind": "act", "text": "", "at": 100}, told[1]])


@pytest.mark.parametrize(("game_id", "hands"), [
    pytest.param("double-decker", 5, marks=pytest.mark.thorough), pytest.param("double-decker", 1, marks=pytest.mark.thorough),
    pytest.param("double-king-pedro", 1, marks=pytest.mark.thorough), ("knueffeln", 1)])
def test_each_message_has_the_time_to_be_spoken(open_page: OpenPage, game_id: str, hands: int) -> None:
    """No further message is announced until the reader may act, and every bid, trump and call in the log was announced."""
    page = listening(open_page, f"games/{game_id}/play/")
    deal(page)
    page.evaluate("heardAll.splice(0, heardAll.length - 1)")        # announcements made while Python was starting
    rng, log = random.Random(game_id), set[str]()
    for hand in range(hands):
        if hand:
            page.locator("#fs-do-deal").click()
        for _ in range(LONGEST_HAND):
            if now(page, rng.random())["over"]:
                break
            press(page, rng.random())
        log |= set(page.evaluate(LOGGED))
    heard: list[Heard] = page.evaluate("heardAll")
    assert not drowned(heard), "\n".join(drowned(heard))
    told = " ".join(one["text"] for one in heard)
    assert len(log) > 3
    assert not [line for line in log if CALLS.search(line) and line not in told]
    assert page.locator("#fs-live > p").count() > 1


@pytest.mark.parametrize("width", some([390, 1000], [390]))
@pytest.mark.parametrize("still", some([False, True], [False], lambda still: "still" if still else "motion"))
def test_a_sheet_takes_the_focus_and_gives_it_back(open_page: OpenPage, width: int, still: bool) -> None:
    page = open_page(RULES, reduced_motion=still)
    page.set_viewport_size({"width": width, "height": 844})
    settle(page)
    strip = page.locator("fs-figure[data-kind=example] .fs-put").first
    strip.click()
    expect(page.locator("fs-table #fs-lead")).to_be_focused()
    assert page.evaluate("document.querySelector('.md-header').inert")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('fs-table')")
    page.locator(".fs-close").click()
    expect(strip).to_be_focused()
    assert not page.evaluate("document.querySelector('.md-header').inert")
    strip.click()
    page.mouse.click(width / 2, 60)             # a click on the page behind the panel closes it
    expect(page.locator("fs-table")).not_to_have_attribute("data-open", "")
    expect(strip).to_be_focused()


@pytest.mark.thorough
def test_a_question_on_a_sheet_takes_the_focus(open_page: OpenPage) -> None:
    page = open_page(RULES, phone=True)
    settle(page)
    page.locator("fs-figure[data-kind=quiz] .fs-put").first.click()
    expect(page.locator("fs-table #fs-lead")).to_be_focused()
    assert page.locator("#fs-do-check[aria-disabled]").count() == 0 or page.locator("[data-many], fs-table input").count()


@pytest.mark.thorough
def test_where_one_answer_is_asked_for_nothing_waits_to_be_checked(open_page: OpenPage) -> None:
    page = open_page(RULES)
    settle(page)
    kinds = set[bool]()
    for name in page.locator("fs-figure[data-kind=quiz]").evaluate_all("figures => figures.map(each => each.id)"):
        page.locator(f"#{name} .fs-put").click()
        expect(page.locator(f"#{name}[data-on]")).to_be_attached()
        several = page.locator(".fs-stage[data-many], fs-table input.fs-field, .fs-part + .fs-part").count() > 0
        expect(page.locator("#fs-do-check")).to_have_count(int(several))
        kinds.add(several)
    assert kinds == {True, False}


def test_more_opens_and_closes_like_a_dialog(open_page: OpenPage) -> None:
    page = open_page(PLAY, phone=True)
    settle(page)
    deal(page)
    more, side = page.locator("#fs-do-more"), page.get_by_role("dialog", name="More")
    expect(more).to_have_attribute("aria-expanded", "false")
    for closing in ("Escape", "button"):
        more.click()
        expect(side).to_be_visible()
        expect(side.get_by_role("button", name="Close")).to_be_focused()
        expect(more).to_have_attribute("aria-expanded", "true")
        assert page.evaluate("document.querySelector('.fs-stage').inert")
        places = page.evaluate("""() => [...document.querySelectorAll(".fs-side :is(button, select, summary)")]
          .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().top)""")
        assert places == sorted(places)
        if closing == "Escape":
            page.keyboard.press("Escape")
        else:
            side.get_by_role("button", name="Close").click()
        expect(side).to_have_count(0)
        expect(more).to_be_focused()
        assert not page.evaluate("document.querySelector('.fs-stage').inert")


@pytest.mark.thorough
def test_beside_a_wide_table_stands_what_more_would_open(open_page: OpenPage) -> None:
    page = open_page(PLAY)
    settle(page)
    expect(page.locator("#fs-do-more")).to_be_hidden()
    deal(page)
    expect(page.locator("#fs-do-more")).to_be_hidden()
    expect(page.locator(".fs-side").get_by_role("button", name="New game")).to_be_visible()
    page.set_viewport_size({"width": 900, "height": 800})
    expect(page.locator("#fs-do-more")).to_be_visible()


def test_single_letters_are_the_tables_alone(open_page: OpenPage) -> None:
    page = open_page(PLAY)
    settle(page)
    page.locator(".md-typeset h2[id]:visible").first.click()
    page.keyboard.press("f")
    expect(page.locator("fs-table[data-full]")).to_have_count(0)
    page.locator("#fs-do-new").focus()
    page.keyboard.press("f")
    expect(page.locator("fs-table[data-full]")).to_have_count(1)
    assert page.evaluate("document.querySelector('.md-header').inert")
    page.keyboard.press("Escape")
    expect(page.locator("fs-table[data-full]")).to_have_count(0)


@pytest.mark.thorough
def test_a_card_taken_up_in_what_if_is_put_back(open_page: OpenPage) -> None:
    page = open_page(RULES, phone=True)
    settle(page)
    page.locator("#example-lead .fs-put, fs-figure[data-kind=example] .fs-put").first.click()
    page.locator("#fs-do-whatif").click()
    card = page.locator(".fs-hand[data-active] button:not([aria-disabled])").first
    expect(card).to_be_visible(timeout=SLOW)
    card.press("Enter")
    expect(page.locator("#fs-answers")).to_be_visible(timeout=SLOW)
    page.keyboard.press("Escape")
    expect(page.locator("#fs-answers")).to_have_count(0)
    expect(page.locator("fs-table")).to_have_attribute("data-open", "")
