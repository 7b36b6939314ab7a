"""The question about the suit led."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.narration.phrasebook import SuitQuestion
from rules_engine.quiz.game_facts import GameFactKind, named_option
from rules_engine.quiz.hand_tricks import finished_tricks, if_answerable
from rules_engine.quiz.open_trick import OpenTrick, question_of_trick
from rules_engine.quiz.question import AnswerField, Question
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion
from rules_engine.quiz.scenario_tricks import trick_at
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING, suit_mark


class SuitLed(GameFactKind):
    """The suit that was led to the trick."""

    name = "suit-led"
    many: ClassVar[bool] = False

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the trick at the step."""
        trick, at, _ = trick_at(run, place)
        return PlacedQuestion(self.ask(run.game, trick), at)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield a question about each trick."""
        for place, trick in finished_tricks(game, hand):
            yield from if_answerable(partial(self.ask, game, trick), hand, place)

    def ask(self, game: Game[Position], trick: OpenTrick) -> Question:
        """Return the question about a trick. Raises ``Unanswerable``."""
        asked: SuitQuestion = self.known(game, trick.before, trick.laid)
        options = tuple(named_option(suit, suit in asked.right, asked.why, suit_mark(suit))
                        for suit in asked.among or game.pack.suits)
        return question_of_trick(game, trick, self.name, asked.why.rule, asked.prompt, (AnswerField(NOTHING, options),))._replace(
            many=self.many)
