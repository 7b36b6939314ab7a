"""Handlers for the coach in a practice hand: hints, warnings about mistakes, and the bots' reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.api.coach.bot_reasons import since_a_lead, since_the_reader, thoughts
from rules_engine.api.coach.coach import analyse_turn, hint_slip, mistake_warning, steps_of_advice
from rules_engine.api.coach.turn_analysis import turn_of
from rules_engine.api.hand_view import Reply
from rules_engine.api.narration import cards_to_discard
from rules_engine.api.request import whole
from rules_engine.api.response import hand_answer
from rules_engine.api.session import Session
from rules_engine.text.message import NOTHING, say

if TYPE_CHECKING:
    from rules_engine.api.protocol import DoMessage, HandAnswer


def hint_answer(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Analyse the reader's turn, and show the coach's progress or advice."""
    if not session.readers_turn:
        return hand_answer(message, session, say=say("It isn't your turn."))
    if (count := cards_to_discard(session)) > 1:
        return hand_answer(message, session, steps_of_advice(session, count), focus="")
    turn = turn_of(session)
    if turn is not None and value:
        analyse_turn(turn)
    thinking = turn is not None and not turn.done
    heard = NOTHING if value and thinking else None         # screen readers announce only the start and the end of the search
    return hand_answer(message, session, hint_slip(session, turn), say=heard, focus="", thinking="hint" if thinking else "")


def ponder_answer(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Analyse the reader's turn in advance, without showing a message."""
    turn = turn_of(session) if session.readers_turn and cards_to_discard(session) < 2 else None
    if turn is not None:
        analyse_turn(turn)
    return hand_answer(message, session, say=NOTHING, thinking="" if turn is None or turn.done else "ponder")


def doubt_of(session: Session, after: Session) -> Reply | None:
    """Return the warning about the move just made, if it is a mistake and the coach has analysed the turn."""
    if len(after.moves) != len(session.moves) + 1 or after.position.hand_over:
        return None
    turn = turn_of(session)
    return None if turn is None else mistake_warning(after, turn, after.moves[-1])


def because_answer(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Explain the bots' moves since the reader's last one, or in the current trick if the reader moved last.

    If the coach has asked whether to keep a mistake, the question remains.
    """
    places = since_the_reader(session) or since_a_lead(session, len(session.moves))
    told = thoughts(session, places, say("Nobody has moved yet."))
    asked = session.running and message.get("doubts") and doubt_of(session.at(len(session.moves) - 1), session) is not None
    return hand_answer(message, session, Reply(told, doubt=bool(asked)), focus="")


def trick_because_answer(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Explain the bots' moves in the trick shown, which ends after ``value`` moves."""
    end = min(max(whole(value), 0), len(session.moves))
    told = thoughts(session, since_a_lead(session, end), say("Nobody else has moved here."))
    return hand_answer(message, session, Reply(told), focus="", shown=session.at(end))
