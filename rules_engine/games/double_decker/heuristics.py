"""Solver heuristics for Double Decker: a player's points depend only on their own captures and passes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from rules_engine.core.model.cards import Card
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.games.double_decker.cards import COLOURS, LEFT_OVER
from rules_engine.games.double_decker.game import DoubleDecker
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position
from rules_engine.solver.heuristics import AdditiveTricks

MANY = 100
"""A number above any possible number of cards."""


class DoubleDeckerHeuristics(AdditiveTricks[Position]):
    """Heuristics for Double Decker: points are twice the largest colour minus all captured cards minus twice the passed cards."""

    def __init__(self, game: DoubleDecker, seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.sized = False
        self.seat = seeker.place
        self.colours = [sum(bit for card, bit in self.bits.items() if card.suits == colour) for colour in COLOURS]
        self.owned = [sum(map(self.bits.__getitem__, hand)) for hand in self.start.hands]
        self._ranges: dict[int, dict[int, tuple[int, int]]] = {}
        self._by_reach: dict[tuple[int, ...], dict[int, tuple[int, int]]] = {}
        self._worths: dict[int, int] = {}

    def decided(self) -> bool:
        """Return whether every line of play ends with a score: always, because every hand ends with its last trick."""
        return True

    def beside(self, position: Position) -> Hashable:
        """Return the seat to lead."""
        return position.to_act

    def counted(self, position: Position) -> int:
        """Return the number of cards of each colour that the player has captured, packed into one integer."""
        red, blue, green = position.captured[self.seat]
        return (red * MANY + blue) * MANY + green

    def worth(self, counted: int) -> int:
        """Return the points for the captured cards in ``counted``, if nothing was passed."""
        found = self._worths.get(counted)
        if found is None:
            over = self.start.copy()
            over.trick, over.passed = [], [[] for _ in over.hands]
            over.captured[self.seat] = _colours(counted)
            found = self._worths[counted] = sum(line.points[self.seat] for line in self.game.score(over))
        return found

    def gained(self, position: Position) -> int:
        """Return the points lost by passing, which no later move changes."""
        return -2 * len(position.passed[self.seat]) if self.counts else 0

    def left(self, position: Position, held: int, counted: int) -> tuple[int, int]:
        """Return the minimum and maximum of the points still to come. They depend on the captured cards, and on the number
        of cards of each colour that can still be captured."""
        ranges = self._ranges.get(held)
        if ranges is None:
            ranges = self._ranges[held] = self._by_reach.setdefault(self._reach(held), {})
        found = ranges.get(counted)
        if found is None:
            *reach, tricks = self._reach(held)
            found = ranges[counted] = _range(_colours(counted), reach, len(position.hands), tricks)
        return found

    def _reach(self, held: int) -> tuple[int, ...]:
        """Return the maximum number of cards that the player can still capture, for each colour, and the number of tricks
        left. Each capture uses up one of the player's own cards of that colour."""
        tricks = (held & self.owned[0]).bit_count() - LEFT_OVER
        reach: list[int] = []
        for colour in self.colours:
            times = min(tricks, (held & colour & self.owned[self.seat]).bit_count())
            reach.append(sum([min(times, (held & colour & owned).bit_count()) for owned in self.owned]))
        return (*reach, tricks)

    def alike(self) -> dict[Card, Hashable]:
        """Return a mark for each card, equal for interchangeable cards: those of one colour in one hand, with no card of equal or
        intermediate value, of any colour, in another hand or the trick."""
        return neighbours(self.start, lambda card: card.suits)


def _colours(counted: int) -> list[int]:
    """Unpack the number of captured cards of each colour."""
    return [counted // MANY // MANY, counted // MANY % MANY, counted % MANY]


def _range(captured: Sequence[int], reach: Sequence[int], players: int, tricks: int) -> tuple[int, int]:
    """Return the minimum and maximum of the points still to come. For the maximum, the player captures as many cards of one
    colour as possible. For the minimum, the player captures cards of the other colours, and passes in all other tricks."""
    largest = max(captured)
    now = 2 * largest - sum(captured)
    others = sum(reach) - reach[captured.index(largest)]
    lost = max([2 * passed + min(others, players * (tricks - passed)) for passed in range(tricks + 1)])
    return now - lost, now + max([2 * (count - largest) + more for count, more in zip(captured, reach, strict=True)])


def neighbours(position: Position, mark: Callable[[Card], Hashable]) -> dict[Card, Hashable]:
    """Return a mark for each card, equal for interchangeable cards: those in one hand for which ``mark`` returns the same value,
    with no card of equal or intermediate value in another hand or the trick."""
    lying = [(laid.card.value, -1) for laid in position.trick]
    by_value: dict[int, set[int]] = {}
    for value, seat in [*lying, *((card.value, seat) for seat, hand in enumerate(position.hands) for card in hand)]:
        by_value.setdefault(value, set()).add(seat)
    ladder = sorted(by_value)
    begins: dict[int, int] = {}
    for place, value in enumerate(ladder):
        before = ladder[place - 1] if place else None
        alone = by_value[value] if len(by_value[value]) == 1 else set()
        goes_on = before is not None and alone and by_value[before] == alone
        begins[value] = begins[before] if goes_on and before is not None else value
    return {card: (seat, begins[card.value], mark(card)) for seat, hand in enumerate(position.hands) for card in hand
            if len(by_value[card.value]) == 1}


heuristics = DoubleDeckerHeuristics
