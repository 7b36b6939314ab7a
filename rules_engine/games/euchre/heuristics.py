"""Solver heuristics for Euchre: the score depends only on the tricks that the makers take."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import ignore_events
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.games.euchre import rules
from rules_engine.games.euchre.game import Euchre
from rules_engine.games.euchre.position import EuchrePosition as Position
from rules_engine.solver.heuristics import AdditiveTricks, runs


class EuchreHeuristics(AdditiveTricks[Position]):
    """Heuristics for Euchre: the number of the makers' tricks bounds the score."""

    def __init__(self, game: Euchre, seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        laid = {one.seat for one in self.start.trick}
        seat = self.start.actor
        self.total = sum(self.start.tricks) + len(self.start.hands[seat]) + (seat in laid)
        self.ending = cache(self._ending)

    def decided(self) -> bool:
        """Return whether the last trick ends the hand, which is always true: a hand that is played is scored."""
        return True

    def beside(self, position: Position) -> Hashable:
        """Return the seat to act and the makers' tricks."""
        return position.to_act, position.made, sum(position.tricks)

    def left(self, position: Position, held: int, counted: int) -> tuple[int, int]:
        """Return the minimum and maximum of the value over all numbers of tricks that the makers can still take."""
        rest = self.total - sum(position.tricks)
        ends = [self.ending(position.made + more) for more in range(rest + 1)]
        return min(ends), max(ends)

    def _ending(self, made: int) -> int:
        """Return the value of the goal if the makers end with this number of tricks."""
        end = self.start.copy()
        assert end.maker is not None, "trumps are made before the play"
        end.tricks, end.trick = [0] * end.table.size, []
        end.tricks[end.maker] = made
        self.game.finish_hand(end, ignore_events)
        return self.goal.settled(self.seeker, end) or 0

    def state(self, position: Position) -> Hashable:
        """Return a key made of the cards, the calls, the seat to act and the makers' tricks."""
        if not self.counts:
            return super().state(position)
        tricks = position.made if position.maker is not None else 0
        return (self.held(position), position.phase, position.to_act, tricks, position.trump, position.maker, position.alone,
                position.defends_alone, position.passes, position.together)

    def alike(self) -> dict[Card, Hashable]:
        """Return a mark for each card, equal for neighbours of one suit in one hand."""
        start = self.start
        if start.phase != "play":
            return {}
        order = sorted(self.game.deck, key=lambda card: (rules.suit(start, card), rules.rank(start, card)))
        return runs(start, order, lambda card: rules.suit(start, card))

    def taken(self, position: Position) -> list[int]:
        """Return the tricks that each seat's side has taken."""
        return [position.tricks[seat] + position.tricks[(seat + 2) % 4] for seat in self.game.table.seats]


heuristics = EuchreHeuristics
