"""Courses: pages that teach a game in steps, each with a heading, a short text and a question at the table.

The fence ``course`` makes a page a course. It names the game, and the games that readers may already know::

    ```course
    game: snakebit
    known:
      Hearts: {steps: [tricks], differs: "There are trumps."}
    none: A trick is one card from each player. You want tricks.
    ```

``none`` is for readers who know none of these games. A second course for a game names the page of the course that it continues,
``after: learn.md``, and that page names the second course, ``then: learn-money.md``.

A step starts with a second-level heading that has an id, and contains one fence: a quiz, an example, a practice hand, or an idea
(see `ideas`). It teaches the rules that its scenario lists. Steps after the practice hand are extras. This module checks courses
for `SiteModel`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from rules_engine.authoring.checks.check import CheckResult
from rules_engine.authoring.tracebacks import describe_exception
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.bots import who_plays_out
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.quiz.questions import answer
from rules_engine.quiz.rules_shown import rules_shown
from rules_engine.scenarios.replay import Replay
from rules_engine.site.model.ideas import IDEA, Idea, idea_faults, read_idea
from rules_engine.text.locale import translate

COURSE = "course"
KINDS = ("quiz", "example", "practice", IDEA)
"""Kinds of fences that a step may have."""
MOST_WORDS = 45
"""Maximum number of words in a step, so that its text and the table fit on one screen."""
_HEADING = re.compile(r"## +(?P<title>.*?)\s*(?:\{(?P<attributes>[^{}]*)\})?\s*$")
_ID = re.compile(r"#([\w-]+)")
_OPENS = re.compile(r"(?P<signs>~{3,}|`{3,})\s*(?P<kind>[\w-]+)\s*$")
_LINK = re.compile(r"\]\([^)]*\)(\{[^}]*\})?")
A_MINUTE = 240
"""Reading speed in words per minute."""
QUESTIONS, SECONDS = 3, 20
"""Average number of questions in a step, and the time for a question with its answer, in seconds. In tests, people needed 10
minutes for ten steps and 17 minutes for sixteen."""


class KnownGame(NamedTuple):
    """A similar game that readers may know: its name, the ids of the steps that these readers can skip, and the differences."""

    name: str
    steps: tuple[str, ...]
    differs: str


@dataclass
class CourseStep:
    """A step in a course.

    ``title``   its heading
    ``id``      the heading's id
    ``line``    the heading's line
    ``words``   its number of words
    ``fences``  its fenced code blocks, each as kind and scenario file
    """

    title: str
    id: str
    line: int
    words: int = 0
    fences: list[tuple[str, str]] = field(default_factory=list)

    @property
    def file(self) -> str:
        """The scenario file that its first fence shows, or ""."""
        return self.idea.position if self.idea else self.fences[0][1] if self.fences else ""

    @property
    def idea(self) -> Idea | None:
        """The idea in its first fence, if it teaches one."""
        return read_idea(self.fences[0][1]) if self.kind == IDEA else None

    @property
    def kind(self) -> str:
        """The kind of its first fence, or ""."""
        return self.fences[0][0] if self.fences else ""


@dataclass
class Course:
    """A course that teaches a game.

    ``game``    the id of its game
    ``line``    the line of the fence that declares it
    ``known``   the games that readers may know
    ``none``    the explanation for readers who know none of them, or ""
    ``steps``   its steps with at least one fence
    ``faults``  the errors in the fence that declares it
    ``after``   the page of the preceding course, in the same folder, or ""
    ``then``    the page of the next course, in the same folder, or ""
    """

    game: str
    line: int
    known: tuple[KnownGame, ...]
    steps: list[CourseStep]
    faults: list[str] = field(default_factory=list)
    after: str = ""
    then: str = ""
    none: str = ""

    @property
    def words(self) -> int:
        """The number of words in its steps."""
        return sum(step.words for step in self.steps)

    @property
    def minutes(self) -> int:
        """The approximate duration in minutes, without the practice hand."""
        return _minutes(self.steps)

    @property
    def minutes_to_hand(self) -> int:
        """The approximate duration in minutes until the practice hand."""
        return _minutes(self.steps[:self.hand])

    @property
    def hand(self) -> int:
        """The index of the step with the practice hand; the number of steps if there is none."""
        return next((place for place, step in enumerate(self.steps) if step.kind == "practice"), len(self.steps))

    @property
    def has_extras(self) -> bool:
        """True if steps follow the practice hand."""
        return self.hand + 1 < len(self.steps)


def _minutes(steps: Sequence[CourseStep]) -> int:
    asked = sum(step.kind in ("quiz", IDEA) for step in steps)
    return max(round(sum(step.words for step in steps) / A_MINUTE + asked * QUESTIONS * SECONDS / 60), 1)


def read_course(text: str) -> Course | None:
    """Return the course in a page's Markdown text, or None if there is none."""
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
    """Return the courses among the files of a docs folder, by page; ``text_of`` returns a file's text or None."""
    read = ((page, read_course(text_of(page) or "")) for page in pages if page.endswith(".md"))
    return {page: course for page, course in read if course is not None}


def _parts(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the parts of a page: text lines, second-level headings, and complete fences.

    Each part has its line number, kind and text.
    """
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
    rest = [str(read.get(key) or "") for key in ("after", "then", "none")]
    if known and not rest[-1]:
        faults.append("write `none` for readers who know none of these games: what a trick is, and what players aim for")
    return Course(game, line, tuple(known), [], faults, *rest)


class CourseFault(NamedTuple):
    """A problem in a course, with its line on the page and a hint."""

    line: int
    message: str
    hint: str = ""


def taught_by(course: Course, scenarios: Mapping[str, CheckResult], last: str = "") -> list[str]:
    """Return the rules that a course teaches, in order, up to and including the step that shows the scenario file ``last`` if
    given."""
    files = [step.file for step in course.steps]
    runs = [scenarios[file].run for file in files[:files.index(last) + 1 if last in files else None] if file in scenarios]
    return [rule for run in runs if run is not None for rule in run.scenario.rules]


def course_faults(course: Course, scenarios: Mapping[str, CheckResult], rules: Collection[str],
                  before: Collection[str] = ()) -> Iterator[CourseFault]:
    """Yield the problems in a course.

    ``rules`` are the rules of its game in all variants, and ``before`` the rules taught by the preceding courses.
    """
    yield from (CourseFault(course.line, fault) for fault in course.faults)
    ids = [step.id for step in course.steps]
    for known in course.known:
        for unknown in sorted(set(known.steps) - {*ids}):
            yield CourseFault(course.line, f"who knows {known.name} may skip {unknown}, which is no step of this course")
    taught = {*before}
    for step in course.steps:
        yield from _step_faults(step)
        if step.kind == IDEA:
            yield from (CourseFault(step.line, *fault) for fault in idea_faults(step.idea, course.game, scenarios))
            continue
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
                        "teach it in this step or an earlier one, or ask about other cards")


def rules_met(run: Replay) -> set[str]:
    """Return the rules that apply in a practice hand when bots play it from its setup."""
    game, position = run.game, run.start
    bot, rng, met = who_plays_out(game), random.Random(0), set[str]()
    while position.to_act is not None:
        game.check_filters(position)
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
    """Yield a problem if fewer than half of the rules taught apply in the practice hand in a step."""
    taught = {rule.id for rule in run.game.rules}.intersection(taught)
    try:
        missing = sorted(taught - rules_met(run))
    except Exception as error:  # noqa: BLE001  (whatever an author's rules raise)
        yield CourseFault(step.line, f"the hand of {step.file} can't be played: {describe_exception(error)}")
        return
    if 2 * len(missing) > len(taught):
        yield CourseFault(step.line,
                          f"in the hand of {step.file} too little of what was taught comes up: not {', '.join(missing)}",
                          "give it another seed")


def _step_faults(step: CourseStep) -> Iterator[CourseFault]:
    if not step.id:
        yield CourseFault(step.line, f"the step “{step.title}” has no id", "add `{ #a-word }` to its heading")
    if step.words > MOST_WORDS:
        yield CourseFault(
            step.line, f"the step “{step.title}” has {step.words} words", f"{MOST_WORDS} is the most for one screen"
        )
    if len(step.fences) != 1 or step.kind not in KINDS:
        yield CourseFault(step.line, f"the step “{step.title}” has {len(step.fences)} fences",
                          "give it one: a quiz, an idea, an example or a practice hand")


def lacking_rules(courses: Sequence[Course], scenarios: Mapping[str, CheckResult], needed: Sequence[str]) -> list[str]:
    """Return the ``needed`` rules that no step in the given courses teaches."""
    taught = {rule for course in courses for rule in taught_by(course, scenarios)}
    return [rule for rule in needed if rule not in taught]


def asked_rules(checked: CheckResult) -> list[str]:
    """Return the rules in a scenario that the questions at the end of the course can ask about.

    They are the rules that its answers depend on; if there are none, they are the rules that its questions show. A scenario with
    problems has none.
    """
    run = checked.run
    if run is None or checked.problems:
        return []
    asked = [answer(run, place) for place, each in enumerate(run.scenario.script) if each.ask is not None]
    resting, shown = (set[str]().union(*map(found, asked)) for found in (attrgetter("rules"), rules_shown))
    return [rule for rule in run.scenario.rules if rule in resting] or [rule for rule in run.scenario.rules if rule in shown]


def rests_on(checked: CheckResult) -> set[str]:
    """Return the rules that the answers to a scenario's questions depend on; none for a scenario with problems."""
    run = checked.run
    if run is None or checked.problems:
        return set()
    return {rule for place, each in enumerate(run.scenario.script) if each.ask is not None for rule in answer(run, place).rules}


def steps_plain(
    course: Course, scenarios: Mapping[str, CheckResult], figure: Callable[[str, str], str]
) -> list[dict[str, object]]:
    """Return the steps as JSON values for the page's script; ``figure`` returns the id of a figure from its kind and file."""
    found: list[dict[str, object]] = []
    for step in course.steps:
        run = scenarios[step.file].run if step.file in scenarios else None
        rules = list(run.scenario.rules) if run else []
        titles = {rule.id: translate(rule.title) for rule in run.game.rules} if run else {}
        found.append({"id": step.id, "figure": figure(step.kind, step.file), "rules": rules,
                      "asked": {rule: titles.get(rule, rule) for rule in asked_rules(scenarios[step.file])} if run else {}})
    return found
