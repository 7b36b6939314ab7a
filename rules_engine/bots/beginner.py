"""The beginner: a bot that bids and exchanges like the game's bot, and plays any legal card."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots.bot import BotMove, DelegatingBot, P
from rules_engine.bots.random_bot import RandomBot
from rules_engine.core.game.game import View
from rules_engine.core.model.table_talk import Remark


class Beginner(DelegatingBot[P]):
    """A bot that bids like ``player``, the game's bot, but plays random cards."""

    name = "beginner"

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return a random legal move in the play, and otherwise the choice of the game's bot."""
        playing = all(move.verb == "play" for move in view.game.legal(view.position))
        return (RandomBot() if playing else self.player).choose(view, rng, heard)
