"""Solver heuristics for Hearts: points add up trick by trick, unless one player can still take them all."""

from __future__ import annotations

from collections.abc import Hashable

from rules_engine.core.model.cards import Card
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.games.hearts.game import Hearts
from rules_engine.games.hearts.position import ALL
from rules_engine.games.hearts.position import HeartsPosition as Position
from rules_engine.games.hearts.rules import JACK, JACK_POINTS, POINTS
from rules_engine.solver.heuristics import AdditiveTricks, runs


class HeartsHeuristics(AdditiveTricks[Position]):
    """Heuristics for Hearts: a player's points are those of the tricks taken so far, until a moon changes everybody's."""

    def __init__(self, game: Hearts, seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        start = self.start
        self.own = ALL if start.subtracts else 0
        self.others = 0 if start.subtracts else -ALL
        cards = [card for hand in start.hands for card in hand] + [laid.card for laid in start.trick]
        self.complete = sum(start.points) + sum([POINTS[card] for card in cards]) == ALL
        self.jack = self.bits[JACK] if start.counts_jack else 0

    def decided(self) -> bool:
        """Return whether every line of play ends with a score: always, because every hand ends with its last trick."""
        return True

    def apart(self) -> bool:
        """Return whether tricks are independent: in play for the score, if the points taken and those held make 26."""
        return super().apart() and self.complete

    def beside(self, position: Position) -> Hashable:
        """Return the seat to act, whether hearts are broken and this is the first trick, the points taken by all seats together,
        whether the Jack of Diamonds is taken, and the only seat that can still shoot the moon."""
        return (position.to_act, position.broken, position.opening, sum(position.points), position.jack is None,
                _candidate(position))

    def gained(self, position: Position) -> int:
        """Return the points taken so far, which count against the player, and the Jack of Diamonds."""
        seat = self.seeker.place
        return -position.points[seat] - JACK_POINTS * (position.jack == seat) if self.apart() else 0

    def left(self, position: Position, held: int, counted: int) -> tuple[int, int]:
        """Return the minimum and maximum still to be gained: all points left or none, or the effect of a moon."""
        seat, taken, candidate = self.seeker.place, sum(position.points), _candidate(position)
        least, most = taken - ALL, 0
        if candidate in (seat, None):
            most = self.own + position.points[seat]
        if candidate not in (seat, NOBODY):
            least = min(least, self.others)
        return least, most - JACK_POINTS * bool(held & self.jack)

    def alike(self) -> dict[Card, Hashable]:
        """Return equal marks for cards of a suit and of equal worth in one hand with no other hand's card between them."""
        return runs(self.start, self.game.deck, lambda card: (card.suits, POINTS[card], card is JACK))

    def closed(self, position: Position) -> str:
        """Return the suit of hearts until it is broken."""
        return "" if position.broken else "H"


NOBODY = -1


def _candidate(position: Position) -> int | None:
    """Return the only seat that can still shoot the moon, ``NOBODY``, or None if every seat can."""
    takers = [seat for seat, points in enumerate(position.points) if points]
    return None if not takers else takers[0] if len(takers) == 1 else NOBODY


heuristics = HeartsHeuristics
