"""Handlers for drafts that an author writes in the browser; see the message ``draft`` in `rules_engine.api.messages`.

    do        fields                response
    check     text                  ``faults``, each with ``line`` and ``message``; without faults ``content``, the content
                                    for the table, and ``lines``, the first line of each step; for a record of a Bridge hand
                                    in another format ``rewritten``, the scenario that replaces it
    fill      text                  ``text`` with the missing values, and ``added``, each addition with ``line`` and ``message``
    complete  before, after, game   ``options``, each with ``text``, ``about`` and ``back``, and ``typed``, the end of ``before``
                                    that they replace; ``game`` is the default if the draft names none
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from rules_engine.authoring.autofill import fill_text
from rules_engine.authoring.checks.check_text import CheckResult, replay_checked, unanswered_questions
from rules_engine.authoring.yaml_edit import NotEditable
from rules_engine.core.model.errors import Problem
from rules_engine.html.figure import FIGURES, FigureContent, Frame, figure_content
from rules_engine.html.links import Links
from rules_engine.playground.complete import complete
from rules_engine.playground.draft_html import paragraphs
from rules_engine.quiz.best_move import goal_of, prove
from rules_engine.quiz.question import Unanswerable
from rules_engine.scenarios.replay import Replay
from rules_engine.sketches.bridge_files.read import is_bridge_record, scenario_of
from rules_engine.sketches.bridge_files.record import RecordError


class CheckMessage(TypedDict):
    """A request to check a draft."""

    do: Literal["check"]
    text: str


class FillMessage(TypedDict):
    """A request to fill in the missing values of a draft."""

    do: Literal["fill"]
    text: str


class CompleteMessage(TypedDict):
    """A request for completions, with the draft before the caret and after it, and the default game."""

    do: Literal["complete"]
    before: str
    after: str
    game: str


class LineMessage(TypedDict):
    """A message about a line in the draft."""

    line: int
    message: str


class CheckAnswer(TypedDict):
    """The problems in a draft. If there are none, the content of its figure, and the number of the first line of each step; or
    the scenario that a record of a Bridge hand becomes."""

    faults: Sequence[LineMessage]
    rewritten: NotRequired[str]
    content: NotRequired[FigureContent]
    lines: NotRequired[Sequence[int]]


class FillAnswer(TypedDict):
    """The filled text and the additions. ``fault`` is the reason if the draft can't be edited, otherwise empty."""

    text: str
    added: Sequence[LineMessage]
    fault: str


class WrittenOption(TypedDict):
    """A completion option (see `complete.Insertion`)."""

    text: str
    about: str
    back: int


class CompleteAnswer(TypedDict):
    """The completion options, and the typed text that they replace."""

    typed: str
    options: Sequence[WrittenOption]


EFFORT = 200_000
"""Maximum number of nodes searched to prove a best move: 1 to 2 s in a browser; `followsuit check` may take 10 s."""
TOO_LONG = "in the browser a proof must be short: save the file and let `followsuit check` look at it, or take a later position"
FIGURE = "draft"
"""The element id of a draft's figure."""


def _check(message: CheckMessage, links: Links) -> CheckAnswer:
    if is_bridge_record(message["text"]):
        return _rewritten(message["text"])
    checked = looked_at(message["text"])
    if checked.problems or checked.run is None or checked.source is None:
        return {"faults": line_messages(checked.problems)}
    content = _content(checked.run, links)
    lines = [checked.source.line(("script", place)) for place in range(len(checked.run.moments))]
    return {"faults": [], "content": content, "lines": lines}


def _rewritten(record: str) -> CheckAnswer:
    try:
        return {"faults": [], "rewritten": scenario_of(record)}
    except RecordError as error:
        return {"faults": [{"line": error.line, "message": error.reason}]}


def looked_at(text: str) -> CheckResult:
    """Check a draft in the same way as `followsuit check`, but report proofs that take too long as problems."""
    checked = replay_checked(text)
    if checked.run is not None and checked.source is not None:
        source, unproved = checked.source, [*_unproved(checked.run)]
        checked.problems += [problem._replace(line=source.line(problem.path)) for problem in unproved]
        if not unproved:
            checked.problems += unanswered_questions(checked)
    return checked


def _unproved(run: Replay) -> Iterator[Problem]:
    """Prove the best moves, and yield a problem for each one that can't be proved within ``EFFORT``."""
    for place, moment in enumerate(run.moments):
        if moment.step.ask is not None and moment.step.ask.needs_proof and moment.before.to_act is not None:
            try:
                run.proofs[place] = prove(run.game, moment.before, goal_of(run.game, run.scenario), EFFORT)
            except Unanswerable as error:
                yield Problem(f"ask: {error}", ("script", place, "ask"), TOO_LONG)


def line_messages(problems: Iterable[Problem]) -> list[LineMessage]:
    """Return the line and message of each problem, sorted by line."""
    found: list[LineMessage] = [{"line": each.line or 1, "message": each.message + (f" — {each.hint}" if each.hint else "")}
                             for each in problems]
    return sorted(found, key=lambda each: each["line"])


def _content(run: Replay, links: Links) -> FigureContent:
    """Return the content for the draft's figure on the table; for a practice hand, only the deal."""
    stored: list[FigureContent] = []

    def keep(content: FigureContent) -> str:
        stored.append(content)
        return ""

    figure = FIGURES[run.scenario.kind](run, Frame(FIGURE, links, paragraphs, keep))
    deal = figure_content(run.scenario, figure.title, [{"html": figure.stage, "say": figure.title}], "example")
    return {**(stored or [deal])[0], "colours": figure.colours}


def _fill(message: FillMessage, links: Links) -> FillAnswer:
    try:
        filled = fill_text(message["text"])
    except NotEditable as error:
        return {"text": message["text"], "added": [], "fault": f"Nothing could be filled in: {error}."}
    return {"text": filled.text, "added": line_messages(filled.added), "fault": ""}


def _complete(message: CompleteMessage, links: Links) -> CompleteAnswer:
    found = complete(message["before"], message["after"], message["game"])
    options: list[WrittenOption] = [{"text": each.text, "about": each.about, "back": each.back} for each in found.options]
    return {"typed": found.typed, "options": options}


DEEDS: dict[str, Callable[[Any, Links], Mapping[str, object]]] = {"check": _check, "fill": _fill, "complete": _complete}
"""The handler for each action (``do``). It takes the message and the links for the page."""
