"""Trick, message, hand and buttons fit on one screen and keep their positions in complete hands at all tables of all games."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from rules_engine.games import known_games
from tests.chromium.expecting import expect
from tests.chromium.hands import SAME_DEALS, deal_at, now, one_hand, tables
from tests.chromium.pages import LOOKS, OpenPage, settle
from tests.chromium.server import ROOT, Site
from tests.some import some

SIZES: dict[str, ViewportSize] = {
    f"{width}x{height}": {"width": width, "height": height}
    for width, height in ((1280, 720), (390, 844), (360, 640), (844, 390))}

OPEN_SIZES: dict[str, ViewportSize] = {
    f"{width}x{height}": {"width": width, "height": height} for width, height in ((1280, 800), (390, 844), (360, 640))}
OPEN_HANDS: dict[str, list[int] | list[str]] = {
    "games/double-decker/puzzles/": [5, 6, 7], "games/double-knot/puzzles/": [5], "games/knueffeln/puzzles/": [5],
    "games/double-decker/rules/": ["example-double-decker-deal", "example-double-decker-deal-for-seven"],
    "games/double-knot/rules/": ["example-double-knot-deal-for-five"]}
"""Pages with all hands face up for five or more players. The values are numbers of players in puzzles, or ids of examples.

The examples are the fullest tables, with nine cards per hand.
"""
PUT = """async figure => {
  const table = document.querySelector("fs-table");
  await table.put(document.getElementById(figure), { wanted: true });
  table.bring();
}"""

BROUGHT = """() => {
  scrollTo(0, 0);
  document.querySelector("fs-table").bring();
}"""
"""Script that scrolls to the table after each deal, because resizing the window may have moved it."""

MOVED = """
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
MOST_SHIFT = 0.02


FULL = "double-king-pedro"
"""A game with full tables; `make thorough` checks the other games."""
A_WHILE = 3
"""Number of actions after which the window is resized."""


@pytest.mark.parametrize("game_id", some(known_games(), [FULL]))
def test_a_whole_hand_is_on_one_screen(open_page: OpenPage, site: Site, game_id: str) -> None:
    """The test plays at the first table and at the last, which has the most players or the most rules."""
    first, *others = tables(game_id)
    hands_on_one_screen(open_page, site, game_id, [first, *others[-1:]])


@pytest.mark.thorough
@pytest.mark.parametrize("game_id", [game_id for game_id in known_games() if len([*tables(game_id)]) > 2])
def test_a_whole_hand_is_on_one_screen_at_every_other_table(open_page: OpenPage, site: Site, game_id: str) -> None:
    hands_on_one_screen(open_page, site, game_id, [*tables(game_id)][1:-1])


def hands_on_one_screen(open_page: OpenPage, site: Site, game_id: str, places: list[dict[str, str]]) -> None:
    """Play a hand at each table, in a window of changing size."""
    page = open_page(None, reduced_motion=True)
    page.add_init_script(SAME_DEALS)
    page.goto(site.at(f"games/{game_id}/play/"))
    expect(page.locator(".fs-bar > #fs-do-new")).to_be_visible()
    rng = random.Random(game_id)
    wrong: dict[str, str] = {}
    for number, table in enumerate(places):
        page.evaluate("number => { dealt = number + 1; }", number)
        deal_at(page, **table)
        assert page.locator("fs-table .fs-felt").get_attribute("data-players") == table["players"]
        wrong |= dict.fromkeys(whole_hand(page, rng, number), f"{table['players']} players, {table['variant']}")
        if table is places[-1] and page.locator("#fs-do-deal").count():     # then the name plates show totals
            page.evaluate("dealt += 1")
            page.locator("#fs-do-deal").click()
            expect(page.locator(".fs-ending")).to_have_count(0)
            wrong |= dict.fromkeys(whole_hand(page, rng, number + 1), f"{table['players']} players, {table['variant']}, again")
        totals = page.locator(".fs-total td, td.fs-total")
        expect(totals).to_have_text([re.compile(r"^−?\d+$")] * totals.count())
        assert totals.count() >= 2
    assert not wrong, "\n".join(f"{told}: {fault}" for fault, told in wrong.items())


@pytest.mark.parametrize("path", some(OPEN_HANDS, ["games/double-decker/puzzles/"]))
def test_open_hands_cover_nothing(open_page: OpenPage, path: str) -> None:
    page = open_page(path, reduced_motion=True)
    ids = [figures(page, path, wanted) for wanted in OPEN_HANDS[path]]
    assert all(ids)
    wrong: dict[str, str] = {}
    for size, viewport in OPEN_SIZES.items():
        page.set_viewport_size(viewport)
        for figure in sorted({each for found in ids for each in (found[0], found[-1])}):
            page.evaluate(PUT, figure)
            wrong |= dict.fromkeys(now(page)["wrong"], f"{size}, {figure}")
    assert not wrong, "\n".join(f"{told}: {fault}" for fault, told in wrong.items())


def figures(page: Page, path: str, wanted: int | str) -> list[str]:
    """Return the ids of a page's puzzles for this number of players, or the one example."""
    if isinstance(wanted, str):
        return [wanted]
    folder = ROOT / "examples" / path.removeprefix("games/")
    ids = {f"puzzle-{folder.parent.name}-puzzles-{file.stem}" for file in folder.glob("*.yml")
           if re.search(rf"^players: {wanted}$", file.read_text(encoding="utf-8"), re.MULTILINE)}
    return [each for each in page.locator("fs-figure").evaluate_all("all => all.map(({ id }) => id)") if each in ids]


def test_the_button_to_deal_is_in_the_window_of_a_phone(open_page: OpenPage, site: Site) -> None:
    page = open_page(None)
    page.set_viewport_size(SIZES["390x844"])
    for path in site.pages():
        if path.endswith("/play/"):
            page.goto(site.at(path))
            settle(page)
            assert page.locator("#fs-do-new").evaluate("deal => deal.getBoundingClientRect().bottom <= innerHeight"), path


def whole_hand(page: Page, rng: random.Random, first: int) -> set[str]:
    """Play a hand in windows of changing size, and return layout defects and elements that moved."""
    wrong: set[str] = set()
    places: dict[str, set[str]] = {}
    sizes = [*SIZES]
    size = ""

    def ready(pressed: int) -> None:
        nonlocal size
        if pressed % A_WHILE == 0:
            size = sizes[(first + pressed // A_WHILE) % len(sizes)]
            page.set_viewport_size(SIZES[size])
            page.evaluate(BROUGHT)

    def look_at(look: dict[str, Any]) -> None:
        wrong.update(f"{size}: {fault}" for fault in look["wrong"])
        for name, place in (look["places"] | {"page": look["scroll"]}).items():
            places.setdefault(f"{size}: {name}", set()).add(place)

    one_hand(page, rng, look_at, ready=ready)
    return wrong | {f"{name} moves: {sorted(each)}" for name, each in places.items() if len(each) > 1}


@pytest.mark.parametrize("address", some(["", "puzzles/", "games/snakebit/play/"], ["games/snakebit/play/"]))
def test_nothing_moves_while_a_page_comes_in_slowly(open_page: OpenPage, address: str) -> None:
    page = open_page(None, **LOOKS["phone-light"])
    page.add_init_script(MOVED)
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions",
                 {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000})
    page.goto(open_page.site_at(address))
    settle(page)
    expect(page.locator(".fs-bar, fs-days p").first).to_be_visible()
    assert page.evaluate("shifted") < MOST_SHIFT
