"""Tables out of sight are not laid out, and nobody notices: links lead where they should, and back is where one was."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.chromium import pages
from tests.chromium.pages import OpenPage

PAGE = "games/double-king-pedro/"
HEADINGS = ("rule-bid", "rule-game-end")
TOP = "id => Math.abs(document.getElementById(id).getBoundingClientRect().top - 80) <= 2"
STILL = """() => new Promise(done => {
  let [before, since] = [NaN, performance.now()];
  const look = (now) => {
    if (scrollY !== before) [before, since] = [scrollY, now];
    if (now - since > 1500) done(scrollY); else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""


def settle(page: Page) -> None:
    pages.settle(page)
    page.evaluate(STILL)


def test_tables_out_of_sight_are_not_laid_out(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    settle(page)
    skipped = """each => !each.querySelector('.fs-title, .fs-kind, h4, p').checkVisibility({ contentVisibilityAuto: true })"""
    assert page.eval_on_selector_all("fs-widget", f"all => all.filter({skipped}).length") > 30


@pytest.mark.parametrize("phone", [False, True])
def test_a_link_leads_to_its_heading(open_page: OpenPage, phone: bool) -> None:
    page = open_page(PAGE, phone=phone)
    settle(page)
    for heading in HEADINGS:
        page.evaluate(
            "id => { const link = document.createElement('a'); link.href = `#${id}`;"
            " document.querySelector('article').append(link); link.click(); link.remove(); }",
            heading,
        )
        page.evaluate(STILL)
        assert page.evaluate(TOP, heading), heading
        arrived = open_page(f"{PAGE}#{heading}", phone=phone)
        settle(arrived)
        assert arrived.evaluate(TOP, heading), f"{heading}, opened"
        arrived.close()


def test_a_link_from_another_page_leads_to_its_heading(open_page: OpenPage) -> None:
    page = open_page("games/")
    page.evaluate("""() => { const link = document.createElement('a'); link.textContent = 'there'; link.id = 'there';
      link.href = 'double-king-pedro/#rule-game-end'; document.querySelector('article').append(link); }""")
    page.locator("#there").click()
    expect(page).to_have_url(re.compile("pedro/#rule-game-end"))
    settle(page)
    assert page.evaluate(TOP, "rule-game-end"), page.evaluate(SEEN)


def test_who_moves_the_page_is_not_held(open_page: OpenPage) -> None:
    page = open_page(f"{PAGE}#rule-bid")
    page.mouse.move(600, 400)
    page.mouse.wheel(0, 1500)
    page.wait_for_function("id => document.getElementById(id).getBoundingClientRect().top < -300", arg="rule-bid")
    page.evaluate(STILL)
    assert page.evaluate("id => document.getElementById(id).getBoundingClientRect().top < -300", "rule-bid")


SEEN = """() => [...document.querySelectorAll('article :is(h2, h3)')]
  .map(each => [each.id, Math.round(each.getBoundingClientRect().top)]).filter(([, top]) => top > -800 && top < 1600)"""


def by_the_theme(page: Page) -> None:
    page.locator(".md-header a.md-logo").click()
    expect(page).not_to_have_url(re.compile("pedro"))
    page.wait_for_function("!document.querySelector('#rule-bid')")
    page.go_back()


def by_the_browser(page: Page) -> None:
    page.goto(page.url.replace(PAGE, "about/"))
    page.go_back()


def again(page: Page) -> None:
    page.reload()


@pytest.mark.parametrize("leave", [by_the_theme, by_the_browser, again])
def test_back_is_where_one_was(open_page: OpenPage, leave: Callable[[Page], None]) -> None:
    page = open_page(PAGE)
    settle(page)
    for _ in range(12):
        page.evaluate("scrollBy({ top: 2000, behavior: 'instant' })")
        page.wait_for_timeout(50)
    page.evaluate(STILL)
    before = page.evaluate(SEEN)
    assert before
    leave(page)
    page.wait_for_selector("#rule-bid")
    settle(page)
    after = dict(page.evaluate(SEEN))
    near = [abs(after.get(heading, 10_000) - top) for heading, top in before]
    assert min(near) <= 40, (before, after)
