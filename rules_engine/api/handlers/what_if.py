"""Variations of a worked example: the reader moves for every seat."""

from __future__ import annotations

from itertools import pairwise

from rules_engine.api.hand_view import HandView, Reply, refused
from rules_engine.api.handlers.practice import CHOOSE, ReaderAction, pressed
from rules_engine.api.narration import status_text
from rules_engine.api.protocol import WhatIfAnswer, WhatIfMessage
from rules_engine.api.request import links_of
from rules_engine.api.session import InvalidSave, Session, what_if
from rules_engine.core.model.rules import MoveRefused
from rules_engine.html.slip import Slip
from rules_engine.html.table import takers
from rules_engine.html.tray import Action
from rules_engine.narration.consequences import trick_results
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import Replay, replay
from rules_engine.text.message import Text, say


def what_if_answer(message: WhatIfMessage) -> WhatIfAnswer:
    """Return the response to a reader's move in an example, compared with the original line. Raises ``InvalidSave``."""
    run = replay(read_scenario(message["scenario"]))
    step, moves = int(message["step"]), tuple(message.get("moves", ()))
    if not 0 <= step <= len(run.moments):
        raise InvalidSave(say("This points past the end of the example."))
    session, press = what_if(run, step, moves), ReaderAction()
    try:
        press = pressed(session, message)
        session = _varied(session, press)
        reply = None if press.picked else _compare(run, step, session)
    except MoveRefused as error:
        reply = refused(session, error.verdict)
    view = HandView(session, links_of(message), reply, press.picked)
    focus = view.focus("fs-hand" if view.turn else "fs-do-book")
    return {**view.answer(_toolbar(view, _same(run, step, session)), _announced(view), focus),
            "moves": [move.text for move in session.moves], "over": session.position.hand_over}


def _toolbar(view: HandView, same: int | None) -> list[Action]:
    """Return the buttons. The main one compares with the example after a completed trick: it opens the step ``same``."""
    session = view.session
    compare = Action("compare", say("Compare"), same is not None, True, value="" if same is None else str(same))
    return [Action("book", say("Back to the example")),
            Action("undo", say("Undo"), bool(session.moves) or view.picked is not None),
            Action("bots", say("Let the bot choose"), view.turn), view.confirmation() or compare]


def _announced(view: HandView) -> Text:
    """Return the text for screen readers."""
    if view.reply:
        return view.reply.slip.told()
    return CHOOSE if view.picked else status_text(view.session)


def _varied(session: Session, press: ReaderAction) -> Session:
    if press.do in ("play", "bid", "give"):
        return session.play_all(press.value)
    if press.do == "undo":
        return session.undo()
    if press.do == "bots" and session.readers_turn:
        return session.play(session.bot_choice().move)
    return session


def _tricks(session: Session) -> int:
    """Return the number of tricks completed in the variation."""
    return sum(sitting.position.last_trick is not earlier.position.last_trick for earlier, sitting in pairwise(session.line))


def _ends(run: Replay, step: int) -> list[int]:
    """Return the numbers of the example's steps after ``step`` that complete a trick."""
    return [place for place, moment in enumerate(run.moments[step:], step + 1) if moment.finished is not None]


def _same(run: Replay, step: int, session: Session) -> int | None:
    """Return the number of the step that completes the trick with the same number in the example; its last step if it is
    shorter."""
    count, ends = _tricks(session), _ends(run, step)
    if not count:
        return None
    return ends[count - 1] if count <= len(ends) else len(run.moments)


def _compare(run: Replay, step: int, session: Session) -> Reply | None:
    """Return a comparison of the latest trick's winner with that in the example; None if no trick has just been completed."""
    trick, count, ends = session.position.last_trick, _tricks(session), _ends(run, step)
    if not count or trick is None or session.position.trick:    # the hand may have ended without a trick
        return None
    why = trick_results(session.told(len(session.moves)))
    if len(ends) < count:
        return Reply(Slip(say("The example has no such trick."), why))
    book = run.moments[ends[count - 1] - 1].finished
    assert book is not None
    ours, theirs = (takers(session.game, each.winners) for each in (trick, book))
    if theirs == ours:
        return Reply(Slip(say("{ours} {ours:takes|take} this trick, as in the example.", ours=ours), why))
    return Reply(Slip(say("Now {ours} {ours:takes|take} this trick instead of {theirs}.", ours=ours, theirs=theirs), why))
