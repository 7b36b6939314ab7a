"""Every page on desktop and phone, light and dark: complete without scripts, accessible according to axe, and without
requests to other hosts.

All pages are opened under the policy in docs/design/robustness.md. There is one browser context per appearance, so that
files cached for one page are reused by the next.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from rules_engine.site.serving.policy import policy
from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.pages import LOOKS, MOST_UNLIKE, OpenPage, Readers, settle, wait_for
from tests.chromium.server import ROOT, Outside, Site
from tests.pyodide.start import served
from tests.some import some

RULES = "games/snakebit/rules/"
KINDS = [
    "", "games/snakebit/", RULES, "games/snakebit/play/", "games/double-decker/at-your-table/", "games/double-decker/puzzles/",
    "games/double-king-pedro/card/", "games/double-knot/score/", "games/knueffeln/learn/", "games/knueffeln/talk/",
    "de/games/knueffeln/rules/", "know/", "glossary/", "packs/sheets/", "authors/format/", "design/start/"]
"""One page of each type."""


def built_pages() -> list[str]:
    """Return the path of every page in the sources."""
    pages = [path.relative_to(ROOT / "docs") for path in sorted((ROOT / "docs").rglob("*.md"))]
    return [f"{page.parent if page.name == 'index.md' else page.with_suffix('')}/".replace("./", "") for page in pages]


def test_every_page_is_known_here(site: Site) -> None:
    assert set(KINDS) <= set(built_pages())
    assert site.pages() == sorted(built_pages())


def looked_at() -> Iterator[Any]:
    """Yield one page of each type on a dark phone, and two of them on a light desktop. `make thorough` covers every page."""
    for path in built_pages():
        for look in LOOKS if path in KINDS else MOST_UNLIKE:
            always = path in KINDS if look == "phone-dark" else path in ("", RULES) and look == "desktop-light"
            yield pytest.param(path, look, marks=() if always else pytest.mark.thorough)


Turn = Callable[[str, str], Page]

SEEN = """
  globalThis.breaches = [];
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
    breaches.push(`${violatedDirective} ${blockedURI} ${sourceFile}`));
  globalThis.shifted = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((each) => (globalThis.shifted += each.value)))
    .observe({ type: "layout-shift", buffered: true });
"""
"""Script that records policy violations and layout shifts while the page loads."""


@pytest.fixture(scope="module")
def every_look(readers: Readers, internet: Outside, any_site: Site) -> Iterator[tuple[OpenPage, Turn]]:
    """Return an opener for pages, and a function that goes to a page on a given device and colour scheme."""
    with served(any_site.directory, policy(any_site.directory)) as address:
        below = Site(any_site.directory, address.removesuffix("page/"))
        opener, pages = OpenPage(readers, internet, lambda: below), dict[str, Page]()

        def turn(path: str, look: str) -> Page:
            if look not in pages:
                pages[look] = opener(None, **LOOKS[look])
                pages[look].add_init_script(SEEN)
            pages[look].goto(below.at(path))
            return pages[look]

        yield opener, turn
        opener.close()


@pytest.mark.parametrize(("path", "look"), list(looked_at()))
def test_axe_finds_nothing_and_nothing_moves_or_scrolls_sideways(every_look: tuple[OpenPage, Turn], path: str, look: str) -> None:
    opener, turn = every_look
    page = turn(path, look)
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, "pixels too wide"
    assert page.evaluate("shifted") < 0.02, "what stands in the page moved while it came"
    assert violations(page) == []
    found, opener.errors = [*page.evaluate("breaches"), *opener.problems()], []
    assert found == [], "what the policy forbids, or what went wrong"


@pytest.mark.parametrize("phone", some([False, True], [True]))
def test_no_figure_waits_for_a_script(open_page: OpenPage, phone: bool) -> None:
    page = open_page("games/snakebit/rules/", javascript=False, phone=phone)
    figure = page.locator("#example-snakebit-follow-suit")
    expect(figure.locator(".fs-one .fs-card")).to_have_count(4)
    expect(figure.locator(".fs-one.fs-won")).to_have_count(1)
    figure.locator("summary").click()
    expect(figure.locator(".fs-words li").first).to_be_visible()
    expect(figure.locator(".fs-words li")).to_have_count(4)
    answer = page.locator("fs-figure[data-kind=quiz] .fs-words").first
    answer.locator("summary").click()
    expect(answer.locator(".fs-reason").first).to_be_visible()
    expect(page.locator(".fs-put")).to_have_count(0)
    expect(page.locator("fs-table")).to_be_visible(visible=not phone)


def test_nothing_of_python_is_fetched_before_a_wish(open_page: OpenPage) -> None:
    for path in ("games/snakebit/rules/", ""):
        page = open_page(path)
        settle(page)
        page.wait_for_timeout(500)
    assert open_page.requested(r"wasm|python-|rules-|runtime\.json") == []


@pytest.mark.parametrize(("game", "elements", "height", "kilobytes"), [
    pytest.param("snakebit", 2_500, 9_000, 35, marks=pytest.mark.thorough), ("knueffeln", 5_400, 24_500, 60)])
def test_a_rules_page_is_no_longer_than_it_needs_to_be(
        open_page: OpenPage, site: Site, game: str, elements: int, height: int, kilobytes: int) -> None:
    page = open_page(f"games/{game}/rules/")
    settle(page)
    page.locator(".fs-figure").evaluate_all("figures => figures.forEach((each) => { each.style.contentVisibility = 'visible'; })")
    assert page.evaluate("document.querySelectorAll('*').length") <= elements
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    assert len(gzip.compress((site.directory / f"games/{game}/rules/index.html").read_bytes())) <= kilobytes * 1000


def test_the_facts_of_an_example_are_whole_beside_the_text(open_page: OpenPage) -> None:
    page = open_page("games/knueffeln/rules/")
    settle(page)
    page.locator("#example-knueffeln-take-ole-sleeping-queen .fs-put").click()
    expect(page.locator("#fs-facts")).to_contain_text("Seen in the stock")
    assert page.locator("#fs-facts").evaluate("facts => facts.scrollHeight <= facts.clientHeight")


COMMAS = """() => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  for (const each of document.querySelectorAll("article *")) each.style.contentVisibility = "visible";
  const begins = [];
  for (const tag of document.querySelectorAll("article .fs-tag")) {
    const text = tag.nextSibling, sign = text?.nodeType === 3 && /^\\u2060?[,.;:)!?]/.exec(text.data);
    if (!sign || !tag.checkVisibility()) continue;
    const range = document.createRange();
    range.setStart(text, sign[0].length - 1);
    range.setEnd(text, sign[0].length);
    if (range.getBoundingClientRect().left < tag.getBoundingClientRect().left) begins.push(text.parentElement.textContent);
  }
  return begins;
}"""


@pytest.mark.parametrize("page_of", ["double-king-pedro/puzzles", "double-knot/rules"])
def test_no_line_begins_with_the_comma_behind_a_card(open_page: OpenPage, page_of: str) -> None:
    page = open_page(f"games/{page_of}/")
    for width in (320, 360, 390, 412):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(COMMAS) == [], width


def test_every_rule_link_leads_to_its_heading(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/rules/")
    targets = page.eval_on_selector_all(".fs-rule", "links => [...new Set(links.map(link => link.href))]")
    assert targets
    for target in targets:
        address, _, anchor = target.partition("#")
        if address == page.url.partition("#")[0]:
            assert page.locator(f"[id='{anchor}']").count() == 1, target
    general = open_page("games/refusals/")
    for rule in ("not-a-move", "turn-order", "not-now", "not-held"):
        assert general.locator(f"#rule-{rule}").count() == 1


def test_a_rule_link_jumps_to_the_paragraph(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/rules/")
    settle(page)
    page.locator("#example-snakebit-follow-suit .fs-put").click()
    for step in range(1, 5):
        page.locator("#fs-do-on").click()
        expect(page.locator(".fs-count")).to_have_text(re.compile(f"^{step} / "))
        if page.locator(".fs-slip .fs-rule").count():
            break
    if page.locator(".fs-slip .fs-unfold").is_visible():
        page.locator(".fs-slip .fs-unfold").click()       # long text is folded
    page.locator(".fs-slip .fs-rule").first.click()
    expect(page).to_have_url(re.compile(r"#rule-[a-z-]+$"))


@pytest.mark.parametrize("late", ["**/assets/followsuit/figures/*.json", "**/page/day-puzzles.js"])
def test_what_comes_for_a_page_that_is_being_left_is_seen_from_that_page(open_page: OpenPage, site: Site, late: str) -> None:
    """After a click on a link, the URL is already that of the next page while the cards still belong to the previous page."""
    page = open_page(None)
    held, pages = list[Route](), list[Route]()
    page.route(late, lambda route: held.append(route))
    page.goto(site.at(""))
    page.wait_for_function("window.document$")
    wait_for(page, lambda: held)
    page.route("**/games/snakebit/", lambda route: pages.append(route))
    page.locator(".fs-game-name > a", has_text="Snakebit").first.click()
    expect(page).to_have_url(re.compile("games/snakebit/$"))
    for route in held:
        route.continue_()
    card = page.locator(".fs-game-cards[data-of] use").first
    expect(card).to_have_attribute("xlink:href", re.compile(f"^{site.at('assets/followsuit/faces')}"))
    for route in pages:
        route.continue_()
    expect(page.locator(".fs-start-links")).to_be_visible()


def test_nothing_that_all_of_a_page_is_styled_by_changes_once_it_is_read(open_page: OpenPage) -> None:
    """The root element's classes and the style sheets' URLs don't change, because that would restyle the entire page."""
    page = open_page()
    page.add_init_script("""window.changed = []; new MutationObserver((changes) => {
      for (const { target, attributeName: name, oldValue } of changes) {
        if (document.readyState === "loading" || !target.matches("html, link[rel=stylesheet]")) continue;
        if (target.getAttribute(name) !== oldValue) changed.push(`${name}: ${oldValue}`);
      }
    }).observe(document, { attributeFilter: ["class", "href"], attributeOldValue: true, subtree: true })""")
    page.goto(page.url + "games/snakebit/learn/")
    expect(page.locator("#fs-course-start")).to_be_attached()
    page.wait_for_function("window.document$")
    assert page.evaluate("[document.documentElement.className, changed]") == ["js js-focus-visible", []]


def test_instant_navigation_brings_the_table_to_life(open_page: OpenPage) -> None:
    page = open_page("")
    settle(page)
    page.locator(".fs-game-name > a", has_text="Snakebit").first.click()
    page.get_by_role("link", name=re.compile(r"^Learn in \d+ minutes")).click()
    expect(page).to_have_url(re.compile("games/snakebit/learn/$"))
    page.locator("#fs-course-start").click()
    expect(page.locator(".fs-lesson-step:not([hidden]) > h2")).to_be_visible()
    page.locator(".fs-pages").get_by_role("link", name="Rules").click()
    expect(page).to_have_url(re.compile("games/snakebit/rules/$"))
    settle(page)
    page.locator("fs-figure .fs-put").first.click()
    page.locator("#fs-do-on").click()
    expect(page.locator(".fs-count")).to_have_text(re.compile("^1 / "))
    page.locator(".md-header .md-logo").click()
    page.locator(".fs-home .md-button--primary").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible()
