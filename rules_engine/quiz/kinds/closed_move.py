"""The kind of the questions in a strategy test. No scenario asks them; `strategy_test` makes them from stored decisions."""

from __future__ import annotations

from rules_engine.quiz.question_kind import QuestionKind


class ClosedMove(QuestionKind):
    """The move that is best on average in the deals that fit what the seat to act has seen."""

    name = "closed-move"
    can_be_fresh = False
    shows_hand = about_judgement = True
