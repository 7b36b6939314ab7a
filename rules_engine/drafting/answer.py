"""The answers to an author who writes a draft in the browser; see the message ``draft`` in `rules_engine.table.messages`.

    do        also            what comes back
    check     text            ``faults``, each with ``line`` and ``told``; where there are none ``content``, as a figure of a page
                              brings it to the table, and ``lines``, at which its steps begin
    fill      text            ``text`` with what the engine knows put in, and what was ``added``, each with ``line`` and ``told``
    complete  before, after   ``options`` for the end of ``before``, each with ``text``, ``about`` and ``back``, and what they
                              stand in the place of, ``typed``; ``game`` is the game of a draft that names none yet
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rules_engine.authoring.fill import fill_text
from rules_engine.authoring.look import Checked, replayed, unanswered
from rules_engine.authoring.yaml_edit import NotEditable
from rules_engine.core.errors import Problem
from rules_engine.drafting.complete import complete
from rules_engine.drafting.told import paragraphs
from rules_engine.scenario.best import goal_of, prove
from rules_engine.scenario.model import write_scenario
from rules_engine.scenario.question import Unanswerable
from rules_engine.scenario.run import Replay
from rules_engine.view.figure import FIGURES, Frame
from rules_engine.view.links import Links

Message = Mapping[str, Any]
Answer = dict[str, Any]

EFFORT = 200_000
"""So many cards are looked at to prove a best move: a second or two in a browser, where `followsuit check` takes ten."""
TOO_LONG = "in the browser a proof must be short: save the file and let `followsuit check` look at it, or take a later position"
FIGURE = "draft"
"""The id of the figure that a draft is."""


def draft_answer(message: Message, links: Links) -> Answer:
    """What an author gets back."""
    return _DEEDS[message["do"]](message, links)


def _check(message: Message, links: Links) -> Answer:
    checked = looked_at(message["text"])
    if checked.problems or checked.run is None or checked.source is None:
        return {"faults": told(checked.problems)}
    content = _content(checked.run, links)
    lines = [checked.source.line(("script", place)) for place in range(len(checked.run.moments))]
    return {"faults": [], "content": content, "lines": lines}


def looked_at(text: str) -> Checked:
    """A draft as `followsuit check` looks at it, but for proofs that take long."""
    checked = replayed(text)
    if checked.run is not None and checked.source is not None:
        source, unproved = checked.source, [*_unproved(checked.run)]
        checked.problems += [problem._replace(line=source.line(problem.path)) for problem in unproved]
        if not unproved:
            checked.problems += unanswered(checked)
    return checked


def _unproved(run: Replay) -> Iterator[Problem]:
    """The best moves that can't be proved in a short time; those that can are proved, once."""
    for place, moment in enumerate(run.moments):
        if moment.step.ask is not None and moment.step.ask.kind == "best-move" and moment.before.to_act is not None:
            try:
                run.proofs[place] = prove(run.game, moment.before, goal_of(run.game, run.scenario), EFFORT)
            except Unanswerable as error:
                yield Problem(f"ask: {error}", ("script", place, "ask"), TOO_LONG)


def told(problems: Iterable[Problem]) -> list[Answer]:
    """Problems as their lines and words, from the top of the draft down."""
    found = [{"line": each.line or 1, "told": each.message + (f" — {each.hint}" if each.hint else "")} for each in problems]
    return sorted(found, key=lambda each: int(str(each["line"])))


def _content(run: Replay, links: Links) -> Answer:
    """What the draft's figure brings to the table; of a hand to practise, the deal."""
    stored: list[Answer] = []

    def keep(content: Answer) -> str:
        stored.append(content)
        return ""

    figure = FIGURES[run.scenario.kind](run, Frame(FIGURE, links, paragraphs, keep))
    deal = {"kind": "example", "title": figure.title, "source": write_scenario(run.scenario),
            "steps": [{"html": figure.stage, "say": figure.title}]}
    return (stored or [deal])[0] | {"colours": figure.colours}


def _fill(message: Message, links: Links) -> Answer:
    try:
        filled = fill_text(message["text"])
    except NotEditable as error:
        return {"text": message["text"], "added": [], "told": f"Nothing could be filled in: {error}."}
    return {"text": filled.text, "added": told(filled.added), "told": ""}


def _complete(message: Message, links: Links) -> Answer:
    found = complete(message["before"], message["after"], message["game"])
    return {"typed": found.typed, "options": [option._asdict() for option in found.options]}


_DEEDS: dict[str, Callable[[Message, Links], Answer]] = {"check": _check, "fill": _fill, "complete": _complete}
