"""The question about the cards that would be ahead in the trick."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.hand_order import sorted_hand
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.hand_tricks import if_answerable, is_first_trick
from rules_engine.quiz.open_trick import title_of
from rules_engine.quiz.question import AnswerField, Option, Question, Unanswerable
from rules_engine.quiz.question_context import before_move
from rules_engine.quiz.question_kind import READER, Candidates, PlacedQuestion, QuestionKind
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING, say


class WhatBeats(QuestionKind):
    """The legal cards that would be winning the current trick."""

    name = "what-beats"
    about_turn = shows_hand = True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the seat to act at the step."""
        return PlacedQuestion(ask_beats(run.game, run.moments[place].before), place)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield questions about the reader's turns in which some but not all legal cards would be winning the trick."""
        for place, step in enumerate(hand):
            before = step.before
            if before.phase == "play" and before.trick and before.actor == READER and step.move.verb == "play":
                yield from if_answerable(partial(ask_beats, game, before, is_first_trick(hand, place)), hand, place)


def ask_beats(game: Game[Position], position: Position, is_first: bool = False) -> Question:
    """Return a question about the legal cards that would be winning the current trick for the seat to act.

    Raises ``Unanswerable`` if there is no trick or no such card.
    """
    seat, legal = position.actor, [move for move in game.legal(position) if move.verb == "play" and move.card is not None]
    if not position.trick or not legal:
        raise Unanswerable("what-beats: no trick on the table here to which a card could be played")
    shown = {card: place for place, card in enumerate(sorted_hand(narrator_for(game), position, position.hands[seat]))}
    options = sorted((_ahead(game, position, move) for move in legal), key=lambda option: shown[option.card or legal[0].played])
    seen = game.view(position, seat)
    rule = next((option.why.rule for option in options if option.right), options[0].why.rule)
    prompt = say("Choose every card with which {seat} would be ahead in this trick.", seat=position.name(seat))
    return Question(game, WhatBeats.name, title_of(game, rule), before_move(seen, is_first), prompt, True,
                    (AnswerField(NOTHING, tuple(options)),), seen, tuple(position.trick),
                    narrator_for(game).labels_to_hide("trick-winner"), position)


def _ahead(game: Game[Position], position: Position, move: Move) -> Option:
    """Return the option for a card. It is correct if the card would be winning the trick."""
    seat = position.actor
    laid = (*position.trick, move.laid[seat])
    why = narrator_for(game).trick_explanation(position, laid)[-1]
    ahead = seat in game.winners(position, laid).values()
    return Option(move.text, ahead, why._replace(permits=ahead), move.card, move)
