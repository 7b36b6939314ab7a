"""The question about the winner of a trick."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.quiz.hand_tricks import about_trick, finished_tricks
from rules_engine.quiz.open_trick import OpenTrick, question_of_trick, seat_options
from rules_engine.quiz.question import AnswerField, Question
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion, QuestionKind
from rules_engine.quiz.reasons import TrickOutcome
from rules_engine.quiz.scenario_tricks import trick_at
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING, say


class TrickWinner(QuestionKind):
    """The winner of the trick, or of each of its colours."""

    name = "trick-winner"

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the trick at the step."""
        trick, at, _ = trick_at(run, place)
        return PlacedQuestion(ask_winner(run.game, trick), at)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield a question about each trick."""
        for place, trick in finished_tricks(game, hand):
            yield about_trick(game, trick, hand, place, partial(ask_winner, game, trick))


def ask_winner(game: Game[Position], trick: OpenTrick) -> Question:
    """Return a question about the winner of a trick, or the winners of its colours."""
    outcome = TrickOutcome(game, trick.before, trick.laid, trick.events)
    parts = tuple(AnswerField(game.pack.suit_name(label) if label else NOTHING, seat_options(
        game, trick, {laid.seat: outcome.why(laid.seat, label) for laid in trick.laid}, winner))
        for label, winner in outcome.winners.items())
    prompt = say("Who takes this trick?") if len(parts) == 1 else say("Who takes which cards of this trick?")
    rule = next(option.why.rule for option in parts[0].options if option.right)
    return question_of_trick(game, trick, TrickWinner.name, rule, prompt, parts)
