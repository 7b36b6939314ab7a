"""A position of Double Knot."""

from __future__ import annotations

from typing import Any, ClassVar

from rules_engine.core.cards import Card
from rules_engine.core.game import Game
from rules_engine.core.position import Position
from rules_engine.games.double_knot.trick import TOP, TRUMPS, setter


class DoubleKnotPosition(Position):
    """A position of Double Knot.

    ``bids``  the bid of each seat, None for who has not bid
    """

    __slots__ = ("bids",)
    _lists: ClassVar[tuple[str, ...]] = ("trick", "tricks", "bids")

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.bids: list[int | None] = [None] * game.table.size

    @property
    def setter(self) -> Card | None:
        """The card on the table that sets the suit led and the trumps, if it lies there yet."""
        return setter(self.trick)

    @property
    def suit_led(self) -> str:
        """The letter of the suit led, or ``""`` between tricks and under a lone Excuse."""
        opened = self.setter
        return TOP[opened] if opened else ""

    @property
    def trumps(self) -> tuple[str, ...]:
        """The letters of the present trick's trump suits, in suit order."""
        opened = self.setter
        return TRUMPS[opened] if opened else ()

    @property
    def size(self) -> int:
        """The tricks of this hand: those taken and those still to be played, the present one among them."""
        held = len(self.hands[self.trick[0].seat]) + 1 if self.trick else len(self.hands[0])
        return sum(self.tricks) + held
