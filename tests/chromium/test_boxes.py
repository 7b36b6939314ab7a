"""The layout of tables: no unintended overlap, nothing clipped, nothing outside (see boxes.js).

The tables are every step of every example, every question before and after its answer, and every puzzle, each also with its
message unfolded if it is truncated. `make thorough` checks all of them, also on a phone in landscape, with double text size
and zoomed in. For each type, number of players and page, `make test` checks the fullest table in the smallest common
windows. In the tight windows, it checks answered questions and puzzles, which are the fullest tables. `test_one_screen`
checks complete hands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from rules_engine.games import known_games
from tests.chromium.expecting import expect
from tests.chromium.hands import BOXES, SLOW
from tests.chromium.pages import OpenPage, settle
from tests.chromium.server import Site
from tests.some import some

USUAL = ("1280x800", "390x844", "360x640", "1920x1080", "820x1180")
SMALLEST = USUAL[:3]
TIGHT = ("844x390", "1280x800 large", "390x844 large", "320x200")
"""Window sizes: a phone in landscape, double text size on desktop and phone, and a desktop window zoomed to 400 %."""
PAGES = [f"games/{game}/{page}/" for game in known_games() for page in ("rules", "puzzles")] + ["de/games/knueffeln/rules/"]
FULLEST = ["games/double-decker/rules/"]
"""The page with the fullest tables: seven seats and the most cards."""

SHORT = ("double-king-pedro",)
"""A game whose fullest puzzle has a short solution."""

LARGE = "() => { document.documentElement.style.fontSize = '200%'; }"
LOOK = f"""async ([figure, place, answered]) => {{
  const table = document.querySelector("fs-table"), boxes = {BOXES};
  const laidOut = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  if (table.mode?.figure.id !== figure) await table.put(document.getElementById(figure), {{ wanted: true }});
  const mode = table.mode;
  if (mode.content.kind === "example") mode.go(place, true);
  if (mode.content.kind === "quiz") mode.start({{ place }});
  table.bring();
  if (answered) {{
    for (const field of table.querySelectorAll(".fs-field")) field.value = field.closest("[data-answer]").dataset.answer;
    for (const part of table.querySelectorAll(".fs-part")) {{
      const options = [...part.querySelectorAll(".fs-option")];
      const wrong = options.find((option) => !option.hasAttribute("data-right")) ?? options[0];
      const marked = mode.many ? [...options.filter((option) => option.hasAttribute("data-right")), wrong] : [wrong];
      for (const option of new Set(marked)) option?.click();
    }}
    if (!mode.checked) mode.press("check", "", table);
  }}
  await laidOut();
  const found = boxes(table), more = table.querySelector(".fs-slip[data-cut] .fs-unfold");
  if (!more) return found;
  more.click();
  await laidOut();
  found.push(...boxes(table).map((fault) => `unfolded: ${{fault}}`));
  more.click();
  return found;
}}"""


class BoxedTable(NamedTuple):
    """A table to check: a figure's step or question, whether it is answered, and its number of cards and letters."""

    kind: str
    figure: str
    place: int
    answered: bool
    players: str
    cards: int
    letters: int


@pytest.mark.parametrize("path", some(PAGES, FULLEST))
def test_the_fullest_tables_hold_what_they_show(open_page: OpenPage, site: Site, path: str) -> None:
    wanted = fullest(looks(site, path))
    found = faults(open_page, site, path, wanted, SMALLEST)
    found += faults(open_page, site, path, [look for look in wanted if look.answered or look.kind == "puzzle"], TIGHT)
    assert not found, "\n".join(found)


@pytest.mark.thorough
@pytest.mark.parametrize("path", PAGES)
def test_every_table_holds_what_it_shows(open_page: OpenPage, site: Site, path: str) -> None:
    found = faults(open_page, site, path, looks(site, path), USUAL + TIGHT)
    assert not found, "\n".join(found)


@pytest.mark.thorough
@pytest.mark.parametrize("game_id", some(known_games(), SHORT))
def test_a_puzzles_values_and_solution_fit_on_the_table(open_page: OpenPage, site: Site, game_id: str) -> None:
    """The test takes the fullest puzzle, solves it with hints, and then shows the values of its cards."""
    path = f"games/{game_id}/puzzles/"
    fuller = max(looks(site, path), key=lambda look: look.cards)
    page = open_page(path, reduced_motion=True)
    page.evaluate(LOOK, [fuller.figure, 0, False])
    found = list[str]()
    for _ in range(80):
        expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)
        ready = page.locator(":is(#fs-do-go, #fs-do-hint, #fs-do-show):not([aria-disabled])")
        if not ready.count():
            break
        ready.last.click()
    found += at_each_size(page, "solved")
    resize(page, "1280x800")
    values = page.locator("#fs-do-values:not([aria-disabled])")
    if values.is_visible():         # if the solver can compute the values
        values.click()
        expect(page.locator(".fs-hand [data-worth]").first).to_be_attached(timeout=SLOW)
        found += at_each_size(page, "its values")
    assert not found, "\n".join(found)


def at_each_size(page: Page, called: str) -> list[str]:
    """Return the layout defects of the current table at each common window size."""
    found = list[str]()
    for size in ("1280x800", "390x844", "360x640"):
        resize(page, size)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found += [f"{size}, {called}: {fault}" for fault in page.evaluate(f"() => ({BOXES})(document.querySelector('fs-table'))")]
    return found


def faults(open_page: OpenPage, site: Site, path: str, wanted: list[BoxedTable], sizes: tuple[str, ...]) -> list[str]:
    """Return the layout defects of these tables at each window size."""
    page = open_page(path, reduced_motion=True)
    settle(page)
    found = list[str]()
    for size in sizes:
        resize(page, size)
        for look in wanted:
            where = f"{size}, {look.figure} {look.place}{' answered' if look.answered else ''}"
            found += [f"{where}: {fault}" for fault in page.evaluate(LOOK, [look.figure, look.place, look.answered])]
    return found


def resize(page: Page, size: str) -> None:
    measures, _, large = size.partition(" ")
    width, height = map(int, measures.split("x"))
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(LARGE if large else "() => { document.documentElement.style.fontSize = ''; }")


def looks(site: Site, path: str) -> list[BoxedTable]:
    """Return all tables in the page's figures that can be shown without Python."""
    html = (site.directory / path / "index.html").read_text(encoding="utf-8")
    figures = re.findall(r'<fs-figure [^>]*\bid="([^"]+)"[^>]*\bdata-src="([^"]+)"', html)
    assert figures, path
    return [look for figure, src in figures for look in figure_looks(figure, (site.directory / path / src).resolve())]


def figure_looks(figure: str, file: Path) -> Iterator[BoxedTable]:
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    for place, step in enumerate(content["steps"]):
        html = step["html"]
        players = re.search(r'data-players="(\d+)"', html)
        assert players, file
        told = re.sub("<[^>]*>", "", html[html.index('id="fs-slip"'):html.index('id="fs-own"')])
        for answered in (False, True) if content["kind"] == "quiz" else (False,):
            yield BoxedTable(content["kind"], figure, place, answered, players[1], html.count("data-card="), len(told))


def fullest(found: list[BoxedTable]) -> list[BoxedTable]:
    """Return the tables with the most cards and with the most text, for each type and number of players."""
    kept = dict[tuple[str, ...], BoxedTable]()
    for look in found:
        for name, size in (("cards", look.cards), ("words", look.letters)):
            key = (name, look.kind, look.players, str(look.answered))
            if key not in kept or size > getattr(kept[key], "cards" if name == "cards" else "letters"):
                kept[key] = look
    return list(dict.fromkeys(kept.values()))
