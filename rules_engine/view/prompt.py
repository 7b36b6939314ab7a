"""What the seat to act may do, in a few words that any game's moves give."""

from __future__ import annotations

from typing import Any

from rules_engine.core.cards import listed
from rules_engine.core.moves import Move


def prompt(position: Any) -> str:
    """``lead a card``, ``exchange a card or pass``: the kinds of moves that the rules allow now."""
    deeds = dict.fromkeys(_deed(position, move) for move in position.game.legal(position))
    return listed(deeds, "or")


def _deed(position: Any, move: Move) -> str:
    if move.verb == "play":
        return "play a card" if position.trick else "lead a card"
    if move.other is not None:
        return "exchange a card"
    if move.card is not None:
        return f"{move.verb} a card"
    return "name a suit" if move.suit else move.verb
