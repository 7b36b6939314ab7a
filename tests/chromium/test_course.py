"""Courses: one step per screen, predictions on the table, fresh questions, the path through the steps, and stored progress."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

from rules_engine.games import known_games
from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW, put_answer
from tests.chromium.pages import OpenPage, still, until
from tests.some import some

COURSES = (*(f"games/{game}/learn" for game in known_games()), "games/knueffeln/learn-money",
           "de/games/knueffeln/learn", "de/games/knueffeln/learn-money")
WELL = (*(f"games/{game}/learn-well" for game in known_games()), "de/games/knueffeln/learn-well")
"""Courses of ideas, without a hand, fresh questions or closing questions."""
SIZES: list[ViewportSize] = [{"width": width, "height": height} for width, height in ((1280, 720), (390, 844), (360, 640))]
COVERED = """() => {
  const bad = [];
  const table = document.querySelector("fs-table").getBoundingClientRect();
  if (table.bottom > innerHeight + 1) bad.push(`the table ends at ${table.bottom} of ${innerHeight}`);
  const words = document.querySelector(".fs-lesson-step:not([hidden])").getBoundingClientRect();
  if (words.right > table.left && words.bottom > table.top + 1) bad.push("the words lie over the table");
  if (scrollY) bad.push("the page is scrolled");
  const facts = document.querySelector("#fs-facts");
  if (facts.matches(":empty") && facts.checkVisibility()) bad.push("a band has nothing in it");
  if (facts.scrollHeight > facts.clientHeight + 1) bad.push("facts are cut, or lie over names");
  for (const each of document.querySelectorAll("#fs-own .fs-option, #fs-own .fs-field, .fs-bar button, #fs-lead")) {
    const box = each.getBoundingClientRect();
    if (!box.height || box.bottom > innerHeight || box.top < 0) bad.push(`${each.className || each.id} is out of sight`);
    const seen = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!each.contains(seen) && !each.matches(".fs-card")) bad.push(`${each.textContent} is covered by ${seen?.className}`);
  }
  return bad;
}"""


def lesson(open_page: OpenPage, game: str, step: str = "") -> Page:
    """Open a game's course at its start or at a step."""
    return course(open_page, f"games/{game}/learn", step)


def course(open_page: OpenPage, place: str, step: str = "") -> Page:
    page = open_page(f"{place}/" + (f"#{step}" if step else ""))
    expect(page.locator(".fs-lesson[data-live]")).to_be_visible()
    return page


def asking_steps(page: Page) -> list[str]:
    """Return the steps with questions in a course."""
    steps: list[str] = page.locator(".fs-lesson-step:has(fs-figure[data-kind=quiz]) > h2").evaluate_all(
        "steps => steps.map(({ id }) => id)")
    assert "hand" not in steps
    return steps


def answer_rightly(page: Page) -> None:
    """Answer the question on the table correctly."""
    put_answer(page)
    expect(page.locator("#fs-do-lesson-next")).to_be_visible()


def open_step(page: Page, step: str) -> None:
    """Open another step in the course, with its first question unanswered."""
    page.evaluate("step => { location.hash = step; }", step)
    expect(page.locator(f"#{step}")).to_be_visible()
    expect(page.locator(".fs-stage:not([data-checked]) #fs-own .fs-part").first).to_be_attached()
    still(page)


@pytest.mark.parametrize("seen", some([(place, *size.values()) for place in (*COURSES, *WELL) for size in SIZES],
                                      [("games/snakebit/learn-well", 360, 640), ("games/knueffeln/learn", 360, 640),
                                       ("games/knueffeln/learn-money", 360, 640)], str))
def test_every_step_is_one_screen_asked_and_answered(open_page: OpenPage, seen: tuple[str, int, int]) -> None:
    place, width, height = seen
    page = course(open_page, place)
    page.set_viewport_size({"width": width, "height": height})
    wrong = {}
    for step in asking_steps(page):
        open_step(page, step)
        asked = page.evaluate(COVERED)
        if place in WELL and page.locator(".fs-seat[data-shut]").count():
            asked.append("hands are folded, and the best move depends on them")
        answer_rightly(page)
        page.evaluate("scrollTo(0, 0)")  # Playwright may have scrolled before a click
        still(page)
        if found := [*asked, *page.evaluate(COVERED)]:
            wrong[step] = found
    assert wrong == {}


@pytest.mark.parametrize("font", ["dejavu", "largest"])
def test_an_answered_step_is_one_screen_in_wide_fonts(open_page: OpenPage, font: str) -> None:
    page = open_page("games/snakebit/learn-well/#pay", font=font)
    page.set_viewport_size(SIZES[1])
    open_step(page, "pay")
    answer_rightly(page)
    page.evaluate("scrollTo(0, 0)")
    still(page)
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("font", ["liberation", "dejavu"])
@pytest.mark.parametrize("step", ["games/euchre/learn-well/#draw", "games/snakebit/learn-well/#pay"])
def test_the_dealers_chip_and_name_are_on_one_line(open_page: OpenPage, step: str, font: str) -> None:
    page = open_page(step, phone=True, font=font)
    expect(page.locator(".fs-mid .fs-plate > .fs-chip").first).to_be_visible()
    still(page)
    assert page.locator(".fs-plate:has(> .fs-chip)").evaluate_all("""plates => plates.filter((plate) => {
      const [chip, name] = [".fs-chip", ".fs-name"].map((part) => plate.querySelector(part).getBoundingClientRect());
      return chip.bottom <= name.top || name.height > 30;
    }).map((plate) => plate.textContent)""") == []


@pytest.mark.thorough
@pytest.mark.parametrize("place", COURSES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_what_a_step_asks_after_its_first_question_is_one_screen(open_page: OpenPage, place: str, size: ViewportSize) -> None:
    page = course(open_page, place, "hand")
    expect(page.locator("fs-course[data-ready]")).to_be_attached(timeout=SLOW)
    page.set_viewport_size(size)
    wrong = {}
    for step in asking_steps(page):
        open_step(page, step)
        for asked in range(1, 4):
            answer_rightly(page)
            page.locator("#fs-do-lesson-next").click()
            expect(page.locator(".fs-stage:not([data-checked])")).to_be_attached()
            still(page)
            if not page.locator(f"#{step}").is_visible():
                break
            if found := page.evaluate(COVERED):
                wrong[f"{step}, {asked} answered"] = found
    assert wrong == {}


@pytest.mark.parametrize("seen", some([(game, *size.values()) for game in ("double-king-pedro", "double-knot") for size in SIZES],
                                      [("double-king-pedro", 360, 640)], str))
def test_no_name_lies_under_the_bids_and_no_answer_is_cut(open_page: OpenPage, seen: tuple[str, int, int]) -> None:
    game, width, height = seen
    page = lesson(open_page, game, "hand")
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator("#fs-numbers")).to_be_visible(timeout=SLOW)
    still(page)
    assert page.evaluate("""() => {
      const bids = document.querySelector("#fs-numbers").getBoundingClientRect();
      return [...document.querySelectorAll("#fs-felt .fs-plate")].filter((plate) => {
        const { top, bottom, left, right } = plate.getBoundingClientRect();
        return top < bids.bottom && bottom > bids.top && left < bids.right && right > bids.left;
      }).map(({ id }) => id);
    }""") == []
    assert page.evaluate("""() => [...document.querySelectorAll("#fs-tray button")].every((each) =>
      each.getBoundingClientRect().bottom <= document.querySelector("#fs-tray").getBoundingClientRect().bottom)""")
    assert page.evaluate("document.querySelector('fs-table').getBoundingClientRect().bottom <= innerHeight")


def test_a_bet_is_placed_on_the_cards_and_the_answer_rings_them(open_page: OpenPage) -> None:
    page = lesson(open_page, "double-decker", "two-winners")
    page.locator("#fs-laid-1").click()
    page.locator("#fs-laid-3").click()  # the 4 of blue is wrong
    page.locator("#fs-do-check").click()
    expect(page.locator("#fs-slip[data-kind=no]")).to_contain_text("takes both")
    assert sorted(page.evaluate("[...document.querySelectorAll('.fs-laid.fs-won')].map(({ id }) => id)")) == [
        "fs-laid-1", "fs-laid-2"]
    expect(page.locator(".fs-lesson-note")).to_contain_text("No harm done")
    assert violations(page, ".fs-lesson") == []


def test_whoever_touches_the_table_at_the_start_begins(open_page: OpenPage) -> None:
    page = lesson(open_page, "snakebit")
    assert page.evaluate("document.querySelector('fs-table').mode === undefined")  # the page's built-in first question
    page.locator("#fs-own .fs-add").first.click()
    expect(page.locator("#count")).to_be_focused()


def test_below_the_start_of_a_phone_the_table_is_laid_out_once_it_is_seen(open_page: OpenPage) -> None:
    page = open_page("games/double-king-pedro/learn/", phone=True)
    expect(page.locator("#fs-course-start")).to_be_attached()
    card = page.locator("#fs-own .fs-add").first
    assert not card.evaluate("card => card.checkVisibility({ contentVisibilityAuto: true })")
    page.locator("fs-table").scroll_into_view_if_needed()
    card.click()
    expect(page.locator(".fs-lesson-step:not([hidden]) > h2")).to_be_focused()


@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("place", some([*COURSES, *WELL], ["de/games/knueffeln/learn"]))
def test_on_a_phone_the_way_in_is_in_sight(open_page: OpenPage, place: str, size: ViewportSize) -> None:
    page = open_page()
    page.set_viewport_size(size)
    page.goto(f"{page.url}{place}/")
    start = page.locator("#fs-course-start")
    expect(start).to_be_visible()
    top, bottom, clear = start.evaluate("""(start) => {
      const { top, bottom, left, right } = start.getBoundingClientRect();
      const points = [[left + 9, top + 9], [right - 9, top + 9], [left + 9, bottom - 9], [right - 9, bottom - 9]];
      return [top, bottom, points.every(([x, y]) => document.elementFromPoint(x, y) === start)];
    }""")
    assert (top >= 0, bottom <= size["height"], clear) == (True, True, True)


def test_the_answer_to_a_bet_is_painted_before_it_has_the_focus(open_page: OpenPage) -> None:
    """No script forces a layout while it handles the click."""
    page = lesson(open_page, "snakebit", "two-suits")
    page.locator(".fs-option").first.click()
    page.evaluate("""() => {
      const focus = HTMLElement.prototype.focus;
      HTMLElement.prototype.focus = function (how) {
        if (this.id === "fs-lead") globalThis.pressing = globalThis.event?.type;
        focus.call(this, how);
      };
    }""")
    page.locator("#fs-do-check").click()
    expect(page.locator("#fs-lead")).to_be_focused()
    assert page.evaluate("globalThis.pressing") is None


def test_the_course_is_never_painted_without_a_current_step(open_page: OpenPage) -> None:
    """If the browser painted a frame between two tasks, it would lay out the table while the course has no current step."""
    page = open_page()
    page.add_init_script("""window.seen = []; new MutationObserver((changes) => {
      const found = changes.find(({ target }) => target.matches?.(".fs-lesson"));
      if (found) seen.push({ ...found.target.dataset });
    }).observe(document, { attributeFilter: ["data-live", "data-at"], subtree: true })""")
    page.goto(page.url + "games/snakebit/learn/")
    expect(page.locator(".fs-lesson[data-at=start] #fs-course-start")).to_be_visible()
    assert page.evaluate("seen.map(({ live, at }) => [live, at])")[0] == ["", "start"]


def test_of_many_bets_it_is_told_first_why_one_is_wrong(open_page: OpenPage) -> None:
    page = lesson(open_page, "snakebit", "closed")
    page.locator(".fs-option:not([data-right])").first.click()
    page.locator("#fs-do-check").click()
    told = page.locator("#fs-slip > .fs-rest > ul > .fs-reason")
    expect(told.first).to_contain_text("wrong: ")
    expect(told.last).to_contain_text("right: ")


def test_two_right_in_a_row_lead_on_and_it_is_kept(open_page: OpenPage) -> None:
    page = lesson(open_page, "snakebit")
    page.locator("#fs-course-start").click()
    expect(page.locator("#count")).to_be_focused()
    for _ in range(2):
        answer_rightly(page)
        page.locator("#fs-do-lesson-next").click()
    expect(page.locator("#two-suits")).to_be_visible()
    assert page.url.endswith("#two-suits")
    page.goto(page.url.partition("#")[0])
    expect(page.locator("#fs-course-start")).to_have_text("Go on with step 2")
    page.goto(page.url.replace("learn/", ""))
    expect(page.locator(".md-button", has_text="Learn")).to_contain_text("step 2 of 10, go on")


def test_a_step_goes_on_with_fresh_cards_that_rest_on_what_was_taught(open_page: OpenPage) -> None:
    page = lesson(open_page, "snakebit", "trump")
    expect(page.locator("fs-course[data-ready]")).to_be_attached(timeout=SLOW)
    page.locator(".fs-option:not([data-right])").first.click()
    page.locator("#fs-do-lesson-next").click()
    answer_rightly(page)
    page.locator("#fs-do-lesson-next").click()
    expect(page.locator(".fs-stage[data-seed]")).to_be_visible()
    answer_rightly(page)
    page.locator("#fs-do-lesson-next").click()
    expect(page.locator("#name-suit")).to_be_visible()


def test_the_steps_are_listed_once_and_the_rail_marks_those_done_and_the_open_one(open_page: OpenPage) -> None:
    page = lesson(open_page, "snakebit")
    rail = page.locator(".fs-rail .md-nav--secondary")
    expect(page.locator(".fs-rail-title")).to_have_text("Lesson")
    expect(page.locator(".fs-course-list")).to_be_hidden()
    expect(page.get_by_role("button", name="Start")).to_have_count(1)
    expect(page.locator(".md-footer__inner")).to_be_visible()
    page.locator("#fs-course-start").click()
    expect(page.locator(".md-footer__inner")).to_be_hidden()
    expect(rail.locator("[aria-current=step]")).to_have_text("A trick is worth a point")
    page.locator("#fs-do-lesson-skip").click()
    expect(rail.locator("[aria-current=step]")).to_have_text("Every card has two suits")
    expect(rail.locator("a:has([aria-label=done])")).to_have_text(["A trick is worth a point"])
    page.set_viewport_size({"width": 820, "height": 1000})
    page.locator(".fs-lesson-bar").get_by_text("Overview").click()
    expect(page.locator(".fs-course-list")).to_be_visible()
    for link in page.locator(".fs-course-list button").all():
        box = link.bounding_box()
        assert box
        assert box["height"] >= 44


@pytest.mark.thorough
def test_a_skipped_step_counts_as_seen_and_a_known_one_is_not_asked(open_page: OpenPage) -> None:
    page = lesson(open_page, "double-knot")
    page.get_by_role("button", name="Hearts").click()
    known = page.locator(".fs-course-list > li[data-done]").all_text_contents()
    assert known == ["Left of the dealer"]
    page.locator("#fs-course-start").click()
    asked = []
    for _ in range(6):
        heading = page.locator(".fs-lesson-step:not([hidden]) > h2")
        asked.append(heading.evaluate("({ firstChild }) => firstChild.textContent.trim()"))
        page.locator("#fs-do-lesson-skip").click()
        expect(page.locator(".fs-lesson-step:not([hidden]) > h2")).not_to_contain_text(asked[-1])
    assert asked[-1] == "Few Knots, many Moons"
    expect(page.locator("#hand")).to_be_visible()  # after the step that is known
    page.goto(page.url.partition("#")[0])
    expect(page.locator("#fs-course-start")).to_have_text("Go on with step 8")


def test_who_knows_a_game_is_told_what_differs(open_page: OpenPage) -> None:
    page = lesson(open_page, "snakebit")
    page.get_by_role("button", name="Whist, Spades or Bridge").click()
    expect(page.locator("fs-course > [aria-live]")).to_contain_text("Every card has two suits")


def test_who_knows_no_such_game_is_told_what_a_trick_is(open_page: OpenPage) -> None:
    page = lesson(open_page, "snakebit")
    page.get_by_role("button", name="None of them").click()
    expect(page.locator("fs-course > [aria-live] > p")).to_contain_text("In a trick, each player lays one card")


def test_the_hand_comes_early_and_the_closing_questions_leave_out_what_was_not_seen(open_page: OpenPage) -> None:
    page = lesson(open_page, "snakebit", "hand")
    row = page.locator(".fs-lesson-bar .fs-row button")
    expect(row).to_have_text(["‹ Back", "Closing questions", "Next step ›"])
    row.last.click()
    expect(page.locator("#next-dealer")).to_be_visible()
    page.locator("#fs-do-lesson-back").click()
    row.nth(1).click()
    expect(page.locator(".fs-course-end h2")).to_have_text("The closing questions")


@pytest.mark.thorough
@pytest.mark.parametrize("place", some(
    ["games/knueffeln/learn", "de/games/knueffeln/learn", "games/double-knot/learn"], ["games/double-knot/learn"]))
def test_the_table_to_look_up_is_in_sight_or_one_tap_away(open_page: OpenPage, place: str) -> None:
    page = course(open_page, place)
    shown = page.locator(".fs-text .fs-course-reference table")
    expect(shown).to_be_hidden()
    page.set_viewport_size(SIZES[0])
    for step in asking_steps(page):
        open_step(page, step)
        expect(shown).to_be_in_viewport(ratio=1)
    page.set_viewport_size(SIZES[-1])
    expect(shown).to_be_hidden()
    page.locator(".fs-lesson-step:not([hidden]) > .fs-course-look").click()
    sheet = page.locator("dialog.fs-course-reference")
    expect(sheet.locator("table")).to_be_in_viewport(ratio=1)
    assert violations(page, "dialog.fs-course-reference") == []
    page.go_back()
    expect(sheet).to_have_count(0)


@pytest.mark.thorough
def test_who_knows_several_games_has_a_tick_for_what_any_of_them_has(open_page: OpenPage) -> None:
    page = lesson(open_page, "double-knot")
    told, ticks = page.locator("fs-course > [aria-live] > p"), page.locator(".fs-course-list > li[data-done]")
    page.get_by_role("button", name="Hearts").press("Space")
    expect(told).to_have_text("You say before the play how many tricks you will take. Each card that is led makes trumps, for "
                              "that trick alone.")
    page.get_by_role("button", name="Skat or Doppelkopf").press("Enter")
    expect(told).to_have_count(2)
    expect(told.last).to_contain_text("Skat or Doppelkopf: The card that is led")
    expect(ticks).to_have_text(["Left of the dealer"])
    page.reload()
    expect(page.locator(".fs-chip-button[aria-pressed=true]")).to_have_text(["Hearts", "Skat or Doppelkopf"])
    page.get_by_role("button", name="Hearts").click()
    expect(told).to_have_count(1)
    page.get_by_role("button", name="None of them").click()
    expect(page.locator(".fs-chip-button[aria-pressed=true]")).to_have_text(["None of them"])
    expect(ticks).to_have_count(0)
    assert violations(page, ".fs-lesson") == []


def test_a_course_is_whole_without_scripts(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/learn/", javascript=False)
    expect(page.locator("#trump")).to_be_visible()
    expect(page.locator("fs-course")).to_contain_text("10 steps")
    assert page.locator("fs-figure details").count() >= 9
    assert page.locator(".fs-lesson-step > h2").count() == 10


@pytest.mark.parametrize("place", [*COURSES, *WELL])
def test_a_course_weighs_no_more_than_the_rules_beside_it(built: Path, place: str) -> None:
    beside = f"{place.rpartition('/')[0]}/rules"
    learn, rules = ((built / page / "index.html").read_text(encoding="utf-8") for page in (place, beside))
    assert len(learn) < len(rules)
    assert learn.count("</") < rules.count("</")


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab, or arrow keys in a hand, until the given element has the focus. Every focused element must have a name."""
    for _ in range(120):
        in_hand = page.evaluate("""wanted => {
          const hand = document.activeElement.closest(".fs-hand");
          return document.activeElement.matches(".fs-card, .fs-option") && Boolean(hand?.querySelector(wanted));
        }""", wanted)
        page.keyboard.press("ArrowRight" if in_hand else "Tab")
        told = page.evaluate("""wanted => {
          const here = document.activeElement;
          const named = here.getAttribute("aria-label") || here.textContent.trim() || here.labels?.length || here.title;
          return here.matches(wanted) ? "there" : named || here === document.body ? "" : here.outerHTML.slice(0, 120);
        }""", wanted)
        assert told in ("", "there"), f"no name: {told}"
        if told:
            return
    raise AssertionError(f"no key leads to {wanted}, at {page.locator('.fs-lesson-step:visible h2').inner_text()}: "
                         f"{page.locator('#fs-lead').inner_text()}")


def answer_by_keyboard(page: Page) -> None:
    for part in page.locator("#fs-own .fs-part").all():
        if wanted := part.get_attribute("data-answer"):
            tab_to(page, "input.fs-field")
            if wanted != "0":                   # the box shows 0 before anything is typed
                page.keyboard.type(wanted)
    many = page.locator(".fs-stage").get_attribute("data-many") is not None
    for _ in range(page.locator("#fs-own .fs-option[data-right]").count() if many else page.locator(
            "#fs-own .fs-part:not([data-answer])").count()):
        tab_to(page, "#fs-own .fs-option[data-right][aria-pressed=false]")
        page.keyboard.press("Enter")
    if page.locator("#fs-do-check:not([aria-disabled])").count():
        tab_to(page, "#fs-do-check")
        page.keyboard.press("Enter")
    expect(page.locator(".fs-bar > .fs-main")).to_be_focused()      # after a right answer, Enter goes on
    expect(page.locator("#fs-lead")).to_contain_text(re.compile("right|richtig", re.IGNORECASE))


def by_keyboard(page: Page) -> None:
    """Do the course up to its hand."""
    expect(page.locator("fs-course")).to_be_visible()
    steps: list[str] = page.locator(".fs-lesson-step > h2").evaluate_all("steps => steps.map(({ id }) => id)")
    asking = asking_steps(page)
    tab_to(page, "#fs-course-start")
    page.keyboard.press("Enter")
    for step in steps[:steps.index("hand")]:
        expect(page.locator(f"#{step}")).to_be_focused()
        if step not in asking:
            tab_to(page, ".fs-lesson-bar .fs-main")
            page.keyboard.press("Enter")
            continue
        for _ in range(4):
            answer_by_keyboard(page)
            page.keyboard.press("n")
            asked_anew = page.locator(".fs-stage:not([data-checked]), #hand:visible, #talk:visible")
            expect(asked_anew.first).to_be_attached(timeout=SLOW)
            if not page.locator(f"#{step}").is_visible():
                break
    expect(page.locator("#hand")).to_be_visible()


def test_a_whole_course_is_done_by_keyboard(open_page: OpenPage) -> None:
    page = lesson(open_page, "snakebit")
    by_keyboard(page)
    tab_to(page, ".fs-lesson-bar .fs-row > :nth-child(2)")
    page.keyboard.press("Enter")
    expect(page.locator(".fs-course-end h2")).to_be_focused()


@pytest.mark.thorough
@pytest.mark.parametrize("place", [place for place in COURSES if "snakebit" not in place])
def test_every_course_is_done_by_keyboard(open_page: OpenPage, place: str) -> None:
    by_keyboard(course(open_page, place))


@pytest.mark.parametrize("step", ["trump", "name-suit", "next-dealer"])
def test_the_answer_to_a_bet_appears_without_a_request(open_page: OpenPage, step: str) -> None:
    """The response needs no request: the click handler itself puts it on the slip, so the next frame shows it."""
    page = lesson(open_page, "snakebit", step)
    until(page, "document.querySelector('fs-table').mode?.content.kind === 'quiz'")
    told = page.evaluate("""() => {
      for (const right of document.querySelectorAll(".fs-option[data-right]")) right.click();
      document.querySelector("#fs-do-check")?.click();
      return document.querySelector("#fs-slip[data-kind=yes] > #fs-lead")?.textContent;
    }""")
    assert told == "Right!"
    expect(page.locator("#fs-slip[data-kind=yes]")).to_be_visible()


@pytest.mark.parametrize("step", ["trump", "closed"])
def test_an_answer_is_laid_out_once_and_folded_once(open_page: OpenPage, step: str) -> None:
    """Space is reserved for the line below the text and for the button that unfolds the slip, so nothing moves when they appear.

    Text longer than the slip is folded behind that button. Each number of lines that is tried costs a layout of the table.
    """
    page = open_page("games/snakebit/learn/", phone=True)
    page.evaluate("step => { location.hash = step; }", step)
    until(page, "document.querySelector('fs-table').mode?.content.kind === 'quiz'")
    for right in page.locator(".fs-option[data-right]").all()[:-1]:
        right.click()
    still(page)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def layouts() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "LayoutCount"))

    table = page.locator("fs-table").bounding_box()
    before = layouts()
    page.evaluate("""async () => {
      [...document.querySelectorAll(".fs-option[data-right]")].at(-1).click();
      document.querySelector("#fs-do-check")?.click();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")
    assert layouts() - before <= 6
    expect(page.locator(".fs-lesson-note")).to_contain_text("Right.")
    assert page.locator("fs-table").bounding_box() == table
