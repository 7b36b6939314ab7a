"""The beginner: a bot that bids and exchanges like the game's bot, and plays any legal card."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots.bot import BotMove, DelegatingBot, P
from rules_engine.bots.random_bot import RandomBot
from rules_engine.core.game.game import View
from rules_engine.core.model.table_talk import Remark


class Beginner(DelegatingBot[P]):
    """A player who can judge a hand but not play it. ``player`` is the game's bot."""

    name = "beginner"

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return a random legal card when a card is to be played, otherwise the choice of the game's bot."""
        playing = all(move.verb == "play" for move in view.game.legal(view.position))
        return (RandomBot() if playing else self.player).choose(view, rng, heard)
