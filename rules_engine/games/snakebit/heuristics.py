"""Solver heuristics for Snakebit: points add up trick by trick, and only the broken suits carry over to the next trick."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from itertools import chain

from rules_engine.core.model.cards import Card
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.games.snakebit.cards import BEARING
from rules_engine.games.snakebit.game import Snakebit
from rules_engine.games.snakebit.position import SnakebitPosition as Position
from rules_engine.solver.heuristics import AdditiveTricks

MANY = 100
"""A number above any possible number of tricks or cards."""


class SnakebitHeuristics(AdditiveTricks[Position]):
    """Heuristics for Snakebit: a player's points are the tricks minus the cursed cards taken."""

    def __init__(self, game: Snakebit, seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.sized = False
        hands = self.start.hands
        self.cursed = [self._bits(BEARING[self.start.cursed], hand) for hand in hands]
        trumps = sorted(BEARING[self.start.trump].intersection(chain(*hands)), key=lambda card: -card.value)
        self.trumps = [(self.bits[card], seat) for card in trumps for seat, hand in enumerate(hands) if card in hand]
        self.relevant = sum(self.cursed) | sum(bit for bit, _ in self.trumps)
        self.first = self._bits(hands[0], hands[0])
        self._left: dict[tuple[int, int], tuple[int, int]] = {}

    def _bits(self, cards: Collection[Card], hand: list[Card]) -> int:
        return sum(self.bits[card] for card in hand if card in cards)

    def decided(self) -> bool:
        """Return whether every line of play ends with a score: always, because every hand ends with its last trick."""
        return True

    def beside(self, position: Position) -> Hashable:
        """Return the seat to lead and the suits that may not be led yet."""
        return position.to_act, position.shut

    def gained(self, position: Position) -> int:
        """Return the points scored so far."""
        seat = self.seeker.place
        return position.tricks[seat] - position.cursed_taken[seat] if self.counts else 0

    def closed(self, position: Position) -> str:
        """Return the trump and cursed suits that are unbroken."""
        return position.shut

    def left(self, position: Position, held: int, counted: int) -> tuple[int, int]:
        """Return the minimum and maximum of the points still to come. They depend on the cursed cards and trumps held, and on the
        number of tricks left."""
        key = held & self.relevant, (held & self.first).bit_count()
        found = self._left.get(key)
        if found is None:
            found = self._left[key] = self._range(held, key[1])
        return found

    def _range(self, held: int, left: int) -> tuple[int, int]:
        """Return the minimum and maximum points over all numbers of tricks that the player can take, assuming the most and the
        fewest cursed cards in them."""
        seat = self.seeker.place
        surely = _sure([holder for bit, holder in self.trumps if bit & held], seat)
        cursed = [(held & each).bit_count() for each in self.cursed]
        least, most = MANY, -MANY
        for tricks in range(surely.pop(seat, 0), left + 1 - max(surely.values(), default=0)):
            others = left - tricks
            least = min(least, tricks - sum([min(each, tricks) for each in cursed]))
            most = max(most, tricks - sum([each - others for each in cursed if each > others]))
        return least, most


def _sure(holders: list[int], player: int) -> dict[int, int]:
    """Return the number of sure tricks for each seat: those that the player's trumps win, and those that each other hand's trumps
    win against the player. ``holders`` has the holder of each trump, from the highest down. Each higher trump on the other side
    beats at most one trump."""
    sure: dict[int, int] = {}
    count: dict[int, int] = {}
    for place, holder in enumerate(holders):
        count[holder] = held = count.get(holder, 0) + 1
        higher = place + 1 - held if holder == player else count.get(player, 0)
        sure[holder] = max(sure.get(holder, 0), held - higher)
    return sure


heuristics = SnakebitHeuristics
