"""Pages for packs of cards: measurements of the sheets as Chromium prints them, and the filters by suit and card."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from rules_engine.core.game.game_options import every_choice
from rules_engine.core.model.packs import DECKTET
from rules_engine.games import GAMES, game_class
from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, Viewport
from tests.chromium.pdf import Box, Side, sides
from tests.some import some

WIDE, HIGH = 63, 88
HALF = 0.5
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}


def printed(page: Page) -> list[Side]:
    """Click the print button, and return the pages in the PDF."""
    page.evaluate("() => { window.print = () => {}; }")
    page.locator("fs-print button").click()
    return sides(page.pdf(prefer_css_page_size=True))


def choose(page: Page, *switches: str, cards: int = 0, paper: str = "a4") -> None:
    if cards:
        page.get_by_label(f": {cards} cards").first.check()
    page.locator(f"fs-print input[value={paper}]").check()
    for switch in switches:
        page.locator(f"fs-print input[name={switch}]").check()


def cells(side: Side, paper: str) -> set[tuple[int, int]]:
    """Return the row and column of each card on a sheet. Cards must be 63 by 88 mm and aligned with the cutting marks."""
    width, height = PAPERS[paper]
    left, top = (width - 3 * WIDE) / 2, (height - 3 * HIGH) / 2
    places = {(row, column): Box(left + column * WIDE, top + row * HIGH, left + (column + 1) * WIDE, top + (row + 1) * HIGH)
              for row in range(3) for column in range(3)}
    cards = side.sized(WIDE, HIGH, HALF)
    assert cards
    return {place for place, box in places.items()
            if any(all(abs(a - b) <= HALF for a, b in zip(box, card, strict=True)) for card in cards)}


@pytest.mark.parametrize("paper", some(PAPERS, [*PAPERS][:1]))
def test_cards_are_63_by_88_mm_nine_a_sheet_with_backs_behind_them(open_page: OpenPage, paper: str) -> None:
    page = open_page("packs/decktet/")
    choose(page, "backs", cards=44, paper=paper)
    found = printed(page)
    assert len(found) == 10
    for side in found:
        assert (side.width, side.height) == pytest.approx(PAPERS[paper], abs=HALF)
        left, top = (side.width - 3 * WIDE) / 2, (side.height - 3 * HIGH) / 2
        upright = sorted({round(line.left, 1) for line in side.lines if line.size == pytest.approx((0, 4), abs=0.1)})
        level = sorted({round(line.top, 1) for line in side.lines if line.size == pytest.approx((4, 0), abs=0.1)})
        assert upright == pytest.approx([left + at * WIDE for at in range(4)], abs=HALF)
        assert level == pytest.approx([top + at * HIGH for at in range(4)], abs=HALF)
    assert [len(cells(side, paper)) for side in found] == [9, 9, 9, 9, 9, 9, 9, 9, 8, 8]
    every = {(row, column) for row in range(3) for column in range(3)}
    assert every - cells(found[-2], paper) == {(2, 2)}
    assert every - cells(found[-1], paper) == {(2, 0)}       # sheets are turned over along their long edge


def test_the_page_itself_prints_once_the_reader_goes_on(open_page: OpenPage) -> None:
    page = open_page("packs/double-decker/", dark=True)
    assert len(printed(page)) == 7
    page.keyboard.press("Tab")
    expect(page.locator(".fs-paper")).to_have_count(0)
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("game", some(GAMES, ["double-knot", "double-decker"]))
def test_just_the_cards_that_a_game_needs_can_be_chosen(open_page: OpenPage, game: str) -> None:
    kind = game_class(game)
    page = open_page(f"packs/{kind.pack.id}/")
    for count in {len(each.needed) for each in every_choice(kind)}:
        page.get_by_label(f"{kind.name}").and_(page.get_by_label(f": {count} cards")).first.check()
        sheets = -(-count // 9)
        expect(page.get_by_role("button", name=f"Print {sheets} sheets")).to_be_visible()
        assert page.locator(".fs-papers > svg").count() == sheets
        assert page.locator(".fs-papers use").count() == count


@pytest.mark.thorough
def test_black_and_white_is_without_colour_and_letters_are_there(open_page: OpenPage) -> None:
    page = open_page("packs/decktet/")
    choose(page, "grey", "letters")
    ink = page.locator(".fs-papers").evaluate("each => getComputedStyle(each).getPropertyValue('--fs-ink-decktet-S')")
    assert ink.strip() == "#000"
    letters = page.locator(".fs-papers").evaluate("each => getComputedStyle(each).getPropertyValue('--fs-card-letters')")
    assert letters == "inline"


@pytest.mark.thorough
@pytest.mark.parametrize("look", [pytest.param({}, id="desktop", marks=pytest.mark.thorough),
                                  pytest.param({"phone": True, "dark": True}, id="phone")])
def test_a_card_shows_what_it_meets(open_page: OpenPage, look: Viewport) -> None:
    page = open_page("packs/decktet/", **look)
    table = page.get_by_role("table").filter(has=page.get_by_role("button", name="Moons"))
    card = table.get_by_role("button", name="5 of Moons and Leaves").first
    card.focus()
    page.keyboard.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status")).to_have_text(
        "5 of Moons and Leaves, the Forest shares a suit with 23 cards: 13 of Moons and 13 of Leaves.")
    met = set(page.locator("[data-is-met]").evaluate_all("all => all.map(each => each.dataset.card)"))
    assert met == {each.text for each in DECKTET if {"M", "L"} & {*each.suits}} - {"5ML"}
    table.get_by_role("button", name="Knots", exact=True).click()
    expect(card).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("status")).to_have_text("Knots: 14 cards.")
    assert page.evaluate("document.documentElement.scrollWidth") <= (page.viewport_size or {"width": 0})["width"]
    assert violations(page) == []


def test_without_javascript_the_table_is_whole(open_page: OpenPage) -> None:
    page = open_page("packs/decktet/", javascript=False)
    assert page.locator(".fs-meeting .fs-tag").count() == sum(max(1, len(card.suits)) for card in DECKTET)
    assert page.locator(".fs-meetings button").count() == 0
    expect(page.locator("fs-print .fs-needs")).to_be_visible()


def laid_out(page: Page, **chosen: str) -> list[Side]:
    """Return the printed sheets for a game."""
    page.evaluate("() => { window.print = () => {}; }")
    for name, value in chosen.items():
        page.locator(f"fs-sheets input[name={name}][value='{value}']").check()
    page.locator("fs-sheets button").click()
    expect(page.locator(".fs-paper > section").first).to_be_attached()
    return sides(page.pdf(prefer_css_page_size=True))


@pytest.mark.parametrize(("game", "players"), [
    ("double-decker", 7), pytest.param("double-king-pedro", 4, marks=pytest.mark.thorough)])
def test_a_score_sheet_is_one_side_with_a_column_for_each_side(open_page: OpenPage, game: str, players: int) -> None:
    page = open_page("packs/sheets/")
    assert len(laid_out(page, game=game, players=str(players))) == 1
    for count in range(3, 8):
        offered = page.locator(f"fs-sheets input[name=players][value='{count}']")
        expect(offered).to_be_visible(visible=count in game_class(game).player_counts)
    columns = len(game_class(game)(players=players).score_names)
    assert page.locator(".fs-paper thead th").count() == columns
    page.evaluate("document.documentElement.removeAttribute('data-on-paper')")
    assert violations(page) == []


@pytest.mark.parametrize(("path", "game", "what", "many"), [
    pytest.param("packs/sheets/", "snakebit", "quiz", 10, marks=pytest.mark.thorough),
    ("packs/sheets/", "double-decker", "puzzle", 6),
    pytest.param("de/packs/sheets/", "knueffeln", "puzzle", 6, marks=pytest.mark.thorough)])
def test_what_is_asked_comes_with_its_answers_on_a_sheet_of_their_own(
        open_page: OpenPage, path: str, game: str, what: str, many: int) -> None:
    page = open_page(path)
    assert len(laid_out(page, game=game, what=what)) >= 2
    asked, answered = page.locator(".fs-paper > section").all()
    assert asked.locator("> ol > li").count() == answered.locator("> ol > li").count() == many
    assert "" not in [text.strip() for text in answered.locator("> ol > li").all_inner_texts()]
    assert asked.locator("> ol > li b").first.inner_text() != ""
    if what == "puzzle":        # six puzzles per page, for any number of players
        answered.evaluate("each => each.remove()")
        assert len(sides(page.pdf(prefer_css_page_size=True))) == 1
