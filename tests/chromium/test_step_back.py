"""Each step back closes one thing, and a click on a rule at the table opens the rule over it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.hands import SAME_DEALS, SLOW, now, press
from tests.chromium.pages import LOOKS, OpenPage, settle, still, until
from tests.some import some

OVERVIEW = "games/snakebit/"
RULES = "games/snakebit/rules/"
PLAY = "games/snakebit/play/"
EXAMPLE = "#example-snakebit-follow-suit"


def reading(open_page: OpenPage) -> Page:
    """Open the rules on a phone from another page, with an example on the table."""
    page = open_page(OVERVIEW, **LOOKS["phone-dark"])
    page.locator(".fs-game-tabs").get_by_text("Rules").click()
    page.wait_for_url(f"**/{RULES}")
    settle(page)
    page.locator(f"{EXAMPLE} .fs-put").first.click()
    expect(page.locator("fs-table[data-open]")).to_be_visible()
    return page


def at(page: Page) -> int:
    return int(page.evaluate("Math.round(scrollY)"))


def dealt(open_page: OpenPage, look: str = "phone-dark") -> Page:
    page = open_page(None, **LOOKS[look])
    page.add_init_script("localStorage.setItem('follow-suit-speed', 'none')")
    page.add_init_script(SAME_DEALS)
    page.goto(open_page.site_at(PLAY))
    settle(page)
    page.locator("#fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    now(page)
    return page


def test_back_closes_the_sheet_and_the_page_stays_where_it_was(open_page: OpenPage) -> None:
    page = reading(open_page)
    before = at(page)
    assert before > 500
    page.go_back()
    expect(page.locator("fs-table[data-open]")).to_have_count(0)
    still(page)
    assert page.url.endswith(RULES)
    assert at(page) == before
    page.go_back()
    page.wait_for_url(f"**/{OVERVIEW}")


@pytest.mark.thorough
def test_what_was_closed_by_its_button_is_no_step_back_any_more(open_page: OpenPage) -> None:
    page = reading(open_page)
    before = at(page)
    page.locator(".fs-close").click()
    expect(page.locator("fs-table[data-open]")).to_have_count(0)
    still(page)
    assert at(page) == before
    page.go_back()
    page.wait_for_url(f"**/{OVERVIEW}")


@pytest.mark.thorough
def test_what_is_swiped_on_the_sheet_leaves_the_page_where_it_is(open_page: OpenPage) -> None:
    page = reading(open_page)
    before = at(page)
    until(page, "!document.querySelector('fs-table').getAnimations().length")  # the table has finished its animation
    box = page.locator("fs-table .fs-felt").bounding_box()
    assert box
    page.mouse.move(box["x"] + 100, box["y"] + 60)
    page.mouse.wheel(0, 400)
    session = page.context.new_cdp_session(page)
    session.send("Input.synthesizeScrollGesture", {"x": int(box["x"] + 100), "y": int(box["y"] + 200), "yDistance": -200})
    still(page)
    assert at(page) == before
    page.locator(".fs-close").click()
    page.mouse.wheel(0, 400)
    until(page, "before => scrollY > before", before)


def test_back_ends_the_whole_window_and_shuts_more(open_page: OpenPage) -> None:
    page = dealt(open_page)
    for opens, sign in ((".fs-enlarge", "data-full"), ("#fs-do-more", "data-more")):
        page.locator(opens).click()
        expect(page.locator(f"fs-table[{sign}]")).to_be_visible()
        page.go_back()
        expect(page.locator(f"fs-table[{sign}]")).to_have_count(0)
        assert page.url.endswith(PLAY)


def refused(page: Page) -> None:
    """Try an illegal card, so that the slip shows a rule."""
    for _ in range(40):
        barred = page.locator(".fs-hand[data-active] button.fs-shut")
        if barred.count():
            break
        press(page, 0.0)
    barred.first.click(force=True)
    expect(page.locator(".fs-slip a.fs-rule").first).to_be_visible()


@pytest.mark.parametrize("look", some(["phone-dark", "desktop-light"], ["phone-dark"]))
def test_a_rule_opens_over_the_hand_and_goes_again(open_page: OpenPage, look: str) -> None:
    page = dealt(open_page, look)
    refused(page)
    save = page.evaluate("document.querySelector('fs-table').mode.save")
    link = page.locator(".fs-slip a.fs-rule").first
    sheet = page.locator("dialog.fs-rule-sheet")
    for shuts in (lambda: page.keyboard.press("Escape"), page.go_back, lambda: sheet.get_by_role("button", name="Close").click()):
        link.click()
        expect(sheet).to_be_visible()
        assert len(sheet.locator("p").first.inner_text()) > 30
        assert violations(page, "dialog.fs-rule-sheet") == []
        shuts()
        expect(sheet).to_have_count(0)
        expect(link).to_be_focused()
        assert page.evaluate("document.querySelector('fs-table').mode.save") == save
        assert page.url.endswith(PLAY)
    link.click()
    sheet.get_by_role("link", name="Open in the rules").click()
    page.wait_for_url(f"**/{RULES}#rule-*")
    page.go_back()
    page.wait_for_url(f"**/{PLAY}")
    expect(page.locator("#fs-do-resume, [data-playing] #fs-do-hint").first).to_be_visible()
    until(page, "(save) => document.querySelector('fs-table')?.mode?.state?.().save === save", save)


@pytest.mark.thorough
def test_a_rule_on_a_sheet_over_its_own_page_leaves_the_sheet_where_it_is(open_page: OpenPage) -> None:
    page = reading(open_page)
    while not page.locator("fs-table .fs-slip a.fs-rule").count():
        page.locator("#fs-do-on").click()
    before = at(page)
    page.locator("fs-table .fs-slip a.fs-rule").first.click()
    sheet = page.locator("dialog.fs-rule-sheet")
    expect(sheet).to_be_visible()
    page.go_back()
    expect(sheet).to_have_count(0)
    expect(page.locator("fs-table[data-open]")).to_be_visible()
    assert at(page) == before
    page.locator("fs-table .fs-slip a.fs-rule").first.click()
    sheet.get_by_role("link", name="Open in the rules").click()
    page.wait_for_url(f"**/{RULES}#rule-*")
    expect(page.locator("fs-table[data-open]")).to_have_count(0)
    expect(page.locator(f"[id='{page.url.partition('#')[2]}']")).to_be_in_viewport()
