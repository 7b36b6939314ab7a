"""Tables in frames of a page on another origin: played to their end, in a sandbox, without storage, without scripts; and the
messages between the two pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page

from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW
from tests.chromium.pages import OpenPage, Viewport, until, wait_for
from tests.chromium.server import Site, served
from tests.some import some

RULES, PUZZLES, PLAY = "games/snakebit/rules/", "games/snakebit/puzzles/", "games/snakebit/play/"
EXAMPLE, QUIZ, HAND = "example-snakebit-two-suits", "quiz-snakebit-quiz-follow", "practice-snakebit-practice"
TITLE = "A Leaf that is also a trump"
SANDBOX = "allow-scripts allow-same-origin"
RUNTIME = r"runtime\.json"
NO_STORAGE = """
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(globalThis, name, { get() { throw new DOMException("The user denied it.", "SecurityError"); } });
  }
"""
HEARD = """
  globalThis.told = [];
  for (const type of ["answered", "solved"]) {
    addEventListener(`followsuit:${type}`, ({ target, detail }) => told.push([type, target.id, detail]));
  }
"""
"""Script of the other site's page: what a teacher's page would do with the results."""


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve another site, whose origin differs from ours in host and port."""
    with served(tmp_path_factory.mktemp("blog"), "/") as running:
        yield Site(running.directory, running.url.replace("127.0.0.1", "localhost"))


@pytest.fixture(scope="session")
def puzzle(site: Site) -> str:
    """Return the path of the first puzzle's page."""
    return sorted((site.directory / "embed" / PUZZLES).glob("*.html"))[0].relative_to(site.directory).as_posix()


def alone(page: str, figure: str) -> str:
    return f"embed/{page}{figure}.html"


Embedded = Callable[..., Page]


@pytest.fixture
def embedded(open_page: OpenPage, other: Site, site: Site) -> Embedded:
    """Return a function that opens a page on the other origin with tables in frames.

    ``frames`` maps the ids of the frames to paths on our site. Each frame has the given attributes.
    """
    def opened(frames: Mapping[str, str], attributes: str = f'sandbox="{SANDBOX}"', script: str = "", before: str = "",
               **look: Any) -> Page:
        tables = "".join(f'<iframe id="{name}" src="{site.at(path)}" width="100%" height="660" frameborder="0" {attributes}>'
                         "</iframe>" for name, path in frames.items())
        (other.directory / "blog.js").write_text(HEARD + script, encoding="utf-8")
        (other.directory / "index.html").write_text(
            '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f'<title>A blog</title><h1>A blog</h1><script src="blog.js"></script>{tables}'
            f'<script src="{site.at("embed/embed.js")}" async></script>', encoding="utf-8")
        (other.directory / "favicon.ico").write_bytes(b"")
        page = open_page(None, **look)
        open_page.allow(other.url)
        if before:
            page.add_init_script(before)
        page.goto(other.at("index.html"))
        return page
    return opened


def frame(page: Page, name: str) -> FrameLocator:
    return page.frame_locator(f"#{name}")


def told(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("told")
    return found


def idle(table: FrameLocator) -> None:
    expect(table.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)


def step_to_the_end(page: Page, table: FrameLocator | Page) -> None:
    """Step through an example with the keyboard."""
    table.locator("#fs-do-on").focus()
    for _ in range(60):
        if table.locator("#fs-do-on[aria-disabled]").count():
            return
        page.keyboard.press("n")
    raise AssertionError("the example never ends")


def answer(table: FrameLocator, act: str) -> None:
    """Mark the right answers."""
    right = table.locator(".fs-option[data-right]")
    expect(right.first).to_be_visible()
    for place in range(right.count()):
        getattr(right.nth(place), act)()
    check = table.locator("#fs-do-check:not([aria-disabled])")
    if check.count():
        getattr(check, act)()
    expect(table.locator(".fs-slip[data-kind=yes], .fs-ending[data-kind=yes]")).to_be_visible()


def solve(table: FrameLocator, act: str) -> None:
    """Solve a puzzle with all its hints."""
    expect(table.locator(".fs-hand[data-active] button.fs-card").first).to_be_visible()
    for _ in range(60):
        idle(table)
        ready = table.locator(":is(#fs-do-go, #fs-do-hint, #fs-do-show):not([aria-disabled])")
        if not ready.count():
            return
        getattr(ready.last, act)()
    raise AssertionError("the puzzle never ends")


def play_out(page: Page, table: FrameLocator, act: str) -> None:
    """Play a hand to its end with the first card that may be played."""
    getattr(table.locator(".fs-bar > #fs-do-new"), act)()
    ready = table.locator("#fs-answers button:not([aria-disabled]), .fs-hand[data-active] button.fs-card:not([aria-disabled]), "
                          "#fs-do-next:not([aria-disabled])")
    over = table.locator(".fs-ending")
    for _ in range(200):
        wait_for(page, lambda: over.count() or ready.count(), "the reader's turn")
        if over.count():
            return
        getattr(ready.first, act)(force=True)
        idle(table)
    raise AssertionError("the hand never ends")


LOOK: Viewport = {"reduced_motion": True}


@pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["mouse", "phone"])
def test_four_tables_on_another_origin_are_played_to_their_end(embedded: Embedded, puzzle: str, phone: bool) -> None:
    page = embedded({"example": alone(RULES, EXAMPLE), "quiz": alone(RULES, QUIZ), "puzzle": puzzle, "hand": alone(PLAY, HAND)},
                    phone=phone, **LOOK)
    act = "tap" if phone else "click"
    step_to_the_end(page, frame(page, "example"))
    answer(frame(page, "quiz"), act)
    solve(frame(page, "puzzle"), act)
    play_out(page, frame(page, "hand"), act)
    kinds = [[type_, name] for type_, name, _ in told(page)]
    assert kinds == [["answered", "quiz"], ["solved", "puzzle"]]
    (_, _, answered), (_, _, solved) = told(page)
    assert answered == {"id": QUIZ, "game": "snakebit", "right": True, "tries": 1}
    assert solved == {"id": Path(puzzle).stem, "game": "snakebit", "help": 4}


def test_a_table_is_played_with_the_keyboard_alone(embedded: Embedded, puzzle: str) -> None:
    page = embedded({"puzzle": puzzle}, **LOOK)
    table = frame(page, "puzzle")
    table.locator(".fs-hand[data-active] button.fs-card").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    idle(table)
    expect(table.locator("fs-table .fs-slip .fs-lead")).to_be_visible()
    page.keyboard.press("Tab")
    assert table.locator(":focus").count() == 1


def test_a_frame_whose_storage_is_blocked_plays(embedded: Embedded, puzzle: str) -> None:
    page = embedded({"quiz": alone(RULES, QUIZ), "puzzle": puzzle}, before=NO_STORAGE, **LOOK)
    answer(frame(page, "quiz"), "click")
    solve(frame(page, "puzzle"), "click")
    until(page, "told.length === 2")


def test_a_sandbox_without_an_origin_says_why_there_is_no_table(embedded: Embedded, open_page: OpenPage) -> None:
    open_page.expect_problem("CORS|opaque|origin 'null'|net::ERR_FAILED|Unsafe attempt")
    page = embedded({"example": alone(RULES, EXAMPLE)}, 'sandbox="allow-scripts"')
    table = frame(page, "example")
    expect(table.locator(".fs-opaque")).to_contain_text("lacks allow-same-origin")
    expect(table.locator("fs-table")).to_be_hidden()
    expect(table.locator(".fs-from a")).to_be_visible()


@pytest.mark.parametrize("width", [320, 600])
def test_without_scripts_the_strip_and_its_description_are_there(open_page: OpenPage, puzzle: str, width: int) -> None:
    for path in (alone(RULES, EXAMPLE), alone(RULES, QUIZ), puzzle, alone(PLAY, HAND)):
        page = open_page(path, javascript=False)
        page.set_viewport_size({"width": width, "height": 660})
        expect(page.locator("fs-figure .fs-caption")).to_be_visible()
        expect(page.locator("fs-table")).to_be_hidden()
        expect(page.locator(".fs-from a")).to_be_visible()
        if page.locator(".fs-words").count():
            page.locator(".fs-words > summary").click()
            expect(page.locator(".fs-words > :not(summary)").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == width, path


WIDE = """() => [...document.querySelectorAll("body, body *")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1 && !each.closest("svg"))
  .map((each) => each.outerHTML.slice(0, 99))"""
"""Script that returns the visible elements that reach beyond the right edge of the frame."""


@pytest.mark.parametrize("theme", some(["light", "dark", "auto"], ["auto"]))
def test_a_table_fits_a_narrow_frame_in_any_colours(open_page: OpenPage, puzzle: str, theme: str) -> None:
    for path in (alone(RULES, EXAMPLE), alone(RULES, QUIZ), puzzle, alone(PLAY, HAND)):
        page = open_page(None, dark=theme == "auto")
        page.set_viewport_size({"width": 320, "height": 660})
        page.goto(open_page.site_at(f"{path}?theme={theme}"))
        expect(page.locator("fs-table .fs-bar button").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        assert page.evaluate(WIDE) == []
        scheme = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
        assert scheme == ("normal" if theme == "light" else "dark")
        page.close()


HOSTILE: dict[str, str] = {
    "theme": "?theme=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    "themes": "?theme=blue&theme=dark",
    "no-such-figure": "#fs:example:nothing:1",
    "other-kind": f"#fs:hand:{EXAMPLE}:fs1.00000000.abc",
    "markup": f"#fs:example:{EXAMPLE}:1,%3Cimg src=x onerror=alert(1)%3E",
    "prototype": "#fs:__proto__:constructor:x",
    "long": f"#fs:example:{EXAMPLE}:1,{'a' * 60_000}",
    "damaged": "#%E0%A4%A",
    "html": "#%3Cimg%20src=x%20onerror=alert(1)%3E",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_address_is_refused_with_a_sentence_and_nothing_else_breaks(open_page: OpenPage, name: str) -> None:
    page = open_page(f"{alone(RULES, EXAMPLE)}{HOSTILE[name]}")
    expect(page.locator(".fs-engine .fs-fault")).to_contain_text("The address of this frame")
    assert page.locator("img, script:not([src])").count() == 0
    step_to_the_end(page, page)
    expect(page.locator(".fs-engine .fs-fault")).to_have_count(0)
    assert open_page.requested(RUNTIME) == []


@pytest.mark.parametrize(("figure", "link"), [
    (EXAMPLE, f"#fs:example:{EXAMPLE}:99"), (EXAMPLE, f"#fs:example:{EXAMPLE}:-1"), (EXAMPLE, f"#fs:example:{EXAMPLE}:x"),
    (QUIZ, f"#fs:quiz:{QUIZ}:x"),
])
def test_a_step_or_a_question_that_is_not_there_is_told(open_page: OpenPage, figure: str, link: str) -> None:
    page = open_page(f"{alone(RULES, figure)}{link}")
    expect(page.locator("#fs-slip")).to_contain_text("is damaged")
    assert open_page.requested(RUNTIME) == []


@pytest.mark.parametrize("link", [f"#fs:example:{EXAMPLE}:0,ZZ", f"#fs:example:{EXAMPLE}:0,../../x,|"])
def test_moves_that_cannot_be_are_refused_by_the_rules(open_page: OpenPage, link: str) -> None:
    page = open_page(f"{alone(RULES, EXAMPLE)}{link}")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".fs-engine .fs-fault, .fs-slip[data-kind=no]")).to_be_visible(timeout=SLOW)
    page.locator("[data-do=book], #fs-do-on").first.click()


def test_python_starts_on_a_press_only(open_page: OpenPage, puzzle: str) -> None:
    for path in (alone(PLAY, HAND), f"{alone(RULES, EXAMPLE)}#fs:example:{EXAMPLE}:1,9LK", puzzle):
        page = open_page(path)
        control = page.locator(".fs-bar button:not([aria-disabled]), .fs-guest button").last
        control.hover()
        control.focus()
        page.wait_for_timeout(800)
        page.close()
    assert open_page.requested(RUNTIME) == []
    page = open_page(alone(PLAY, HAND))
    page.locator("#fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_attached(timeout=SLOW)
    assert open_page.requested(RUNTIME)


@pytest.mark.parametrize("path", ["", "de/"])
def test_embed_in_the_menu_gives_a_line_that_shows_the_table_as_it_is(
    open_page: OpenPage, embedded: Embedded, other: Site, path: str
) -> None:
    page = open_page("games/snakebit/rules/" if not path else "de/games/knueffeln/rules/", reduced_motion=True)
    figure = page.locator("fs-figure[data-kind=example]").first
    id_ = figure.get_attribute("id")
    figure.locator(".fs-put").click()
    page.locator("#fs-do-on").click()
    page.locator("#fs-more").click()
    page.locator(".fs-code > summary").click()
    line = page.locator(".fs-code textarea").input_value()
    assert f"#fs:example:{id_}:1" in line
    assert f'title="{figure.get_attribute("aria-label")}"' in line
    assert "Where to paste it" in page.locator(".fs-code").inner_text() or path
    assert not path or "Wo man sie einfügt" in page.locator(".fs-code").inner_text()
    src = line.split('src="')[1].split('"')[0].removeprefix(open_page.site_at(""))
    assert src.startswith(f"embed/{path}games/")
    blog = embedded({"table": src}, **LOOK)
    expect(frame(blog, "table").locator(".fs-count")).to_contain_text("1 / ")
    assert frame(blog, "table").locator("html").get_attribute("lang") == (path.strip("/") or "en")


def test_a_line_of_the_readers_own_is_shown_on_a_press(embedded: Embedded, open_page: OpenPage) -> None:
    page = embedded({"table": f"{alone(RULES, EXAMPLE)}#fs:example:{EXAMPLE}:1,9LK"}, **LOOK)
    table = frame(page, "table")
    table.get_by_role("button", name="Show it").click()
    idle(table)
    expect(table.locator(".fs-laid [data-card='9LK'], .fs-laid[data-card='9LK']").first).to_be_visible(timeout=SLOW)


# ---- messages

COMMANDS = [{"followSuit": 1, "type": "size", "height": 9}, {"do": "play", "value": "5ML"}, {"op": "practice"}, "next", None, 5,
            {"type": "start"}, {"followSuit": 1, "type": "solved"}, ["__proto__"]]


def test_a_frame_takes_no_commands_from_a_hostile_page_around_it(embedded: Embedded, open_page: OpenPage) -> None:
    page = embedded({"table": alone(RULES, EXAMPLE)}, **LOOK)
    table = frame(page, "table")
    expect(table.locator("#fs-do-on")).to_be_visible()
    before = table.locator("body").inner_html()
    page.evaluate("(all) => { for (const each of all) document.getElementById('table').contentWindow.postMessage(each, '*'); }",
                  COMMANDS)
    page.wait_for_timeout(300)
    assert table.locator("body").inner_html() == before
    assert told(page) == []


def test_a_hostile_sibling_reports_no_results_and_sizes_no_frame(embedded: Embedded, other: Site) -> None:
    """Forged messages come from the page itself, from another frame, and from a page that took the place of ours in its frame."""
    forged = [{"followSuit": 1, "type": "solved", "id": "x", "game": "y", "help": 0},
              {"followSuit": 1, "type": "answered", "right": True}, {"followSuit": 1, "type": "size", "height": 1500}]
    evil = f"globalThis.sent = true; for (const each of {json.dumps(forged)}) parent.postMessage(each, '*');"
    (other.directory / "evil.js").write_text(evil, encoding="utf-8")
    (other.directory / "evil.html").write_text('<!doctype html><script src="evil.js"></script>', encoding="utf-8")
    page = embedded({"table": alone(RULES, EXAMPLE), "stolen": alone(RULES, QUIZ)}, f'sandbox="{SANDBOX}"')
    expect(frame(page, "table").locator("#fs-do-on")).to_be_visible()
    page.evaluate("""(forged) => {
      const evil = document.createElement("iframe");
      evil.src = "evil.html";
      document.body.append(evil);
      document.getElementById("stolen").contentWindow.location.replace(new URL("evil.html", location));
      for (const each of forged) postMessage(each, "*");
    }""", forged)

    def sent() -> int:
        return sum(bool(each.evaluate("globalThis.sent")) for each in page.frames if each.url.endswith("evil.html"))

    wait_for(page, lambda: sent() == 2)
    page.wait_for_timeout(300)
    assert told(page) == []
    assert page.evaluate("[...document.querySelectorAll('iframe')].every((each) => each.offsetHeight < 1000)")


def test_a_frame_that_is_too_low_is_made_as_high_as_its_table(embedded: Embedded) -> None:
    page = embedded({"table": alone(PLAY, HAND)}, f'sandbox="{SANDBOX}" style="height: 300px"', phone=True, **LOOK)
    until(page, "parseInt(document.getElementById('table').style.height) > 400")
    expect(frame(page, "table").locator(".fs-from a")).to_be_in_viewport()


def test_nothing_is_asked_of_another_origin_and_links_go_to_the_full_page(embedded: Embedded, open_page: OpenPage) -> None:
    page = embedded({"table": alone(RULES, EXAMPLE)}, f'sandbox="{SANDBOX} allow-popups allow-popups-to-escape-sandbox"')
    table = frame(page, "table")
    expect(table.locator(".fs-title")).to_have_text(TITLE)
    with page.expect_popup() as opened:
        table.locator(".fs-from a").click()
    opened.value.wait_for_load_state()
    assert opened.value.url.startswith(open_page.site_at(RULES))
    expect(opened.value.locator("fs-table .fs-title")).to_have_text(TITLE)
    assert not open_page.requested("service-worker")
