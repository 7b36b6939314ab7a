"""The beginner: it bids and exchanges as the game's bot does, and plays any card that the rules allow."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots.bot import BotMove, DelegatingBot, P
from rules_engine.bots.random_bot import RandomBot
from rules_engine.core.game.game import View
from rules_engine.core.model.table_talk import Remark


class Beginner(DelegatingBot[P]):
    """A player who knows what a hand is worth but not how to play it. ``player`` is the game's bot."""

    name = "beginner"

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return any card to a trick; else what the game's bot would do."""
        playing = all(move.verb == "play" for move in view.game.legal(view.position))
        return (RandomBot() if playing else self.player).choose(view, rng, heard)
