"""The answers to an author who writes a draft in the browser; see the message ``draft`` in `rules_engine.api.messages`.

    do        also            what comes back
    check     text            ``faults``, each with ``line`` and ``told``; where there are none ``content``, as a figure of a page
                              brings it to the table, and ``lines``, at which its steps begin
    fill      text            ``text`` with what the engine knows put in, and what was ``added``, each with ``line`` and ``told``
    complete  before, after   ``options`` for the end of ``before``, each with ``text``, ``about`` and ``back``, and what they
                              stand in the place of, ``typed``; ``game`` is the game of a draft that names none yet
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from rules_engine.authoring.autofill import fill_text
from rules_engine.authoring.check_text import CheckResult, replay_checked, unanswered_questions
from rules_engine.authoring.yaml_edit import NotEditable
from rules_engine.core.model.errors import Problem
from rules_engine.html.figure import FIGURES, FigureContent, Frame, figure_content
from rules_engine.html.links import Links
from rules_engine.playground.complete import complete
from rules_engine.playground.draft_html import paragraphs
from rules_engine.quiz.best_move import goal_of, prove
from rules_engine.quiz.question import Unanswerable
from rules_engine.scenarios.replay import Replay


class CheckMessage(TypedDict):
    """A draft to be checked."""

    do: Literal["check"]
    text: str


class FillMessage(TypedDict):
    """A draft to be filled in."""

    do: Literal["fill"]
    text: str


class CompleteMessage(TypedDict):
    """A draft before and after the caret; ``game`` is that of one that names none yet."""

    do: Literal["complete"]
    before: str
    after: str
    game: str


class ToldLine(TypedDict):
    """What is said of a line of the draft."""

    line: int
    told: str


class CheckAnswer(TypedDict):
    """What is wrong; where nothing is, what the draft's figure brings to the table, and the lines at which its steps begin."""

    faults: Sequence[ToldLine]
    content: NotRequired[FigureContent]
    lines: NotRequired[Sequence[int]]


class FillAnswer(TypedDict):
    """The text with what was added to it; ``told`` says why nothing could be."""

    text: str
    added: Sequence[ToldLine]
    told: str


class WrittenOption(TypedDict):
    """What may be put in (see `complete`)."""

    text: str
    about: str
    back: int


class CompleteAnswer(TypedDict):
    """What may come next, and what it stands in the place of."""

    typed: str
    options: Sequence[WrittenOption]


EFFORT = 200_000
"""So many cards are looked at to prove a best move: a second or two in a browser, where `followsuit check` takes ten."""
TOO_LONG = "in the browser a proof must be short: save the file and let `followsuit check` look at it, or take a later position"
FIGURE = "draft"
"""The id of the figure that a draft is."""


def _check(message: CheckMessage, links: Links) -> CheckAnswer:
    checked = looked_at(message["text"])
    if checked.problems or checked.run is None or checked.source is None:
        return {"faults": told(checked.problems)}
    content = _content(checked.run, links)
    lines = [checked.source.line(("script", place)) for place in range(len(checked.run.moments))]
    return {"faults": [], "content": content, "lines": lines}


def looked_at(text: str) -> CheckResult:
    """Return a draft as `followsuit check` looks at it, but for proofs that take long."""
    checked = replay_checked(text)
    if checked.run is not None and checked.source is not None:
        source, unproved = checked.source, [*_unproved(checked.run)]
        checked.problems += [problem._replace(line=source.line(problem.path)) for problem in unproved]
        if not unproved:
            checked.problems += unanswered_questions(checked)
    return checked


def _unproved(run: Replay) -> Iterator[Problem]:
    """The best moves that can't be proved in a short time; those that can are proved, once."""
    for place, moment in enumerate(run.moments):
        if moment.step.ask is not None and moment.step.ask.kind == "best-move" and moment.before.to_act is not None:
            try:
                run.proofs[place] = prove(run.game, moment.before, goal_of(run.game, run.scenario), EFFORT)
            except Unanswerable as error:
                yield Problem(f"ask: {error}", ("script", place, "ask"), TOO_LONG)


def told(problems: Iterable[Problem]) -> list[ToldLine]:
    """Return problems as their lines and words, from the top of the draft down."""
    found: list[ToldLine] = [{"line": each.line or 1, "told": each.message + (f" — {each.hint}" if each.hint else "")}
                             for each in problems]
    return sorted(found, key=lambda each: each["line"])


def _content(run: Replay, links: Links) -> FigureContent:
    """What the draft's figure brings to the table; of a hand to practise, the deal."""
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
        return {"text": message["text"], "added": [], "told": f"Nothing could be filled in: {error}."}
    return {"text": filled.text, "added": told(filled.added), "told": ""}


def _complete(message: CompleteMessage, links: Links) -> CompleteAnswer:
    found = complete(message["before"], message["after"], message["game"])
    options: list[WrittenOption] = [{"text": each.text, "about": each.about, "back": each.back} for each in found.options]
    return {"typed": found.typed, "options": options}


DEEDS: dict[str, Callable[[Any, Links], Mapping[str, object]]] = {"check": _check, "fill": _fill, "complete": _complete}
"""What answers each ``do``; the types of message and answer are those of the function."""
