"""Positions in Snakebit."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.core.positions.field_types import SUIT, SUIT_SET, BySeat, Number
from rules_engine.core.positions.position import Position, field


class SnakebitPosition(Position):
    """A position in a hand of Snakebit.

    ``cursed``, ``trump``  suit letters
    ``broken``             letters of the suits broken in this hand
    ``cursed_taken``       number of cards of the cursed suit taken in this hand, by seat
    """

    number: int = field(Number(least=1, blank=1), settable=True, key="hand_number")
    cursed: str = field(SUIT, settable=True, needed=True, matters_for=("points", "lead"))
    trump: str = field(SUIT, settable=True, needed=True, label="Trumps", matters_for=("winner", "lead"))
    broken: frozenset[str] = field(SUIT_SET, settable=True, matters_for=("lead",))
    cursed_taken: list[int] = field(BySeat(Number(least=0, most=8)), settable=True)

    derived: ClassVar = {"suit_led": SUIT}

    @property
    def suit_led(self) -> str:
        """The letter of the suit named by the lead on the table, or ``""``."""
        return self.trick[0].move.suit if self.trick else ""

    @property
    def shut(self) -> str:
        """The letters of the suits that may not be named now: the trump and cursed suits that are unbroken."""
        shut = "" if self.trump in self.broken else self.trump
        return shut if self.cursed in self.broken or self.cursed == shut else shut + self.cursed
