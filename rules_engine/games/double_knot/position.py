"""A position of Double Knot."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.core.model.rules import Rule
from rules_engine.core.positions.field_types import SUIT, SUITS, BySeat, BySide, Nullable, Number
from rules_engine.core.positions.position import Position, field, inner


class SideResult(NamedTuple):
    """How a side fared.

    ``bid``, ``taken``  its contract and its tricks
    ``missed``          how many players, of all sides, didn't take what they bid
    ``rule``            the rule by which it scores
    ``each``            what each of its players scores
    """

    bid: int
    taken: int
    missed: int
    rule: Rule[[int, int], int]
    each: int


class DoubleKnotPosition(Position):
    """A position of Double Knot.

    ``bids``         the bid of each seat, None for who has not bid
    ``suit_led``     the letter of the suit led, ``""`` between tricks and under a lone Excuse
    ``trumps``       the letters of the present trick's trump suits, in suit order
    ``full``         the tricks of a hand of the whole pack
    ``sides``        who bids, takes tricks and scores together
    ``zero_or_all``  whether bids of zero and of every trick are scored apart
    ``fared``        how each side fared, once the hand is scored
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
        """The bid of each seat, where everybody has bid."""
        declared = [bid for bid in self.bids if bid is not None]
        assert len(declared) == self.table.size, "a bid is missing"
        return declared

    @property
    def in_teams(self) -> bool:
        """Whether partners play and score together."""
        return len(self.sides[0]) > 1

    @property
    def size(self) -> int:
        """The tricks of this hand: those taken and those still to be played, the present one among them."""
        held = len(self.hands[self.trick[0].seat]) + 1 if self.trick else len(self.hands[0])
        return sum(self.tricks) + held
