"""The question about the winner of the match."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.quiz.hand_end import question_of_end
from rules_engine.quiz.question import AnswerField, Option, Question, Unanswerable
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion, QuestionCandidate, QuestionKind, with_line
from rules_engine.quiz.scenario_tricks import end_of_hand
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING, say


class MatchWinner(QuestionKind):
    """The winner of the match, unless it continues."""

    name = "match-winner"
    box = "totals"
    needs_bots = needs_end = needs_example = True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the hand that the script finishes."""
        at = end_of_hand(run, place, self.name)
        return PlacedQuestion(ask_match(run.game, run.moments[at].after), at + 1)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield the question about the match after the hand."""
        question = ask_match(game, hand[-1].after)
        yield QuestionCandidate(question.rules, lambda: with_line(question, hand))


def ask_match(game: Game[Position], over: Position) -> Question:
    """Return a question about the winner of the match after a hand, or whether the match continues.

    Raises ``Unanswerable`` if the game has no match.
    """
    if game.ending is None:
        raise Unanswerable(f"match-winner: {game.name} has no rule by which a match ends")
    rule, won, why = game.ending.id, game.match_winners(over), narrator_for(game).match_end(over, game.ending)
    question = question_of_end(game, over, MatchWinner.name, rule, say("Who has won the game?"), {
        side: RuleFinding(rule, place in won, why) for place, side in enumerate(game.score_sides())})
    options = (*question.parts[0].options, Option("nobody", not won, RuleFinding(rule, not won, why), called=say("nobody yet")))
    return question._replace(parts=(AnswerField(NOTHING, options),))
