"""Positions in Euchre."""

from __future__ import annotations

from rules_engine.core.model.cards import Card
from rules_engine.core.positions.field_types import ONE_CARD, SEAT, SEATS, SUIT, Number
from rules_engine.core.positions.position import Position, field, inner


class EuchrePosition(Position):
    """A position in a hand of Euchre.

    ``turned_up``      the card lying face up; None after it is taken or turned down
    ``turned_down``    the suit turned down, or ``""``
    ``passes``         the number of passes so far; the second round begins after four
    ``maker``          the seat that made trumps, or None
    ``trump``          suit letter, or ``""``
    ``alone``          the seat that plays alone, or None
    ``defends_alone``  the opponent who defends alone, or None
    ``together``       the seats that have declined to play alone, until all have been asked
    ``target``         the total that wins the game
    ``orders_alone``   True if the dealer's partner who orders up must play alone
    ``may_defend``     True if an opponent may defend alone
    """

    turned_up: Card | None = field(ONE_CARD, settable=True, matters_for=("order",))
    turned_down: str = field(SUIT, settable=True, matters_for=("name",))
    passes: int = field(Number(least=0, most=8), settable=True, matters_for=("order", "name"))
    maker: int | None = field(SEAT, settable=True, matters_for=())
    trump: str = field(SUIT, settable=True, can_be_none=False, label="Trumps", matters_for=("winner", "lead", "follow"))
    alone: int | None = field(SEAT, settable=True)
    defends_alone: int | None = field(SEAT, settable=True, option=("defend-alone", "allowed"))
    together: frozenset[int] = field(SEATS, settable=True, fact=False, matters_for=())
    target: int = inner(lambda notation: 10)
    orders_alone: bool = inner(lambda notation: False)
    may_defend: bool = inner(lambda notation: False)

    @property
    def from_left(self) -> list[int]:
        """All seats from the dealer's left."""
        return self.table.clockwise_from(self.dealer + 1)

    @property
    def playing(self) -> list[int]:
        """The seats that play: all except the partners of those who play alone."""
        out = [(seat + 2) % 4 for seat in (self.alone, self.defends_alone) if seat is not None]
        return [seat for seat in self.table.seats if seat not in out]

    @property
    def made(self) -> int:
        """Number of tricks taken by the makers. Trumps must be made."""
        assert self.maker is not None, "trumps aren't made"
        return self.tricks[self.maker] + self.tricks[(self.maker + 2) % 4]
