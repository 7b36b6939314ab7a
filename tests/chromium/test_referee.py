"""The referee for a real table: readers tap cards, with or without Python, and the ruling appears; no tap is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, ViewportSize

from rules_engine.games import known_games
from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, Viewport, settle, until, wait_for

RULING = "document.querySelector('.fs-ruling')?.textContent ?? ''"
PAD = """() => [...document.querySelectorAll('.fs-key:not([hidden])')].map((key) => key.getBoundingClientRect())
  .filter(({ width, height }) => width < 43.5 || height < 43.5).length"""
UNCOVERED = """(selector) => {
  const button = document.querySelector(selector), { left, right, top, bottom } = button.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === button;
}"""
SCROLLED = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.fs-case-told'))"

SIZES: list[ViewportSize] = [
    {"width": width, "height": height} for width, height in ((360, 640), (390, 844), (844, 390), (1280, 800))]
TRICKS: dict[str, tuple[list[str], dict[str, str], list[str]]] = {
    "snakebit": (["4WL", "8WL", "3SK", "2WL"], {"trump": "K"}, ["3MW", "6MW", "7SK", "9MS", "6SY"]),
    "double-knot": (["9LK", "2WL", "9WY"], {}, ["2MK", "AK", "3SK", "8MS"]),
    "double-decker": (["R5", "B7", "G19", "B3"], {}, ["R3", "G4", "B1", "G20"]),
    "double-king-pedro": (["QH", "KD", "2H", "5H"], {"trump": "H"}, ["2C", "3S", "KH", "5D", "9H", "AH"]),
    "knueffeln": (["7D", "2H", "JC", "AD"], {"chosen": "D"}, ["3H", "8S", "KC"]),
    "hearts": (["9C", "KC", "2C", "QS"], {}, ["3C", "JS", "7H", "10D"]),
    "spades": (["9C", "KC", "2C", "3S"], {}, ["3C", "JS", "7H", "10D"]),
    "euchre": (["9C", "KC", "JS", "AC"], {"trump": "C"}, ["10C", "AH", "JC"])}
"""Maps each game to a trick, the facts needed to judge it, and a hand for its third player."""
CUT = """() => {
  const wrong = [], box = (each) => each.getBoundingClientRect();
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const within = (each, around) => {
    const [own, room] = [box(each), around ? box(around) : { left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
    if (own.left < room.left - 1 || own.right > room.right + 1 || own.top < room.top - 1 || own.bottom > room.bottom + 1)
      wrong.push(`${each.className} ${each.textContent.trim().slice(0, 30)} is cut`);
  };
  const [told] = seen(".fs-case-told"), [ruling] = seen(".fs-ruling"), [pad] = seen(".fs-pad");
  for (const part of seen(".fs-case > *")) within(part);
  for (const lies of seen(".fs-lain li, .fs-mine li, .fs-row[data-wanted]")) within(lies, told);
  for (const chip of seen(".fs-row > *")) within(chip, chip.parentElement);
  for (const said of seen(".fs-ruling .fs-lead")) within(said, ruling);
  for (const card of seen(".fs-key .fs-tag")) within(card, card.parentElement);
  const [above, answer, keys] = [told, ruling, pad].map(box);
  if (above.bottom > answer.top || (answer.bottom > keys.top && keys.left < answer.right)) wrong.push("parts overlap");
  if (pad.clientHeight < Math.min(140, pad.scrollHeight)) wrong.push("three rows of keys are not seen");
  return wrong;
}"""
"""Script that returns what is clipped among the trick, the questions and the first line of the ruling. The rest may scroll."""


def opened(open_page: OpenPage, game: str, tool: str = "trick", language: str = "", **how: object) -> Page:
    """Open a game's page with one of its tools."""
    page = open_page(f"{language}games/{game}/at-your-table/", **how)      # type: ignore[arg-type]
    settle(page)
    until(page, "customElements.get('fs-referee') !== undefined")
    page.locator(f"[data-tool={tool}]").click()
    return page


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f".fs-key[data-card='{card}']").click()


def tap_gone(page: Page, card: str) -> None:
    """Tap a disabled key, which explains why it is disabled."""
    page.locator(f".fs-key[data-card='{card}'][aria-disabled=true]").click(force=True)


def said(page: Page, words: str) -> None:
    until(page, f"({RULING}).includes({words!r})")


def test_a_trick_is_tapped_and_its_taker_told_and_kept(open_page: OpenPage) -> None:
    page = opened(open_page, "snakebit", phone=True)
    tap(page, "4WL", "8WL", "3SK", "2WL")
    assert page.locator(".fs-lain li").count() == 4         # whether or not Python has started
    page.locator("[data-row=trump][data-value=K]").click()
    said(page, "North takes the trick")
    assert page.locator(".fs-lain .fs-won").inner_text() == "North"
    page.reload()
    settle(page)
    until(page, "customElements.get('fs-referee') !== undefined")
    page.locator("[data-tool=trick]").click()
    said(page, "North takes the trick")
    page.locator("[data-do=next]").click()
    tap(page, "9LK")
    said(page, "North takes it: no card can change that any more")
    assert page.locator(".fs-key[data-card='8WL']").get_attribute("aria-disabled") == "true"


def test_a_press_before_the_script_is_loaded_is_repeated(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/", phone=True)
    held: list[Route] = []
    page.route("**/page/referee.js", lambda route: held.append(route))
    page.locator(".fs-pages a[href$='at-your-table/']").click()
    page.locator("[data-tool=trick]").click()
    wait_for(page, lambda: bool(held))
    assert not page.locator(".fs-case").is_visible()
    held[0].continue_()
    expect(page.locator(".fs-case")).to_be_visible()


def test_own_cards_are_judged_and_say_why(open_page: OpenPage) -> None:
    page = opened(open_page, "snakebit", "turn", phone=True)
    page.locator("[data-row=trump][data-value=K]").click()
    tap(page, "9WY")
    page.locator("[data-do=target]").click()
    tap(page, "3MW", "7SK")
    until(page, "document.querySelector('[data-way]') !== null")       # now the suit of the 9 that was led matters
    page.locator("[data-way='9WY as W']").click()
    said(page, "Waves were led")
    assert page.locator("[data-take='7SK']").get_attribute("aria-disabled") == "true"
    assert page.locator("[data-take='3MW']").get_attribute("aria-disabled") is None
    page.locator("[data-do=back]").click()
    assert page.locator(".fs-mine li").count() == 1


def test_a_grey_card_says_why_and_a_new_question_frees_it(open_page: OpenPage) -> None:
    page = opened(open_page, "snakebit", phone=True)
    page.locator("[data-row=trump][data-value=K]").click()
    tap(page, "4WL", "8WL", "3SK", "2WL")
    said(page, "North takes the trick")
    assert page.evaluate(UNCOVERED, ".fs-anew")
    assert "cursed" not in page.locator(".fs-ruling").inner_text().casefold().replace("choose cursed", "")
    tap_gone(page, "8WL")
    said(page, "That card lies there already.")
    page.evaluate("""() => {
        document.querySelector("[data-do=next]").click();
        document.querySelector(".fs-key[data-card='8WL']").click();        // before the engine has answered
    }""")
    until(page, "document.querySelector('fs-referee').answer !== null")
    said(page, "That card lies in an earlier trick.")
    assert page.locator(".fs-lain li").count() == 0
    page.locator(".fs-ruling").get_by_role("button", name="New question").click()
    assert page.locator("[data-row][aria-pressed=true]").count() == 0
    assert page.locator(".fs-key[aria-disabled]").count() == 0
    tap(page, "8WL")
    assert page.locator(".fs-lain li").count() == 1
    page.locator("[data-do=more]").click()
    page.get_by_role("button", name="The hand before").click()
    assert page.locator(".fs-lain li").count() == 0
    assert page.locator(".fs-key[aria-disabled]").count() == 4


@pytest.mark.thorough
def test_a_table_goes_on_at_the_practice_table(open_page: OpenPage) -> None:
    page = opened(open_page, "double-decker", "turn", phone=True)
    tap(page, "R5", "B7")
    page.locator("[data-do=target]").click()
    tap(page, "R3", "G4", "B1")
    until(page, "document.querySelector('[data-take]') !== null")
    page.locator("[data-do=more]").click()
    page.get_by_role("button", name="Practise from here").click()
    until(page, "location.pathname.endsWith('/play/')")
    until(page, "document.querySelector('fs-table .fs-hand[data-active] [data-card=R3]') !== null")


@pytest.mark.parametrize("game", ["double-king-pedro"])
def test_the_keys_are_as_large_as_a_finger_and_nothing_is_amiss(open_page: OpenPage, look: Viewport, game: str) -> None:
    page = opened(open_page, game, **look)
    tap(page, "JS", "5S")
    said(page, "Trumps")
    assert page.evaluate(SCROLLED) <= 0       # all entries are visible
    assert page.evaluate(PAD) == 0
    assert page.evaluate("document.querySelector('.fs-case').scrollWidth <= innerWidth")
    assert violations(page) == []


@pytest.mark.thorough
def test_an_example_on_the_table_opens_here_with_what_lies_there(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/rules/", phone=True)
    settle(page)
    page.locator("#example-snakebit-follow-suit .fs-put").click()
    page.locator("#fs-do-on").click()
    until(page, "document.querySelectorAll('.fs-ring .fs-laid').length > 0")
    lie = page.locator(".fs-ring .fs-laid").count()
    page.locator("fs-table .fs-head .fs-more").click()
    page.locator("fs-table button", has_text="At your table").click()
    page.wait_for_url("**/at-your-table/**", timeout=60_000)
    until(page, f"document.querySelectorAll('.fs-lain li').length === {lie}")
    until(page, f"({RULING}) !== ''")


@pytest.mark.parametrize(("game", "language"), [
    pytest.param(game, language, marks=() if (game, language) == ("knueffeln", "de/") else pytest.mark.thorough)
    for game, language in [*((game, "") for game in known_games()), ("knueffeln", "de/")]])
def test_nothing_is_cut_at_any_size(open_page: OpenPage, game: str, language: str) -> None:
    cards, told, hand = TRICKS[game]
    page = opened(open_page, game, language=language, phone=True)
    tap(page, *cards)
    for row, value in told.items():
        page.locator(f"[data-row={row}][data-value={value}]").click()
    until(page, "document.querySelector('.fs-ruling .fs-lead') !== null")
    fits(page)
    for _ in cards[2:]:
        page.locator("[data-do=back]").click()
    page.locator("[data-do=close]").click()
    page.locator("[data-tool=turn]").click()
    tap(page, *hand)
    until(page, f"document.querySelectorAll('.fs-mine li').length === {len(hand)}")
    until(page, "document.querySelector('.fs-ruling .fs-lead') !== null")
    fits(page)


def fits(page: Page) -> None:
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate(CUT) == [], size


def test_a_tablet_has_large_keys_directly_below_the_answer(open_page: OpenPage) -> None:
    page = opened(open_page, "double-decker", phone=True)
    page.set_viewport_size({"width": 820, "height": 1180})
    tap(page, "R5", "B7")
    keys = page.locator(".fs-key:not([hidden])").evaluate_all("keys => keys.map((key) => key.getBoundingClientRect())")
    assert min(min(key["width"], key["height"]) for key in keys) >= 64
    answer = page.locator(".fs-ruling").bounding_box()
    pad = page.locator(".fs-pad").bounding_box()
    assert answer is not None
    assert pad is not None
    assert pad["y"] - answer["y"] - answer["height"] < 10
    assert page.evaluate("document.querySelector('.fs-pad').scrollHeight <= document.querySelector('.fs-pad').clientHeight")
