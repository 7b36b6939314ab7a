"""Export of a played hand, a variation of an example or a puzzle as the text of an author's file."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.api.protocol import RecordAnswer, RecordMessage
from rules_engine.api.referee.import_link import opened
from rules_engine.api.request import session_of
from rules_engine.api.session import InvalidSave, Session, what_if
from rules_engine.games import make_game
from rules_engine.scenarios.model import ScenarioJson, write_scenario
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.record import Play, write_example, write_quiz
from rules_engine.scenarios.replay import Replay, replay
from rules_engine.scenarios.yaml_writer import write_yaml
from rules_engine.text.message import say

NOTHING = {"example": say("Nobody has done anything yet: there is nothing to save."),
           "quiz": say("There has been nothing to decide yet: there is nothing to ask.")}
PUZZLE, TABLE = "puzzle", "table"


def record_answer(message: RecordMessage) -> RecordAnswer:
    """Return an author's file with a practice hand, a variation of an example, or a puzzle. Raises ``InvalidSave``."""
    kind = str(message["kind"])
    if "save" in message:
        return _hand_recorded(session_of(message), kind)
    if "step" not in message:
        return _puzzle_recorded(message["scenario"], message.get("moves", ()), kind)
    return _example_recorded(message["scenario"], int(message["step"]), message.get("moves", ()), kind)


def _recorded(played: Play, deciding: bool, seat: int | None, kind: str) -> RecordAnswer:
    """Return the text, its file name, and a message. If there is nothing to write, the text is empty. Raises ``InvalidSave``.

    If ``deciding``, a quiz asks about the current decision, otherwise about the latest decision of ``seat``. A table is written
    as a URL fragment that opens the referee.
    """
    if kind == TABLE:
        usual = make_game(played.game.id, played.game.variant, played.game.table.size)
        if played.game.options != usual.options:
            return {"text": "", "name": "", "say": say("This hand is played with an option that “At your table” doesn't know.")}
        return {"text": opened(played, seat), "name": "", "say": ""}
    if kind not in NOTHING:
        raise InvalidSave(say("{kind} can't be made of a hand: expected an example or a quiz.", kind=repr(kind)))
    text = _example(played) if kind == "example" else _quiz(played, deciding, seat)
    if not text:
        return {"text": "", "name": "", "say": NOTHING[kind]}
    return {"text": text, "name": f"{played.game.id}-{kind}.yml", "say": ""}


def _example(played: Play) -> str:
    return write_example(played) if played.moves else ""


def _quiz(played: Play, deciding: bool, seat: int | None) -> str:
    place = len(played.moves) if deciding else played.last_decision(seat)
    return "" if place is None else write_quiz(played, place)


def played_in(session: Session) -> Play:
    """Return the moves made so far in a session as a line of play."""
    return Play(session.game, session.line[0].position, session.moves, dealt=bool(session.setup))


def _hand_recorded(session: Session, kind: str) -> RecordAnswer:
    """Export a practice hand as played so far."""
    return _recorded(played_in(session), session.readers_turn, session.seat, kind)


def _example_recorded(scenario: ScenarioJson, step: int, moves: Sequence[str], kind: str) -> RecordAnswer:
    """Export a worked example in which the reader's moves replace those after the first ``step`` steps."""
    run = replay(read_scenario(scenario))
    if not 0 <= step <= len(run.moments):
        raise InvalidSave(say("This points past the end of the example."))
    session = what_if(run, step, moves)
    before = _hand_until(run, step)
    return _recorded(before._replace(moves=(*before.moves, *session.moves)), session.readers_turn, None, kind)


def _puzzle_recorded(scenario: ScenarioJson, moves: Sequence[str], kind: str) -> RecordAnswer:
    """Export a puzzle with its proof, or the moves played so far as an example or a quiz."""
    read = read_scenario(scenario)
    if kind == PUZZLE:
        return {"text": write_yaml(write_scenario(read)), "name": f"{read.game}-{kind}.yml", "say": ""}
    asked = [place for place, step in enumerate(read.script) if step.ask is not None]
    return _example_recorded(scenario, asked[0] if asked else 0, moves, kind)


def _hand_until(run: Replay, step: int) -> Play:
    """Return the moves made in an example within its first ``step`` steps, from the latest deal or the example's start."""
    deals = [place for place in range(step) if run.moments[place].step.deal is not None]
    start = run.moments[deals[-1]].after if deals else run.start
    since = run.moments[deals[-1] + 1 if deals else 0:step]
    return Play(run.game, start, [moment.move for moment in since if moment.move is not None], dealt=False)
