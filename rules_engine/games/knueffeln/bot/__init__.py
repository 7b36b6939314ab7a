"""A bot for Knüffeln that handles every phase, explains its moves, and talks to its partner.

``sight`` holds a seat's knowledge and the chances derived from it. ``worth`` estimates the value of cards. ``plays`` chooses
cards, ``stakes`` makes all other choices, and ``talk`` makes the remarks at the table.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots import ONLY_MOVE, Bot, BotMove
from rules_engine.core.game.game import View
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.games.knueffeln.bot import plays, stakes, talk
from rules_engine.games.knueffeln.bot.sight import KnueffelnKnowledge
from rules_engine.games.knueffeln.bot.talk import words_for
from rules_engine.games.knueffeln.cards import PLAYS
from rules_engine.games.knueffeln.position import KnueffelnPosition

__all__ = ["KnueffelnBot", "bot"]


class KnueffelnBot(Bot[KnueffelnPosition]):
    """A bot that weighs each card's chance of winning the trick against its later value, and uses its partner's remarks."""

    name = "heuristic"
    remembers = True
    pace = 5_000

    def choose(self, view: View[KnueffelnPosition], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return a move for the seat to act, and its reason. Remarks from its own side are used, all others ignored."""
        legal = view.game.legal(view.position)
        return BotMove(legal[0], ONLY_MOVE) if len(legal) == 1 else self.among(view, legal, rng, heard)

    def considers(self, view: View[KnueffelnPosition]) -> Sequence[Move]:
        """Return the moves to consider: a face-down lead only if the bot plans it, only the cheapest of the cards that don't win,
        only cards that keep a promise, and only the cheaper answer to a face-down lead."""
        legal, phase = view.game.legal(view.position), view.position.phase
        if phase.startswith("take"):
            return stakes.trades(view, legal)
        if phase == "answer":
            return [stakes.answer(KnueffelnKnowledge(view), legal).move]
        if phase != "play":
            return legal
        sight = KnueffelnKnowledge(view)
        return talk.keeps_word(view, sight, stakes.thought_of(sight, legal))

    def among(self, view: View[KnueffelnPosition], moves: Sequence[Move], rng: random.Random,
              heard: Sequence[Remark] = ()) -> BotMove:
        """Return the best of the given moves, and its reason."""
        phase = view.position.phase
        if phase == "solo":
            return stakes.solo(view, moves)
        if phase.startswith("take"):
            return stakes.trade(view, moves)
        silent = KnueffelnKnowledge(view)
        words = words_for(silent.seat, silent.mates, heard)
        sight = KnueffelnKnowledge(view, words) if words else silent
        if phase == "answer":
            return stakes.answer(sight, moves)
        moves = talk.keeps_word(view, silent, moves)
        choice = (stakes.jann(sight, moves) if phase == "jann" else None) or _card(sight, moves)
        return _credited(choice, silent, moves, heard) if words else choice

    def move(self, view: View[KnueffelnPosition], rng: random.Random) -> Move:
        """Return the move that ``choose`` returns without remarks, but without a reason."""
        if view.position.phase != "play":
            return self.choose(view, rng).move
        sight = KnueffelnKnowledge(view)
        card = plays.pick(sight)
        return stakes.turns(sight, card) or PLAYS[card]

    def says(self, view: View[KnueffelnPosition]) -> Sequence[Remark]:
        """Return the seat's present remarks, all of them true."""
        return talk.remarks(view)

    def may_say(self, view: View[KnueffelnPosition]) -> Sequence[Remark]:
        """Return the phrases that the seat might say to a partner who is to act."""
        return talk.sayings(view)


def _card(sight: KnueffelnKnowledge, moves: Sequence[Move]) -> BotMove:
    """Return the best card among the given moves. It is led face down only if the bot plans that, or if all these moves are
    face-down leads."""
    cards = [move.played for move in moves if move.verb == "play"]
    card = plays.pick(sight, cards or [move.played for move in moves if move.card is not None])
    if sight.position.trick:
        return plays.follow(sight, card)
    turn = stakes.turns(sight, card) if cards else next(move for move in moves if move.card is card)
    return stakes.turned(sight, turn) if turn is not None and turn in moves else plays.lead(sight, card)


def _credited(choice: BotMove, silent: KnueffelnKnowledge, moves: Sequence[Move], heard: Sequence[Remark]) -> BotMove:
    """Return the choice. If exactly one remark was used and changed the card, mention it in the reason."""
    if choice.move.card is None:
        return choice
    cards = [move.played for move in moves if move.card is not None]
    before, told = plays.pick(silent, cards), [remark for remark in heard if words_for(silent.seat, silent.mates, [remark])]
    if choice.move.card is before or len(told) != 1:
        return choice
    return plays.because_of(choice, told[0].phrase)


bot = KnueffelnBot
