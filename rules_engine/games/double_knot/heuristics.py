"""Solver heuristics for Double Knot: points depend only on the bids and on the number of tricks taken by each side."""

from __future__ import annotations

from collections.abc import Hashable

from rules_engine.core.model.events import ignore_events
from rules_engine.core.model.goals import TRICK, Goal, GoalSide
from rules_engine.games.double_knot.game import DoubleKnot
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position
from rules_engine.games.double_knot.rules import fared
from rules_engine.solver.heuristics import AdditiveTricks


class DoubleKnotHeuristics(AdditiveTricks[Position]):
    """Heuristics for Double Knot: no points are certain before the last trick, because another trick may break a contract."""

    def __init__(self, game: DoubleKnot, seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.game: DoubleKnot = game
        self._left: dict[tuple[int, ...], tuple[int, int]] = {}

    def decided(self) -> bool:
        """Return whether the last trick ends the hand in every line of play: it does if no bid is missing, or during the
        bidding."""
        return self.start.phase == "bid" or None not in self.start.bids

    def apart(self) -> bool:
        """Return whether tricks are independent: in play, for any goal other than ``TRICK``."""
        return self.goal != TRICK and self.start.phase == "play"

    def beside(self, position: Position) -> Hashable:
        """Return the seat to act and the number of tricks taken by each side."""
        return position.to_act, _taken(position)

    def left(self, position: Position, held: int, counted: int) -> tuple[int, int] | None:
        """Return the minimum and maximum of the value over all distributions of the tricks left; None if a bid is missing."""
        return None if None in position.bids else self._range(position, _taken(position))

    def _range(self, position: Position, taken: tuple[int, ...]) -> tuple[int, int]:
        """Return the minimum and maximum of the value after each side has taken the given number of tricks."""
        found = self._left.get(taken)
        if found is None:
            if sum(taken) == position.size:
                worth = self._worth(position, taken)
                found = worth, worth
            else:
                after = [self._range(position, (*taken[:side], taken[side] + 1, *taken[side + 1:])) for side in range(len(taken))]
                found = min(after)[0], max([most for _, most in after])
            self._left[taken] = found
        return found

    def _worth(self, position: Position, taken: tuple[int, ...]) -> int:
        """Return the value of the goal if the sides end with these numbers of tricks."""
        over = position.copy()
        over.tricks = [0] * len(over.hands)
        for side, tricks in zip(over.sides, taken, strict=True):
            over.tricks[side[0]] = tricks
        over.hands = [[] for _ in over.hands]
        over.fared = fared(over)
        self.game.finish_hand(over, ignore_events)
        return self.goal.settled(self.seeker, over) or 0


def _taken(position: Position) -> tuple[int, ...]:
    """Return the number of tricks taken by each side."""
    tricks = position.tricks
    return tuple([sum([tricks[seat] for seat in side]) for side in position.sides])


heuristics = DoubleKnotHeuristics
