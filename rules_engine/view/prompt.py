"""What the seat to act may do, in a few words that any game's moves give."""

from __future__ import annotations

from collections.abc import Collection

from rules_engine.core.cards import Card, listed
from rules_engine.core.game import View
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.telling import counted


def prompt(view: View[Position], cards: int = 1) -> str:
    """``lead a card``, ``exchange a card for the {8S} or pass``: the kinds of moves that the rules allow now, with marks.

    ``cards``  so many cards go one after the other: ``discard 10 cards``
    """
    legal = view.game.legal(view.position)
    got = {move.card for move in legal if move.other is not None}
    deeds = dict.fromkeys(_deed(view.position, move, got, cards) for move in legal)
    return listed(deeds, "or")


def _deed(position: Position, move: Move, got: Collection[Card | None], cards: int) -> str:
    if move.verb == "play":
        return "play a card" if position.trick else "lead a card"
    if move.other is not None:
        return f"exchange a card for the {{{move.played.text}}}" if len(got) == 1 else "exchange a card"
    if move.card is not None:
        return f"{move.verb} {counted(cards, 'card') if cards > 1 else 'a card'}"
    return "name a suit" if move.suit else move.verb
