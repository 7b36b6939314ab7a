"""Handlers for the coach in a practice hand: hints, warnings about mistakes, the review, and the bots' reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rules_engine.api.coach.bot_reasons import since_a_lead, since_the_reader, thoughts
from rules_engine.api.coach.coach import analyse_turn, hint_slip, mistake_warning, steps_of_advice
from rules_engine.api.coach.review import review_of
from rules_engine.api.coach.turn_analysis import turn_of
from rules_engine.api.hand_view import Reply
from rules_engine.api.narration import cards_to_discard
from rules_engine.api.request import whole
from rules_engine.api.response import hand_answer
from rules_engine.api.session import Session
from rules_engine.text.message import NOTHING, say

if TYPE_CHECKING:
    from rules_engine.api.protocol import DoMessage, HandAnswer


def _hint(message: DoMessage, session: Session, value: str) -> HandAnswer:
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


def _ponder(message: DoMessage, session: Session, value: str) -> HandAnswer:
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


def _review(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Show the review of the reader's choices, continuing its analysis."""
    if not session.position.hand_over:
        return hand_answer(message, session, say=say("The hand isn't over yet."))
    review = review_of(session, message["save"])
    review.think()
    heard = NOTHING if value and not review.done else None
    focus = "fs-answers" if review.done and review.given else ""
    return hand_answer(message, session, Reply(review.told()), say=heard, focus=focus, thinking="" if review.done else "review")


def _choice(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Show the position of one of the reader's choices with the finding on it; show the review if there is no finding yet."""
    place = whole(value)
    review = review_of(session, message["save"])
    reply = review.choice(place)
    if reply is None:
        return _review(message, session, "")
    return hand_answer(message, session, reply, shown=session.at(place), retry=place, sets=review.sets(place),
                       focus="fs-do-retry")


def _because(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Explain the bots' moves since the reader's last one, or in the current trick if the reader moved last.

    If the coach has asked whether to keep a mistake, the question remains.
    """
    places = since_the_reader(session) or since_a_lead(session, len(session.moves))
    told = thoughts(session, places, say("Nobody has moved yet."))
    asked = session.running and message.get("doubts") and doubt_of(session.at(len(session.moves) - 1), session) is not None
    return hand_answer(message, session, Reply(told, doubt=bool(asked)), focus="")


def _trick_because(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Explain the bots' moves in the trick shown, which ends after ``value`` moves."""
    end = min(max(whole(value), 0), len(session.moves))
    told = thoughts(session, since_a_lead(session, end), say("Nobody else has moved here."))
    return hand_answer(message, session, Reply(told), focus="", shown=session.at(end))


DEEDS: dict[str, Callable[[DoMessage, Session, str], HandAnswer]] = {
    "hint": _hint, "ponder": _ponder, "review": _review, "choice": _choice, "because": _because, "trick-because": _trick_because}
"""Handlers for the coach's actions."""
