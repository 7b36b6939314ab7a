"""What the solver may know of Snakebit: points add up trick by trick, and only the broken suits outlast a trick."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain
from math import ceil

from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.position import SnakebitPosition as Position
from rules_engine.solver.hints import CardsStay


class hints(CardsStay[Position]):  # noqa: N801  found under this name
    """A player's points are its tricks less its cursed cards."""

    def decided(self) -> bool:
        """The last trick ends every hand."""
        return True

    def state(self, position: Position) -> Hashable:
        """Cards, who leads, and what is broken; another goal may hang on more."""
        if not self.counts:
            return super().state(position)
        return self.held(position), position.to_act, position.broken

    def gained(self, position: Position) -> int:
        """The points so far."""
        seat = self.seeker.place
        return position.tricks[seat] - position.cursed_taken[seat] if self.counts else 0

    def bounds(self, position: Position) -> tuple[int, int] | None:
        """All tricks and no cursed card, or all cursed cards in as few tricks as hold them."""
        if not self.counts:
            return None
        gained, left = self.gained(position), len(position.hands[0])
        cursed = len(rules.BEARING[position.cursed].intersection(chain.from_iterable(position.hands)))
        return gained - cursed + ceil(cursed / position.table.size), gained + left
