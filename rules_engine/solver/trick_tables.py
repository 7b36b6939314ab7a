"""A search for games in which a trick depends only on its own cards (``AdditiveTricks``).

In such games the same sequence of cards in a trick recurs with different cards left in the hands. The game's rules play it once;
later its result is looked up. The state of the search has two parts: a situation, which is everything except the cards held, and
the integer ``held``. Its low bits are the set of cards held and its high bits are the counter (``AdditiveTricks.counted``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar
from weakref import proxy

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.solver.budget import BudgetExhausted, NodeBudget
from rules_engine.solver.heuristics import AdditiveTricks

P = TypeVar("P", bound=Position)
FAR = 10**9
"""An upper limit on the value of any goal."""
UNKNOWN = -FAR, FAR


class Situation(Protocol):
    """The state of a hand apart from the cards held. Many positions share one state."""

    def ask(self, held: int, wanted: int) -> int:
        """Return a bound on the value still to be gained.

        A result of ``wanted`` or more is a lower bound, a smaller result is an upper bound.
        """


class Transition:
    """A move and its effects.

    ``change``  the change in ``held``
    ``gain``    the points gained
    ``then``    the situation after the move; None until the move is first made
    """

    __slots__ = ("change", "gain", "move", "then")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.change = 0
        self.gain = 0
        self.then: Situation | None = None


class CardsOf(dict[int, list[Card]]):
    """A cache that maps bit sets to lists of cards, in reverse pack order. Callers must not modify the lists."""

    def __init__(self, bits: Mapping[Card, int]) -> None:
        super().__init__()
        self.bits = [*bits.items()][::-1]

    def __missing__(self, held: int) -> list[Card]:
        cards = self[held] = [card for card, bit in self.bits if bit & held]
        return cards


class Tricks(Generic[P]):
    """All situations reached so far in one search.

    ``settled``  the function that returns the value of a position, or None if the goal isn't settled
    ``choices``  the function that returns the moves to try
    ``side``     the seats that play for the goal
    ``limit``    the budget of the search
    """

    def __init__(self, game: Game[P], heuristics: AdditiveTricks[P], settled: Callable[[P], int | None],
                 choices: Callable[[P], Sequence[Move]], side: Collection[int], limit: NodeBudget) -> None:
        self.game = game
        self.heuristics = heuristics
        self.settled = settled
        self.choices = choices
        self.side = side
        self.limit = limit
        self.shift = len(heuristics.bits)
        self.all = (1 << self.shift) - 1
        self.owned = [sum(map(heuristics.bits.__getitem__, hand)) for hand in heuristics.start.hands]
        self.cards = CardsOf(heuristics.bits)
        self._places: dict[Hashable, Situation] = {}
        self._over = Over(self.shift, heuristics.worth)
        self._self = proxy(self)        # a weak reference, so that situations don't keep this object alive

    def ask(self, position: P, wanted: int) -> int:
        """Return a bound on the value of an unsettled position, as ``Situation.ask`` does."""
        gained, held = self.heuristics.gained(position), self.heuristics.held(position)
        held += self.heuristics.counted(position) << self.shift
        return gained + self.place(position).ask(held, wanted - gained)

    def place(self, position: P) -> Situation:
        """Return the situation for a position. Positions that differ only in the cards held share a situation."""
        sizes = tuple(map(len, position.hands)) if position.trick or self.heuristics.sized else ()
        key = self.heuristics.beside(position), tuple(position.trick), sizes
        place = self._places.get(key)
        if place is None:
            kind = TrickTurn if position.trick else Rest
            place = self._places[key] = kind(self._self, position.copy(), self.heuristics.gained(position))
        return place

    def after(self, position: P, base: int) -> tuple[Situation, int]:
        """Return the situation after a move, and the total points gained so far. ``base`` is the points gained before the
        trick."""
        if position.trick and position.to_act is not None:
            return TrickTurn(self._self, position, base), base
        settled = self.settled(position)
        if settled is None:
            return self.place(position), self.heuristics.gained(position)
        return self._over, settled - self.heuristics.worth(self.heuristics.counted(position))


class Over:
    """The end of the hand, at which only the counter still adds to the value."""

    def __init__(self, shift: int, worth: Callable[[int], int]) -> None:
        self.shift = shift
        self.worth = worth

    def ask(self, held: int, wanted: int) -> int:
        """Return the value of the counter."""
        return self.worth(held >> self.shift)


class TrickTurn(Generic[P]):
    """A seat's turn within a trick. ``base`` is the points gained before the trick.

    ``position`` represents all positions that share this situation. Its hands have the right sizes, if sizes matter. Before the
    rules are called, the hand of the seat to act is replaced with the cards actually held.
    """

    __slots__ = ("_limit", "_made", "_mine", "_owned", "_seat", "_steps", "base", "position", "tricks")

    def __init__(self, tricks: Tricks[P], position: P, base: int) -> None:
        self.tricks = tricks
        self.position = position
        self.base = base
        self._limit = tricks.limit
        self._seat: int = position.actor
        self._mine = self._seat in tricks.side
        self._owned = tricks.owned[self._seat]
        self._made: dict[Move, Transition] = {}
        self._steps: dict[int, list[Transition]] = {}

    def ask(self, held: int, wanted: int) -> int:
        """Return the result of the best move for the seat to act. A move that answers the query is moved to the front, to be
        tried first next time."""
        limit = self._limit
        steps = self._steps.get(held & self._owned) or self._look(held & self._owned)
        if len(steps) == 1:
            step = steps[0]
            limit.nodes += 1
            then = step.then or self._make(step, held)
            return step.gain + then.ask(held + step.change, wanted - step.gain)
        if limit.nodes > limit.share:
            raise BudgetExhausted
        mine = self._mine
        best = -FAR if mine else FAR
        for step in steps:
            limit.nodes += 1
            then = step.then or self._make(step, held)
            gain = step.gain
            value = gain + then.ask(held + step.change, wanted - gain)
            if (value >= wanted) is mine:
                if step is not steps[0]:
                    steps.remove(step)
                    steps.insert(0, step)
                return value
            if value > best if mine else value < best:
                best = value
        return best

    def _look(self, hand: int) -> list[Transition]:
        """Return the moves to try from a hand, given as a bit set."""
        tricks, made = self.tricks, self._made
        self.position.hands[self._seat] = tricks.cards[hand]
        steps = self._steps[hand] = [made.get(move) or made.setdefault(move, Transition(move))
                                     for move in tricks.choices(self.position)]
        return steps

    def _make(self, step: Transition, held: int) -> Situation:
        """Make a move by the rules, for the first time in this situation."""
        tricks, heuristics = self.tricks, self.tricks.heuristics
        self.position.hands[self._seat] = tricks.cards[held & self._owned if heuristics.sized else self._owned]
        after = self.position.copy()
        tricks.game.advance(after, step.move)
        step.change = (heuristics.counted(after) - heuristics.counted(self.position)) << tricks.shift
        if step.move.card is not None:
            step.change -= heuristics.bits[step.move.card]
        step.then, total = tricks.after(after, self.base)
        step.gain = total - self.base
        return step.then


class Rest(TrickTurn[P]):
    """The lead to a trick, with known bounds on the value still to be gained for each set of cards held."""

    __slots__ = ("_known",)

    def __init__(self, tricks: Tricks[P], position: P, base: int) -> None:
        super().__init__(tricks, position, base)
        self._known: dict[int, tuple[int, int]] = {}

    def ask(self, held: int, wanted: int) -> int:
        """Return a known bound if it answers the query; otherwise search."""
        least, most = self._known.get(held) or self._told(held)
        if least >= wanted:
            return least
        if most < wanted:
            return most
        value = TrickTurn.ask(self, held, wanted)
        self._known[held] = (value, most) if value >= wanted else (least, value)
        return value

    def _told(self, held: int) -> tuple[int, int]:
        """Return the bounds from the game's heuristics."""
        tricks = self.tricks
        return tricks.heuristics.left(self.position, held & tricks.all, held >> tricks.shift) or UNKNOWN
