"""Pictures of what is on the reader's table. A hidden hand is face down in them, too."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.api.hand_view import HandView
from rules_engine.api.protocol import PictureAnswer, PictureMessage
from rules_engine.api.request import links_of, session_of
from rules_engine.api.session import InvalidSave, Session, what_if
from rules_engine.core.model.errors import TextError
from rules_engine.core.model.rules import MoveRefused
from rules_engine.html.puzzle_html import asked_at
from rules_engine.pictures.scenario import Shot, scenario_svg
from rules_engine.pictures.score import score_svg
from rules_engine.pictures.table import table_svg
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import Replay, replay
from rules_engine.text.message import say

PUZZLE = "puzzle"


def picture_answer(message: PictureMessage) -> PictureAnswer:
    """Return a picture of a hand, of a step of an example with the moves tried after it, or of a puzzle. Raises ``InvalidSave``
    and ``RulesEngineError``."""
    theme = message["theme"]
    if "save" in message:
        session = session_of(message)
        return {"svg": _session_svg(session, message), "name": session.game.id}
    run, moves = replay(read_scenario(message["scenario"])), message.get("moves", ())
    step = message.get("step")
    svg = _session_svg(_tried(run, step, moves), message) if moves else scenario_svg(run, Shot(step=step, theme=theme))
    return {"svg": svg, "name": f"{run.game.id}-{run.scenario.kind}"}


def _tried(run: Replay, step: int | None, moves: Sequence[str]) -> Session:
    """Return the session with the moves made from a step of an example, or from the start of a puzzle."""
    place = asked_at(run) if step is None else step
    if not 0 <= place <= len(run.moments):
        raise InvalidSave(say("This points past the end of the example."))
    try:
        return what_if(run, place, moves, run.moments[place].before.to_act if run.scenario.kind == PUZZLE else None)
    except (MoveRefused, TextError) as error:
        raise InvalidSave(say("This puzzle can't be taken up where it was: {error}", error=str(error))) from None


def _session_svg(session: Session, message: PictureMessage) -> str:
    """Return the table of a session or, if the hand is over, its score sheet."""
    if session.position.hand_score is not None:
        events = [event for reached in session.line for event in reached.events]
        return score_svg(session.narrator, session.position, events, theme=message["theme"])
    return table_svg(HandView(session, links_of(message)).table, theme=message["theme"])
