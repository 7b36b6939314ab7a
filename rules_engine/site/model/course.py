"""Courses: pages that teach a game in steps, each a heading, a few words and a question on the table.

A page is a course by its fence ``course``, which names the game and what somebody may know already::

    ```course
    game: snakebit
    known:
      Hearts: {steps: [tricks], differs: "There are trumps."}
    ```

A second course of a game names the page of the one that it goes on from: ``after: learn.md``; that one names
it as what comes next: ``then: learn-money.md``.

A step begins with a heading of the second level that has an id, and holds one fence: a quiz, or at the end a practice hand. What
it teaches are the rules that its scenario lists. What is wrong with a course is found here; `Book` asks for it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from rules_engine.authoring.check import CheckResult
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.bots import who_plays_out
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.quiz.questions import answer
from rules_engine.quiz.rules_shown import rules_shown
from rules_engine.scenarios.replay import Replay
from rules_engine.text.locale import translate

COURSE = "course"
MOST_WORDS = 45
"""So many words a step may have: they and the table are one screen."""
_HEADING = re.compile(r"## +(?P<title>.*?)\s*(?:\{(?P<attributes>[^{}]*)\})?\s*$")
_ID = re.compile(r"#([\w-]+)")
_OPENS = re.compile(r"(?P<signs>~{3,}|`{3,})\s*(?P<kind>[\w-]+)\s*$")
_LINK = re.compile(r"\]\([^)]*\)(\{[^}]*\})?")
A_MINUTE = 240
"""Words that are read in a minute."""
QUESTIONS, SECONDS = 3, 20
"""About so many questions a step asks, and so long each takes with its answer: people needed 10 minutes for ten steps, 17 for
sixteen."""


class KnownGame(NamedTuple):
    """A game that somebody may know: its name, the steps that can be skipped then, and what differs."""

    name: str
    steps: tuple[str, ...]
    differs: str


@dataclass
class CourseStep:
    """A step as it is written: its heading, id and line, its words, and the fences in it, by kind and scenario file."""

    title: str
    id: str
    line: int
    words: int = 0
    fences: list[tuple[str, str]] = field(default_factory=list)

    @property
    def file(self) -> str:
        """The scenario file that it shows."""
        return self.fences[0][1] if self.fences else ""


@dataclass
class Course:
    """A course as it is written; ``line`` is that of its fence, ``after`` and ``then`` are the pages beside it
    whose courses come before and next.
    """

    game: str
    line: int
    known: tuple[KnownGame, ...]
    steps: list[CourseStep]
    faults: list[str] = field(default_factory=list)
    after: str = ""
    then: str = ""

    @property
    def words(self) -> int:
        """How many words its steps have."""
        return sum(step.words for step in self.steps)

    @property
    def minutes(self) -> int:
        """About how long it takes, without the hand at its end."""
        asked = sum(step.fences[:1] != [] and step.fences[0][0] == "quiz" for step in self.steps)
        return max(round(self.words / A_MINUTE + asked * QUESTIONS * SECONDS / 60), 1)


def read_course(text: str) -> Course | None:
    """Return the course that a page's text is; None where it is none."""
    course, steps = None, list[CourseStep]()
    for number, kind, body in _parts(text):
        if kind == "heading":
            found = _HEADING.match(body)
            assert found is not None
            marked = _ID.search(found["attributes"] or "")
            steps.append(CourseStep(found["title"], marked[1] if marked else "", number))
        elif kind == COURSE:
            course = _read_fence(body, number)
        elif kind == "text":
            if steps:
                steps[-1].words += len(_LINK.sub("]", body).split())
        elif steps:
            steps[-1].fences.append((kind, body.strip()))
    if course is not None:
        course.steps = [step for step in steps if step.fences]
    return course


def courses(pages: Collection[str], text_of: Callable[[str], str | None]) -> dict[str, Course]:
    """Return the courses among the files of a docs folder, by their places there."""
    read = ((page, read_course(text_of(page) or "")) for page in pages if page.endswith(".md"))
    return {page: course for page, course in read if course is not None}


def _parts(text: str) -> Iterator[tuple[int, str, str]]:
    """The lines of a page that are text or headings of the second level, and its fences whole, each with its line."""
    signs, kind, first, body = "", "", 0, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        if signs and line.strip() == signs:
            yield first, kind, "\n".join(body)
            signs = ""
        elif signs:
            body.append(line)
        elif opens := _OPENS.match(line):
            signs, kind, first, body = opens["signs"], opens["kind"], number, []
        else:
            yield number, "heading" if _HEADING.match(line) else "text", line


def _read_fence(body: str, line: int) -> Course:
    try:
        read = read_yaml(body).value
    except RulesEngineError as error:
        return Course("", line, (), [], [f"the course can't be read: {error}"])
    if not isinstance(read, Mapping) or not isinstance(game := read.get("game"), str):
        return Course("", line, (), [], ["the course names no game: write `game: ID` into its fence"])
    known, faults = [], list[str]()
    given = read.get("known") or {}
    for name, about in given.items() if isinstance(given, Mapping) else ():
        if isinstance(about, Mapping) and isinstance(about.get("differs"), str) and isinstance(about.get("steps"), list):
            known.append(KnownGame(str(name), tuple(map(str, about["steps"])), str(about["differs"])))
        else:
            faults.append(f"{name!r} needs `steps`, a list of ids, and `differs`, a sentence")
    return Course(game, line, tuple(known), [], faults, *(str(read.get(key) or "") for key in ("after", "then")))


class CourseFault(NamedTuple):
    """Something wrong with a course, at a line of its page; ``hint`` says what to do."""

    line: int
    message: str
    hint: str = ""


def taught_by(course: Course, scenarios: Mapping[str, CheckResult], last: str = "") -> list[str]:
    """Return the rules that a course teaches, in its order: all, or those up to the step that shows the file ``last``."""
    files = [step.file for step in course.steps]
    runs = [scenarios[file].run for file in files[:files.index(last) + 1 if last in files else None] if file in scenarios]
    return [rule for run in runs if run is not None for rule in run.scenario.rules]


def course_faults(course: Course, scenarios: Mapping[str, CheckResult], rules: Collection[str],
                  before: Collection[str] = ()) -> Iterator[CourseFault]:
    """Yield what is wrong with a course by itself. ``rules`` are those that its game has in any variant, ``before`` those that
    the course taught that it goes on from.
    """
    yield from (CourseFault(course.line, fault) for fault in course.faults)
    ids = [step.id for step in course.steps]
    for known in course.known:
        for unknown in sorted(set(known.steps) - {*ids}):
            yield CourseFault(course.line, f"who knows {known.name} may skip {unknown}, which is no step of this course")
    taught = {*before}
    for step in course.steps:
        yield from _step_faults(step)
        run = scenarios[step.file].run if step.file in scenarios else None
        if run is None:
            continue
        if run.scenario.kind == "practice":
            yield from _hand_faults(step, run, taught - {*before})
        listed = run.scenario.rules
        yield from (CourseFault(step.line, f"the step teaches {rule}, which is no rule of {course.game}")
                    for rule in listed if rule not in rules)
        yield from (CourseFault(step.line, f"the step teaches {rule}, which a step before it teaches")
                    for rule in listed if rule in taught)
        taught.update(listed)
        for later in sorted(rests_on(scenarios[step.file]) - taught):
            yield CourseFault(step.line, f"a question of {step.file} rests on {later}, which is taught in no step up to this one",
                        "move that step up, or ask about other cards")


def rules_met(run: Replay) -> set[str]:
    """Return the rules that decide something in a practice hand as bots play it from its setup."""
    game, position = run.game, run.start
    bot, rng, met = who_plays_out(game), random.Random(0), set[str]()
    while position.to_act is not None:
        moves = game.candidates(position)
        for rule in game.asked(position):
            left = moves if rule.offers else rule(position, moves)
            met |= {rule.id} if rule.offers or len(left) < len(moves) else set()
            moves = left
        move = bot.choose(game.view(position, position.to_act), rng).move
        position, events = game.make(position, move)
        met |= {event.rule for event in events}
    return met | {line.rule.id for line in game.sheet(position) if any(line.points)}


def _hand_faults(step: CourseStep, run: Replay, taught: Collection[str]) -> Iterator[CourseFault]:
    """A hand at the end of a course lets most of what was taught come up."""
    taught = {rule.id for rule in run.game.rules}.intersection(taught)
    missing = sorted(taught - rules_met(run))
    if 2 * len(missing) > len(taught):
        yield CourseFault(
            step.line,
            f"in the hand of {step.file} too little of what was taught comes up: not {', '.join(missing)}",
            "give it another seed",
        )


def _step_faults(step: CourseStep) -> Iterator[CourseFault]:
    if not step.id:
        yield CourseFault(step.line, f"the step “{step.title}” has no id", "add `{ #a-word }` to its heading")
    if step.words > MOST_WORDS:
        yield CourseFault(
            step.line, f"the step “{step.title}” has {step.words} words", f"{MOST_WORDS} is the most for one screen"
        )
    if len(step.fences) != 1 or step.fences[0][0] not in ("quiz", "practice"):
        yield CourseFault(
            step.line, f"the step “{step.title}” has {len(step.fences)} fences", "give it one, a quiz or a practice hand"
        )


def lacking_rules(courses: Sequence[Course], scenarios: Mapping[str, CheckResult], needed: Sequence[str]) -> list[str]:
    """Return the rules that no step of some courses teaches."""
    taught = {rule for course in courses for rule in taught_by(course, scenarios)}
    return [rule for rule in needed if rule not in taught]


def asked_rules(checked: CheckResult) -> list[str]:
    """Return the rules of a scenario that closing questions ask about: those that an answer rests on, otherwise those that a
    question shows; none for a scenario that doesn't hold.
    """
    run = checked.run
    if run is None or checked.problems:
        return []
    asked = [answer(run, place) for place, each in enumerate(run.scenario.script) if each.ask is not None]
    resting, shown = (set[str]().union(*map(found, asked)) for found in (attrgetter("rules"), rules_shown))
    return [rule for rule in run.scenario.rules if rule in resting] or [rule for rule in run.scenario.rules if rule in shown]


def rests_on(checked: CheckResult) -> set[str]:
    """Return the rules on which a scenario's questions rest; none where it doesn't hold."""
    run = checked.run
    if run is None or checked.problems:
        return set()
    return {rule for place, each in enumerate(run.scenario.script) if each.ask is not None for rule in answer(run, place).rules}


def steps_plain(
    course: Course, scenarios: Mapping[str, CheckResult], figure: Callable[[str, str], str]
) -> list[dict[str, object]]:
    """Return the steps as the page's script reads them; ``figure`` gives the id of a figure by kind and file."""
    found: list[dict[str, object]] = []
    for step in course.steps:
        run = scenarios[step.file].run if step.file in scenarios else None
        rules = list(run.scenario.rules) if run else []
        titles = {rule.id: translate(rule.title) for rule in run.game.rules} if run else {}
        found.append({"id": step.id, "figure": figure(step.fences[0][0], step.file), "rules": rules,
                      "asked": {rule: titles.get(rule, rule) for rule in asked_rules(scenarios[step.file])} if run else {}})
    return found
