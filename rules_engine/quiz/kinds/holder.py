"""The kind of the questions about the holder of a card. No scenario asks them; `who_holds` makes them from hands between bots."""

from __future__ import annotations

from rules_engine.quiz.question_kind import QuestionKind


class Holder(QuestionKind):
    """The seat that must hold a card, according to the plays in the hand."""

    name = "holder"
    can_be_fresh = False
    shows_hand = True
