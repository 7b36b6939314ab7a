"""Solver heuristics for Spades: the score depends only on the bids and on the number of tricks that each bidder takes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import ignore_events
from rules_engine.core.model.goals import TRICK, Goal, GoalSide
from rules_engine.games.spades.game import Spades
from rules_engine.games.spades.position import SpadesPosition as Position
from rules_engine.games.spades.rules import AGAINST, is_made, is_nil
from rules_engine.solver.heuristics import AdditiveTricks, runs


class SpadesHeuristics(AdditiveTricks[Position]):
    """Heuristics for Spades. Tricks are counted by group: the seats of a side that bid numbers, and each nil bidder alone."""

    feats = "contract"

    def __init__(self, game: Spades, seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.game: Spades = game
        self.sized = None in self.start.bids
        own = [side for side in self.start.sides if side[0] in seeker.seats]
        self.groups = [group for side in (self.start.sides if goal in AGAINST else own) for group in self._groups(side)]
        self._left: dict[tuple[tuple[int, ...], int], tuple[int, int]] = {}

    def _groups(self, side: Sequence[int]) -> list[tuple[int, ...]]:
        nils = [seat for seat in side if is_nil(self.start.bids[seat])]
        others = tuple(seat for seat in side if seat not in nils)
        return [*([others] if others else []), *((seat,) for seat in nils)]

    def decided(self) -> bool:
        """Return whether the last trick ends the hand in every line of play: it does if no bid is missing, or in the bidding."""
        return self.start.phase == "bid" or None not in self.start.bids

    def apart(self) -> bool:
        """Return whether tricks are independent: in play, for any goal other than ``TRICK``."""
        return self.goal != TRICK and self.start.phase == "play"

    def beside(self, position: Position) -> Hashable:
        """Return the seat to act, whether spades are broken, and the number of tricks taken by each group."""
        return position.to_act, position.broken, self._taken(position)

    def _taken(self, position: Position) -> tuple[int, ...]:
        tricks = position.tricks
        return tuple([sum([tricks[seat] for seat in group]) for group in self.groups])

    def left(self, position: Position, held: int, counted: int) -> tuple[int, int] | None:
        """Return the minimum and maximum of the value over all distributions of the tricks left; None if a bid is missing."""
        if None in position.bids:
            return None
        return self._range(self._taken(position), held.bit_count() // len(position.hands))

    def _range(self, taken: tuple[int, ...], left: int) -> tuple[int, int]:
        """Return the minimum and maximum of the value if the groups have these tricks and some are left."""
        found = self._left.get((taken, left))
        if found is None:
            if left:
                after = [self._range(taken, left - 1)]
                after += [self._range((*taken[:at], taken[at] + 1, *taken[at + 1:]), left - 1) for at in range(len(taken))]
                found = min(after)[0], max([most for _, most in after])
            else:
                worth = self._worth(taken)
                found = worth, worth
            self._left[taken, left] = found
        return found

    def _worth(self, taken: tuple[int, ...]) -> int:
        """Return the value of the goal if the groups end with these numbers of tricks."""
        over = self.start.copy()
        over.hands, over.tricks = [[] for _ in over.hands], [0] * len(over.hands)
        for group, tricks in zip(self.groups, taken, strict=True):
            over.tricks[group[0]] = tricks
        self.game.finish_hand(over, ignore_events)
        return self.goal.settled(self.seeker, over) or 0

    def alike(self) -> dict[Card, Hashable]:
        """Return equal marks for cards of a suit in one hand with no other hand's card between them."""
        return runs(self.start, self.game.deck, lambda card: card.suits)

    def closed(self, position: Position) -> str:
        """Return the suit of spades until they are broken."""
        return "" if position.broken else "S"

    def feat(self, end: Position) -> bool | None:
        """Return whether this side made its bid; None if it bid only nil."""
        side = next(side for side in end.sides if side[0] in self.seeker.seats)
        return is_made(end, side) if end.hand_over and end.bid_of(side) else None


heuristics = SpadesHeuristics
