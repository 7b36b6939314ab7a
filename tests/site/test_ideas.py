"""Ideas, the steps of courses on playing well: the checks of the build, and the HTML on pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import CheckResult, check_file, check_text
from rules_engine.html.elements import Html
from rules_engine.html.figure import FigureContent, Frame, quiz_figure
from rules_engine.html.links import Links
from rules_engine.html.puzzle_html import ideas_html
from rules_engine.puzzles.themes import IDEAS
from rules_engine.site.model.course import Course, CourseStep, course_faults, read_course
from rules_engine.site.model.ideas import NEEDS, Idea, idea_faults, read_idea

ROOT = Path(__file__).parents[2]
WELL = sorted((ROOT / "docs/games").glob("*/learn-well.md"))
DRAW = (ROOT / "examples/snakebit/well/draw.yml").read_text(encoding="utf-8")
TWIN = (ROOT / "examples/snakebit/well/draw-twin.yml").read_text(encoding="utf-8")


def course_on(page: Path) -> Course:
    course = read_course(page.read_text(encoding="utf-8"))
    assert course is not None
    return course


def steps(page: Path) -> list[tuple[CourseStep, Idea]]:
    return [(step, step.idea) for step in course_on(page).steps if step.idea]


def faults(position: str = DRAW, twin: str = TWIN, puzzles: tuple[str, ...] = ()) -> list[str]:
    """Return the faults of the idea *draw* with other scenarios."""
    files = {"one.yml": check_text(position, "one.yml"), "two.yml": check_text(twin, "two.yml"),
             "old.yml": check_file(ROOT / "examples/double-knot/puzzles/02.yml")}
    return [fault for fault, _ in idea_faults(Idea("one.yml", "two.yml", puzzles), "snakebit", files)]


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize("page", WELL, ids=lambda page: page.parent.name)
def test_a_course_has_eight_ideas_each_with_two_positions_that_hold(page: Path) -> None:
    course, found = course_on(page), steps(page)
    assert len(found) == len(course.steps) == 8
    names = {name for _, idea in found for name in (idea.position, idea.twin, *idea.puzzles)}
    scenarios = {name: check_file(ROOT / "examples" / name) for name in names}
    assert [problem.told() for checked in scenarios.values() for problem in checked.problems] == []
    assert [*course_faults(course, scenarios, ())] == []


@pytest.mark.parametrize("page", WELL, ids=lambda page: page.parent.name)
def test_an_idea_is_told_in_two_sentences(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for step, _ in steps(page):
        _, _, after = text.partition(f"{{ #{step.id} }}")
        told = " ".join(after.partition("```")[0].split())
        assert len(re.findall(r"[.?!](?= |$)", told)) == 2, told


def test_the_positions_of_an_idea_differ_by_one_card_or_one_fact() -> None:
    assert faults() == []
    other = changed(changed(TWIN, "3SK, 5YK", "3SK, 4YK"), "East: 5YK", "East: 4YK")
    assert faults(twin=other) == ["the twin differs from the position by more than one card or one fact"]


def test_another_move_is_right_in_the_twin() -> None:
    assert faults(twin=DRAW)[0] == "6SY as Y is right in the position and in its twin"


def test_both_answers_are_explained_and_so_is_the_card_that_is_right_in_the_other_position() -> None:
    plan = next(line for line in DRAW.splitlines() if line.startswith("  plan:"))
    assert faults(changed(DRAW, plan, "  plan: ''")) == ["one.yml doesn't explain its best move"]
    told = faults(twin=re.sub("    6SY as Y: .*\n", "", TWIN))
    assert told == ["two.yml doesn't explain why 6SY as Y fails, which is right in the other position"]


def test_both_scenarios_are_quizzes_about_the_best_move() -> None:
    assert faults(changed(DRAW, "kind: quiz", "kind: puzzle")) == ["one.yml is to be a quiz that asks once, for the best-move"]


def test_an_explanation_that_contradicts_the_solver_is_a_problem_of_its_file() -> None:
    told = check_text(changed(DRAW, "    6SY as S:", "    6SY as Y:"), "one.yml").problems
    assert ["6SY as Y is a best move" in problem.message for problem in told] == [True]


def test_puzzles_on_an_idea_are_shown_on_the_page_of_its_game() -> None:
    assert faults(puzzles=("old.yml", "none.yml")) == ["old.yml is no puzzle of snakebit", "none.yml is no puzzle of snakebit"]
    files = {"old.yml": check_file(ROOT / "examples/double-knot/puzzles/02.yml")}
    retired = next(path for path in sorted((ROOT / "examples/double-knot/puzzles").glob("*.yml"))
                   if "retired: true" in path.read_text(encoding="utf-8"))
    files["gone.yml"] = check_file(retired)
    idea = Idea("a.yml", "b.yml", ("old.yml", "gone.yml"))
    assert [fault for fault, _ in idea_faults(idea, "double-knot", files)] == [
        "the puzzle gone.yml is retired, so its page doesn't show it"]


@pytest.mark.parametrize("text", [
    "", "one.yml", "position: one.yml", "position: one.yml\ntwin: two.yml\nthird: three.yml", "a: [", "twin: two.yml"])
def test_an_idea_without_its_two_files_is_a_fault(text: str) -> None:
    assert [fault for fault, _ in idea_faults(read_idea(text), "snakebit", {})] == [NEEDS]


def figure_of(taught: tuple[str, ...] | None) -> tuple[str, dict[str, object]]:
    """Return the figure of the idea *draw*, and the data that the table needs for it."""
    stored: list[dict[str, object]] = []
    runs = [check_text(text, "x.yml").run for text in (DRAW, TWIN)]
    assert runs[0] is not None
    assert runs[1] is not None

    def store(content: FigureContent) -> str:
        stored.append({**content})
        return "figure.json"

    frame = Frame("idea", Links(), lambda text: text, store, taught=taught, more=[runs[1]], idea="idea-draw")
    return quiz_figure(runs[0], frame).html, stored[0]


def test_an_idea_asks_about_the_position_and_then_about_its_twin() -> None:
    _, content = figure_of(None)
    asked = content["steps"]
    assert isinstance(asked, list)
    assert [step["rules"] for step in asked] == [["idea-draw"], ["idea-draw"]]
    right = [re.findall(r'data-value="([^"]*)" data-right(?=[ >=])', step["html"]) for step in asked]
    assert right == [["6SY as Y"], ["2WL as W"]]
    assert "is the highest trump. As" in asked[0]["html"]     # the author's plan


def test_on_paper_all_hands_are_open() -> None:
    html, _ = figure_of(())
    assert html.count("West: ") >= 2
    assert html.count("East: ") >= 2


def test_checks_of_other_scenarios_are_left_to_their_files() -> None:
    unreadable = CheckResult("one.yml", [])
    assert [*idea_faults(Idea("one.yml", "two.yml"), "snakebit", {"one.yml": unreadable})] == []


def test_the_list_of_puzzles_by_idea_leads_to_the_course() -> None:
    puzzle = check_file(ROOT / "examples/snakebit/puzzles/37.yml").run
    assert puzzle is not None
    html = ideas_html([("puzzle-37", puzzle)], {"keep-winner": [Html('<a href="../learn-well/#cheap">Win as cheaply</a>')]})
    assert 'In the course: <a href="../learn-well/#cheap">Win as cheaply</a>' in html
    assert "In the course" not in ideas_html([("puzzle-37", puzzle)], {"dump": [Html("<a>Use the lost tricks</a>")]})


@pytest.mark.parametrize("page", WELL, ids=lambda page: page.parent.name)
def test_the_theme_of_an_idea_is_one_that_puzzles_have(page: Path) -> None:
    for _, idea in steps(page):
        scenario = check_file(ROOT / "examples" / idea.position).scenario
        assert scenario is not None
        assert scenario.puzzle is not None
        assert scenario.puzzle.idea in IDEAS
