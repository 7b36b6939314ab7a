"""The question about the score for a bid."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import NumberQuestion
from rules_engine.quiz.game_facts import GameFactKind, numeric_field
from rules_engine.quiz.hand_tricks import if_answerable
from rules_engine.quiz.open_trick import OpenTrick, open_table, title_of
from rules_engine.quiz.question import Question, Unanswerable
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import joined, say


class BidBrings(GameFactKind):
    """The score for a bid in each of its outcomes."""

    name = "bid-brings"
    about_turn = needs_bots = needs_end = True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the bid made at the step."""
        return PlacedQuestion(self.ask(run.game, run.moments[place].before, run.moments[place].move), place)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield questions about the bids made, and about the last bid that was legal each time."""
        for place, step in enumerate(hand):
            for move in dict.fromkeys((step.move, game.legal(step.before)[-1])):
                yield from if_answerable(partial(self.ask, game, step.before, move), hand, place)

    def ask(self, game: Game[Position], position: Position, move: Move | None) -> Question:
        """Return the question about a bid. Raises ``Unanswerable``."""
        if move is None or position.to_act is None:
            raise Unanswerable("bid-brings: ask at the step that makes the bid")
        asked: Sequence[NumberQuestion] = self.known(game, position, position.to_act, move)
        among = sorted({number for each in asked for number in (each.right, *each.among)})
        narrator = narrator_for(game)
        deed = narrator.move_sentence(position, position.to_act, move, hidden=move.card is not None)
        return Question(game, self.name, title_of(game, asked[0].why.rule), narrator.question_context(position, self.name),
                        joined([deed, say("What does that bring?")]), False,
                        tuple(numeric_field(each.label, each, among) for each in asked),
                        open_table(game, OpenTrick(position, ())), (), narrator.labels_to_hide(self.name), position)
