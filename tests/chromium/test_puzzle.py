"""Puzzles in the page: solved correctly, incorrectly and with help, by pointer and keyboard, in every game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from rules_engine.authoring.checks.check import CheckResult, check_file, read_file, scenario_files
from rules_engine.authoring.days import FILE, is_retired, read_days
from rules_engine.games import known_games
from rules_engine.html.puzzle_html import asked_at
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW
from tests.chromium.keeping import puzzles, rated
from tests.chromium.pages import LOOKS, OpenPage, settle
from tests.chromium.server import ROOT
from tests.some import some


def first_puzzle(game_id: str) -> tuple[str, CheckResult]:
    """Return the figure id and the check result of a game's first puzzle."""
    return puzzle_where(game_id, lambda _: True)


def listed(game_id: str) -> list[Path]:
    """Return the files of all puzzles for a game, except retired ones."""
    files = scenario_files([ROOT / "examples" / game_id / "puzzles"])
    return [file for file in files if (read := read_file(file)) and not is_retired(read)]


def puzzle_where(game_id: str, fits: Callable[[CheckResult], bool]) -> tuple[str, CheckResult]:
    """Return the figure id and check result of the first puzzle that satisfies a condition."""
    files = sorted(listed(game_id))
    found = ((f"puzzle-{game_id}-puzzles-{file.stem}", check_file(file)) for file in files)
    return next((figure, checked) for figure, checked in found if fits(checked))


def proof_of(checked: CheckResult) -> Any:
    assert checked.run is not None
    return checked.run.proofs[asked_at(checked.run)]


def put(open_page: OpenPage, game_id: str, figure: str) -> Page:
    page = open_page(f"games/{game_id}/puzzles/", reduced_motion=True)
    page.locator(f"#{figure} .fs-put").click()
    expect(page.locator(".fs-hand[data-active] button.fs-card").first).to_be_visible()
    expect(page.locator("#fs-lead")).to_be_focused()       # the page shows the first puzzle's cards before it is started
    return page


def play(page: Page, move: Any) -> None:
    """Make the reader's move: click the card and, if several moves use it, the answer."""
    page.locator(f".fs-hand button[data-card='{move.card.text}']").click()
    expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)
    way = page.locator(f"#fs-answers [data-do=play][data-value='{move.text}']")
    if way.count():
        way.click()
        expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)


def go_on(page: Page) -> None:
    """Finish the puzzle, using a hint on each of the reader's turns."""
    for _ in range(60):
        expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)
        ready = page.locator(":is(#fs-do-go, #fs-do-hint, #fs-do-show):not([aria-disabled])")
        if not ready.count():
            return
        ready.last.click()
    raise AssertionError("the puzzle never ends")


@pytest.mark.parametrize("game_id", some(known_games(), ["knueffeln"]))
def test_a_wrong_move_is_met_and_taken_back_and_the_right_one_is_played_to_its_end(open_page: OpenPage, game_id: str) -> None:
    figure, checked = first_puzzle(game_id)
    proof = proof_of(checked)
    page = put(open_page, game_id, figure)
    wrong = min(proof.values, key=proof.values.__getitem__)
    play(page, wrong)
    expect(page.locator(".fs-slip[data-kind=no] .fs-lead")).to_contain_text(re.compile("No: that is (only )?sure to score"))
    page.locator("#fs-do-values").click()
    expect(page.locator(".fs-hand [data-worth=best]").first).to_be_visible()
    page.locator("#fs-do-leave").click()
    expect(page.locator(".fs-slip[data-kind=no] .fs-lead")).to_contain_text(re.compile("No: that is (only )?sure to score"))
    page.locator("#fs-do-again").click()
    expect(page.locator(".fs-slip .fs-lead")).to_contain_text(re.compile("[Ww]hich card "))
    play(page, proof.best[0])
    expect(page.locator(".fs-slip[data-kind=yes] .fs-lead")).to_have_text(re.compile("Right|Solved"))
    go_on(page)
    expect(page.locator("#fs-lead")).to_contain_text("Solved")
    page.locator("#fs-do-values").click()
    expect(page.locator(".fs-hand .fs-best").first).to_be_visible()
    assert set(page.locator(".fs-hand .fs-card").evaluate_all("cards => cards.map(card => card.dataset.worth)")) > {"best"}
    expect(page.locator(f"#{figure}[data-solved]")).to_be_attached()
    record = puzzles(page, game_id)
    assert record["solved"] == {f"{game_id}/{figure}": "later"}
    assert record["of"]["row"] == 0
    rated(page, game_id)
    assert puzzles(page, game_id)["of"]["rating"] < 1200


def test_the_first_press_on_a_card_begins_the_puzzle_that_lies_there(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/puzzles/", reduced_motion=True)
    settle(page)
    card = page.locator(".fs-hand button:not(.fs-shut)").first
    pressed = card.get_attribute("data-card")
    card.click()
    expect(page.locator("#fs-answers, .fs-slip:is([data-kind=yes], [data-kind=no])").first).to_be_visible(timeout=SLOW)
    expect(page.locator(f":is(.fs-picked, .fs-laid .fs-card)[data-card='{pressed}']")).to_be_visible()
    expect(page.locator("#fs-do-begin")).to_have_count(0)


@pytest.mark.thorough
def test_a_puzzle_s_buttons_have_a_line_each_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/puzzles/", phone=True)
    page.locator("fs-figure[data-kind=puzzle] .fs-put").first.click()
    buttons = page.locator("fs-table .fs-bar > button")
    expect(buttons).to_have_count(5)
    assert buttons.evaluate_all("all => all.map(each => each.offsetHeight)") == [44] * 5


def test_a_puzzle_is_solved_by_keyboard_at_the_first_try(open_page: OpenPage) -> None:
    figure, checked = first_puzzle("snakebit")
    page = put(open_page, "snakebit", figure)
    move = proof_of(checked).best[0]
    page.locator(".fs-hand button.fs-card").first.focus()
    for _ in range(10):
        if page.evaluate("document.activeElement.dataset.card") == move.card.text:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#fs-answers, .fs-slip[data-kind=yes]").first).to_be_visible(timeout=SLOW)
    if page.locator("#fs-answers").count():
        page.locator(f"#fs-answers [data-do=play][data-value='{move.text}']").focus()
        page.keyboard.press("Enter")
    expect(page.locator(".fs-slip[data-kind=yes] .fs-lead")).to_contain_text("Right")
    expect(page.locator("#fs-live > :last-child")).to_contain_text("Right")


@pytest.mark.thorough
def test_a_puzzle_lies_where_it_was_after_a_reload(open_page: OpenPage) -> None:
    figure, checked = first_puzzle("double-knot")
    page = put(open_page, "double-knot", figure)
    play(page, proof_of(checked).best[0])
    told = page.locator(".fs-slip .fs-lead").inner_text()
    assert told
    laid = page.locator(".fs-hand .fs-card").count()
    page.reload()
    expect(page.locator(".fs-hand .fs-card")).to_have_count(laid, timeout=SLOW)


FORTNIGHT = [f"2026-12-{day}T09:30:00" for day in range(13, 27)]
"""Begins with a Sunday, on which every game has a puzzle."""


@pytest.mark.thorough
def test_two_readers_have_the_same_puzzle_each_day_and_another_the_next(open_page: OpenPage) -> None:
    readers = open_page("puzzles/"), open_page("puzzles/", **LOOKS["phone-dark"])
    seen = list[tuple[str, ...]]()
    for day in FORTNIGHT[::6]:
        for page in readers:
            page.clock.set_fixed_time(day)
            page.reload()
            expect(page.locator("fs-days .fs-day-how")).to_have_count(len(known_games()))
        links = [tuple(page.locator(".fs-game-name > a").evaluate_all("all => all.map(({ href }) => href)")) for page in readers]
        laid = [page.locator("fs-table .fs-hand .fs-card").evaluate_all("all => all.map(({ dataset }) => dataset.card).join()")
                for page in readers]
        assert links[0] == links[1]
        assert laid[0] == laid[1]
        seen.append((*links[0], laid[0]))
    assert len(set(seen)) == len(seen)


def test_todays_puzzle_is_laid_on_the_home_page_and_gives_the_hand_back(open_page: OpenPage) -> None:
    page = open_page("", phone=True, reduced_motion=True)
    page.clock.set_fixed_time(FORTNIGHT[0])
    page.reload()
    before = page.locator("fs-table .fs-hand .fs-card").evaluate_all("all => all.map(({ dataset }) => dataset.card)")
    cards = page.locator(".fs-day-hand > a")
    expect(cards.first).to_be_visible()
    wanted = cards.evaluate_all("all => all.map(({ hash }) => hash.split(':')[1])")
    cards.first.click()
    expect(page.locator("fs-table[data-kind=puzzle] .fs-guest")).to_contain_text("Today's puzzle")
    laid = page.locator("fs-table .fs-hand[data-active] .fs-card")
    expect(laid.first).to_be_in_viewport()
    assert set(laid.evaluate_all("all => all.map(({ dataset }) => dataset.card)")) <= set(wanted)
    page.locator("#fs-do-home").click()
    expect(page.locator("fs-table[data-kind=practice]")).to_be_attached()
    expect(page.locator(".fs-guest")).to_have_count(0)
    after = page.locator("fs-table .fs-hand .fs-card").evaluate_all("all => all.map(({ dataset }) => dataset.card)")
    assert after == before


def test_todays_puzzle_lies_on_the_table_and_is_solved_and_shared(open_page: OpenPage) -> None:
    page = open_page("puzzles/", reduced_motion=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.clock.set_fixed_time(FORTNIGHT[0])
    page.reload()
    expect(page.locator(".fs-kind")).to_have_text("Today's puzzle")
    game = page.locator("fs-days").first.get_attribute("data-game")
    page.locator(".fs-hand button.fs-card").first.click()
    expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)
    expect(page).to_have_url(re.compile(f"/puzzles/#{game}/2026-12-13$"))
    if page.locator("#fs-answers").count():
        page.locator("#fs-answers [data-do=play]").first.click()
    expect(page.locator(".fs-slip:is([data-kind=yes], [data-kind=no])")).to_be_visible(timeout=SLOW)
    if page.locator("#fs-do-again").count():
        page.locator("#fs-do-again").click()
    go_on(page)
    expect(page.locator(".fs-day-how[data-how=later]")).to_have_count(1)
    expect(page.locator(".fs-day-rows").first).to_contain_text("1 day")
    page.locator("#fs-do-share").click()
    expect(page.locator(".fs-slip .fs-lead")).to_contain_text("Copied")
    line, address = str(page.evaluate("navigator.clipboard.readText()")).split("\n")
    assert re.match(r"Follow Suit \d+ · .+ [●○]{3} · 13 Dec · [🟩🟨⬛]+ · \d+:\d\d$", line), line
    page.goto(address)
    expect(page.locator(".fs-title")).to_contain_text("13 December")
    expect(page.locator("fs-table[data-kind=puzzle] .fs-hand .fs-card").first).to_be_visible()


def question_days(game: str, kind: str) -> list[date]:
    """Return the days on which a game asks a question of a kind."""
    return [day.date for day in read_days(ROOT / "examples" / game / FILE) if day.puzzle.startswith(f"{kind}/")]


@pytest.mark.parametrize("kind", ["holder", "still-out", "closed-move"])
def test_the_question_of_a_day_is_answered_and_shared(open_page: OpenPage, kind: str) -> None:
    page = open_page("games/hearts/puzzles/", reduced_motion=True, phone=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    day = question_days("hearts", kind)[0]
    page.clock.set_fixed_time(f"{day}T09:30:00")
    page.reload()
    page.locator(".fs-day-begin").click()
    expect(page.locator("fs-table[data-kind=quiz] .fs-kind")).to_have_text("Today's puzzle")
    expect(page).to_have_url(re.compile(f"#{day}$"))
    page.locator("fs-table .fs-option[data-right]").first.click()
    expect(page.locator("fs-table .fs-slip[data-kind=yes]")).to_contain_text("Right!")
    assert not page.locator("fs-table .fs-engine").is_visible(), "Python isn't needed"
    page.locator("#fs-do-lesson-share").click()
    expect(page.locator(".fs-slip .fs-lead")).to_contain_text("Copied")
    line, address = str(page.evaluate("navigator.clipboard.readText()")).split("\n")
    assert re.match(r"Follow Suit \d+ · Hearts [●○]{3} · \d+ Dec · 🟩 · \d+:\d\d$", line), line
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator(".fs-day-how[data-how=first]")).to_have_count(1)
    expect(page.locator("fs-table[data-kind=quiz] .fs-option").first).to_be_visible()


def test_a_wrong_answer_to_the_question_of_a_day_stays_and_the_hand_comes_back(open_page: OpenPage) -> None:
    page = open_page("", reduced_motion=True)
    day = question_days("hearts", "holder")[0]
    page.clock.set_fixed_time(f"{day}T09:30:00")
    page.evaluate("localStorage.setItem('follow-suit-follows', JSON.stringify({ hearts: [1, 1] }))")
    page.reload()
    page.locator("fs-days[data-game=hearts] .fs-day-begin").click()
    expect(page.locator("fs-table[data-kind=quiz] .fs-guest")).to_contain_text("Today's puzzle")
    expect(page).to_have_url(re.compile(f"#hearts/{day}$"))
    page.locator("fs-table .fs-option:not([data-right])").first.click()
    expect(page.locator("fs-days[data-game=hearts] .fs-day-how[data-how=tried]")).to_have_count(1)
    page.locator("fs-table .fs-bar #fs-do-again").click()
    page.locator("fs-table .fs-option[data-right]").first.click()
    expect(page.locator("fs-days[data-game=hearts] .fs-day-how[data-how=later]")).to_have_count(1)
    page.locator("#fs-do-lesson-home").click()
    expect(page.locator("fs-table[data-kind=practice]")).to_be_attached()
    expect(page.locator(".fs-guest")).to_have_count(0)
    assert page.evaluate("document.querySelector('fs-table').lesson") is None


@pytest.mark.thorough
def test_a_shared_puzzle_leads_to_its_own_page(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/puzzles/#puzzle-snakebit-puzzles-01", reduced_motion=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".fs-hand button.fs-card").first.click()
    expect(page.locator("fs-table:not([aria-busy])")).to_be_attached(timeout=SLOW)
    if page.locator("#fs-answers").count():
        page.locator("#fs-answers [data-do=play]").first.click()
    expect(page.locator(".fs-slip:is([data-kind=yes], [data-kind=no])")).to_be_visible(timeout=SLOW)
    if page.locator("#fs-do-again").count():
        page.locator("#fs-do-again").click()
    go_on(page)
    page.locator("#fs-do-share").click()
    expect(page.locator(".fs-slip .fs-lead")).to_contain_text("Copied")
    _line, address = str(page.evaluate("navigator.clipboard.readText()")).split("\n")
    assert address.endswith("/games/snakebit/puzzles/01/")
    page.goto(address)
    expect(page.locator("h1")).to_contain_text("The Merchant at the Castle gate")


def test_a_puzzle_has_its_address_and_back_and_forward_walk(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/puzzles/", reduced_motion=True)
    first, second = (page.locator("fs-figure[data-kind=puzzle]").nth(place).get_attribute("id") for place in (2, 5))
    for figure in (first, second):
        page.locator(f"#{figure} .fs-put").click()
        expect(page).to_have_url(re.compile(f"#{figure}$"))
    page.go_back()
    expect(page.locator("fs-figure[data-on]")).to_have_id(str(first))
    page.go_forward()
    expect(page.locator("fs-figure[data-on]")).to_have_id(str(second))
    page.locator(".fs-day-past summary").click()
    page.locator(".fs-month a").first.click()
    expect(page.locator(".fs-kind")).to_have_text(re.compile("puzzle", re.IGNORECASE))
    expect(page).to_have_url(re.compile(r"#\d{4}-\d\d-\d\d$"))


def test_a_day_keeps_its_puzzle_where_the_list_has_it_no_more(open_page: OpenPage) -> None:
    folder = ROOT / "examples" / "snakebit"
    files = {day.date: folder / day.puzzle for day in read_days(folder / FILE)}
    date, file = next((date, file) for date, file in files.items() if (read := read_file(file)) and is_retired(read))
    page = open_page(f"games/snakebit/puzzles/#{date}", reduced_motion=True)
    expect(page.locator(".fs-title")).to_contain_text(f"{date.day} November")
    laid = page.locator("fs-table .fs-hand .fs-card").evaluate_all("all => all.map(({ dataset }) => dataset.card)")
    assert laid
    figure = f"puzzle-snakebit-puzzles-{file.stem}"
    expect(page.locator(f"#{figure}")).to_have_count(0)
    page.goto("about:blank")
    page = open_page(f"games/snakebit/puzzles/#{figure}", reduced_motion=True)
    expect(page.locator(".fs-title")).to_contain_text("November")
    assert page.locator("fs-table .fs-hand .fs-card").evaluate_all("all => all.map(({ dataset }) => dataset.card)") == laid
    expect(page.locator(".fs-ideas dd > a")).to_have_count(len(listed("snakebit")))


@pytest.mark.thorough
def test_the_first_step_within_a_page_leaves_it_as_it_is(open_page: OpenPage) -> None:
    """Otherwise the theme would fetch the page again, and replace the table with a new one."""
    page = open_page("games/snakebit/puzzles/", reduced_motion=True)
    page.clock.set_fixed_time(FORTNIGHT[0])
    page.reload()
    fetched = list[str]()
    page.on("request", lambda request: fetched.append(request.url))
    page.evaluate("window.was = document.querySelector('fs-table')")
    page.locator(".fs-day-begin").click()
    expect(page.locator(".fs-kind")).to_have_text("Today's puzzle")
    page.locator(".fs-hand[data-active] button.fs-card:not([aria-disabled])").first.click()
    expect(page.locator("#fs-answers, .fs-slip:is([data-kind=yes], [data-kind=no])").first).to_be_visible(timeout=SLOW)
    assert page.evaluate("window.was.isConnected")
    assert page.url.partition("#")[0] not in fetched


@pytest.mark.thorough
def test_after_the_last_puzzle_of_the_page_new_ones_are_made(open_page: OpenPage) -> None:
    figure, checked = first_puzzle("snakebit")
    page = open_page("games/snakebit/puzzles/", reduced_motion=True)
    names = page.locator("fs-figure[data-kind=puzzle]").evaluate_all("all => all.map(each => `snakebit/${each.id}`)")
    solved = dict.fromkeys(set(names) - {f"snakebit/{figure}"}, "first")
    strength = {"rating": 1500, "doubt": 60, "swing": 0.06, "day": 20000, "waiting": [], "row": 49, "best": 49}
    record = {"solved": solved, "tried": list(solved), "games": {"snakebit": strength}}
    page.evaluate("record => localStorage.setItem('follow-suit-puzzles', record)", json.dumps(record))
    page.reload()
    expect(page.locator(".fs-tally")).to_contain_text(
        f"{len(solved)} of {len(names)} solved here · your rating 1500 ± 120 · 49 in a row")
    page.locator(f"#{figure} .fs-put").click()
    play(page, proof_of(checked).best[0])
    go_on(page)
    expect(page.locator("#fs-lead")).to_contain_text("Solved")
    page.locator("#fs-do-next").click()
    expect(page.locator(".fs-slip .fs-lead")).to_contain_text(re.compile("[Ww]hich card "), timeout=SLOW)
    page.locator(".fs-hand[data-active] button.fs-card:not([aria-disabled])").first.click()
    expect(page.locator("#fs-answers, .fs-slip:is([data-kind=yes], [data-kind=no])").first).to_be_visible()
    assert set(puzzles(page, "snakebit")["solved"]) >= set(names)


def test_puzzles_are_found_by_their_idea(open_page: OpenPage) -> None:
    page = open_page("games/double-king-pedro/puzzles/", **LOOKS["phone-light"])
    page.locator(".fs-ideas summary").click()
    expect(page.locator(".fs-ideas dd > a")).to_have_count(page.locator("fs-figure[data-kind=puzzle]").count())
    link = page.locator(".fs-ideas dd > a").last
    wanted = str(link.get_attribute("href")).partition("#")[2]
    link.click()
    expect(page.locator("fs-table[data-kind=puzzle] .fs-hand")).to_be_in_viewport()
    expect(page.locator("fs-figure[data-on]")).to_have_id(wanted)


@pytest.mark.thorough
def test_the_buttons_of_a_puzzle_have_room_on_the_narrowest_phone(open_page: OpenPage) -> None:
    """The page is German because German labels are longer."""
    page = open_page("de/games/knueffeln/puzzles/", **LOOKS["phone-light"])
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("fs-figure[data-kind=puzzle] .fs-put").first.click()
    expect(page.locator("#fs-do-hint")).to_be_visible(timeout=SLOW)
    sizes = page.locator(".fs-bar").evaluate("bar => [bar.scrollWidth, bar.clientWidth]")
    assert sizes[0] <= sizes[1]


def test_answers_are_there_without_scripts(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/puzzles/", javascript=False)
    figure = page.locator("fs-figure[data-kind=puzzle]").first
    figure.locator("summary").click()
    reasons = figure.locator(".fs-words > ol > li")
    expect(reasons).to_have_count(5)
    expect(reasons.last).to_contain_text("Why not ")
    expect(page.locator("fs-days > *:not(link, script, .fs-bare-days)")).to_have_count(0)
    expect(page.locator("fs-days > .fs-bare-days")).to_be_hidden()


@pytest.mark.thorough
def test_open_hands_show_all_suits_of_each_card_whatever_lay_there_before(open_page: OpenPage) -> None:
    page = open_page("games/double-knot/puzzles/", **LOOKS["phone-light"])
    figures = page.locator("fs-figure[data-kind=puzzle]").evaluate_all("all => all.map(({ id }) => id)")
    for figure in figures[:6]:
        shown, made = page.evaluate("""async figure => {
          const table = document.querySelector("fs-table");
          await table.put(document.getElementById(figure), { wanted: true });
          const made = document.createElement("div");
          made.innerHTML = table.mode.content.steps[0].html;
          const boxes = (each) => [...each.querySelectorAll(".fs-tab > .fs-edge")].map((svg) => svg.getAttribute("viewBox"));
          return [table, made].map(boxes);
        }""", figure)
        assert shown == made
