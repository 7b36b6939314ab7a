"""Pictures of scenarios: a step of an example, the position of a question or a puzzle, the deal of a practice hand.

Without a step, a picture shows the end of an example, and what is asked in a question or a puzzle.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.core.positions.position import Position
from rules_engine.html.elements import escape
from rules_engine.html.links import Links
from rules_engine.html.puzzle_html import puzzle_table
from rules_engine.html.question import QuestionTable
from rules_engine.html.slip import Slip
from rules_engine.html.steps import example_table, start_slip, step_slip
from rules_engine.html.table import TableView
from rules_engine.narration.narrator import narrator_for
from rules_engine.pictures.cards import card_svg, fan_svg, trick_svg
from rules_engine.pictures.score import score_svg
from rules_engine.pictures.table import table_svg
from rules_engine.quiz.questions import answer
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import as_text, listed

KINDS = ("table", "trick", "fan", "score", "card")
"""The kinds of pictures."""
OPEN = "open"
"""The value of ``seat`` that turns all cards face up."""
NO_LINKS = Links()
_LINK, _EMPHASIS = re.compile(r"\[([^\]]*)\]\([^)]*\)"), re.compile(r"(?<!\w)(\*{1,2}|_{1,2}|`+)(?=\S)(.+?)(?<=\S)\1(?!\w)")


class PictureError(RulesEngineError):
    """Raised if a scenario has no such picture. The message gives the reason."""


class Shot(NamedTuple):
    """The contents of a picture of a scenario.

    ``kind``     one of ``KINDS``
    ``step``     the number of steps made; None for the end of an example, or for what is asked
    ``seat``     the name of the seat whose view is shown, or ``OPEN``; empty for the cards that the page shows
    ``card``     for a picture of a card: the card as text
    ``message``  whether a table has its message
    """

    kind: str = "table"
    step: int | None = None
    seat: str = ""
    card: str = ""
    message: bool = True
    theme: str = "light"


def scenario_svg(run: Replay, shot: Shot) -> str:
    """Return a picture of a scenario. Raises ``RulesEngineError`` with the reason if there is no such picture."""
    if shot.kind not in KINDS:
        raise PictureError(f"{quoted(shot.kind)} is no kind of picture: expected {listed(KINDS, 'or')}")
    if shot.kind == "card":
        return card_svg(run.game, run.game.pack.card(shot.card), theme=shot.theme)
    table = scenario_table(run, shot.step, shot.seat)
    if shot.kind == "table":
        return table_svg(table, theme=shot.theme, message=shot.message)
    if shot.kind == "trick":
        if not table.laid:
            raise PictureError("no card is in the trick at this step")
        return trick_svg(table, theme=shot.theme)
    if shot.kind == "fan":
        return fan_svg(run.game, _hand(table, shot.seat), theme=shot.theme)
    return _score(run, table.position, shot)


def scenario_table(run: Replay, step: int | None = None, seat: str = "") -> TableView:
    """Return the table at a step, for a picture. ``step`` and ``seat`` are those of a ``Shot``.

    In the view of a seat, only the title is the message, since the others may reveal cards. Raises ``PictureError`` and
    ``TextError``.
    """
    if step is not None and not 0 <= step <= len(run.moments):
        raise PictureError(f"there is no step {step}: the scenario has {len(run.moments)}, and 0 is its start")
    table, position = _shown(run, step)
    if not seat:
        return table
    viewer = None if seat == OPEN else run.game.table.read_seat(seat)
    slip = table.slip if viewer is None else Slip(as_text(run.scenario.title))
    return TableView(run.game.view(position, viewer), narrator_for(run.game, viewer), NO_LINKS, slip=slip,
                     hides=table.hides, untold=table.untold)


def _shown(run: Replay, step: int | None) -> tuple[TableView, Position]:
    """Return the table that the page shows at a step, or at the question or the end, and its position with all cards."""
    asks = next((place for place, each in enumerate(run.scenario.script) if each.ask is not None), None)
    if run.scenario.kind == "practice" and not step:
        return _practice_table(run), run.start
    if asks is not None and step in (None, asks + 1):
        asked = puzzle_table(run, NO_LINKS) if run.scenario.kind == "puzzle" else QuestionTable(answer(run, asks), NO_LINKS)
        return asked, run.moments[asks].before
    if not step and (step == 0 or not run.moments):
        return example_table(run, run.start, NO_LINKS, start_slip(run, plain_note)), run.start
    moment = run.moments[-1 if step is None else step - 1]
    return example_table(run, moment.after, NO_LINKS, step_slip(run, moment, plain_note)), moment.after


def _practice_table(run: Replay) -> TableView:
    view = run.game.view(run.start, 0)
    return TableView(view, narrator_for(run.game, 0), NO_LINKS, slip=Slip(as_text(run.scenario.title)), still=True)


def plain_note(markdown: str) -> str:
    """Return an author's note as plain text, escaped: the text of its links, without emphasis."""
    text = _LINK.sub(r"\1", markdown)
    return escape(_EMPHASIS.sub(r"\2", text))


def _hand(table: TableView, seat: str) -> list[Card]:
    """Return the hand for a fan: that of the seat, or of the seat at the lower edge."""
    named = bool(seat) and seat != OPEN
    cards = [*table.cards(table.game.table.read_seat(seat) if named else table.low)]
    if not cards:
        raise PictureError("this hand has no cards at this step")
    return cards


def _score(run: Replay, position: Position, shot: Shot) -> str:
    if position.hand_score is None:
        raise PictureError("the hand isn't over at this step: there is no score yet")
    events = [each.event for moment in run.moments for each in moment.events]
    return score_svg(narrator_for(run.game), position, events, theme=shot.theme)
