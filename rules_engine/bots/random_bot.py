"""The random bot: any legal move, each as likely. It plays every game, and other bots are measured by it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots.bot import ONLY_MOVE, Bot, Choice, P
from rules_engine.core.game import View
from rules_engine.core.talk import Remark


class RandomBot(Bot[P]):
    """A player without a plan."""

    name = "random"

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> Choice:
        """One of the legal moves, drawn blindly."""
        legal = view.game.legal(view.position)
        move = legal[int(rng.random() * len(legal))]
        if len(legal) == 1:
            return Choice(move, ONLY_MOVE)
        return Choice(move, f"I play at random: one of {len(legal)} legal moves.")
