"""The prompt for the seat to act, derived from its legal moves."""

from __future__ import annotations

from rules_engine.core.game.game import View
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import kinds_of
from rules_engine.narration.narrator import narrator_for
from rules_engine.text.message import Text


def prompt(view: View[Position], cards: int = 1) -> Text:
    """Return a phrase listing the types of legal moves: ``lead a card``, ``exchange a card for the {8S} or pass``.

    ``cards``  the number of cards to move one by one: ``discard 10 cards``
    """
    game, position = view.game, view.position
    return kinds_of(game.legal(position), not position.trick, narrator_for(game).words.deeds, cards)
