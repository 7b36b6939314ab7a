"""What the solver may know of Double Knot: points hang on bids and on how many tricks each side takes, and on nothing else."""

from __future__ import annotations

from collections.abc import Hashable

from rules_engine.core.goals import TRICK
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position
from rules_engine.solver.hints import CardsStay


class hints(CardsStay[Position]):  # noqa: N801  found under this name
    """Nothing is won for good before the last trick: a further one may break a contract."""

    def decided(self) -> bool:
        """With every bid made, or still to be made, the last trick ends the hand."""
        return self.start.phase == "bid" or None not in self.start.bids

    def state(self, position: Position) -> Hashable:
        """Cards, who is to act, and the tricks of each side; bids as long as there is bidding."""
        if self.goal is TRICK or self.start.phase != "play":
            return super().state(position)
        tricks = position.tricks
        return self.held(position), position.to_act, tuple([sum([tricks[seat] for seat in side]) for side in position.sides])
