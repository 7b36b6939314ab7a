"""A practice hand in the browser, played to its end; undone, linked, brought back; and what happens when things fail."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.chromium.axe import violations
from tests.chromium.pages import LOOKS, OpenPage

SLOW = 60_000
HAND = "#practice-snakebit-practice"


def dealt(page: Page) -> Locator:
    """The practice hand of the Snakebit page, dealt."""
    widget = page.locator(HAND)
    widget.get_by_role("button", name="Deal and play").click()
    expect(widget.locator(".fs-status")).to_be_visible(timeout=SLOW)
    return widget


def one_card(widget: Locator) -> None:
    """Play some card that may be played, or go on."""
    following = widget.get_by_role("button", name="Next trick")
    if following.is_visible():
        press(widget, following)
        return
    press(widget, widget.locator("button.fs-card:not([aria-disabled])").first)
    naming = widget.locator(".fs-picker button:not([aria-disabled])").first
    if naming.is_visible():
        press(widget, naming)


def press(widget: Locator, button: Locator) -> None:
    """Press a button and wait until the picture has changed."""
    stage = widget.locator(".fs-stage")
    before = stage.inner_html()
    button.click()
    expect(stage).not_to_have_js_property("innerHTML", before)


@pytest.mark.parametrize("look", ["desktop-light", "phone-dark"])
def test_a_hand_is_played_to_its_end(open_page: OpenPage, look: str) -> None:
    page = open_page("games/snakebit/", **LOOKS[look])
    widget = dealt(page)
    for _ in range(40):
        if widget.locator(".fs-sheet").is_visible():
            break
        one_card(widget)
    expect(widget.locator(".fs-sheet caption")).to_have_text("Score of this hand")
    assert violations(page, HAND) == []
    widget.get_by_role("button", name="Deal the next hand").click()
    expect(widget.locator(".fs-sheet")).to_have_count(0)


def test_it_can_be_played_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    widget = page.locator(HAND)
    widget.get_by_role("button", name="Deal and play").focus()
    page.keyboard.press("Enter")
    expect(widget.locator(".fs-active button.fs-card:focus")).to_have_count(1, timeout=SLOW)
    first = page.evaluate("document.activeElement.id")
    page.keyboard.press("End")
    last = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    assert first != last
    for _ in range(60):
        if widget.locator(".fs-sheet").is_visible():
            return
        before = widget.locator(".fs-stage").inner_html()
        page.keyboard.press("Enter")
        expect(widget.locator(".fs-stage")).not_to_have_js_property("innerHTML", before)
        if widget.locator(".fs-verdict.fs-refused").is_visible():
            page.keyboard.press("ArrowRight")
        elif widget.locator(".fs-picker").is_visible() and widget.locator(".fs-picker .fs-shut:focus").count():
            page.keyboard.press("Tab")
    raise AssertionError("the hand did not end")


def test_a_refused_card_says_why_and_changes_nothing(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    widget = dealt(page)
    for _ in range(30):
        shut = widget.locator("button.fs-card[aria-disabled]")
        if shut.count():
            break
        one_card(widget)
    cards = widget.locator(".fs-own .fs-card").count()
    name = shut.first.get_attribute("data-card")
    shut.first.click(force=True)
    expect(widget.locator(".fs-verdict.fs-refused")).to_contain_text("isn't allowed now")
    expect(widget.locator(".fs-verdict .fs-rule")).to_have_attribute("href", re.compile("#rule-"))
    expect(page.locator("#fs-live")).to_contain_text("isn't allowed now")
    assert widget.locator(".fs-own .fs-card").count() == cards
    assert widget.locator(f".fs-own [data-card='{name}']").count() == 1


def test_undo_hint_last_trick_and_why(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    widget = dealt(page)
    hand = widget.locator(".fs-own .fs-hand").inner_text()
    widget.get_by_role("button", name="Hint").click()
    expect(widget.locator(".fs-verdict")).to_contain_text("The coach, who sees only your cards")
    widget.locator(".fs-active button.fs-card").first.focus()
    page.keyboard.press("?")
    expect(widget.locator(".fs-verdict")).to_contain_text(re.compile("may be played|isn't allowed"))
    one_card(widget)
    expect(widget.get_by_role("button", name="Undo")).to_be_visible()
    widget.get_by_role("button", name="Why did they?").click()
    expect(widget.locator(".fs-verdict")).to_contain_text("What the others thought")
    widget.get_by_role("button", name="Last trick").click()
    expect(widget.locator(".fs-verdict")).to_contain_text("card by card")
    widget.get_by_role("button", name="Undo").click()
    expect(widget.locator(".fs-own .fs-hand")).to_have_js_property("innerText", hand)


def test_a_link_brings_back_exactly_this_position(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    widget = dealt(page)
    one_card(widget)
    expect(widget.get_by_role("button", name="Undo")).to_be_visible()
    widget.get_by_role("button", name="Copy link").click()
    expect(page).to_have_url(re.compile("#fs:hand:"))
    table = widget.locator(".fs-table").inner_text()
    again = open_page(page.url)
    expect(again.locator(f"{HAND} .fs-status")).to_be_visible(timeout=SLOW)
    assert again.locator(f"{HAND} .fs-table").inner_text() == table


def test_a_reload_offers_the_hand_again(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    widget = dealt(page)
    one_card(widget)
    expect(widget.get_by_role("button", name="Undo")).to_be_visible()
    table = widget.locator(".fs-table").inner_text()
    page.reload()
    widget.get_by_role("button", name="Go on with your hand").click()
    expect(widget.locator(".fs-status")).to_be_visible(timeout=SLOW)
    assert widget.locator(".fs-table").inner_text() == table


def test_a_damaged_link_is_told_and_the_page_stays_whole(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/#fs:hand:practice-snakebit-practice:fs1.00000000.AAAA")
    expect(page.locator(f"{HAND} .fs-fault")).to_contain_text("damaged", timeout=SLOW)
    expect(page.locator(HAND).get_by_role("button", name="Deal and play")).to_be_visible()
    expect(page.locator(f"{HAND} .fs-status")).to_have_count(0)


def test_foreign_saved_data_is_told(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    key = page.evaluate("`follow-suit:${location.pathname}#practice-snakebit-practice`")
    page.evaluate("([key, value]) => sessionStorage.setItem(key, value)", [key, '{"not": "ours"}'])
    page.reload()
    page.locator(HAND).get_by_role("button", name="Go on with your hand").click()
    expect(page.locator(f"{HAND} .fs-fault")).to_contain_text("isn't a hand saved by this site", timeout=SLOW)
    assert page.evaluate("key => sessionStorage.getItem(key)", key) == '{"not": "ours"}'
    page.locator(HAND).get_by_role("button", name="Deal and play").click()
    expect(page.locator(f"{HAND} .fs-status")).to_be_visible(timeout=SLOW)


def test_a_missing_file_is_told_and_can_be_tried_again(open_page: OpenPage) -> None:
    open_page.expect_problem(r"404|pyodide\.asm\.wasm")
    page = open_page(None)
    blocked = {"on": True}

    def answer(route: Route) -> None:
        if blocked["on"]:
            route.fulfill(status=404, body="gone")
        else:
            route.continue_()
    page.context.route(re.compile(r"pyodide\.asm\.wasm$"), answer)
    page.goto(open_page("about/").url.replace("about/", "games/snakebit/"))
    widget = page.locator(HAND)
    widget.get_by_role("button", name="Deal and play").click()
    expect(widget.locator(".fs-fault")).to_contain_text("pyodide.asm.wasm", timeout=SLOW)
    expect(widget.locator(".fs-fault")).to_contain_text("Everything else on this page works as before.")
    page.locator("#example-snakebit-follow-suit").get_by_role("button", name="Step on").click()
    expect(page.locator("#example-snakebit-follow-suit .fs-where")).to_have_text("Step 1 of 4")
    blocked["on"] = False
    widget.get_by_role("button", name="Try again").click()
    expect(widget.locator(".fs-status")).to_be_visible(timeout=SLOW)


def test_the_worker_outlives_a_change_of_page(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    dealt(page)
    fetched = len(open_page.requested("wasm"))
    page.evaluate("document.querySelector('.md-header__button.md-logo').click()")
    expect(page.locator("fs-widget[data-kind=practice] .fs-begin")).to_be_visible()
    page.locator("fs-widget[data-kind=practice] .fs-begin").click()
    expect(page.locator("fs-widget .fs-status")).to_be_visible(timeout=SLOW)
    assert len(open_page.requested("wasm")) == fetched == 1


@pytest.mark.parametrize("variant", ["standard", "poison-nonesuch"])
def test_variant_and_table_can_be_chosen(open_page: OpenPage, variant: str) -> None:
    page = open_page("games/snakebit/")
    widget = page.locator(HAND)
    widget.get_by_label("Variant").select_option(variant)
    widget.get_by_label("Table").select_option("3")
    widget.get_by_role("button", name="Deal and play").click()
    expect(widget.locator(".fs-status")).to_be_visible(timeout=SLOW)
    expect(widget.locator(".fs-table")).to_have_attribute("data-players", "3")
