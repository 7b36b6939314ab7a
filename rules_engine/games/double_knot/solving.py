"""What the solver may know of Double Knot: points hang on bids and on how many tricks each side takes, and on nothing else."""

from __future__ import annotations

from collections.abc import Hashable

from rules_engine.core.goals import TRICK
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position
from rules_engine.solver.hints import TricksApart


class hints(TricksApart[Position]):  # noqa: N801  found under this name
    """Nothing is won for good before the last trick: a further one may break a contract."""

    def decided(self) -> bool:
        """With every bid made, or still to be made, the last trick ends the hand."""
        return self.start.phase == "bid" or None not in self.start.bids

    def apart(self) -> bool:
        """For a contract as well, but not as long as there is bidding."""
        return self.goal is not TRICK and self.start.phase == "play"

    def beside(self, position: Position) -> Hashable:
        """Who is to act, and the tricks of each side."""
        tricks = position.tricks
        return position.to_act, tuple([sum([tricks[seat] for seat in side]) for side in position.sides])
