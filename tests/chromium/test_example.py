"""Worked examples: strips (small static figures) in the text, the single table next to or over it, stepping, and variations."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW
from tests.chromium.pages import DESKTOP, PHONE, OpenPage, settle
from tests.chromium.server import Site
from tests.some import some

RULES = "games/snakebit/rules/"
FIGURE = "#example-snakebit-follow-suit"


def stepping(page: Page) -> None:
    """Show the example on the table."""
    settle(page)
    page.locator(f"{FIGURE} .fs-put").click()
    expect(page.locator(".fs-count")).to_have_text("0 / 4")


def test_the_first_figure_lies_on_the_table_and_another_is_put_there(open_page: OpenPage) -> None:
    page = open_page(RULES)
    settle(page)
    opening = page.locator("fs-table").get_attribute("data-figure")
    assert opening
    expect(page.locator(f"#{opening}[data-on]")).to_have_count(1)
    stepping(page)
    expect(page.locator("fs-figure[data-on]")).to_have_count(1)
    expect(page.locator(f"{FIGURE}[data-on]")).to_have_count(1)
    expect(page.locator("fs-table .fs-title")).to_have_text("Follow suit, even with a cursed card")


def test_a_press_on_a_sign_or_a_card_says_what_it_is(open_page: OpenPage) -> None:
    page = open_page(RULES)
    page.set_viewport_size(PHONE)
    stepping(page)
    told = page.locator(".fs-sign-name")
    for sign in ("fs-table .fs-chip", "fs-table .fs-hand .fs-card"):
        page.locator(sign).first.click()
        name = page.locator(sign).first.get_attribute("title")
        assert name
        expect(told).to_have_text(name)
        assert page.evaluate("""() => {
          const { left, top, right, bottom } = document.querySelector(".fs-sign-name").getBoundingClientRect();
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        }""")
        shown = """() => Number(getComputedStyle(document.querySelector(".fs-sign-name")).zIndex)
          > Number(getComputedStyle(document.querySelector("fs-table")).zIndex || 0)"""
        assert page.evaluate(shown)
    page.locator("fs-table .fs-lead").click()
    expect(told).to_have_count(0)


WHOLE = """most => [...document.querySelectorAll(".fs-strip")].flatMap((strip) => {
  strip.parentElement.style.contentVisibility = "visible";
  const [box, high] = [strip.getBoundingClientRect(), strip.getBoundingClientRect().height];
  const text = document.createRange();
  const out = (each) => {
    text.selectNodeContents(each);  // without what stands around it for a finger
    const { left, right, bottom } = text.getBoundingClientRect();  // the name of a variant stands on the upper edge
    return left < box.left - 1 || right > box.right + 1 || bottom > box.bottom + 2;
  };
  const cut = [...strip.querySelectorAll(".fs-intro, small")].filter((each) =>
    each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2);
  const outside = [...strip.querySelectorAll(".fs-one, .fs-caption > *, summary")].filter(out);
  const wrong = [...cut, ...outside].map((each) => each.textContent);
  return wrong.length || high > most ? [`${strip.parentElement.id}, ${high} px: ${wrong}`] : [];
})"""
STRIPS = ((DESKTOP, 130), (PHONE, 155))
"""Maximum height of a strip in pixels, by window size."""


APART = """() => [...document.querySelectorAll(".fs-strip")].filter((strip) => {
  const text = document.createRange();
  const [put, words] = [".fs-put", "summary"].map((each) => strip.querySelector(each)).map((each) => {
    if (each) text.selectNodeContents(each);
    return each && text.getBoundingClientRect();
  });
  return put && words && Math.min(put.right, words.right) > Math.max(put.left, words.left)
    && Math.min(put.bottom, words.bottom) - Math.max(put.top, words.top) > 4;
}).map((strip) => strip.parentElement.id)"""
"""Expression for the strips whose two buttons overlap once laid out. test_targets checks the touch targets."""


@pytest.mark.thorough
@pytest.mark.parametrize("folder", some(["", "de/"], ["de/"]))
def test_captions_are_whole_and_strips_are_low(open_page: OpenPage, site: Site, folder: str) -> None:
    paths = [path for path in site.pages() if path.endswith("/rules/") and path.startswith("de/") == bool(folder)]
    assert paths
    page = open_page(None)
    for path in paths:
        page.goto(site.at(path))
        for size, most in STRIPS:
            page.set_viewport_size(size)
            settle(page)
            assert page.evaluate(WHOLE, most) == [], f"{path} at {size['width']} px"
            assert page.evaluate(APART) == [], f"{path} at {size['width']} px"


LIES_OVER = """() => [...document.querySelectorAll(".fs-strip")].slice(0, 6).flatMap((strip) => {
  strip.parentElement.style.contentVisibility = "visible";
  const box = (each) => each.getBoundingClientRect();
  const parts = [...strip.querySelectorAll(".fs-one, .fs-caption > *, summary")].map((each) => [each, box(each)]);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  return parts.flatMap(([one, a], place) => parts.slice(place + 1).filter(([, b]) => over(a, b)).map(([other]) =>
    `${strip.parentElement.id}: ${one.textContent} and ${other.textContent}`));
})"""


@pytest.mark.thorough
def test_nothing_lies_over_anything_in_a_strip_with_large_text(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/rules/", phone=True)
    settle(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(LIES_OVER) == []


def test_steps_go_on_and_back_and_nothing_moves(open_page: OpenPage) -> None:
    page = open_page(RULES)
    stepping(page)
    before = page.locator("#fs-do-on").bounding_box()
    for step in range(1, 5):
        page.locator("#fs-do-on").click()
        expect(page.locator(".fs-count")).to_have_text(f"{step} / 4")
    assert page.locator("#fs-do-on").bounding_box() == before
    expect(page.locator(".fs-laid.fs-won")).to_have_count(1)
    expect(page.locator("#fs-do-on")).to_have_attribute("aria-disabled", "true")
    page.locator("#fs-do-back").click()
    expect(page.locator(".fs-count")).to_have_text("3 / 4")
    page.keyboard.press("Home")
    expect(page.locator(".fs-count")).to_have_text("0 / 4")
    page.keyboard.press("n")
    expect(page.locator(".fs-count")).to_have_text("1 / 4")
    assert violations(page, "fs-table") == []


@pytest.mark.thorough
def test_it_survives_reload_and_back_and_is_each_tab_s_own(open_page: OpenPage) -> None:
    page = open_page(RULES)
    stepping(page)
    page.locator("#fs-do-on").click()
    expect(page.locator(".fs-count")).to_have_text("1 / 4")
    other = page.context.new_page()
    other.goto(page.url)
    settle(other)
    expect(other.locator(f"{FIGURE}[data-on]")).to_have_count(0)
    page.reload()
    expect(page.locator(".fs-count")).to_have_text("1 / 4")
    page.goto(page.url.replace("rules/", "play/"))
    page.go_back()
    expect(page.locator(".fs-count")).to_have_text("1 / 4")


def test_the_table_follows_the_reading_until_it_is_touched(open_page: OpenPage) -> None:
    page = open_page(RULES)
    settle(page)
    wanted = page.locator("fs-figure[data-kind=example]").nth(6)
    wanted.evaluate("each => each.scrollIntoView({block: 'center'})")
    page.mouse.wheel(0, 2)
    expect(wanted).to_have_attribute("data-on", "")
    page.locator("#fs-do-on").click()
    page.mouse.wheel(0, 1500)
    page.wait_for_timeout(800)  # long enough for the table to follow
    expect(wanted).to_have_attribute("data-on", "")


def test_on_a_phone_the_table_comes_up_and_goes_away(open_page: OpenPage) -> None:
    page = open_page(RULES, phone=True)
    settle(page)
    assert page.locator("fs-table").evaluate("table => table.inert")
    stepping(page)
    expect(page.locator("fs-table")).to_be_in_viewport(ratio=0.95)
    assert not page.locator("fs-table").evaluate("table => table.inert")
    page.locator(".fs-close").click()
    expect(page.locator("fs-table")).not_to_be_in_viewport()
    assert page.locator("fs-table").evaluate("table => table.inert")
    page.locator(f"{FIGURE} .fs-put").click()
    page.keyboard.press("Escape")
    expect(page.locator("fs-table")).not_to_be_in_viewport()


@pytest.mark.thorough
def test_a_sheet_is_pulled_away(open_page: OpenPage) -> None:
    page = open_page(RULES, phone=True)
    settle(page)
    stepping(page)
    expect(page.locator("fs-table")).to_be_in_viewport(ratio=0.95)
    head = page.locator("fs-table .fs-title").bounding_box()
    assert head is not None
    finger = page.context.new_cdp_session(page)
    for kind, down in (("touchStart", 0), ("touchMove", 60), ("touchMove", 140), ("touchEnd", None)):
        points = [] if down is None else [{"x": head["x"] + 20, "y": head["y"] + down}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(page.locator("fs-table")).not_to_be_in_viewport()


@pytest.mark.thorough
def test_it_fills_the_window_and_goes_back(open_page: OpenPage) -> None:
    page = open_page(RULES)
    stepping(page)
    page.keyboard.press("f")
    box = page.locator("fs-table").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 1280, "height": 800}
    page.keyboard.press("Escape")
    narrow = page.locator("fs-table").bounding_box()
    assert narrow is not None
    assert narrow["width"] < 600


def test_what_if_plays_another_card_and_compares(open_page: OpenPage) -> None:
    page = open_page(RULES)
    stepping(page)
    page.locator("#fs-do-on").click()
    page.locator("#fs-do-whatif").click()
    expect(page.locator("#fs-do-book")).to_be_visible(timeout=SLOW)
    page.locator("#fs-card-4MS").click(force=True)
    expect(page.locator(".fs-slip[data-kind=no]")).to_contain_text("You can't play")
    expect(page.locator(".fs-refused")).to_have_count(1)
    expect(page.locator(".fs-slip a.fs-rule")).to_have_attribute("href", "#rule-follow-suit")
    expect(page.locator("#fs-card-9WY.fs-bind")).to_have_count(1)
    page.locator("#fs-card-9WY").click()
    expect(page.locator("#fs-laid-1")).to_be_visible()
    page.locator("#fs-do-book").click()
    expect(page.locator(".fs-count")).to_have_text("1 / 4")


def test_a_link_opens_at_the_table_and_the_address_forgets_it(open_page: OpenPage) -> None:
    page = open_page(f"{RULES}#fs:whatif:example-snakebit-follow-suit:1,9WY")
    expect(page.locator("#fs-do-book")).to_be_visible(timeout=SLOW)
    expect(page.locator("#fs-laid-1")).to_be_visible()
    assert "#" not in page.url


@pytest.mark.thorough
@pytest.mark.parametrize("link", ["99,zz", "x"])
def test_a_damaged_link_says_so(open_page: OpenPage, link: str) -> None:
    page = open_page(f"{RULES}#fs:whatif:example-snakebit-follow-suit:{link}")
    expect(page.locator("#fs-slip")).to_contain_text("The link to this example is damaged")
