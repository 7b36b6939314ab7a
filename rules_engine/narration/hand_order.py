"""The display order of a hand: trumps first, then suit by suit, from high to low."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import Narrator


def sorted_hand(narrator: Narrator[Position], position: Position, hand: Sequence[Card]) -> list[Card]:
    """Return ``hand`` in display order. The order depends only on trumps and the cards, so it is stable during play."""
    order = list(narrator.game.pack.suits)

    def key(card: Card) -> tuple[bool, int, int]:
        place = order.index(card.suits[0]) if card.suits else len(order)
        return not narrator.is_trump(position, card), place, -card.value
    return sorted(hand, key=key) if FACE_DOWN not in hand else list(hand)
