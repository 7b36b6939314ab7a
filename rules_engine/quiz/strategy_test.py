"""Questions of a strategy test, about the best move on average if the other hands are hidden. Only the build asks them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rules_engine.bots import who_plays_out
from rules_engine.bots.decisions import Decision, Turn, turn_at
from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.quiz.best_move import puzzle_title
from rules_engine.quiz.kinds.closed_move import ClosedMove
from rules_engine.quiz.kinds.still_out import Sight, cards_gone, sight_of
from rules_engine.quiz.question import AnswerField, Option, Question
from rules_engine.quiz.question_context import as_context
from rules_engine.text.message import NOTHING, FormIndex, Text, all_of, any_of, joined, say, suit_mark

LEAST_LOSS = 0.05
"""Minimum average loss, in points, that is put into words."""
LEAD, PLAY, DO = range(3)


def ask_decision(game: Game[Position], decision: Decision) -> Question:
    """Return the question about a decision. Raises ``ValueError`` if its moves can't be made."""
    turn = turn_at(game, decision.deal, decision.moves)
    position = turn.position
    options = tuple(Option(move.text, move.text == decision.best, RuleFinding(
        "", move.text == decision.best, _reason(game, turn, move, decision), () if move.card is None else (move.card,)),
        move.card, move) for move in game.legal(position))
    sight = sight_of(game, turn.start, turn.made, position)
    cards = _still_out(game, sight) if len(sight.out) < len(sight.seen) else cards_gone(game, position, sight)
    does = DO if position.leader is None else PLAY if position.trick else LEAD
    ask = say("What do you {does:lead|play|do}?", does=FormIndex(does, 3))
    title = puzzle_title(position) if position.leader is not None else ask
    return Question(game, ClosedMove.name, title, as_context(joined([cards, *_voids(game, turn)])), ask, False,
                    (AnswerField(NOTHING, options),), turn.view, tuple(position.trick), frozenset(), position)


def _reason(game: Game[Position], turn: Turn[Position], move: Move, decision: Decision) -> Text:
    """Return the bot's reason for the best move, or the average loss of another move."""
    lost = decision.lost[move.text]
    if move.text == decision.best:
        reason = who_plays_out(game).among(turn.view, [move], random.Random(decision.deal)).reason
        return reason or say("It does best, on average.")
    if lost < LEAST_LOSS:
        return say("It does about as well.")
    return say("It costs {amount}.", amount=narrator_for(game).average_amount(lost))


def _still_out(game: Game[Position], sight: Sight) -> Text:
    return say("Still out: {cards}.", cards=all_of(card for card in game.deck if card in sight.out))


def _voids(game: Game[Position], turn: Turn[Position]) -> Iterator[Text]:
    """Yield a sentence for each other seat that is known to be out of suits in which cards are still out."""
    memory, position, held = turn.view.memory, turn.position, {*turn.view.position.hands[turn.position.actor]}
    if memory is None:
        return
    out = [card for card in game.deck if card not in memory.gone and card not in held]
    for seat in game.table.seats:
        if seat == position.actor or not position.hands[seat]:
            continue
        void = [suit for suit in game.pack.suits if (cards := {card for card in out if game.suit_of(position, card) == suit})
                and cards <= memory.barred[seat]]
        if void:
            yield say("{seat} {seat:has|have} no {suits}.", seat=position.name(seat), suits=any_of(map(suit_mark, void)))
