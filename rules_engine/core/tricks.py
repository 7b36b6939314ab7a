"""What lies on a table: one card before each seat, and a trick once it is finished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.core.cards import Card
from rules_engine.core.moves import Laid

__all__ = ["Laid", "Trick", "strongest"]


def strongest(laid: Sequence[Laid], strength: Mapping[Card, int]) -> Laid:
    """The contribution with the strongest card; of equal ones the first. A strength is 0 or more.

    >>> from rules_engine.core.moves import play
    >>> from rules_engine.core.packs import FRENCH
    >>> laid = [play(FRENCH.card(card)).laid[seat] for seat, card in enumerate(["9D", "QD", "AS"])]
    >>> strongest(laid, {card: card.value * (card.suits == "D") for card in FRENCH})
    <1 QD>
    """
    best, most = laid[0], -1
    for one in laid:
        mine = strength[one.card]
        if mine > most:
            best, most = one, mine
    return best


class Trick:
    """A finished trick as it lay: the cards in order and who took it.

    ``winners``  the seat that took it under ``""``; by colour where colours are won apart
    """

    __slots__ = ("laid", "winners")

    def __init__(self, laid: Sequence[Laid], winners: Mapping[str, int]) -> None:
        self.laid = tuple(laid)
        self.winners = winners
