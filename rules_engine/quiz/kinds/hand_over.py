"""The question about the end of the hand."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from functools import partial

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.narration.phrasebook import HandOverQuestion, RuleFinding
from rules_engine.quiz.game_facts import GameFactKind, named_option
from rules_engine.quiz.hand_tricks import finished_tricks, if_answerable
from rules_engine.quiz.open_trick import OpenTrick, question_of_trick
from rules_engine.quiz.question import AnswerField, Option, Question
from rules_engine.quiz.question_context import as_context
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion
from rules_engine.quiz.scenario_tricks import trick_at, unfinished_trick
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING, say

LAST = 2
"""Number of tricks at the end of a hand after which the question may be asked."""


class HandOver(GameFactKind):
    """The question whether a trick ends the hand."""

    name = "hand-over"
    needs_end = True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the trick at the step."""
        trick, at, moment = trick_at(run, place)
        if moment is None:
            raise unfinished_trick(self.name)
        return PlacedQuestion(self.ask(run.game, trick, moment.after, run.scenario.rules), at)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield questions about the last tricks."""
        for place, trick in [*finished_tricks(game, hand)][-LAST:]:
            yield from if_answerable(partial(self.ask, game, trick, hand[place].after), hand, place)

    def ask(self, game: Game[Position], trick: OpenTrick, after: Position, about: Collection[str] = ()) -> Question:
        """Return the question about a trick. The reasons prefer the rules in ``about``, if there are any."""
        asked: HandOverQuestion = self.known(game, trick.before, after)
        right = _option(asked.why, True, after.hand_over)
        wrong = _option(asked.tempting or asked.why, False, not after.hand_over)
        wrong = wrong._replace(simpler=asked.why._replace(permits=False))
        wrong = wrong.for_taught(about) if about else wrong
        options = tuple(sorted((right, wrong), key=lambda option: option.value, reverse=True))
        prompt = say("Is the hand over with this trick?")
        question = question_of_trick(game, trick, self.name, asked.why.rule, prompt, (AnswerField(NOTHING, options),))
        return question._replace(knows=(*as_context(asked.known), *question.knows))     # what comes last may be cut


def _option(why: RuleFinding, right: bool, over: bool) -> Option:
    return named_option("yes" if over else "no", right, why, say("{over:over|not over}", over=over))
