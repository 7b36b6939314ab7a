"""Every page, as every reader has it: whole without scripts, without a fault for axe, without a request elsewhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.chromium.axe import violations
from tests.chromium.pages import LOOKS, OpenPage, settle
from tests.chromium.server import ROOT

KINDS = ["", "games/snakebit/", "games/knueffeln/talk/", "authors/format/", "design/start/"]
"""One page of each kind."""


def built_pages() -> list[str]:
    """Every page of the navigation, from the sources."""
    pages = [path.relative_to(ROOT / "docs") for path in sorted((ROOT / "docs").rglob("*.md"))]
    return [f"{page.parent if page.name == 'index.md' else page.with_suffix('')}/".replace("./", "") for page in pages]


def test_the_pages_named_here_exist() -> None:
    assert set(KINDS) <= set(built_pages())


def looked_at() -> list[tuple[str, str]]:
    """One page of each kind in all four looks, every other one in the two that differ most."""
    return [(path, look) for path in built_pages() for look in (LOOKS if path in KINDS else ("desktop-light", "phone-dark"))]


@pytest.mark.parametrize(("path", "look"), looked_at())
def test_axe_finds_nothing(open_page: OpenPage, path: str, look: str) -> None:
    page = open_page(path, **LOOKS[look])
    settle(page)
    assert violations(page) == []


def test_no_widget_waits_for_a_script(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/", javascript=False)
    expect(page.locator(".fs-step").first).to_be_visible()
    expect(page.locator("#example-snakebit-follow-suit .fs-step")).to_have_count(4)
    for step in page.locator("#example-snakebit-follow-suit .fs-step").all():
        expect(step).to_be_visible()
    answer = page.locator(".fs-answer").first
    answer.locator("summary").click()
    expect(answer.locator(".fs-reason").first).to_be_visible()
    expect(page.locator(".fs-controls button")).to_have_count(0)
    expect(page.locator(".fs-needs").first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_no_page_scrolls_sideways(open_page: OpenPage, phone: bool) -> None:
    for path in KINDS:
        page = open_page(path, phone=phone)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} is {wide} pixels too wide"


def test_nothing_of_python_is_fetched_before_a_wish(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    settle(page)
    page.wait_for_timeout(500)
    assert open_page.requested(r"wasm|python-|rules-|runtime\.json") == []


def test_every_rule_link_leads_to_its_heading(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    targets = page.eval_on_selector_all(".fs-rule", "links => [...new Set(links.map(link => link.href))]")
    assert targets
    for target in targets:
        address, _, anchor = target.partition("#")
        if address == page.url.partition("#")[0]:
            assert page.locator(f"[id='{anchor}']").count() == 1, target
    general = open_page("games/")
    for rule in ("not-a-move", "turn-order", "not-now", "not-held"):
        assert general.locator(f"#rule-{rule}").count() == 1


def test_a_rule_link_jumps_to_the_paragraph(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    settle(page)
    widget = page.locator("#example-snakebit-follow-suit")
    widget.get_by_role("button", name="Step on").click()
    widget.locator(".fs-step.fs-now .fs-rule").first.click()
    expect(page).to_have_url(re.compile(r"#rule-[a-z-]+$"))


def test_search_finds_rules_and_not_cards(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    index = page.evaluate("fetch(new URL('../../search/search_index.json', location.href)).then(answer => answer.text())")
    assert "Two suits start closed" in index
    assert "the hand of" not in index
    assert "holds 6 cards" not in index


def test_instant_navigation_brings_widgets_to_life(open_page: OpenPage) -> None:
    page = open_page("")
    settle(page)
    page.get_by_role("link", name="Read the rules of Snakebit").click()
    expect(page).to_have_url(re.compile("games/snakebit/"))
    expect(page.locator("#example-snakebit-follow-suit .fs-steppers")).to_be_visible()
    page.locator("#example-snakebit-follow-suit").get_by_role("button", name="Step on").click()
    expect(page.locator("#example-snakebit-follow-suit .fs-where")).to_have_text("Step 1 of 4")
    page.go_back()
    expect(page.locator("fs-widget[data-kind=practice] .fs-begin")).to_be_visible()
