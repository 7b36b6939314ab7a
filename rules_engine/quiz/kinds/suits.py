"""The question about all suits with some property."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.quiz.hand_tricks import if_answerable
from rules_engine.quiz.kinds.suit_led import SuitLed
from rules_engine.quiz.open_trick import OpenTrick
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay


class Suits(SuitLed):
    """The suits that are chosen, trumps or broken. A game may answer this before a trick, too."""

    name = "suits"
    many = True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the position before a trick if the game answers it, otherwise about the trick at the step."""
        here = run.moments[place].before
        if not here.trick and self.is_known(run.game, here, ()):
            return PlacedQuestion(self.ask(run.game, OpenTrick(here, ())), place)
        return super().at_step(run, place, choices)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield a question about the start of the hand, and about each trick."""
        yield from if_answerable(partial(self.ask, game, OpenTrick(hand[0].before, ())), hand, 0)
        yield from super().in_hand(game, hand, rng, rules)
