"""Positions in Hearts."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.core.model.cards import Card
from rules_engine.core.positions.field_types import FLAG, PILE, SEAT, SUIT, BySeat, Number, OneOf
from rules_engine.core.positions.position import Position, field, inner

PLACES = {"left": 1, "right": -1, "across": 2, "hold": 0}
"""The number of places to the left that cards are passed, by direction, in the order of hands."""
ALL = 26


class HeartsPosition(Position):
    """A position in a hand of Hearts.

    ``passed``     the cards that each seat has laid down to pass, until everyone has laid down three
    ``broken``     True if hearts are broken
    ``opening``    True until the first trick is taken
    ``points``     the points taken in this hand, by seat
    ``jack``       in ``omnibus``, the seat that took the Jack of Diamonds, or None
    ``queen``      the seat that took the Queen of Spades, or None
    ``lowest_club``  the lowest club of the pack
    ``passes``     False in the variant without passing
    ``queen_breaks``  True if the Queen of Spades breaks hearts too
    ``subtracts``  True if a moon takes 26 off the shooter's score
    ``counts_jack``  True in ``omnibus``
    """

    number: int = field(Number(least=1, blank=1), settable=True, key="hand_number", matters_for=())
    passed: list[list[Card]] = field(BySeat(PILE), settable=True, hidden=True)
    broken: bool = field(FLAG, settable=True, label="Hearts broken", matters_for=("lead",))
    opening: bool = field(FLAG, settable=True, label="First trick", matters_for=("lead", "follow"))
    points: list[int] = field(BySeat(Number(least=0, most=ALL)), settable=True, matters_for=())
    jack: int | None = field(SEAT, settable=True, label="Jack of Diamonds", matters_for=())
    queen: int | None = inner(lambda notation: None)
    lowest_club: Card = inner(lambda notation: min(notation.cards, key=lambda card: (card.suits != "C", card.value)))
    passes: bool = inner(lambda notation: True)
    queen_breaks: bool = inner(lambda notation: False)
    subtracts: bool = inner(lambda notation: False)
    counts_jack: bool = inner(lambda notation: False)

    derived: ClassVar = {"passing": OneOf(*PLACES), "suit_led": SUIT}

    @property
    def passing(self) -> str:
        """The direction in which cards are passed in this hand."""
        directions = [way for way in PLACES if way != "across" or self.table.size == 4]
        return directions[(self.number - 1) % len(directions)] if self.passes else "hold"

    @property
    def suit_led(self) -> str:
        """The letter of the suit led to the trick on the table, or ``""``."""
        return self.trick[0].card.suits if self.trick else ""

    @property
    def shooter(self) -> int | None:
        """The seat that has taken all points, or None."""
        return self.points.index(ALL) if ALL in self.points else None
