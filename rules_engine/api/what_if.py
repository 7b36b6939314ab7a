"""Variations of a worked example: the reader moves for every seat."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from rules_engine.api.message_fields import links_of
from rules_engine.api.narration import status_text
from rules_engine.api.protocol import WhatIfAnswer, WhatIfMessage
from rules_engine.api.reply import Reply, refused
from rules_engine.api.session import InvalidSave, Session, what_if
from rules_engine.api.what_if_view import ReaderAction, VariedTableView, pressed
from rules_engine.core.model.rules import MoveRefused
from rules_engine.html.hand_html import Action
from rules_engine.html.slip import Slip
from rules_engine.html.table import takers
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
    view = WhatIfView(session, links_of(message), reply, press.picked, book=[Action("book", say("Back to the example"))],
                      same=_same(run, step, session))
    return {**view.answer(), "moves": [move.text for move in session.moves], "over": session.position.hand_over}


@dataclass
class WhatIfView(VariedTableView):
    """The table for a variation of an example. ``same`` is the number of the step in the example that ends the corresponding
    trick; None if there is none."""

    same: int | None = None

    def main(self) -> Action:
        """Return the button that opens the corresponding position in the example; it is enabled after a completed trick."""
        if self.to_give > 1 or self.numbers:
            return super().main()
        value = "" if self.same is None else str(self.same)
        return Action("compare", say("Compare"), self.same is not None, True, value=value)

    def heard(self) -> Text:
        """Return the text for screen readers."""
        if self.reply:
            return self.reply.slip.told()
        return super().heard() if self.picked else status_text(self.session)

    def focus(self) -> str:
        """Return the id of the element to focus; empty after a refusal."""
        if self.picked:
            return "fs-answers"
        if self.reply is not None and self.reply.slip.kind == "no":
            return ""
        return "fs-hand" if self.session.readers_turn else "fs-do-book"


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
    why = [(told.sentence, told.event.rule) for told in session.told(len(session.moves)) if told.event.kind == "trick"]
    if len(ends) < count:
        return Reply(Slip(say("The example has no such trick."), why))
    book = run.moments[ends[count - 1] - 1].finished
    assert book is not None
    ours, theirs = (takers(session.game, each.winners) for each in (trick, book))
    if theirs == ours:
        return Reply(Slip(say("{ours} {ours:takes|take} this trick, as in the example.", ours=ours), why))
    return Reply(Slip(say("Now {ours} {ours:takes|take} this trick instead of {theirs}.", ours=ours, theirs=theirs), why))
