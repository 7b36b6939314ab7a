"""The order in which a hand is shown: trumps apart and first, then suit by suit, high to low."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import Narrator


def sorted_hand(narrator: Narrator[Position], position: Position, hand: Sequence[Card]) -> list[Card]:
    """Return ``hand`` in the order it is shown. It depends on the game's trumps and the cards alone, so it stays put."""
    order = list(narrator.game.pack.suits)

    def key(card: Card) -> tuple[bool, int, int]:
        place = order.index(card.suits[0]) if card.suits else len(order)
        return not narrator.is_trump(position, card), place, -card.value
    return sorted(hand, key=key) if FACE_DOWN not in hand else list(hand)
