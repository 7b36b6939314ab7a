"""What the seat to act may do, in a few words that any game's moves give."""

from __future__ import annotations

from rules_engine.core.cards import listed
from rules_engine.core.game import View
from rules_engine.core.moves import Move
from rules_engine.core.position import Position


def prompt(view: View[Position]) -> str:
    """``lead a card``, ``exchange a card or pass``: the kinds of moves that the rules allow now."""
    deeds = dict.fromkeys(_deed(view.position, move) for move in view.game.legal(view.position))
    return listed(deeds, "or")


def _deed(position: Position, move: Move) -> str:
    if move.verb == "play":
        return "play a card" if position.trick else "lead a card"
    if move.other is not None:
        return "exchange a card"
    if move.card is not None:
        return f"{move.verb} a card"
    return "name a suit" if move.suit else move.verb
