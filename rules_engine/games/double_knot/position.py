"""Positions in Double Knot."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.core.model.rules import Rule
from rules_engine.core.positions.field_types import SUIT, SUITS, BySeat, BySide, Nullable, Number
from rules_engine.core.positions.position import Position, field, inner


class SideResult(NamedTuple):
    """The result of a side.

    ``bid``, ``taken``  the number of tricks in its contract, and the number taken
    ``missed``          number of players, on all sides, who missed their bids
    ``rule``            the rule by which it scores
    ``each``            the points for each of its players
    """

    bid: int
    taken: int
    missed: int
    rule: Rule[[int, int], int]
    each: int


class DoubleKnotPosition(Position):
    """A position in a hand of Double Knot.

    ``bids``         the bid of each seat; None for a seat that has not bid
    ``suit_led``     the letter of the suit led; ``""`` between tricks and after a lone Excuse
    ``trumps``       the letters of the trump suits in the present trick, in suit order
    ``full``         number of tricks in a hand with the complete pack
    ``sides``        the seats that bid, take tricks and score together, by side
    ``zero_or_all``  True if bids of zero and of every trick are scored by a separate rule
    ``fared``        the result of each side; empty until the hand is scored
    """

    score: list[int] = field(BySide(Number(least=0)), settable=True, shows="totals")
    bids: list[int | None] = field(BySeat(Nullable(Number(least=0))), settable=True)
    suit_led: str = field(SUIT)
    trumps: tuple[str, ...] = field(SUITS)
    full: int = inner(lambda notation: len(notation.cards) // notation.table.size)
    sides: tuple[tuple[int, ...], ...] = inner(lambda notation: tuple((seat,) for seat in notation.table.seats))
    zero_or_all: bool = inner(lambda notation: False)
    fared: list[SideResult] = inner(lambda notation: [])

    @property
    def declared(self) -> list[int]:
        """The bid of each seat. Every seat must have bid."""
        declared = [bid for bid in self.bids if bid is not None]
        assert len(declared) == self.table.size, "a bid is missing"
        return declared

    @property
    def in_teams(self) -> bool:
        """True if partners play and score together."""
        return len(self.sides[0]) > 1

    @property
    def size(self) -> int:
        """Number of tricks of this hand: those taken plus those still to be decided, including the present one."""
        held = len(self.hands[self.trick[0].seat]) + 1 if self.trick else len(self.hands[0])
        return sum(self.tricks) + held
