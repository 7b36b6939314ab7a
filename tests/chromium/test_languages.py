"""A translated page is entirely in its language: figures, table, bots, hints, questions, puzzles and settings."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Page

from tests.chromium.expecting import expect
from tests.chromium.hands import LONGEST_HAND, SLOW, now, press, show_best
from tests.chromium.pages import OpenPage, settle
from tests.chromium.server import Site
from tests.chromium.test_hand import dealt

GERMAN = "de/games/knueffeln/"
ENGLISH = re.compile(r"\b(the|you|your|leads?|takes?|plays?|beats?|cards?|tricks?|next|is|are|and|not)\b", re.IGNORECASE)
SAID = """() => [...document.querySelectorAll("fs-table, fs-figure .fs-strip")].map((each) => {
  const copy = each.cloneNode(true);
  for (const quiet of copy.querySelectorAll(".fs-source, q, [lang=nds]")) quiet.remove();
  const named = [...copy.querySelectorAll("[aria-label], [title]")].flatMap((one) => [one.ariaLabel, one.title]);
  return [copy.innerText ?? "", copy.textContent, ...named].join(" ");
}).join(" ").replace(/\\s+/g, " ").replace(/„[^“]*“/g, "")"""
"""Expression for all visible and spoken text in figures and the table, except phrases in Low German and moves in notation."""


LEFT_OVER = re.compile(
    r"\b(the|of|and|are|you|your|with|this|that|from|have|has|isn't|can't|plays?|cards?|games?|puzzles?|about|next|previous|made|"
    r"home|pages?|search|switch|skip|turns?|takes?|claim|leads?|beats?|tricks?|expected|colours?)\b", re.IGNORECASE)
NAMES = re.compile(r"Follow Suit|Material for MkDocs|[a-z]+\.com")


class ReadGerman(HTMLParser):
    """A parser that collects the visible and spoken text in the page's language."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; other languages, scripts and hidden text are skipped."""
        has = dict(attrs)
        foreign = tag in ("script", "style") or "hidden" in has or has.get("lang", "de") != "de"
        foreign = foreign or any(foreign for _, foreign in self.inside)
        if not foreign:
            self.texts += [has[name] or "" for name in ("aria-label", "title", "placeholder", "alt") if name in has]
        if tag not in ("br", "hr", "input", "use", "meta", "link", "img", "wbr", "path"):
            self.inside.append((tag, foreign))

    def handle_endtag(self, tag: str) -> None:
        """Close an element and any unclosed elements in it."""
        while self.inside and self.inside.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Collect a piece of text."""
        if self.inside and not self.inside[-1][1]:
            self.texts.append(data)


def test_no_english_is_left_over_on_any_german_page(site: Site) -> None:
    pages = sorted((site.directory / "de").rglob("index.html"))[1:]
    assert len(pages) > 5
    left = {(file.parent.name, found[0]) for file in pages for text in ReadGerman(file.read_text(encoding="utf-8")).texts
            if (found := LEFT_OVER.search(NAMES.sub("", text)))}
    assert left == set()


def in_english(page: Page) -> list[str]:
    """Return the English words that are displayed or spoken."""
    return [found[0] for found in ENGLISH.finditer(page.evaluate(SAID) + page.locator("#fs-live").inner_text())]


@pytest.mark.thorough
def test_a_hand_is_german_from_the_deal_to_the_review(open_page: OpenPage) -> None:
    page = dealt(open_page, f"{GERMAN}play/")
    assert in_english(page) == []
    page.locator("#fs-do-hint").click()
    expect(page.locator("#fs-lead")).to_contain_text("Ich würde")
    for _ in range(LONGEST_HAND):
        if page.locator(".fs-ending").count():
            break
        assert in_english(page) == []
        press(page)
    expect(page.locator("#fs-lead")).to_contain_text("Cent")
    page.locator("#fs-do-review").click()
    expect(page.locator("#fs-slip")).to_contain_text("Spielen Bots auf allen Plätzen", timeout=SLOW)
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
    show_best(page)
    expect(page.locator("#fs-slip")).to_have_attribute("data-kind", re.compile("yes|no"), timeout=SLOW)
    assert in_english(page) == []


@pytest.mark.thorough
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
    expect(page.locator(".md-tabs__link")).to_have_text(["Games", "Daily puzzle", "Practice", "At the table"])
    expect(switch).to_have_text("Deutsch")
    page.locator(".fs-game-tabs").get_by_text("Rules").click()
    page.locator(".fs-rail-pages").get_by_text("Words").click()
    expect(page).to_have_url(re.compile("/games/knueffeln/glossary/$"))
    switch.click()
    expect(page).to_have_url(re.compile("/de/games/knueffeln/glossary/$"))
    expect(switch).to_have_text("English")
    switch.click()
    expect(page).to_have_url(re.compile(r"(?<!/de)/games/knueffeln/glossary/$"))


@pytest.mark.thorough
def test_a_page_that_the_other_language_lacks_leads_to_its_games(open_page: OpenPage) -> None:
    page = open_page("about/")
    page.locator(".md-header .fs-languages a").click()
    expect(page).to_have_url(re.compile("/de/games/$"))
