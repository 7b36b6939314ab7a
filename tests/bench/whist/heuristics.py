"""Facts about whist that speed up the solver: tricks add up, and adjacent cards of a suit are equivalent."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from rules_engine.core.model.cards import Card
from rules_engine.solver.heuristics import AdditiveTricks, runs
from tests.bench.whist.game import CARDS, WhistPosition


class WhistHeuristics(AdditiveTricks[WhistPosition]):
    """Heuristics for the number of tricks that a side wins."""

    def decided(self) -> bool:
        """Return True: only the last trick ends a hand."""
        return True

    def beside(self, position: WhistPosition) -> Hashable:
        """Return the leader."""
        return position.to_act

    def gained(self, position: WhistPosition) -> int:
        """Return the tricks won so far."""
        return sum(position.tricks[seat] for seat in self.seeker.seats)

    def left(self, position: WhistPosition, held: int, counted: int) -> tuple[int, int]:
        """Return the bounds: none or all of the remaining tricks."""
        return 0, len(position.hands[0])

    def alike(self) -> dict[Card, Hashable]:
        """Map adjacent cards of a suit to equal keys."""
        found: dict[Card, Any] = {}
        for suit in "SHDC":
            order = sorted((card for card in CARDS if card.suits == suit), key=lambda card: card.value)
            found |= {card: (suit, mark) for card, mark in runs(self.start, order, lambda card: 0).items() }
        return found


heuristics = WhistHeuristics
