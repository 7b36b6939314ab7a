"""The search where a trick hangs on its own cards alone (``hints.AdditiveTricks``).

There the same course of a trick comes back again and again, with other cards left in the hands. It is played once by the
game's rules. From then on it is looked up, and the search goes on with two things: a place, which is all but the cards held,
and the number ``held``: these cards as a sum of bits and, above the bits, what is only counted.
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
"""More than any goal is worth."""
UNKNOWN = -FAR, FAR


class Situation(Protocol):
    """All but the cards held, at some moment of a hand."""

    def ask(self, held: int, wanted: int) -> int:
        """Return what is still gained from here: ``wanted`` or more where the side gets that much, and then no more than it gets;
        else less, and then no less than that. """


class Transition:
    """A move: what it changes in ``held``, what it gains, and where it leads, which is None until it is first made."""

    __slots__ = ("change", "gain", "move", "then")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.change = 0
        self.gain = 0
        self.then: Situation | None = None


class CardsOf(dict[int, list[Card]]):
    """The cards of a sum of bits, the last of the pack first. They are put together once, and nobody may change them."""

    def __init__(self, bits: Mapping[Card, int]) -> None:
        super().__init__()
        self.bits = [*bits.items()][::-1]

    def __missing__(self, held: int) -> list[Card]:
        cards = self[held] = [card for card, bit in self.bits if bit & held]
        return cards


class Tricks(Generic[P]):
    """The tricks of one search, as far as they have been played.

    ``settled`` gives the value of a position where the goal is settled; ``choices`` the moves to try; ``side`` are the
    seats that play for the goal.
    """

    def __init__(self, game: Game[P], hints: AdditiveTricks[P], settled: Callable[[P], int | None],
                 choices: Callable[[P], Sequence[Move]], side: Collection[int], limit: NodeBudget) -> None:
        self.game = game
        self.hints = hints
        self.settled = settled
        self.choices = choices
        self.side = side
        self.limit = limit
        self.shift = len(hints.bits)
        self.all = (1 << self.shift) - 1
        self.owned = [sum(map(hints.bits.__getitem__, hand)) for hand in hints.start.hands]
        self.cards = CardsOf(hints.bits)
        self._places: dict[Hashable, Situation] = {}
        self._over = Over(self.shift, hints.worth)
        self._self = proxy(self)        # what the places know it by: it goes when the search goes

    def ask(self, position: P, wanted: int) -> int:
        """Return what the search asks of a position that isn't settled."""
        gained, held = self.hints.gained(position), self.hints.held(position)
        held += self.hints.counted(position) << self.shift
        return gained + self.place(position).ask(held, wanted - gained)

    def place(self, position: P) -> Situation:
        """Return the place of a position: the same one for all that differ in the cards held alone."""
        sizes = tuple(map(len, position.hands)) if position.trick or self.hints.sized else ()
        key = self.hints.beside(position), tuple(position.trick), sizes
        place = self._places.get(key)
        if place is None:
            kind = TrickTurn if position.trick else Rest
            place = self._places[key] = kind(self._self, position.copy(), self.hints.gained(position))
        return place

    def after(self, position: P, base: int) -> tuple[Situation, int]:
        """Return the place after a move, and what is gained by then; ``base`` before the trick."""
        if position.trick and position.to_act is not None:
            return TrickTurn(self._self, position, base), base
        settled = self.settled(position)
        if settled is None:
            return self.place(position), self.hints.gained(position)
        return self._over, settled - self.hints.worth(self.hints.counted(position))


class Over:
    """The end, where nothing more is gained but what the counted is worth."""

    def __init__(self, shift: int, worth: Callable[[int], int]) -> None:
        self.shift = shift
        self.worth = worth

    def ask(self, held: int, wanted: int) -> int:
        """Return what the counted is worth."""
        return self.worth(held >> self.shift)


class TrickTurn(Generic[P]):
    """A seat's turn within a trick; ``base`` is what was gained before the trick.

    Its position stands for all that there are at this place: its hands are of the right size where that matters, but whose
    turn it is gets the cards that are really held before they are asked for.
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
        """Return the best, for whose turn it is, of what comes after each move. What settles the question is tried first next
        time."""
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
        """The moves to try with a hand."""
        tricks, made = self.tricks, self._made
        self.position.hands[self._seat] = tricks.cards[hand]
        steps = self._steps[hand] = [made.get(move) or made.setdefault(move, Transition(move))
                                     for move in tricks.choices(self.position)]
        return steps

    def _make(self, step: Transition, held: int) -> Situation:
        """Make a move by the rules, for the first time at this place."""
        tricks, hints = self.tricks, self.tricks.hints
        self.position.hands[self._seat] = tricks.cards[held & self._owned if hints.sized else self._owned]
        after = self.position.copy()
        tricks.game.advance(after, step.move)
        step.change = (hints.counted(after) - hints.counted(self.position)) << tricks.shift
        if step.move.card is not None:
            step.change -= hints.bits[step.move.card]
        step.then, total = tricks.after(after, self.base)
        step.gain = total - self.base
        return step.then


class Rest(TrickTurn[P]):
    """The lead to a trick, with what is known of it by the cards held: the least and the most that is still gained."""

    __slots__ = ("_known",)

    def __init__(self, tricks: Tricks[P], position: P, base: int) -> None:
        super().__init__(tricks, position, base)
        self._known: dict[int, tuple[int, int]] = {}

    def ask(self, held: int, wanted: int) -> int:
        """Return what is known, where that is enough; else what is found out."""
        least, most = self._known.get(held) or self._told(held)
        if least >= wanted:
            return least
        if most < wanted:
            return most
        value = TrickTurn.ask(self, held, wanted)
        self._known[held] = (value, most) if value >= wanted else (least, value)
        return value

    def _told(self, held: int) -> tuple[int, int]:
        """What the game's hints know of it."""
        tricks = self.tricks
        return tricks.hints.left(self.position, held & tricks.all, held >> tricks.shift) or UNKNOWN
