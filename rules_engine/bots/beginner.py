"""The beginner: a bot that bids and exchanges like the game's bot, and plays its cards by rules of thumb."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots.bot import ONLY_MOVE, BotMove, DelegatingBot, P
from rules_engine.core.game.game import View
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.text.message import say


class Beginner(DelegatingBot[P]):
    """A bot that bids like ``player``, the game's bot, but leads its highest card, wins what it can, and otherwise plays low."""

    name = "beginner"

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the choice of the game's bot before the play. In the play, return the highest card that is ahead, or the lowest
        card if there is none or if the seat obviously wants to lose the trick."""
        legal = view.game.legal(view.position)
        plays = [move for move in legal if move.verb == "play"]
        if len(legal) == 1:
            return BotMove(legal[0], ONLY_MOVE)
        if not plays or any(move.card is None for move in legal):
            return self.player.choose(view, rng, heard)
        if self.player.ducks(view):
            return BotMove(min(plays, key=_height), say("I don't want this trick, so I play my lowest card."))
        ahead = [move for move in plays if _is_ahead(view, move)]
        if ahead:
            return BotMove(max(ahead, key=_height), say("I play my highest card that is ahead and hope that it stays there."))
        return BotMove(min(plays, key=_height), say("I can't win this trick, so I throw my lowest card."))


def _height(move: Move) -> int:
    return move.played.value


def _is_ahead(view: View[P], move: Move) -> bool:
    """Return whether a card wins the trick so far, or a part of it."""
    assert view.seat is not None
    return view.seat in view.game.winners(view.position, [*view.position.trick, move.laid[view.seat]]).values()
