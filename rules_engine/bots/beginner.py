"""The beginner: it bids and exchanges as the game's bot does, and plays any card that the rules allow."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots.bot import Bot, Choice, P
from rules_engine.bots.random_bot import RandomBot
from rules_engine.core.game import View
from rules_engine.core.talk import Remark


class Beginner(Bot[P]):
    """A player who knows what a hand is worth but not how to play it. ``teacher`` is the game's bot."""

    name = "beginner"

    def __init__(self, teacher: Bot[P]) -> None:
        self.teacher, self.cards = teacher, RandomBot[P]()

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> Choice:
        """Any card to a trick; else what the teacher would do."""
        playing = all(move.verb == "play" for move in view.game.legal(view.position))
        return (self.cards if playing else self.teacher).choose(view, rng, heard)

    def says(self, view: View[P]) -> Sequence[Remark]:
        """What the teacher says."""
        return self.teacher.says(view)

    def may_say(self, view: View[P]) -> Sequence[Remark]:
        """What the teacher heeds."""
        return self.teacher.may_say(view)
