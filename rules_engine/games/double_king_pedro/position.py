"""Positions in Double King Pedro."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.core.model.cards import Card
from rules_engine.core.positions.field_types import (
    FLAG,
    HAND,
    SEAT,
    SEATS,
    SUIT,
    BySeat,
    BySide,
    Nullable,
    Number,
    NumberOrWord,
)
from rules_engine.core.positions.position import Position, field, inner
from rules_engine.games.double_king_pedro.cards import ALL_POINTS

Call = int | str | None
"""A seat's last call in the auction: a number, ``double``, ``pass``, or None before the first."""


def call(*words: str) -> NumberOrWord:
    """Return the field type for a call in the auction: a bid, or one of ``words``."""
    return NumberOrWord(*words, least=1, most=ALL_POINTS)


class DoubleKingPedroPosition(Position):
    """A position in a hand of Double King Pedro.

    ``kitty``       the cards put aside until the declarer takes them
    ``kept``        the seats that were asked to toss and kept their hands; empty after the auction
    ``bids``        the last call of each seat
    ``declarer``    the seat that won the auction, or None
    ``contract``    the winning bid: a number or ``double``
    ``trump``       suit letter, or ``""``
    ``giver``       in ``pass-trumps``, the seat that gives trumps away
    ``passed_on``   True if the giver received trumps from its partner: the excess goes left
    ``opening``     in ``play``, True until the declarer has led for the first time
    ``tossed``      True if the hand was thrown in
    ``discarding``  the seat that was last asked to discard
    ``draws``       True if the trick on the table was led with a trump
    ``out``         the seats that are out until the next deal
    ``points``      the points taken in this hand, by side
    """

    kitty: list[Card] = field(HAND, settable=True, hidden=True)
    kept: frozenset[int] = field(SEATS, settable=True, fact=False, matters_for=())
    bids: list[Call] = field(BySeat(call("double", "pass")), settable=True)
    declarer: int | None = field(SEAT, settable=True, matters_for=())
    contract: Call = field(call("double"), settable=True)
    trump: str = field(SUIT, settable=True, can_be_none=False, label="Trumps",
                       matters_for=("winner", "lead", "follow", "pass-trumps", "discard"))
    giver: int | None = field(SEAT, settable=True, fact=False, matters_for=())
    passed_on: bool = field(FLAG, settable=True, fact=False, matters_for=())
    opening: bool | None = field(Nullable(FLAG), settable=True, fact=False, matters_for=("lead",))
    tossed: bool = inner(lambda notation: False)
    discarding: int | None = inner(lambda notation: None)
    draws: bool = inner(lambda notation: False)
    out: frozenset[int] = field(SEATS, settable=True, matters_for=("winner",))
    points: list[int] = field(BySide(Number(least=0, most=ALL_POINTS)), settable=True)

    derived: ClassVar = {"high_bid": call("double")}

    @property
    def high_number(self) -> int:
        """The highest number bid so far; 0 before the first."""
        high = 0
        for call in self.bids:
            if isinstance(call, int) and call > high:
                high = call
        return high

    @property
    def high_bid(self) -> Call:
        """The highest bid so far, or None."""
        return "double" if "double" in self.bids else self.high_number or None

    @property
    def declaring(self) -> int:
        """The declarer's seat. The auction must be won."""
        assert self.declarer is not None, "the auction isn't won"
        return self.declarer

    @property
    def taker(self) -> int:
        """The seat that took the last trick. At least one trick must be taken."""
        assert self.last_trick is not None, "no trick has been taken"
        return self.last_trick.winners[""]

    @property
    def wanted(self) -> int:
        """Number of points that the declarer's side needs."""
        return self.contract if isinstance(self.contract, int) else ALL_POINTS

    @property
    def from_dealer(self) -> list[int]:
        """All seats in the order of the auction."""
        return self.table.clockwise_from(self.dealer + 1)

    @property
    def from_declarer(self) -> list[int]:
        """All seats in the order in which trumps are passed and cards discarded."""
        return self.table.clockwise_from(self.declaring)

    @property
    def playing(self) -> list[int]:
        """The seats that aren't out."""
        return [seat for seat in self.table.seats if seat not in self.out]
