"""What the solver may know of Snakebit: points add up trick by trick, and only the broken suits outlast a trick."""

from __future__ import annotations

from collections.abc import Hashable

from rules_engine.core.goals import Goal, Seeker
from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.game import Snakebit
from rules_engine.games.snakebit.position import SnakebitPosition as Position
from rules_engine.solver.hints import TricksApart


class hints(TricksApart[Position]):  # noqa: N801  found under this name
    """A player's points are its tricks less its cursed cards."""

    def __init__(self, game: Snakebit, seeker: Seeker, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        cursed = rules.BEARING[self.start.cursed]
        self.cursed = [sum(self.bits[card] for card in cursed.intersection(hand)) for hand in self.start.hands]
        self.all_cursed = sum(self.cursed)
        self._left: dict[tuple[int, int], tuple[int, int]] = {}

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

    def closed(self, position: Position) -> str:
        """The trump and the cursed suit, as far as unbroken."""
        return position.shut

    def left(self, position: Position, held: int, counted: int) -> tuple[int, int]:
        """It hangs on the cursed cards held."""
        key = held & self.all_cursed, len(position.hands[0])
        found = self._left.get(key)
        if found is None:
            found = self._left[key] = _range([(held & each).bit_count() for each in self.cursed], key[1])
        return found


def _range(cursed: list[int], left: int) -> tuple[int, int]:
    """So many tricks as hold the most cursed cards, one from each hand that has any; and so many with the fewest."""
    least = most = 0
    for tricks in range(1, left + 1):
        others = len(cursed) * (left - tricks)
        least = min(least, tricks - sum(min(each, tricks) for each in cursed))
        most = max(most, tricks - max(0, sum(cursed) - others))
    return least, most
