"""What the solver may know of whist: tricks add up, and neighbours in a suit are alike."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from rules_engine.core.model.cards import Card
from rules_engine.solver.heuristics import AdditiveTricks, runs
from tests.bench.whist.game import CARDS, WhistPosition


class WhistHeuristics(AdditiveTricks[WhistPosition]):
    """The side's tricks."""

    def decided(self) -> bool:
        """The last trick ends a hand."""
        return True

    def beside(self, position: WhistPosition) -> Hashable:
        """Who leads."""
        return position.to_act

    def gained(self, position: WhistPosition) -> int:
        """The tricks so far."""
        return sum(position.tricks[seat] for seat in self.seeker.seats)

    def left(self, position: WhistPosition, held: int, counted: int) -> tuple[int, int]:
        """None of the tricks that are left, or all."""
        return 0, len(position.hands[0])

    def alike(self) -> dict[Card, Hashable]:
        """Neighbours in a suit."""
        found: dict[Card, Any] = {}
        for suit in "SHDC":
            order = sorted((card for card in CARDS if card.suits == suit), key=lambda card: card.value)
            found |= {card: (suit, mark) for card, mark in runs(self.start, order, lambda card: 0).items() }
        return found


heuristics = WhistHeuristics
