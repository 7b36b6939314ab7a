"""The question about the value of a card."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.positions.position import Position
from rules_engine.narration.phrasebook import NumberQuestion
from rules_engine.quiz.game_facts import GameFactKind, numeric_field
from rules_engine.quiz.hand_tricks import finished_tricks, if_answerable
from rules_engine.quiz.open_trick import OpenTrick, question_of_trick
from rules_engine.quiz.question import Question, Unanswerable
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion
from rules_engine.quiz.scenario_tricks import trick_at, unfinished_trick
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING


class CardWorth(GameFactKind):
    """The value of a card to the winner of the trick."""

    name = "card-worth"

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the card played at the step."""
        move = run.moments[place].move
        card = None if move is None else move.card
        trick, at, moment = trick_at(run, place)
        if moment is None and card is not None:
            raise unfinished_trick(self.name)
        return PlacedQuestion(self.ask(run.game, trick, card), at)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield a question about each card in each trick."""
        for place, trick in finished_tricks(game, hand):
            for laid in trick.laid:
                yield from if_answerable(partial(self.ask, game, trick, laid.card), hand, place)

    def ask(self, game: Game[Position], trick: OpenTrick, card: Card | None) -> Question:
        """Return the question about a card in a trick. Raises ``Unanswerable``."""
        if card is None or card not in [laid.card for laid in trick.laid]:
            raise Unanswerable("card-worth: ask at the step that plays the card")
        asked: NumberQuestion = self.known(game, trick.before, card)
        return question_of_trick(game, trick, self.name, asked.why.rule, asked.label,
                                 (numeric_field(NOTHING, asked, asked.among),))
