"""Finished tricks, and the comparison of cards within a trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import PlayedCard

__all__ = ["PlayedCard", "Trick", "strongest"]


def strongest(laid: Sequence[PlayedCard], strength: Mapping[Card, int]) -> PlayedCard:
    """Return the played card with the highest strength; among equals, the first.

    >>> from rules_engine.core.model.moves import play
    >>> from rules_engine.core.model.packs import FRENCH
    >>> laid = [play(FRENCH.card(card)).laid[seat] for seat, card in enumerate(["9D", "QD", "AS"])]
    >>> strongest(laid, {card: card.value * (card.suits == "D") for card in FRENCH})
    <1 QD>
    >>> strongest(laid, {card: 0 for card in FRENCH})
    <0 9D>
    """
    best = laid[0]
    for one in laid:
        if strength[one.card] > strength[best.card]:
            best = one
    return best


class Trick:
    """A finished trick: its cards in the order played, and its winner.

    ``winners``  maps ``""`` to the winning seat; if colours are won separately, maps each colour to its winner
    """

    __slots__ = ("laid", "winners")

    def __init__(self, laid: Sequence[PlayedCard], winners: Mapping[str, int]) -> None:
        self.laid = tuple(laid)
        self.winners = winners

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Trick) and self.laid == other.laid and self.winners == other.winners)

    def __hash__(self) -> int:
        return hash(self.laid)

    def __repr__(self) -> str:
        return f"<{' '.join(f'{one.seat} {one.move.text}' for one in self.laid)}: {self.winners}>"
