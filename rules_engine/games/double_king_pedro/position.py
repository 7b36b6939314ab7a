"""A position of Double King Pedro."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rules_engine.core.cards import Card
from rules_engine.core.position import Position
from rules_engine.games.double_king_pedro.cards import FACE_CARDS, PLAY_SIZE, TRUMPS

if TYPE_CHECKING:
    from rules_engine.core.game import Game

Call = int | str | None
"""What a seat last said in the auction: a number, ``double``, ``pass``, or nothing yet."""


class DoubleKingPedroPosition(Position):
    """A position of Double King Pedro.

    ``kitty``      the cards that lie apart until the declarer takes them
    ``kept``       seats that were offered to toss and kept their hand
    ``bids``       the last call of each seat
    ``declarer``   the seat that won the auction, or None
    ``contract``   what it was won with: a number or ``double``
    ``trump``      suit letter, or ``""``
    ``passed_on``  in ``pass-trumps``, true where the giver is the partner of one who gave: the excess goes left
    ``opening``    true until the declarer has led for the first time
    ``out``        seats out until the next deal
    ``points``     points taken in this hand, by side
    """

    __slots__ = ("bids", "contract", "declarer", "kept", "kitty", "opening", "out", "passed_on", "points", "trump")
    _lists: ClassVar[tuple[str, ...]] = ("trick", "tricks", "bids", "kitty", "points")

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.kitty: list[Card] = []
        self.kept: frozenset[int] = frozenset()
        self.bids: list[Call] = [None] * game.table.size
        self.declarer: int | None = None
        self.contract: Call = None
        self.trump = ""
        self.passed_on = False
        self.opening = False
        self.out: frozenset[int] = frozenset()
        self.points = [0, 0]

    @property
    def high_bid(self) -> Call:
        """The highest bid so far."""
        return "double" if "double" in self.bids else self.high_number or None

    @property
    def numbers(self) -> list[int]:
        """The numbers that are some seat's last call."""
        return [call for call in self.bids if isinstance(call, int)]

    @property
    def high_number(self) -> int:
        """The highest number bid so far; 0 before the first."""
        high = 0
        for call in self.bids:
            if isinstance(call, int) and call > high:
                high = call
        return high

    @property
    def still_bidding(self) -> list[int]:
        """The seats that haven't passed, clockwise from the dealer's left."""
        return [seat for seat in self.from_dealer if self.bids[seat] != "pass"]

    @property
    def from_dealer(self) -> list[int]:
        """All seats in the order of the auction."""
        return self.game.table.clockwise_from(self.game.table.left_of[self.dealer])

    @property
    def from_declarer(self) -> list[int]:
        """All seats in the order in which trumps are passed and cards discarded."""
        return self.game.table.clockwise_from(self.declarer or 0)

    @property
    def may_toss(self) -> list[int]:
        """The seats dealt no face card, in the order in which they are asked."""
        return [seat for seat in self.from_dealer if FACE_CARDS.isdisjoint(self.hands[seat])]

    @property
    def playing(self) -> list[int]:
        """The seats that aren't out."""
        return [seat for seat in self.game.table.seats if seat not in self.out]

    @property
    def trump_led(self) -> bool:
        """Whether the lead on the table is a trump."""
        return bool(self.trick) and self.trick[0].card in TRUMPS[self.trump]

    def trumps_of(self, seat: int) -> list[Card]:
        """The trumps that a seat holds."""
        trumps = TRUMPS[self.trump]
        return [card for card in self.hands[seat] if card in trumps]

    def excess(self, seat: int) -> int:
        """How many trumps a seat holds above six."""
        return max(0, len(TRUMPS[self.trump].intersection(self.hands[seat])) - PLAY_SIZE)

    def receiver(self, seat: int) -> int:
        """Who gets the trumps that ``seat`` gives away."""
        return (seat + (1 if self.passed_on else 2)) % self.game.table.size

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.game.table.names[seat]
