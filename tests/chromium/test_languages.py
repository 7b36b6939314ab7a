"""A page in another language speaks it wherever one looks: strips, table, bots, hints, questions, puzzles, settings."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.chromium.expecting import expect
from tests.chromium.hands import LONGEST_HAND, SLOW, now, press
from tests.chromium.pages import OpenPage, settle
from tests.chromium.test_hand import dealt

GERMAN = "de/games/knueffeln/"
ENGLISH = re.compile(r"\b(the|you|your|leads?|takes?|plays?|beats?|cards?|tricks?|next|is|are|and|not)\b", re.IGNORECASE)
SAID = """() => [...document.querySelectorAll("fs-table, fs-figure .fs-strip")].map((each) => {
  const copy = each.cloneNode(true);
  for (const quiet of copy.querySelectorAll(".fs-source, q, [lang=nds]")) quiet.remove();
  const named = [...copy.querySelectorAll("[aria-label], [title]")].flatMap((one) => [one.ariaLabel, one.title]);
  return [copy.innerText ?? "", copy.textContent, ...named].join(" ");
}).join(" ").replace(/\\s+/g, " ").replace(/„[^“]*“/g, "")"""
"""All that figures and table show, and say to who hears them, but for phrases in Low German and moves as they are written."""


def in_english(page: Page) -> list[str]:
    """Words of English that are shown or said."""
    return [found[0] for found in ENGLISH.finditer(page.evaluate(SAID) + page.locator("#fs-live").inner_text())]


def test_a_hand_is_german_from_the_deal_to_the_review(open_page: OpenPage) -> None:
    page = dealt(open_page, f"{GERMAN}play/")
    assert in_english(page) == []
    page.locator("#fs-do-hint").click()
    expect(page.locator("#fs-lead")).to_contain_text("Ich würde")
    for _ in range(LONGEST_HAND):
        if page.locator(".fs-sheet").count():
            break
        assert in_english(page) == []
        press(page)
    expect(page.locator("#fs-lead")).to_contain_text("Cent")
    page.locator("#fs-do-review").click()
    expect(page.locator("#fs-slip")).to_contain_text("Ein Bot mit deinen Karten", timeout=SLOW)
    assert in_english(page) == []


def test_a_question_and_a_puzzle_are_german(open_page: OpenPage) -> None:
    page = open_page(f"{GERMAN}rules/")
    settle(page)
    page.locator("fs-figure[data-kind=quiz] .fs-put").first.click()
    expect(page.locator(".fs-option").first).to_be_visible()
    page.locator(".fs-option:not([data-right])").first.click()
    page.locator("#fs-do-check:not([aria-disabled])").or_(page.locator("#fs-do-again:not([aria-disabled])")).first.click()
    assert in_english(page) == []
    page.locator("#fs-do-another").click()
    expect(page.locator("fs-table [data-seed]")).to_be_visible(timeout=SLOW)
    assert in_english(page) == []
    page.goto(open_page.site_at(f"{GERMAN}puzzles/"))
    settle(page)
    page.locator("fs-figure[data-kind=puzzle] .fs-put").first.click()
    page.locator("#fs-do-show:not([aria-disabled])").click()
    expect(page.locator("#fs-slip")).to_have_attribute("data-kind", re.compile("yes|no"), timeout=SLOW)
    assert in_english(page) == []


def test_who_goes_on_to_a_page_in_english_reads_english(open_page: OpenPage) -> None:
    page = dealt(open_page, f"{GERMAN}play/")
    page.locator(".fs-pages a").first.click()
    page.get_by_role("link", name="In English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".fs-put").first).to_have_text(re.compile("Step through"))
    page.locator(".fs-pages a", has_text="Play").click()
    page.locator("#fs-do-new, #fs-do-resume").first.click()
    expect(page.locator("fs-table[data-playing]")).to_be_attached(timeout=SLOW)
    now(page)
    expect(page.locator("#fs-lead")).to_contain_text("Your turn")
    page.get_by_role("link", name="Deutsch").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_the_other_language_is_a_switch_in_the_head(open_page: OpenPage) -> None:
    page = open_page("games/knueffeln/rules/")
    switch = page.locator(".md-header .fs-languages a")
    expect(page.locator(".md-tabs__link")).to_have_text(["Home", "Games", "Puzzles", "About"])
    expect(switch).to_have_text("Deutsch")
    page.locator(".fs-pages").get_by_text("Glossary").click()
    expect(page).to_have_url(re.compile("/games/knueffeln/glossary/$"))
    switch.click()
    expect(page).to_have_url(re.compile("/de/games/knueffeln/glossary/$"))
    expect(switch).to_have_text("English")
    switch.click()
    expect(page).to_have_url(re.compile(r"(?<!/de)/games/knueffeln/glossary/$"))


def test_a_page_that_the_other_language_lacks_leads_to_its_games(open_page: OpenPage) -> None:
    page = open_page("about/")
    page.locator(".md-header .fs-languages a").click()
    expect(page).to_have_url(re.compile("/de/games/$"))
