"""What the solver may know of Snakebit: points add up trick by trick, and only the broken suits outlast a trick."""

from __future__ import annotations

from collections.abc import Hashable

from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.position import SnakebitPosition as Position
from rules_engine.solver.hints import TricksApart


class hints(TricksApart[Position]):  # noqa: N801  found under this name
    """A player's points are its tricks less its cursed cards."""

    def decided(self) -> bool:
        """The last trick ends every hand."""
        return True

    def beside(self, position: Position) -> Hashable:
        """Who leads, and which suits are closed."""
        return position.to_act, position.shut

    def gained(self, position: Position) -> int:
        """The points so far."""
        seat = self.seeker.place
        return position.tricks[seat] - position.cursed_taken[seat] if self.counts else 0

    def bounds(self, position: Position) -> tuple[int, int] | None:
        """So many tricks as hold the most cursed cards, one from each hand that has any; and so many with the fewest."""
        if not self.counts:
            return None
        bearing, hands = rules.BEARING[position.cursed], position.hands
        cursed = [len(bearing.intersection(hand)) for hand in hands]
        total, left, size = sum(cursed), len(hands[0]), len(hands)
        least = most = 0
        for tricks in range(1, left + 1):
            taken = 0
            for each in cursed:
                taken += each if each < tricks else tricks
            if tricks - taken < least:
                least = tricks - taken
            avoided = size * (left - tricks)
            best = tricks - total + avoided if avoided < total else tricks
            if best > most:
                most = best
        gained = self.gained(position)
        return gained + least, gained + most
