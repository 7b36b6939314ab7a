"""Positions in Spades."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.positions.field_types import FLAG, SEATS, BySeat, BySide, Number, NumberOrWord
from rules_engine.core.positions.position import Position, field, inner

NIL, BLIND = "nil", "blind nil"
PENALTY_BAGS = 10


class SpadesPosition(Position):
    """A position in a hand of Spades.

    ``bids``       the bid of each seat: a number, ``nil``, ``blind nil``, or None for a seat that has not bid
    ``broken``     True if a spade has been played
    ``bags``       each side's bags since its last penalty, before this hand
    ``exchanged``  the blind bidders whose exchange is done
    ``given``      number of cards given in the present exchange
    ``blind_nil``  the value of the option ``blind-nil``
    ``apart``      True if the tricks of a broken nil don't help the partner's bid
    ``sides``      the seats of each side
    ``full``       number of tricks in a hand with the complete pack
    """

    bids: list[int | str | None] = field(BySeat(NumberOrWord(NIL, BLIND, least=1)), settable=True)
    broken: bool = field(FLAG, settable=True, label="Spades broken", matters_for=("lead",))
    bags: list[int] = field(BySide(Number(least=0, most=PENALTY_BAGS - 1)), settable=True, shows="bags_now", carried=True)
    exchanged: frozenset[int] = field(SEATS, settable=True, matters_for=())
    given: int = field(Number(least=0, most=3), settable=True)
    blind_nil: str = inner(lambda notation: "none")
    apart: bool = inner(lambda notation: True)
    sides: Sequence[tuple[int, ...]] = inner(lambda notation: [(seat,) for seat in notation.table.seats])
    full: int = inner(lambda notation: len(notation.cards) // notation.table.size)

    def side_of(self, seat: int) -> int:
        """Return the index of a seat's side."""
        return seat % len(self.sides)

    def partner(self, seat: int) -> int:
        """Return the seat opposite."""
        return (seat + 2) % self.table.size

    def bid_of(self, side: Sequence[int]) -> int:
        """Return the number of tricks that a side's seats have bid together; nil counts 0."""
        return sum(bid for bid in map(self.bids.__getitem__, side) if isinstance(bid, int))

    def taken_for(self, side: Sequence[int]) -> int:
        """Return the number of tricks that count towards a side's bid."""
        return sum(self.tricks[seat] for seat in side if not self.apart or isinstance(self.bids[seat], int))

    def bags_of(self, side: Sequence[int]) -> int:
        """Return the number of a side's bags in the tricks played so far."""
        stray = sum(self.tricks[seat] for seat in side) - self.taken_for(side)
        return stray + max(0, self.taken_for(side) - self.bid_of(side))

    @property
    def bags_now(self) -> list[int]:
        """Each side's bags since its last penalty, including this hand if it is over."""
        if not self.hand_over:
            return self.bags
        return [(bags + self.bags_of(side)) % PENALTY_BAGS for bags, side in zip(self.bags, self.sides, strict=True)]
