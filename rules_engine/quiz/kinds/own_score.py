"""The question about the score of the reader's side for a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.quiz.kinds.hand_score import HandScore
from rules_engine.quiz.question_kind import READER
from rules_engine.text.message import Text, say


class OwnScore(HandScore):
    """The score of the reader's side for a hand, after the last trick."""

    name = "own-score"
    about_reader = True
    counts_last: ClassVar[bool] = True

    def sides(self, game: Game[Position]) -> Sequence[int]:
        """Return the index of the reader's side."""
        return [next(place for place, side in enumerate(game.score_sides()) if READER in side)]

    def prompt(self, game: Game[Position]) -> Text:
        """Return the wording of the question."""
        side = game.score_sides()[self.sides(game)[0]]
        return say("What {side:does|do} {side} score in this hand?", side=game.table.called(side))
