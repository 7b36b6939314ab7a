"""The rule coverage of courses: the step that teaches each rule, the questions about it, the course's length, and the gaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rules_engine.authoring.checks.check import CheckResult
from rules_engine.authoring.files import files_below
from rules_engine.quiz.question import Unanswerable
from rules_engine.quiz.questions import answer
from rules_engine.site.model.course import Course, CourseStep, course_faults, read_course
from rules_engine.site.model.ideas import IDEA


class TaughtRule(NamedTuple):
    """A rule, the step that teaches it, and the questions whose answer depends on it, as ``step: kind``."""

    rule: str
    step: str
    asked: tuple[str, ...]


def courses_in(pages: Path) -> dict[Path, Course]:
    """Return the courses below a folder of pages, by file; first courses come before the ones that continue them."""
    found = {path: course for path in files_below(pages, ".md")     # the site's build reports files that aren't UTF-8
             if "```course" in (text := path.read_text("utf-8", "replace")) and (course := read_course(text)) is not None}
    return dict(sorted(found.items(), key=lambda each: each[1].after != ""))


def taught_rules(courses: Sequence[Course], scenarios: Mapping[str, CheckResult]) -> list[TaughtRule]:
    """Return the rules that the courses of a game teach, with the questions about each."""
    asked: dict[str, dict[str, None]] = {}
    steps = [step for course in courses for step in course.steps]
    for step in steps:
        for kind, rules in _questions(step, scenarios):
            for rule in rules:
                asked.setdefault(rule, {})[f"{step.id}: {kind}"] = None
    return [TaughtRule(rule, step.id, tuple(asked.get(rule, ()))) for step in steps for rule in _rules(step, scenarios)]


def _rules(step: CourseStep, scenarios: Mapping[str, CheckResult]) -> Sequence[str]:
    run = scenarios[step.file].run if step.file in scenarios else None
    return run.scenario.rules if run is not None else ()


def _questions(step: CourseStep, scenarios: Mapping[str, CheckResult]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the kind of each question in a step, with the rules that its answer depends on."""
    run = scenarios[step.file].run if step.file in scenarios else None
    if run is None or step.kind == IDEA:
        return
    for place, each in enumerate(run.scenario.script):
        if each.ask is not None:
            try:
                yield each.ask.kind, answer(run, place).rules
            except Unanswerable:
                continue


def course_lines(game: str, pages: Mapping[Path, Course], scenarios: Mapping[str, CheckResult], needed: Sequence[str],
                 rules: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the lines that ``followsuit coverage`` prints about a game's courses, and the lines about their gaps.

    ``needed`` are the rules that the courses must teach, and ``rules`` all rules of the game.
    """
    lines, before, holes = [f"{game}: courses"], list[str](), list[str]()
    for path, course in pages.items():
        quizzes = [step for step in course.steps if step.kind == "quiz"]
        lines.append(f"  {path.as_posix()}: {len(course.steps)} steps, {course.words} words, about {course.minutes} minutes")
        holes += [f"{path.as_posix()}:{fault.line}: {fault.message}" for fault in course_faults(course, scenarios, rules, before)]
        holes += [f"{path.as_posix()}:{step.line}: the step {step.id} asks nothing" for step in quizzes
                  if not any(_questions(step, scenarios))]
        before += [rule for step in course.steps for rule in _rules(step, scenarios)]
    found = taught_rules([*pages.values()], scenarios)
    wide, wider = (max((len(each) for each in column), default=0) for column in
                   ([each.rule for each in found], [each.step for each in found]))
    lines += [f"  {each.rule:<{wide}}  {each.step:<{wider}}  {', '.join(each.asked) or 'not asked by itself'}" for each in found]
    holes += [f"no step teaches {rule}" for rule in needed if rule not in {each.rule for each in found}]
    return lines, holes
