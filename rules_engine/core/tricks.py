"""What lies on a table: one card before each seat, and a trick once it is finished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.core.cards import Card
from rules_engine.core.moves import Move
from rules_engine.core.seats import DEFAULT_SEATS


class Laid:
    """One contribution to a trick: who, the move it was made with, and that move's card."""

    __slots__ = ("card", "move", "seat")

    def __init__(self, seat: int, move: Move) -> None:
        self.seat = seat
        self.move = move
        self.card = move.played

    def __repr__(self) -> str:
        return f"<{self.seat} {self.move.text}>"


class _LaidBy(dict[Move, Laid]):
    """What a seat has laid, by the move it was made with; made when first asked for."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def __missing__(self, move: Move) -> Laid:
        made = self[move] = Laid(self.seat, move)
        return made


LAID_BY = tuple(_LaidBy(seat) for seat in range(max(DEFAULT_SEATS)))
"""``LAID_BY[seat][move]``: the one ``Laid`` of a seat and a move. Nothing else makes any."""


def strongest(laid: Sequence[Laid], strength: Mapping[Card, int]) -> Laid:
    """The contribution with the strongest card; of equal ones the first. A strength is 0 or more.

    >>> from rules_engine.core.moves import play
    >>> from rules_engine.core.packs import FRENCH
    >>> laid = [LAID_BY[seat][play(FRENCH.card(card))] for seat, card in enumerate(["9D", "QD", "AS"])]
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
