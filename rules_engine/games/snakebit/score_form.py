"""The score form for Snakebit: the numbers that players count in a hand."""

from __future__ import annotations

from rules_engine.core.game.score_form import Counting, Form, NumberField, Share, Sum
from rules_engine.games.snakebit.cards import BEARING
from rules_engine.games.snakebit.game import Snakebit
from rules_engine.games.snakebit.position import SnakebitPosition
from rules_engine.text.message import say

CURSED = max(map(len, BEARING.values()))
"""Number of cards of each suit."""


class SnakebitCounting(Counting[SnakebitPosition]):
    """The counts for a hand: tricks and cursed cards."""

    def form(self, game: Snakebit, dealer: int) -> Form:
        """Return a form with the tricks and the cursed cards taken by each player."""
        seats, size = game.score_sides(), game.hand_size()
        return Form(
            [NumberField("tricks", say("Tricks"), size, seats), NumberField("cursed_taken", say("Cursed cards"), CURSED, seats)],
            [Sum(("tricks",), size, say("tricks")), Sum(("cursed_taken",), CURSED, say("cursed cards"))],
            [Share("cursed_taken", "tricks", len(seats))])


counting = SnakebitCounting()
