"""Courses: the steps parsed from a page, and every error that can occur in them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import CheckResult, check_text
from rules_engine.html.links import Links
from rules_engine.site.fences.course_head import course_html
from rules_engine.site.model.course import MOST_WORDS, Course, course_faults, courses, lacking_rules, read_course, steps_plain
from rules_engine.site.model.course_coverage import course_lines
from rules_engine.site.model.site_model import SiteModel
from rules_engine.text.locale import Catalogue, use_language

PAGE = """# Learn

```course
game: snakebit
known:
  Hearts: {steps: [second], differs: "There are trumps."}
none: A trick is a card from each.
```

## First { #first }

A few words, [with a link](rules.md#here).

```quiz
one.yml
```

## Second { #second }

More.

```quiz
two.yml
```
"""
HAND = """
## Hand { #hand }

Play.

```practice
hand.yml
```
"""
SCENARIO = """format: 1
game: snakebit
kind: quiz
rules: [{rules}]
setup:
  trump: K
  cursed: S
  hands: {{South: 4WL, West: 8WL, North: 3SK, East: 2WL}}
script: [{{South: 4WL as L}}, {{West: 8WL}}, {{North: 3SK}}, {{East: 2WL, ask: {ask}}}]
"""


def written(rules: str, ask: str = "trick-winner") -> CheckResult:
    return check_text(SCENARIO.format(rules=rules, ask=ask), "examples/here.yml")


def course(text: str = PAGE) -> Course:
    found = read_course(text)
    assert found is not None
    return found


def faults(text: str = PAGE, **files: CheckResult) -> list[str]:
    scenarios: Mapping[str, CheckResult] = {f"{name}.yml": file for name, file in files.items()}
    rules = ["win-trick", "follow-suit", "score-tricks", "score-cursed"]
    return [f"{fault.line}: {fault.message}" for fault in course_faults(course(text), scenarios, rules)]


def test_a_page_without_the_fence_is_no_course() -> None:
    assert read_course("# Page\n\n## One { #one }\n\n```quiz\none.yml\n```\n") is None


def test_a_step_is_a_heading_its_words_and_a_fence() -> None:
    first, second = course().steps
    assert (first.title, first.id, first.line, first.words, first.fences) == ("First", "first", 10, 6, [("quiz", "one.yml")])
    assert (second.id, second.file) == ("second", "two.yml")
    assert course().minutes >= 1


def test_a_course_in_order_has_no_fault() -> None:
    assert not written("win-trick").problems
    assert faults(one=written("win-trick"), two=written("score-tricks, score-cursed", "own-score")) == []


def test_a_question_rests_on_no_rule_of_a_later_step() -> None:
    told = faults(one=written("follow-suit"), two=written("win-trick"))
    assert told == ["10: a question of one.yml rests on win-trick, which is taught in no step up to this one"]


def test_a_question_without_an_answer_is_a_fault_of_its_file_alone() -> None:
    assert written("win-trick", "bid-brings").problems
    assert faults(one=written("win-trick", "bid-brings")) == []


def test_a_second_course_goes_on_from_the_first() -> None:
    second = course(PAGE.replace("game: snakebit\n", "game: snakebit\nafter: learn.md\nthen: more.md\n"))
    assert (second.after, second.then) == ("learn.md", "more.md")
    files = {"one.yml": written("follow-suit"), "two.yml": written("score-tricks")}
    rules = ["win-trick", "follow-suit", "score-tricks"]
    assert len([*course_faults(second, files, rules)]) == 2
    assert [*course_faults(second, files, rules, ["win-trick"])] == []
    again = course_faults(second, files, rules, ["win-trick", "score-tricks"])
    assert [fault.message for fault in again] == ["the step teaches score-tricks, which a step before it teaches"]


def test_what_the_first_course_taught_is_known_before_its_page_has_rendered() -> None:
    pages = {"games/learn.md": PAGE, "games/more.md": PAGE.replace("game: snakebit\n", "game: snakebit\nafter: learn.md\n"),
             "games/rules.md": "# Rules\n"}

    def text_of(page: str) -> str | None:
        assert page != "picture.png", "it is no text"
        return pages.get(page)

    files = {"one.yml": written("win-trick"), "two.yml": written("follow-suit")}
    book = SiteModel({}, (), files, courses=courses([*pages, "picture.png"], text_of))
    assert [*book.courses] == ["games/learn.md", "games/more.md"]
    assert book.taught_before("games/more.md", book.courses["games/more.md"]) == ["win-trick", "follow-suit"]
    assert book.taught_before("games/learn.md", book.courses["games/learn.md"]) == []


def test_what_a_course_covers_is_told_rule_by_rule() -> None:
    files = {"one.yml": written("win-trick"), "two.yml": written("score-tricks, score-cursed", "own-score")}
    lines, holes = course_lines("snakebit", {Path("learn.md"): course()}, files, ["win-trick", "deal"], [
        "win-trick", "score-tricks", "score-cursed"])
    assert lines == ["snakebit: courses", "  learn.md: 2 steps, 7 words, about 2 minutes",
                     "  win-trick     first   first: trick-winner", "  score-tricks  second  not asked by itself",
                     "  score-cursed  second  not asked by itself"]
    assert holes == ["no step teaches deal"]


def test_each_rule_is_taught_once() -> None:
    assert faults(one=written("win-trick"), two=written("win-trick")) == [
        "18: the step teaches win-trick, which a step before it teaches"]
    assert "no rule of snakebit" in faults(one=written("win-trick"), two=written("deal"))[0]


def test_what_no_step_teaches_is_told() -> None:
    assert lacking_rules([course()], {"one.yml": written("win-trick")}, ["win-trick", "deal"]) == ["deal"]


@pytest.mark.parametrize(("old", "new", "told"), [
    ("A few words", "word " * (MOST_WORDS + 1), "words"),
    ("## First { #first }", "## First", "has no id"),
    ("```quiz\ntwo.yml\n```", "```quiz\ntwo.yml\n```\n\n```quiz\none.yml\n```", "has 2 fences"),
    ("```quiz\ntwo.yml\n```", "```puzzle\ntwo.yml\n```", "has 1 fences"),
    ("none: A trick is a card from each.\n", "", "write `none`"),
    ("steps: [second]", "steps: [third]", "no step of this course"),
    ("steps: [second]", "steps: 3", "needs `steps`"),
    ("game: snakebit", "game: 3", "names no game"),
    ("game: snakebit", "game: [", "can't be read"),
])
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, told: str) -> None:
    found = faults(PAGE.replace(old, new), one=written("win-trick"), two=written("follow-suit"))
    assert any(told in each for each in found), found


def test_steps_after_the_hand_are_extras() -> None:
    early = PAGE.replace("\n## Second", f"{HAND}\n## Second")
    assert [step.kind for step in course(early).steps] == ["quiz", "practice", "quiz"]
    assert (course(early).has_extras, course(early).minutes_to_hand, course(early).minutes) == (True, 1, 2)
    assert (course(PAGE + HAND).has_extras, course().has_extras) == (False, False)


def test_the_head_tells_newcomers_what_a_trick_is_and_when_the_first_hand_comes() -> None:
    head = str(course_html(course(PAGE.replace("\n## Second", f"{HAND}\n## Second")), [], Links(), ""))
    assert "<dt data-none>None of them</dt><dd>A trick is a card from each.</dd>" in head
    assert "3 steps, about 2 minutes. You play a hand after about a minute." in head
    assert "You play" not in course_html(course(), [], Links(), "")


def test_figures_are_no_words() -> None:
    assert course(PAGE.replace("one.yml", "a b c d e")).steps[0].words == 6


def test_what_closing_questions_ask_about_is_named_in_the_pages_language() -> None:
    files = {"one.yml": written("win-trick")}
    with use_language(Catalogue("de", {"Who takes the trick": "Wer den Stich macht"})):
        first, *_ = steps_plain(course(), files, lambda kind, file: kind)
    assert first["asked"] == {"win-trick": "Wer den Stich macht"}
