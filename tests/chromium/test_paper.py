"""Printed pages, counted in Chromium's PDF."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from rules_engine.games import GAMES
from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, Viewport, until
from tests.some import some

A4_PAGES = {"games/snakebit/rules/": 6, "games/knueffeln/rules/": 20}
SMALL_SIDES = {"A5": ("148mm", "210mm"), "half Letter": ("5.5in", "8.5in")}
SMALLEST = 7.5 * 96 / 72
"""7.5 pt in CSS pixels."""
HIDDEN = ("fs-table", "fs-variant", "nav", "footer", "header.md-header", ".fs-put", ".md-button", "summary")


def sides(pdf: bytes) -> int:
    """Return the number of pages in a PDF. Chromium writes each page as an object."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def seen(page: Page, selector: str) -> list[str]:
    """Return the matching elements that take up space on paper."""
    shown = "each => each.checkVisibility() && each.getBoundingClientRect().height"
    found = page.locator(f"body {selector}").evaluate_all(f"all => all.filter({shown}).map(each => each.outerHTML.slice(0, 80))")
    return list(map(str, found))


def styles(page: Page, selector: str, *properties: str) -> list[str]:
    """Return the values of these properties for each visible element."""
    values = "each => properties.map(name => getComputedStyle(each)[name]).join(' ')"
    script = f"(all, properties) => all.filter(each => each.checkVisibility()).map({values})"
    return list(map(str, page.locator(selector).evaluate_all(script, [*properties])))


@pytest.mark.parametrize("path", some(A4_PAGES, [*A4_PAGES][:1]))
@pytest.mark.parametrize("look", some(
    [{}, {"dark": True}, {"javascript": False}], [{}], lambda look: "-".join(look) or "light"))
def test_a_rules_page_is_few_sheets(open_page: OpenPage, path: str, look: Viewport) -> None:
    page = open_page(path, **look)
    assert 1 < sides(page.pdf(format="A4")) <= A4_PAGES[path]


@pytest.mark.parametrize("path", some([
    "authors/", "games/snakebit/card/", "games/snakebit/learn/", "games/snakebit/puzzles/", "games/snakebit/rules/",
    "packs/sheets/"], ["authors/", "games/snakebit/puzzles/"]))
def test_no_sheet_is_blank(open_page: OpenPage, path: str) -> None:
    """An element with page margins of its own would start on a new sheet, and so would the text after it."""
    page = open_page(path)
    page.emulate_media(media="print")
    assert {*styles(page, "body *", "page")} == {"auto"}


@pytest.mark.parametrize("game", some(GAMES, ["knueffeln"]))
def test_a_reference_card_is_one_small_side_that_can_be_read(open_page: OpenPage, game: str) -> None:
    page = open_page(f"games/{game}/card/")
    taken = {paper: sides(page.pdf(width=width, height=height)) for paper, (width, height) in SMALL_SIDES.items()}
    assert taken == dict.fromkeys(SMALL_SIDES, 1)
    page.emulate_media(media="print")
    parts = [each.strip() for each in page.locator(".fs-reference h3").all_inner_texts()]
    assert parts == ["Ranking", "Deal", "Your turn", "Score"]
    assert min(float(size.removesuffix("px")) for size in styles(page, ".fs-reference *", "fontSize")) >= SMALLEST
    assert seen(page, "h1") == []


@pytest.mark.thorough
def test_a_german_card_is_one_small_side_too(open_page: OpenPage) -> None:
    page = open_page("de/games/knueffeln/card/")
    assert sides(page.pdf(width="148mm", height="210mm")) == 1


@pytest.mark.parametrize("path", some(
    ["games/knueffeln/card/", "de/games/knueffeln/card/", "games/double-knot/card/"], ["de/games/knueffeln/card/"]))
def test_two_cards_are_printed_on_one_sheet_with_a_line_to_cut_along(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    page.evaluate("() => (window.print = () => {})")
    versions = page.locator(".fs-card-print select")
    for version in [*versions.locator("option").evaluate_all("all => all.map((each) => each.value)")][:3]:
        versions.select_option(version)
        page.locator(".fs-card-print button").click()
        expect(page.locator(".fs-two-cards > .fs-reference")).to_have_count(2)
        assert sides(page.pdf(prefer_css_page_size=True)) == 1
        page.emulate_media(media="print")
        assert page.evaluate("""() => [...document.querySelectorAll(".fs-two-cards > *")].every((card) => {
          const last = [...card.querySelectorAll("tr")].at(-1).getBoundingClientRect();
          return card.scrollWidth <= card.clientWidth + 1 && last.bottom <= card.getBoundingClientRect().bottom;
        })""")
        of_others = page.locator(".fs-two-cards [data-in]").evaluate_all("all => all.map((each) => each.dataset.in)")
        assert not version or all(version in each.split() for each in of_others)
        assert not version or page.locator(".fs-two-cards td > em").count() == 0
        page.emulate_media(media="null")
    page.keyboard.press("Escape")
    expect(page.locator(".fs-paper")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["games/snakebit/", "games/snakebit/rules/"])
def test_the_card_has_a_link(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    page.locator("article").get_by_role("link", name="Print a reference card").click()
    expect(page.locator(".fs-reference h2")).to_have_text("Snakebit")


def test_nothing_to_press_is_printed(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/rules/")
    expect(page.locator("fs-figure .fs-put").first).to_be_visible()
    page.emulate_media(media="print")
    assert {selector: found for selector in HIDDEN if (found := seen(page, selector))} == {}
    assert len(seen(page, ".fs-strip")) == page.locator(".fs-strip").count() > 10


@pytest.mark.thorough
def test_words_are_printed_where_the_reader_unfolded_them_and_answers_always(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/rules/")
    first, second = (page.locator("fs-figure[data-kind=example]").nth(place) for place in (0, 1))
    first.locator("summary").click()
    page.emulate_media(media="print")
    expect(first.locator(".fs-words > ol")).to_be_visible()
    expect(second.locator(".fs-words > ol")).to_be_hidden()
    expect(page.locator("fs-figure[data-kind=quiz] .fs-words > ol").first).to_be_visible()
    page.emulate_media(media="screen")
    first.locator("summary").click()
    page.emulate_media(media="print")
    expect(first.locator(".fs-words > ol")).to_be_hidden()


@pytest.mark.thorough
def test_the_dark_prints_as_the_light_does(open_page: OpenPage) -> None:
    def colours(**look: bool) -> list[str]:
        page = open_page("games/snakebit/rules/", dark=look.get("dark", False))
        page.emulate_media(media="print")
        until(page, "!document.getAnimations().some((each) => each instanceof CSSTransition)")  # links fade to their colours
        parts = "article :is(p, h2, td, a, .fs-strip, .fs-caption, .fs-suit, .fs-tag, .fs-call), article, body"
        return styles(page, parts, "color", "backgroundColor", "borderColor")

    assert colours(dark=True) == colours()


@pytest.mark.thorough
def test_headings_stay_with_their_text_and_strips_are_whole(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/rules/")
    page.emulate_media(media="print")
    assert {*styles(page, "article :is(h1, h2, h3)", "breakAfter")} == {"avoid"}
    assert {*styles(page, ".fs-strip", "breakInside")} == {"avoid"}
    assert {*styles(page, "article p a", "textDecorationLine")} == {"none"}


def test_a_course_is_a_booklet_with_its_answers_on_the_last_page(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/learn/")
    expect(page.locator(".fs-lesson[data-live]")).to_be_attached()
    whole = sides(page.pdf(format="A4"))
    assert page.locator(".fs-booklet").count() == 0, "it is gone after printing"
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert len(seen(page, ".fs-lesson-step h2")) == 10
    assert seen(page, "fs-figure .fs-words") == []
    answers = page.locator(".fs-booklet > ol > li").all_inner_texts()
    assert len(answers) == 9
    assert "right: North" in " ".join(answers[2].split())
    assert 2 < whole <= 4
    assert page.evaluate("""() => [...document.querySelectorAll(".fs-asked *")].filter((each) =>
      each.getBoundingClientRect().right > each.closest(".fs-strip").getBoundingClientRect().right + 1).length""") == 0
    assert len(seen(page, ".fs-asked .fs-card")) == page.locator(".fs-asked .fs-card").count() > 40
