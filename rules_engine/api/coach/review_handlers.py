"""Handlers for the review of a finished hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.api.coach.review import review_of
from rules_engine.api.hand_view import Reply
from rules_engine.api.request import whole
from rules_engine.api.response import hand_answer
from rules_engine.api.session import Session
from rules_engine.text.message import NOTHING, say

if TYPE_CHECKING:
    from rules_engine.api.protocol import DoMessage, HandAnswer


def review_answer(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Show the review of the reader's choices, continuing its analysis."""
    if not session.position.hand_over:
        return hand_answer(message, session, say=say("The hand isn't over yet."))
    review = review_of(session, message["save"])
    review.think()
    heard = NOTHING if value and not review.done else None
    focus = "fs-answers" if review.done and review.given else ""
    return hand_answer(message, session, Reply(review.told(), panel=True), say=heard, focus=focus,
                       thinking="" if review.done else "review")


def judge_answer(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Show the result of the hand with the coach's sentence on it, continuing the analysis of the review."""
    review = review_of(session, message["save"])
    if session.position.hand_over:
        review.think()
    told = review.summary if review.done else NOTHING
    return hand_answer(message, session, say=told, focus="", coach=told, thinking="" if review.done else "judge")


def choice_answer(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Show the position of one of the reader's choices with the finding on it; show the review if there is no finding yet."""
    place = whole(value)
    review = review_of(session, message["save"])
    reply = review.choice(place)
    if reply is None:
        return review_answer(message, session, "")
    return hand_answer(message, session, reply, shown=session.at(place), retry=place, sets=review.sets(place),
                       focus="fs-do-retry")
