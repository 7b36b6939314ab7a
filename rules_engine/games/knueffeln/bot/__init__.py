"""A bot for Knüffeln that plays every phase, says why, and talks with its partner.

``sight`` is what a seat knows and the chances that follow, ``worth`` what cards are worth, ``plays`` the choice of
cards, ``stakes`` all other choices, ``talk`` the remarks at the table.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots import ONLY_MOVE, Bot, Choice
from rules_engine.core.game.game import View
from rules_engine.core.model.moves import Move
from rules_engine.core.model.remarks import Remark
from rules_engine.games.knueffeln.bot import plays, stakes, talk
from rules_engine.games.knueffeln.bot.sight import Sight
from rules_engine.games.knueffeln.bot.talk import words_for
from rules_engine.games.knueffeln.cards import PLAYS
from rules_engine.games.knueffeln.position import KnueffelnPosition

__all__ = ["KnueffelnBot", "bot"]


class KnueffelnBot(Bot[KnueffelnPosition]):
    """A player that weighs each card's chance in the trick against its worth later, and listens to its partner."""

    name = "heuristic"

    def choose(self, view: View[KnueffelnPosition], rng: random.Random, heard: Sequence[Remark] = ()) -> Choice:
        """Return a move for the seat to act, which heeds what its own side says."""
        position = view.position
        if position.phase == "solo":
            return stakes.solo(view)
        if position.phase.startswith("take"):
            return stakes.trade(view)
        silent = Sight(view)
        words = words_for(silent.seat, silent.mates, heard)
        sight = Sight(view, words) if words else silent
        if position.phase == "answer":
            return stakes.answer(sight)
        choice = (stakes.jann(sight) if position.phase == "jann" else None) or _card(sight)
        return _credited(choice, silent, heard) if words else choice

    def move(self, view: View[KnueffelnPosition], rng: random.Random) -> Move:
        """Give the same move without a reason."""
        if view.position.phase != "play":
            return self.choose(view, rng).move
        sight = Sight(view)
        card = plays.pick(sight)
        turned = None if sight.position.trick else stakes.turned(sight, card)
        return turned.move if turned is not None else PLAYS[card]

    def says(self, view: View[KnueffelnPosition]) -> Sequence[Remark]:
        """Return what is true and worth a word."""
        return talk.remarks(view)

    def may_say(self, view: View[KnueffelnPosition]) -> Sequence[Remark]:
        """Return the phrases for a partner who is to act."""
        return talk.sayings(view)


def _card(sight: Sight) -> Choice:
    legal = sight.legal
    if len(legal) == 1:
        return Choice(legal[0], ONLY_MOVE)
    card = plays.pick(sight)
    if sight.position.trick:
        return plays.follow(sight, card)
    return stakes.turned(sight, card) or plays.lead(sight, card)


def _credited(choice: Choice, silent: Sight, heard: Sequence[Remark]) -> Choice:
    """The choice of a card, with the one remark that changed it named as the cause."""
    before, told = plays.pick(silent), [remark for remark in heard if words_for(silent.seat, silent.mates, [remark])]
    if choice.move.card in (before, None) or len(told) != 1:
        return choice
    return plays.because_of(choice, told[0].phrase)


bot = KnueffelnBot
