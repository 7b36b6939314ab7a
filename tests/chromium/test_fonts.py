"""The content of pages fits in every font and text size, whatever fonts are installed (see fonts.py, held.js and boxes.js).

`make test` checks the two extreme fonts on some pages, `make thorough` every font on every page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import CDPSession, Page
from playwright.sync_api import Error as PlaywrightError

from tests.chromium.fonts import EXTREMES, FONTS
from tests.chromium.full_tables import TableMoment, fullest_moments
from tests.chromium.hands import BOXES
from tests.chromium.pages import OpenPage, settle, until
from tests.chromium.server import ROOT
from tests.some import some

TEXT_SIZES = (100, 200)
"""Text sizes, as percentages of the browser's default."""
SIZES = ("360x640", "390x844", "844x390", "820x1180", "1280x720", "1920x1080")
FEW_SIZES = ("360x640", "844x390", "1280x720")
HELD = (ROOT / "tests" / "chromium" / "held.js").read_text(encoding="utf-8").strip()
HELD_PAGE = f"() => ({HELD})(document.querySelector('dialog[open]') ?? document.body)"
SHOW_MOMENT = f"""async ([html, onScreen]) => {{
  const table = document.querySelector("fs-table"), wrong = [];
  const frames = async (count) => {{ while (count--) await new Promise(requestAnimationFrame); }};
  table.toggleAttribute("data-playing", true);
  await table.show(html, undefined, {{ still: true, dealt: true }});
  scrollTo(0, 0);
  table.bring();
  await frames(3);
  const top = Math.max(0, document.querySelector(".md-header").getBoundingClientRect().bottom);
  const parts = ".fs-slip, .fs-bar > button, .fs-hand > *, .fs-laid > *, .fs-plate";
  for (const each of onScreen ? table.querySelectorAll(parts) : []) {{
    const box = each.getBoundingClientRect();
    if (box.width && (box.left < -1 || box.top < top - 1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
      wrong.push(`${{each.id || each.className}} is not within the window`);
  }}
  return [...wrong, ...({BOXES})(table), ...(await ({HELD})(table))];
}}"""
TABLES: dict[str, dict[str, Any]] = {
    "de/games/knueffeln/play/": {"game": "knueffeln"},
    "games/knueffeln/play/": {"game": "knueffeln", "players": 5},
    "games/double-king-pedro/play/": {"game": "double-king-pedro"},
    "games/double-decker/play/": {"game": "double-decker", "players": 7},
    "games/double-knot/play/": {"game": "double-knot", "variant": "zero-or-all", "players": 5},
    "games/snakebit/play/": {"game": "snakebit", "players": 4},
}
"""Maps pages to settings for the fullest table of each game, and for one with long German sentences."""
LONGEST_WORDS, MOST_SEATS = "de/games/knueffeln/play/", "games/double-decker/play/"
MOST_SHEETS = {"de/games/knueffeln/card/": 1, "games/double-knot/card/": 1}
"""Maximum number of A5 sheets on which a reference card is printed."""


class FilledPage(NamedTuple):
    """A page, and the function that fills it with content."""

    path: str
    fill: Callable[[Page], None] = settle


def fill_referee(page: Page) -> None:
    """Open the first tool, answer its first question, and enter three cards."""
    page.locator("button.fs-errand").first.click()
    page.locator(".fs-case-rows .fs-row button:not([aria-disabled])").first.click()
    keys = page.locator(".fs-pad .fs-key:not([data-gone])")
    for place in (0, 5, 9):
        keys.nth(place).click()


def fill_score(page: Page) -> None:
    """Start a match with the maximum number of players."""
    settle(page)
    page.locator("fs-score button[data-value='7']").first.click()
    page.locator("fs-score button.fs-main").first.click()


def begin_course(page: Page) -> None:
    """Start a course and answer its first question."""
    settle(page)
    page.locator(".fs-lesson button.fs-main").first.click()
    settle(page)
    page.locator(".fs-option, .fs-add").first.click()
    check = page.locator("#fs-do-check:not([aria-disabled])")
    if check.count():
        check.click()


PLACES = {"home": FilledPage(""), "game": FilledPage("games/knueffeln/"), "rules": FilledPage("de/games/knueffeln/rules/"),
          "puzzles": FilledPage("de/games/knueffeln/puzzles/"), "know": FilledPage("know/"),
          "card": FilledPage("de/games/knueffeln/card/"), "packs": FilledPage("packs/decktet/"),
          "sheets": FilledPage("packs/sheets/"), "authors": FilledPage("authors/format/"),
          "table": FilledPage("games/double-knot/at-your-table/"),
          "referee": FilledPage("de/games/knueffeln/at-your-table/", fill_referee),
          "score": FilledPage("games/double-decker/score/", fill_score),
          "course": FilledPage("games/double-knot/learn/", begin_course)}
USUAL_PLACES = ("rules", "referee", "score", "course", "packs")


@pytest.mark.parametrize("font", some(FONTS, EXTREMES))
@pytest.mark.parametrize("path", some(TABLES, [LONGEST_WORDS]))
@pytest.mark.parametrize("text", some(TEXT_SIZES, [200]))
def test_a_full_table_holds_in_any_font(open_page: OpenPage, path: str, font: str, text: int) -> None:
    page = open_page(path, font=font, text=text, reduced_motion=True)
    found = at_table(page, path, FEW_SIZES, on_screen=text == 100)
    assert not found, "\n".join(found)


@pytest.mark.thorough
@pytest.mark.parametrize("font", EXTREMES)
@pytest.mark.parametrize("path", TABLES)
def test_a_full_table_holds_in_windows_of_any_size(open_page: OpenPage, path: str, font: str) -> None:
    page = open_page(path, font=font, reduced_motion=True)
    found = at_table(page, path, SIZES, on_screen=True)
    assert not found, "\n".join(found)


def at_table(page: Page, path: str, sizes: tuple[str, ...], *, on_screen: bool) -> list[str]:
    """Return the layout defects of the table when it is fullest. With ``on_screen``, the table must fit in the window."""
    settle(page)
    found = list[str]()
    moments = moments_of(path, page)
    for size in sizes:
        resize(page, size)
        for moment in moments:
            wrong = page.evaluate(SHOW_MOMENT, [moment.html, on_screen])
            found += [f"{size}, {moment.kind}: {fault}" for fault in dict.fromkeys(wrong)]
    return found


_MOMENTS: dict[str, list[TableMoment]] = {}


def moments_of(path: str, page: Page) -> list[TableMoment]:
    """Return the fullest tables that occur on a page, cached for all fonts."""
    if path not in _MOMENTS:
        language = {"language": "de"} if path.startswith("de/") else {}
        faces = page.locator("fs-table").get_attribute("data-faces") or ""
        _MOMENTS[path] = fullest_moments({"game": "../", "general": "../../", "faces": faces} | language, **TABLES[path])
    return _MOMENTS[path]


@pytest.mark.parametrize("name", some(PLACES, USUAL_PLACES))
@pytest.mark.parametrize(("font", "text"), [
    pytest.param(font, text, marks=() if (font, text) == ("largest", 200) else pytest.mark.thorough)
    for font in FONTS for text in TEXT_SIZES])
def test_a_page_holds_in_any_font(open_page: OpenPage, name: str, font: str, text: int) -> None:
    place = PLACES[name]
    page = open_page(place.path, font=font, text=text, reduced_motion=True)
    place.fill(page)
    found = list[str]()
    for size in FEW_SIZES:
        resize(page, size)
        found += [f"{size}: {fault}" for fault in page.evaluate(HELD_PAGE)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("font", some(FONTS, EXTREMES))
@pytest.mark.parametrize("path", some(MOST_SHEETS, ["de/games/knueffeln/card/"]))
def test_a_card_is_printed_on_one_sheet_in_any_font(open_page: OpenPage, path: str, font: str) -> None:
    page = open_page(path, font=font)
    until(page, "document.fonts.status === 'loaded'")
    assert page.pdf(width="148mm", height="210mm").count(b"/Type /Page\n") == MOST_SHEETS[path]


@pytest.mark.parametrize("name", some(PLACES, ["game"]))
def test_no_text_needs_a_font_of_the_machine(open_page: OpenPage, name: str) -> None:
    """Icons are graphics: as text, they would need an installed font."""
    page = open_page(PLACES[name].path)
    settle(page)
    assert sorted(set(texts_in_installed_fonts(page.context.new_cdp_session(page)))) == []


def texts_in_installed_fonts(session: CDPSession) -> Iterator[str]:
    """Yield each element with text in a font that the page didn't load; hidden symbols are left out."""
    session.send("DOM.enable")
    session.send("CSS.enable")
    nodes = session.send("DOM.getFlattenedDocument", {"depth": -1})["nodes"]
    hidden = {node["nodeId"] for node in nodes if is_hidden_sign(node)}
    around = {node["parentId"] for node in nodes if node["nodeId"] in hidden}
    for node in nodes:
        if node["nodeType"] != 1 or node["nodeId"] in hidden | around:
            continue
        for font in fonts_of(session, node["nodeId"]):
            if not font["isCustomFont"]:
                yield f"{node['localName']} {' '.join(node.get('attributes', []))[:80]}: {font['familyName']}"


def is_hidden_sign(node: dict[str, Any]) -> bool:
    """Return whether an element is a text symbol that readers don't see."""
    attributes = node.get("attributes", [])
    return "data-icon" in attributes[::2] or "fs-unseen" in attributes[1::2]


def fonts_of(session: CDPSession, node: int) -> list[dict[str, Any]]:
    """Return the fonts used by an element, or none if the element is gone."""
    try:
        fonts: list[dict[str, Any]] = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    except PlaywrightError:
        return []
    return fonts


def resize(page: Page, size: str) -> None:
    """Resize the window and wait for the layout."""
    width, height = map(int, size.split("x"))
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
