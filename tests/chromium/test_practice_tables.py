"""Every practice table in a real browser: each variant with each number of players, a whole hand by pressing what is offered."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rules_engine.games import known_games, make_game
from tests.chromium.axe import violations
from tests.chromium.pages import OpenPage

SLOW = 60_000
LONGEST_HAND = 150
"""Presses."""

SAME_DEALS = """
  let drawn = 0;
  crypto.getRandomValues = (numbers) => numbers.fill(drawn += 7919);
"""
"""In place of luck: each reader is dealt the same cards in each run."""

LOOK = """async (widget, lot) => {
  await new Promise((done) => {
    const look = () => widget.hasAttribute('aria-busy') || done(watch.disconnect());
    const watch = new MutationObserver(look);
    watch.observe(widget, { attributes: true });
    look();
  });
  const picked = widget.querySelector('.fs-picker') ? '.fs-picker ' : '.fs-stage ';
  const offered = [...widget.querySelectorAll(['play', 'pick', 'say', 'next'].map((deed) => `${picked}[data-do=${deed}]`))]
    .filter((button) => button.ariaDisabled !== 'true');
  const button = offered[Math.floor(lot * offered.length)];
  const field = document.getElementById(button?.dataset.from);
  if (field) field.selectedIndex = Math.floor(lot * field.length);
  button?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = button?.getBoundingClientRect() ?? new DOMRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return {
    x, y,
    offered: offered.length,
    covered: !button?.contains(document.elementFromPoint(x, y)),
    over: Boolean(widget.querySelector('.fs-sheet')),
    talk: Boolean(widget.querySelector('.fs-sayings') && widget.querySelector('.fs-others + .fs-talk')),
    wrong: widget.querySelector('.fs-refused, .fs-fault')?.textContent ?? '',
    tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}"""
"""Once the last answer is there: how the table looks, and where to press for one of the controls that take the hand further."""


def practice(open_page: OpenPage, game_id: str, **look: Any) -> tuple[Page, Locator]:
    """The first practice hand of a game's page, and the page."""
    page = open_page("about/", **look)
    page.add_init_script(SAME_DEALS)
    page.goto(page.url.replace("about/", f"games/{game_id}/"))
    return page, page.locator("fs-widget[data-kind=practice]").first


def settled(widget: Locator) -> dict[str, Any]:
    """How the table looks once the last answer is there."""
    look: dict[str, Any] = widget.evaluate(LOOK, 0)
    return look


def sat_down(widget: Locator) -> None:
    """Deal, and wait for Python the first time."""
    widget.get_by_role("button", name="Deal and play").click()
    expect(widget.locator(".fs-status")).to_be_visible(timeout=SLOW)
    settled(widget)


def one_hand(page: Page, widget: Locator, rng: random.Random, until: str = "over") -> None:
    """Press one by one what is offered, until the hand is over or the table looks as wanted."""
    for _ in range(LONGEST_HAND):
        look = widget.evaluate(LOOK, rng.random())
        assert not look["wrong"], look["wrong"]
        assert look["tooWide"] <= 0, f"{look['tooWide']} pixels wider than the phone"
        if look[until]:
            return
        assert look["offered"], widget.inner_text()
        assert not look["covered"], widget.inner_text()
        page.mouse.click(look["x"], look["y"])
    raise AssertionError("the hand did not end")


def tables(game_id: str) -> Iterator[tuple[str, int]]:
    """Every variant with every number of players that it is for."""
    for variant in make_game(game_id).variants:
        for players in make_game(game_id, variant).players_allowed():
            yield variant, players


@pytest.mark.parametrize("game_id", known_games())
def test_a_hand_at_every_table_is_played_to_its_score(open_page: OpenPage, game_id: str) -> None:
    page, widget = practice(open_page, game_id, phone=True, reduced_motion=True)
    rng = random.Random(game_id)
    choices = list(tables(game_id))
    for place, (variant, players) in enumerate(choices):
        if len(make_game(game_id).variants) > 1:
            widget.get_by_label("Variant").select_option(variant)
        if len({players for _, players in choices}) > 1:
            widget.get_by_label("Table").select_option(str(players))
        if len(choices) > 1 or not place:
            sat_down(widget)
        expect(widget.locator(".fs-table")).to_have_attribute("data-players", str(players))
        one_hand(page, widget, rng)
        totals = widget.locator(".fs-total td")
        expect(totals).to_have_text([re.compile(r"^−?\d+$")] * totals.count())
        assert totals.count() >= 2
        widget.get_by_role("button", name="New deal").click()
        settled(widget)


def test_the_variant_says_how_many_may_play(open_page: OpenPage) -> None:
    _, widget = practice(open_page, "knueffeln")
    widget.get_by_label("Table").select_option("5")
    widget.get_by_label("Variant").select_option("hattstedt")
    expect(widget.get_by_label("Table")).to_have_value("4")
    expect(widget.locator("[name=players] option[value='5']")).to_be_disabled()
    widget.get_by_label("Variant").select_option("bohmstedt")
    expect(widget.locator("[name=players] option[value='5']")).to_be_enabled()


def test_partners_talk(open_page: OpenPage) -> None:
    """What a partner says can be looked up at the table, and what the reader says stands there too."""
    page, widget = practice(open_page, "knueffeln", phone=True, dark=True)
    sat_down(widget)
    one_hand(page, widget, random.Random(2), until="talk")
    bubble = widget.locator(".fs-others + .fs-talk .fs-says").first
    expect(bubble.locator("p")).to_be_hidden()
    bubble.locator("summary").click()
    expect(bubble.locator("p")).to_be_visible()
    assert violations(page, f"#{widget.get_attribute('id')}") == []
    saying = widget.locator(".fs-sayings button").first
    phrase = saying.locator("q").inner_text()
    saying.click()
    settled(widget)
    expect(widget.locator(".fs-own .fs-talk q")).to_have_text(phrase)
    expect(page.locator("#fs-live")).to_contain_text(f"South says “{phrase}”")
    widget.get_by_text("What happened so far").click()
    expect(widget.locator(".fs-log .fs-remark q").filter(has_text=phrase).first).to_be_visible()
    widget.get_by_role("button", name="Undo").click()
    settled(widget)
    expect(widget.locator(".fs-sayings")).to_be_visible()
    expect(widget.locator(".fs-own .fs-talk")).to_have_count(0)
