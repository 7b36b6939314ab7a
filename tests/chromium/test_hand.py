"""A practice hand in the browser: played to its end, undone, reviewed, linked and resumed."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize

from rules_engine.games import known_games
from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.hands import SAME_DEALS, SLOW, deal, deal_at, now, one_hand, press, python_is_there, tables
from tests.chromium.pages import DESKTOP, LOOKS, PHONE, OpenPage, settle, still, until
from tests.some import some

PLAY = "games/snakebit/play/"


def dealt(open_page: OpenPage, path: str = PLAY, look: str = "desktop-light") -> Page:
    """Open a page and deal a hand, without card animations."""
    page = open_page(None, **LOOKS[look])
    page.add_init_script("localStorage.setItem('follow-suit-speed', 'none')")
    page.add_init_script(SAME_DEALS)
    page.goto(open_page.site_at(path))
    settle(page)
    page.locator("#fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    now(page)
    python_is_there(page)
    return page


def one_step(page: Page, lot: float = 0.0) -> None:
    """Play a legal card, continue, or deal again, and wait for the next action."""
    press(page, lot)


@pytest.mark.parametrize("look", some(["desktop-light", "phone-dark"], ["phone-dark"]))
def test_a_hand_is_played_to_its_end(open_page: OpenPage, look: str) -> None:
    page = dealt(open_page, look=look)
    assert violations(page, "fs-table") == []
    for _ in range(40):
        if page.locator(".fs-ending").count():
            break
        one_step(page)
    expect(page.locator("#fs-lead")).to_contain_text(re.compile("You (scored|won)"))
    assert violations(page, "fs-table") == []
    over = page.evaluate("document.querySelector('fs-table').mode.save")
    page.locator("#fs-do-review").click()
    done = re.compile("gave something away|Nothing was clearly given away")
    expect(page.locator("#fs-lead")).to_contain_text(done, timeout=SLOW)
    expect(page.locator("#fs-ending")).to_contain_text("With bots in all seats this deal ends with you")
    assert violations(page, "fs-table") == []
    if page.locator("[data-do=choice]").count():
        page.locator("[data-do=choice]").first.click()
        page.locator("[data-do=retry]").click()
        until(page, "over => document.querySelector('fs-table').mode.save !== over", arg=over)
        expect(page.locator("#fs-do-hint:not([aria-disabled])")).to_be_visible()


CUT_ENTRIES = """() => [...document.querySelectorAll(".fs-panel select")].flatMap((list) => {
  const whole = list.cloneNode(), { width } = list.getBoundingClientRect(), [chosen] = list.selectedOptions;
  whole.style = "position: absolute; flex: none; width: max-content; max-width: none";
  whole.append(chosen.cloneNode(true));
  list.after(whole);
  const needed = whole.getBoundingClientRect().width;
  whole.remove();
  return list.checkVisibility() && needed > width + 1 ? [chosen.text] : [];
})"""


@pytest.mark.parametrize("game", some(known_games(), ["double-knot"]))
def test_each_list_beside_the_table_shows_what_is_chosen(open_page: OpenPage, game: str) -> None:
    page = dealt(open_page, f"games/{game}/play/")
    page.locator(".fs-settings > summary").first.click()
    assert page.locator(".fs-panel select:visible").count() > 4
    assert page.evaluate(CUT_ENTRIES) == []


@pytest.mark.thorough
def test_the_next_hand_is_dealt_in_view(open_page: OpenPage) -> None:
    page = dealt(open_page, look="phone-dark")
    for _ in range(40):
        if page.locator(".fs-ending").count():
            break
        one_step(page)
    page.locator("#fs-do-deal").click()
    expect(page.locator(".fs-ending")).to_have_count(0)
    expect(page.locator("fs-table")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize(("width", "height"), [pytest.param(900, 600, marks=pytest.mark.thorough), (1000, 500)])
def test_a_hand_is_dealt_in_view_of_a_low_window(open_page: OpenPage, width: int, height: int) -> None:
    """The line that shows the progress of loading Python doesn't move the table."""
    page = open_page(None)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(open_page.site_at("games/double-decker/play/"))
    deal(page)
    place = page.locator("fs-table").bounding_box()
    assert place is not None
    assert place["y"] >= 0
    assert place["y"] + place["height"] <= height


def test_a_refused_card_is_red_alone_and_the_slip_says_why(open_page: OpenPage) -> None:
    page = dealt(open_page)
    for _ in range(40):
        barred = page.locator(".fs-hand[data-active] button.fs-shut")
        if barred.count() and page.locator(".fs-laid").count():
            break
        one_step(page)
    card = barred.first.get_attribute("data-card")
    barred.first.click(force=True)
    expect(page.locator(".fs-slip[data-kind=no]")).to_be_visible()
    expect(page.locator(".fs-refused")).to_have_attribute("data-card", str(card))
    expect(page.locator(".fs-refused")).to_have_count(1)
    expect(page.locator(".fs-slip a.fs-rule")).to_have_attribute("href", re.compile("#rule-"))
    assert page.locator(".fs-hand .fs-bind").count() > 0
    assert page.evaluate("document.activeElement !== document.body")


@pytest.mark.parametrize("look", some(["desktop-light", "phone-dark"], ["phone-dark"]))
def test_a_hint_stays_until_the_reader_goes_on(open_page: OpenPage, look: str) -> None:
    """A hint is announced once and highlights the cards; a click shows its basis. A setting makes hints appear at each turn."""
    page = dealt(open_page, look=look)
    page.locator("#fs-do-hint").click()
    expect(page.locator(".fs-slip[data-kind=coach]")).to_contain_text("I would", timeout=SLOW)
    expect(page.locator(".fs-sample > p")).to_contain_text("deals that fit what you have seen")
    expect(page.locator(".fs-hand [data-worth]").first).to_be_visible()
    more = page.locator(".fs-slip .fs-unfold")
    expect(more).to_be_visible(visible=cut(page))
    if more.is_visible():
        more.click()
        expect(more).to_have_text("less")
        assert not cut(page)
        more.click()
    one_step(page)
    still(page)
    expect(page.locator(".fs-slip[data-kind=coach]")).to_have_count(0)
    if look.startswith("phone"):
        page.locator("#fs-do-more").click()
    page.get_by_text("Settings").click()
    page.get_by_label("Coach").select_option("always")
    if look.startswith("phone"):
        page.locator("#fs-less").click()
    one_step(page)
    expect(page.locator(".fs-slip[data-kind=coach]")).to_be_visible(timeout=SLOW)


IS_CUT = "(slip) => slip.matches('[data-cut]:not([data-whole])')"


def cut(page: Page) -> bool:
    """Return whether the text on the slip (the message panel) is truncated."""
    return bool(page.locator("#fs-slip").evaluate(IS_CUT))


BID = "games/double-king-pedro/play/"


@pytest.mark.parametrize("size", some([(390, 844), (360, 640), (844, 390)], [(360, 640)]))
def test_a_hint_leaves_every_choice_in_sight(open_page: OpenPage, size: tuple[int, int]) -> None:
    """The hint is shown next to the number that it preselects, so that Pass and Double remain fully visible on the slip."""
    page = open_page(None, phone=True, reduced_motion=True)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(SAME_DEALS)
    page.goto(open_page.site_at(BID))
    settle(page)
    page.locator("#fs-do-new").click()
    expect(page.locator("#fs-answers")).to_be_visible(timeout=SLOW)
    deal_at(page, **next(tables("double-king-pedro")))      # with the page's own deal, the coach would pass
    expect(page.locator("#fs-answers")).to_be_visible(timeout=SLOW)
    assert within_the_tray(page) == ["Pass", "Bid double"]
    page.locator("#fs-do-hint").click()
    expect(page.locator(".fs-slip[data-kind=coach]")).to_contain_text("I would bid", timeout=SLOW)
    advised = re.search(r"I would bid (\d+)", page.locator("#fs-lead").inner_text())
    assert advised
    expect(page.locator("#fs-do-bid")).to_contain_text(f"Bid {advised[1]}")
    assert within_the_tray(page) == ["Pass", "Bid double"]
    page.locator("#fs-answers button").first.click()
    expect(page.locator("#fs-do-bid")).to_have_count(0)         # the auction continues or is already over


def within_the_tray(page: Page) -> list[str]:
    """Return the labels of the answer buttons that are fully visible."""
    seen: list[str] = page.locator("#fs-tray").evaluate("""(tray) => {
      const { top, bottom } = tray.getBoundingClientRect();
      const [least, most] = [Math.max(top + 1, 0), Math.min(bottom - 1, innerHeight)];
      const whole = (each) => each.getBoundingClientRect().top >= least && each.getBoundingClientRect().bottom <= most;
      const answers = [...tray.querySelectorAll(".fs-answers > button:not(.fs-main)")];
      return answers.filter(whole).map((each) => each.firstChild.textContent);
    }""")
    return seen


@pytest.mark.thorough
def test_a_resumed_hand_lies_in_view(open_page: OpenPage) -> None:
    page = dealt(open_page, BID, "phone-light")
    page.reload()
    settle(page)
    page.evaluate("scrollTo(0, 0)")
    page.locator("#fs-do-resume").click()
    expect(page.locator("#fs-do-bid")).to_be_in_viewport(ratio=1, timeout=SLOW)
    expect(page.locator("#fs-do-hint")).to_be_in_viewport(ratio=1)


CUT = """() => [...document.querySelector("fs-table").querySelectorAll(
    ".fs-bar > button, .fs-plate, .fs-name, .fs-facts, .fs-slip, .fs-tray button")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth && getComputedStyle(each).display !== "inline")
  .map((each) => `${each.className || each.id}: ${each.textContent}`)"""


SIDE: ViewportSize = {"width": 844, "height": 390}
LARGE = [
    pytest.param(BID, None, PHONE, id="four-phone", marks=pytest.mark.thorough),
    pytest.param(BID, None, DESKTOP, id="four-desktop", marks=pytest.mark.thorough),
    pytest.param("games/double-knot/play/", "5", PHONE, id="five-phone", marks=pytest.mark.thorough),
    pytest.param("games/double-knot/play/", "5", DESKTOP, id="five-desktop", marks=pytest.mark.thorough),
    pytest.param("games/double-knot/play/", "5", SIDE, id="five-side", marks=pytest.mark.thorough),
    pytest.param("games/double-decker/play/", "7", PHONE, id="seven-phone", marks=pytest.mark.thorough),
    pytest.param("games/double-decker/play/", "7", DESKTOP, id="seven-desktop", marks=pytest.mark.thorough),
    pytest.param("games/double-decker/play/", "7", SIDE, id="seven-side"),
]
OVER = re.compile("lies over|is cut|cut off|too wide|too small")


@pytest.mark.thorough
@pytest.mark.parametrize(("address", "players", "size"), LARGE)
def test_a_hand_is_played_with_text_twice_as_large(
        open_page: OpenPage, address: str, players: str | None, size: ViewportSize) -> None:
    """Text and buttons grow, nothing is clipped or covered, and the rest can be scrolled to."""
    page = open_page(None, phone=size != DESKTOP, reduced_motion=True)
    page.set_viewport_size(size)
    page.add_init_script(SAME_DEALS)
    page.add_init_script("addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))")
    page.goto(open_page.site_at(address))
    settle(page)
    assert page.locator("#fs-do-new").evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 24
    assert page.locator(".fs-caption, #fs-lead").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 22
    if players:
        deal_at(page, players=players)
        assert page.locator("fs-table .fs-felt").get_attribute("data-players") == players
    else:
        page.locator("#fs-do-new").click()
        expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    found: set[str] = set()

    def look_at(look: dict[str, Any]) -> None:
        found.update(page.evaluate(CUT))
        found.update(fault for fault in look["wrong"] if players and not look["over"] and OVER.search(fault))

    one_hand(page, random.Random(1), look_at)
    assert not found, "\n".join(found)


def test_hint_undo_and_last_trick(open_page: OpenPage) -> None:
    page = dealt(open_page)
    page.locator("#fs-do-hint").click()
    expect(page.locator(".fs-slip[data-kind=coach]")).to_contain_text("I would", timeout=SLOW)
    expect(page.locator(".fs-hand .fs-hint")).to_have_count(1)
    for _ in range(3):
        one_step(page)
    save = page.evaluate("document.querySelector('fs-table').mode.save")
    page.locator("#fs-do-last").click()
    expect(page.locator("#fs-do-now")).to_be_visible()
    expect(page.locator(".fs-laid.fs-won")).to_have_count(1)
    assert page.evaluate("document.querySelector('fs-table').mode.save") == save
    page.locator("#fs-do-now").click()
    expect(page.locator("#fs-do-hint")).to_be_visible()
    page.locator("#fs-do-undo").click()
    until(page, "save => document.querySelector('fs-table').mode.save !== save", arg=save)


def test_a_hand_survives_reload_and_closing_the_tab(open_page: OpenPage) -> None:
    page = dealt(open_page)
    one_step(page)
    hand = page.locator("#fs-hand").inner_html()
    save = page.evaluate("document.querySelector('fs-table').mode.save")
    page.reload()
    page.locator("#fs-do-resume").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    assert page.evaluate("document.querySelector('fs-table').mode.save") == save
    assert page.locator("#fs-hand").inner_html().count("data-card") == hand.count("data-card")
    later = page.context.new_page()
    address = page.url
    page.close()
    later.goto(address)
    expect(later.locator("#fs-do-resume")).to_be_visible()
    expect(later.locator("[data-left] #fs-lead")).to_have_text("Your hand lies here as you left it.")
    assert later.locator("#fs-hand").inner_html().count("data-card") == hand.count("data-card")
    assert violations(later, "fs-table") == []


@pytest.mark.thorough
def test_a_killed_tab_loses_no_match_at_the_score_of_a_hand(open_page: OpenPage) -> None:
    page = dealt(open_page)
    while not page.locator(".fs-sheet").count():
        one_step(page)
    score = page.locator(".fs-sheet").inner_text()
    address = page.url
    later = page.context.new_page()
    page.close()
    later.goto(address)
    settle(later)
    expect(later.locator(".fs-sheet")).to_have_text(re.compile(re.escape(score.split()[0])))
    later.locator("#fs-do-resume").click()
    expect(later.locator("#fs-do-deal")).to_be_visible(timeout=SLOW)
    assert later.locator(".fs-sheet").inner_text() == score


@pytest.mark.thorough
def test_a_friends_hand_lies_beside_ones_own_and_can_be_passed_on(open_page: OpenPage) -> None:
    page = dealt(open_page)
    one_step(page)
    own = page.evaluate("document.querySelector('fs-table').mode.save")
    friends = dealt(open_page, look="phone-dark").evaluate("document.querySelector('fs-table').mode.save")
    address = open_page.site_at(f"{PLAY}#fs:hand:practice-snakebit-practice:{friends}")
    guest = page.context.new_page()
    guest.goto(address)
    expect(guest.locator("#fs-lead")).to_have_text("A friend asks: what would you do?", timeout=SLOW)
    expect(guest.locator("#fs-slip")).to_contain_text("Your turn")
    assert guest.url == address
    one_step(guest)
    gone_on = guest.evaluate("document.querySelector('fs-table').mode.save")
    guest.reload()
    expect(guest.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    assert guest.evaluate("document.querySelector('fs-table').mode.save") == gone_on
    guest.get_by_role("button", name="Back to your own hand").click()
    until(guest, "own => document.querySelector('fs-table').mode.save === own", arg=own)
    assert "#" not in guest.url
    expect(guest.locator(".fs-guest")).to_have_count(0)


@pytest.mark.thorough
def test_a_link_is_handed_on_where_the_browser_does_that(open_page: OpenPage) -> None:
    page = open_page(None)
    page.add_init_script("navigator.share = async (what) => { globalThis.handedOn = what }")
    page.add_init_script("localStorage.setItem('follow-suit-speed', 'none')")
    page.goto(open_page.site_at(PLAY))
    settle(page)
    page.locator("#fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    now(page)
    page.get_by_role("button", name="Send a link to this").click()
    save = page.evaluate("document.querySelector('fs-table').mode.save")
    until(page, "save => globalThis.handedOn?.url.endsWith(save)", arg=save)


def test_a_friends_hand_comes_in_the_readers_language(open_page: OpenPage) -> None:
    page = open_page(None)
    page.add_init_script("Object.defineProperty(navigator, 'languages', { value: ['de-AT', 'en'] })")
    page.goto(open_page.site_at("games/knueffeln/play/#fs:hand:practice-knueffeln-practice:x"))
    page.wait_for_url("**/de/games/knueffeln/play/#fs:hand:practice-knueffeln-practice:x")
    page.goto(open_page.site_at(f"{PLAY}#fs:hand:practice-snakebit-practice:x"))
    expect(page.locator(".fs-fault")).to_be_visible(timeout=SLOW)
    assert f"/{PLAY}" in page.url, "there is no German Snakebit"


@pytest.mark.thorough
def test_a_link_brings_the_hand_and_leaves_the_address_as_it_is(open_page: OpenPage) -> None:
    page = dealt(open_page)
    one_step(page)
    before = page.url
    save = page.evaluate("document.querySelector('fs-table').mode.save")
    assert page.url == before
    other = open_page(f"{PLAY}#fs:hand:practice-snakebit-practice:{save}")
    expect(other.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    assert other.evaluate("document.querySelector('fs-table').mode.save") == save
    assert other.url.endswith(save), "it can be passed on"


@pytest.mark.thorough
def test_a_damaged_link_says_so(open_page: OpenPage) -> None:
    page = open_page(f"{PLAY}#fs:hand:practice-snakebit-practice:fs1.00000000.AAAA")
    expect(page.locator(".fs-engine")).to_contain_text("damaged", timeout=SLOW)
    expect(page.locator("#fs-hand")).to_be_visible()


def test_what_fails_is_told_and_can_be_tried_again(open_page: OpenPage) -> None:
    open_page.expect_problem("runtime.json|Failed to load resource")
    page = open_page(PLAY)
    settle(page)
    failing = {"now": True}

    def answer(route: Route) -> None:
        if failing["now"]:
            route.abort()
        else:
            route.continue_()

    page.route("**/runtime.json", answer)
    page.locator("#fs-do-new").click()
    expect(page.locator(".fs-engine .fs-fault")).to_be_visible(timeout=SLOW)
    failing["now"] = False
    page.locator(".fs-again").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)


def test_discards_go_together(open_page: OpenPage) -> None:
    page = dealt(open_page, "games/double-king-pedro/play/")
    give, rng = page.locator("#fs-do-give"), random.Random(1)
    for _ in range(40):
        if give.count():
            break
        one_step(page, rng.random())
    count = int(str(give.get_attribute("data-count")))
    held = page.locator("#fs-hand .fs-card").count()
    cards = page.locator(".fs-hand[data-active] button:not(.fs-shut)")
    for place in range(count):
        expect(give).to_have_attribute("aria-disabled", "true")
        cards.nth(place).click()
    give.click()
    expect(page.locator("#fs-hand .fs-card")).to_have_count(held - count)


@pytest.mark.thorough
def test_a_card_can_be_put_back_before_its_suit_is_named(open_page: OpenPage) -> None:
    page = dealt(open_page)
    for _ in range(40):
        if page.locator(".fs-hand[data-active]").count() and not page.locator(".fs-laid > .fs-card").count():
            break
        one_step(page)
    hand, save = page.locator("#fs-hand").inner_text(), page.evaluate("document.querySelector('fs-table').mode.save")
    card = page.locator(".fs-hand[data-active] button:not(.fs-shut)").first
    card.click()
    expect(page.locator("#fs-answers")).to_contain_text("Cancel")
    page.locator("#fs-answers").get_by_text("Cancel").click()
    expect(page.locator("#fs-answers")).to_have_count(0)
    assert page.locator("#fs-hand").inner_text() == hand
    assert page.evaluate("document.querySelector('fs-table').mode.save") == save
    card.click()
    expect(page.locator("#fs-answers")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#fs-answers")).to_have_count(0)
    card.click()
    expect(page.locator("#fs-answers")).to_be_visible()
    page.locator("#fs-do-undo").click()     # the unfinished action is undone first
    expect(page.locator("#fs-answers")).to_have_count(0)
    assert page.evaluate("document.querySelector('fs-table').mode.save") == save


@pytest.mark.thorough
def test_who_turns_the_phone_goes_on_with_the_hand(open_page: OpenPage) -> None:
    page = dealt(open_page, "games/double-decker/play/", look="phone-dark")
    for wide, high in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": wide, "height": high})
        for part in ("#fs-do-hint", "#fs-hand > :last-child"):
            expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


@pytest.mark.thorough
def test_two_tabs_play_two_hands(open_page: OpenPage) -> None:
    page = dealt(open_page)
    other = page.context.new_page()
    other.goto(page.url)
    settle(other)
    other.locator("#fs-do-new").click()
    expect(other.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    now(other)
    for _ in range(2):
        one_step(page)
    one_step(other)
    kept = [each.evaluate("document.querySelector('fs-table').mode.save") for each in (page, other)]
    assert kept[0] != kept[1]
    for each, save in zip((page, other), kept, strict=True):
        each.reload()
        each.locator("#fs-do-resume").click()
        expect(each.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
        assert each.evaluate("document.querySelector('fs-table').mode.save") == save
