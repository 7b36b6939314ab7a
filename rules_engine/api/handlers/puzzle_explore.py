"""Exploration of a puzzle's position: the reader moves for every seat, and each card shows its value compared with the best
card's.

The request is a puzzle's (see `puzzle`) with ``explored``, the moves tried since the puzzle's start. The reader's
progress in the puzzle itself doesn't change. Actions are ``play``, ``pick`` and ``back``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.hand_view import HandView, Reply, refused
from rules_engine.api.handlers.practice import CHOOSE, ReaderAction, pressed
from rules_engine.api.protocol import PuzzleAnswer, PuzzleMessage
from rules_engine.api.request import links_of
from rules_engine.api.result import scores_told
from rules_engine.api.session import InvalidSave, Session, what_if
from rules_engine.core.model.errors import TextError
from rules_engine.core.model.goals import SCORE
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import MoveRefused
from rules_engine.html.puzzle_html import asked_at, badges, explore_bar, worth_of
from rules_engine.html.slip import Slip
from rules_engine.html.table import TableView
from rules_engine.narration.consequences import Statement, trick_results
from rules_engine.quiz.best_move import Proof, TooDeep, goal_of, solve_values, value_text
from rules_engine.quiz.question import Unanswerable
from rules_engine.scenarios.model import write_scenario
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import Text, joined, say

LIMIT = 100_000
"""Maximum number of nodes searched to value the cards in one position (1 to 2 s in a browser)."""
TOO_DEEP = say("There are too many lines from here to say what each card is sure of. Play on: nearer the end you will be told.")
UNSURE = say("Some line from here ends without a score, so no card is sure of one.")

_VALUED = BoundedCache[tuple[str, tuple[Move, ...]], Proof | Text](80)
"""Cache of the values for recent positions, or of messages that explain why there are none."""


def explore_answer(run: Replay, message: PuzzleMessage) -> PuzzleAnswer:
    """Return the response to an action of a reader who explores the puzzle. Raises ``InvalidSave`` if the moves tried so far are
    illegal."""
    place = asked_at(run)
    solver, tried = run.moments[place].before.actor, message.get("explored") or ()
    try:
        session = what_if(run, place, tuple(tried), reader=solver)
    except (MoveRefused, TextError) as error:
        raise InvalidSave(say("This puzzle can't be taken up where it was: {error}", error=str(error))) from None
    press, reply = ReaderAction(), None
    try:
        press = pressed(session, message)
        session = session.play(press.value) if press.do == "play" else session.undo() if press.do == "back" else session
    except MoveRefused as error:
        reply = refused(session, error.verdict)
    found = None if session.position.to_act is None else _found(run, session)
    proof = None if isinstance(found, Text) else found
    worths = {move: worth_of(run.game, proof, move) for move in proof.values} if proof else {}
    view = HandView(session, links_of(message), reply or Reply(_stands(session, found)), press.picked, worths=worths)
    _show_values(view.table, solver, proof)
    said = CHOOSE if press.picked else view.slip.told()
    focus = view.focus("fs-do-leave" if session.position.to_act is None else "fs-hand")
    return {**view.answer(explore_bar(begun=bool(session.moves)), said, focus),
            "moves": list(message.get("moves", ())), "explored": [move.text for move in session.moves],
            "wrong": False, "over": False, "help": 0, "hints": 0}


def _show_values(table: TableView, solver: int, proof: Proof | None) -> None:
    """Put the hand of the seat to act at the lower edge of the table, with a value on each card except the one picked."""
    turn = table.position.to_act
    table.home, table.low = solver, solver if turn is None else turn
    worths = badges(table.game, proof) if proof else {}
    table.badges = {card: worth for card, worth in worths.items() if card is not table.picked}


def _found(run: Replay, session: Session) -> Proof | Text:
    """Return the values of the moves for the side to act, or a sentence that explains why they are unknown."""
    name = json.dumps(write_scenario(run.scenario), sort_keys=True), session.moves
    if name not in _VALUED:
        start, goal = run.moments[asked_at(run)].before, goal_of(run.game, run.scenario)
        side = next((side for side in run.game.sides(start) if start.actor in side), (start.actor,))
        wanted = goal if session.position.actor in side else SCORE     # the goal is only the solver's side's
        try:
            _VALUED[name] = solve_values(run.game, session.position, wanted, LIMIT)
        except TooDeep:
            _VALUED[name] = TOO_DEEP
        except Unanswerable:
            _VALUED[name] = UNSURE
    return _VALUED[name]


def _stands(session: Session, found: Proof | Text | None) -> Slip:
    """Return a slip with the seat to act and its side's guaranteed result, or with the result of the hand.

    If a trick has just been finished, its winner is reported too.
    """
    trick = trick_results(session.told(len(session.moves)))
    if found is None:
        return Slip(_result(session), trick, "end")
    position, table = session.position, session.narrator.table
    seat = table.called(position.actor)
    turn = say("{seat} {seat:plays|play}", seat=seat) if position.trick else say("{seat} {seat:leads|lead}", seat=seat)
    more: Sequence[Statement] = trick if session.moves else [(_begins(session), "")]
    if isinstance(found, Text):
        return Slip(say("{turn}.", turn=turn), [(found, ""), *more], "now")
    sure = say("{side} {side:is|are} {worth}", side=table.called(found.side),
               worth=value_text(session.narrator, found.goal, found.most))
    if not found.goal.yes:
        return Slip(say("{turn}: {sure}.", turn=turn, sure=sure), more, "now")
    goal = say("{goal}: {sure}.", goal=found.goal.words, sure=sure)
    return Slip(joined([say("{turn}.", turn=turn), goal]), more, "now")


def _begins(session: Session) -> Text:
    shows = say("{low:more it costs|less it is sure of}", low=session.game.low_wins)
    return say("You move for every seat. The best card is marked; each other shows how much {shows}.", shows=shows)


def _result(session: Session) -> Text:
    score = session.position.hand_score
    return say("Nobody is to move any more.") if score is None else scores_told(session, score)
