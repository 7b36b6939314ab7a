"""The random bot: a uniformly random legal move. It plays every game and is the baseline for other bots."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots.bot import ONLY_MOVE, Bot, BotMove, P
from rules_engine.core.game.game import View
from rules_engine.core.model.table_talk import Remark
from rules_engine.text.message import say


class RandomBot(Bot[P]):
    """A bot that makes random legal moves."""

    name = "random"
    has_reasons = False
    pace = 20_000

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return a uniformly random legal move."""
        legal = view.game.legal(view.position)
        move = legal[int(rng.random() * len(legal))]
        if len(legal) == 1:
            return BotMove(move, ONLY_MOVE)
        return BotMove(move, say("I play at random: one of {n} legal moves.", n=len(legal)))
