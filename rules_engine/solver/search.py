"""The search for the guaranteed value of each move, with all cards face up and all other seats playing against the side to move.

It repeats a null-window query, *can the side get at least this much?*, as in Plaat's MTD(f). A table keeps the bounds found for
each state between two tricks, so that later queries and other moves reuse them. Every result is exact: a search that exceeds its
limit raises an exception.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.model.goals import SCORE, Goal, GoalSide
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.solver.budget import BudgetExhausted, NodeBudget
from rules_engine.solver.heuristics import AdditiveTricks, SolverHeuristics, heuristics_for, seeker_of
from rules_engine.solver.principal_variation import LineBuilder, MoveLine
from rules_engine.solver.trick_tables import FAR, Tricks
from rules_engine.text.html_table import html_table

P = TypeVar("P", bound=Position)

Asking = Callable[[P, int], int]


class Unsolved(RulesEngineError):
    """Raised if a search needs more moves than its limit. The message contains the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"not solved within {limit:,} cards: the position has too many lines; give it fewer cards a hand, "
                         "or a higher limit")


class NobodyActs(RulesEngineError):
    """Raised for a position in which no seat is to act."""


class Undecided(RulesEngineError):
    """Raised for a position without a value, because some line from it ends without a score."""

    def __init__(self) -> None:
        super().__init__("nobody can be sure of a score here: some line ends with the hand undecided; "
                         "give the tricks and cards that are missing, or another goal")


class Solution(NamedTuple):
    """The values of a position for the side to move.

    ``seat``    the seat to move
    ``side``    the seats that play together, including that seat
    ``goal``    the goal that the side plays for
    ``values``  the guaranteed value of each legal move, in units of the goal
    ``nodes``   the number of moves made by the search
    ``lines``   maps each legal move to the line that shows its value, if requested (see ``Search.line``)
    """

    seat: int
    side: tuple[int, ...]
    goal: Goal
    values: dict[Move, int]
    nodes: int
    lines: Mapping[Move, MoveLine] = {}

    @property
    def most(self) -> int:
        """The highest guaranteed value of any move."""
        return max(self.values.values())

    @property
    def best(self) -> list[Move]:
        """The moves with the highest guaranteed value."""
        return [move for move, value in self.values.items() if value == self.most]

    def _repr_html_(self) -> str:
        ranked = sorted(self.values.items(), key=lambda each: -each[1])
        return html_table(("Move", "Guaranteed", ""), [(move.text, str(value), "best" if value == self.most else "")
                                                       for move, value in ranked])


class Search(Generic[P]):
    """A resumable search from one position. Raises ``NobodyActs`` if no seat is to act."""

    def __init__(self, game: Game[P], start: P, goal: Goal = SCORE) -> None:
        if start.to_act is None:
            raise NobodyActs("nobody is to act")
        self.game = game
        self.start, self.goal, self.seat = start, goal, start.to_act
        self.seeker = seeker_of(game, start)
        self.side = self.seeker.seats
        self.heuristics: SolverHeuristics[P] = heuristics_for(game, self.seeker, goal)
        self.alike = self.heuristics.alike()
        self._choices = partial(_choices, game, self.alike)
        self._settled = partial(_settled, goal, self.seeker)
        self.values: dict[Move, int] = {}
        self._limit = NodeBudget()
        self._least: dict[Hashable, int] = {}
        self._most: dict[Hashable, int] = {}
        self._seen: set[Hashable] | None = set() if goal == SCORE and not self.heuristics.decided() else None
        self._ask = self._asking()

    @property
    def nodes(self) -> int:
        """The number of moves made so far."""
        return self._limit.nodes

    # ---- public methods

    def run(self, limit: int) -> Solution:
        """Return the solution. Raises ``Unsolved`` if it takes more than ``limit`` moves, and ``Undecided``."""
        if not self.work(limit):
            raise Unsolved(limit)
        return self.solution

    def groups(self) -> list[list[Move]]:
        """Return the legal moves in groups of interchangeable moves."""
        groups: dict[Hashable, list[Move]] = {}
        for move in self.game.legal(self.start):
            groups.setdefault(_kind(move, self.alike), []).append(move)
        return [*groups.values()]

    def work(self, share: int, moves: Iterable[Move] | None = None) -> bool:
        """Continue the search for at most ``share`` moves. Return whether all of ``moves``, by default all legal moves, are now
        evaluated."""
        try:
            self._begin(share)
            for move in self.game.legal(self.start) if moves is None else moves:
                if move not in self.values:
                    self.values[move] = self._value(move)
        except BudgetExhausted:
            return False
        return True

    def beaten(self, move: Move, share: int) -> list[Move]:
        """Return the moves that are better than ``move``, one from each group of interchangeable moves.

        This is cheaper than evaluating all moves. Raises ``Unsolved`` if it takes more than ``share`` moves, and ``Undecided``.
        """
        try:
            self._begin(share)
            worth = self.values[move] = self._value(move)
            return [other for other in self._choices(self.start) if other is not move
                    and self._found(self._after(self.start, other), worth + 1) > worth]
        except BudgetExhausted:
            raise Unsolved(share) from None

    @property
    def solution(self) -> Solution:
        """The results so far."""
        return Solution(self.seat, self.side, self.goal, self.values, self.nodes)

    def line(self, move: Move, share: int = FAR, beside: MoveLine = ()) -> MoveLine:
        """Return the line after an evaluated ``move``, up to the point where the goal is settled.

        All seats play their best for or against the goal, then for their own side. Remaining ties are broken in favour of moves
        in ``beside``.
        """
        self._limit.more(share)
        lines = LineBuilder(self.game, self.side, self._choices, self._keeps, self._is_over, self.heuristics, self.start, beside)
        return ((self.seat, move), *lines.from_here(self.after(move), self.values[move]))

    def reaches(self, position: P, wanted: int, share: int) -> bool:
        """Return whether the side gets at least ``wanted`` from a position in this hand.

        Each card must be in the hand that held it at the start, or have been played; another seat may be on lead. Raises
        ``Unsolved`` if it takes more than ``share`` moves, and ``Undecided``.
        """
        try:
            self._begin(share)
            return self._found(position, wanted) >= wanted
        except BudgetExhausted:
            raise Unsolved(share) from None

    def after(self, move: Move) -> P:
        """Return the position after a move at the start."""
        return self._after(self.start, move)

    def _keeps(self, position: P, value: int, ours: bool) -> bool:
        """Return whether a position keeps the side's value.

        The value must be at least ``value`` after a move by the side (``ours``), and at most ``value`` after any other move.
        """
        found = self._found(position, value if ours else value + 1)
        return found >= value if ours else found <= value

    def _is_over(self, position: P) -> bool:
        return self._settled(position) is not None

    # ---- private methods

    def _begin(self, share: int) -> None:
        """Extend the budget. On the first call, check that every line ends with a score, unless the heuristics guarantee it."""
        self._limit.more(share)
        if self._seen is not None:
            self._look_at_all(self.start)
            self._seen = None

    def _value(self, move: Move) -> int:
        same = self._same_as(move)
        return self._worth(self._after(self.start, move)) if same is None else self.values[same]

    def _worth(self, position: P) -> int:
        guess = next(reversed(self.values.values()), 0)
        least, most = (0, 1) if self.goal.yes else (-FAR, FAR)
        while least < most:
            wanted = guess + 1 if guess == least else guess
            found = self._found(position, wanted)
            if found >= wanted:
                least = found
            else:
                most = found
            guess = found
        return least

    def _found(self, position: P, wanted: int) -> int:
        """Return the exact value if it is settled, otherwise a bound that shows whether it is at least ``wanted``."""
        settled = self._settled(position)
        return settled if settled is not None else self._ask(position, wanted)

    def _same_as(self, move: Move) -> Move | None:
        """Return an already evaluated move that is interchangeable with ``move``, or None."""
        kind = _kind(move, self.alike)
        return next((other for other in self.values if _kind(other, self.alike) == kind), None)

    def _after(self, position: P, move: Move) -> P:
        after = position.copy()
        self.game.advance(after, move)
        self._limit.nodes += 1
        return after

    def _asking(self) -> Asking[P]:
        """Return the function that evaluates a position: ``ask(position, wanted)``.

        A result of ``wanted`` or more is a lower bound of the value, a smaller result is an upper bound.
        """
        heuristics = self.heuristics
        if isinstance(heuristics, AdditiveTricks) and heuristics.apart():
            return Tricks(self.game, heuristics, self._settled, self._choices, self.side, self._limit).ask
        ask = self._asking_anew()
        return lambda position, wanted: ask(position.copy(), wanted)

    def _asking_anew(self) -> Asking[P]:
        """Return the evaluation function that makes every move by the game's rules. The function modifies the position passed to
        it."""
        known, chosen, alike = self._knowing(), self._choosing(), self.alike
        legal, advance, least, most, limit = self.game.legal, self.game.advance, self._least, self._most, self._limit

        def ask(position: P, wanted: int) -> int:
            met: list[tuple[Hashable, int]] = []
            while True:
                if position.to_act is None or not position.trick:
                    value = known(position, wanted, met)
                    if value is not None:
                        break
                moves = legal(position)
                if alike and len(moves) > 1:
                    moves = _one_of_each(moves, alike)
                if len(moves) > 1:
                    value = chosen(ask, position, moves, wanted)
                    break
                limit.nodes += 1
                advance(position, moves[0])
            if met:
                learnt = least if value >= wanted else most
                for state, got in met:
                    learnt[state] = value - got
            return value

        return ask

    def _knowing(self) -> Callable[[P, int, list[tuple[Hashable, int]]], int | None]:
        """Return the function that looks up a state. It returns the value, a sufficient bound, or None.

        The lookup succeeds if the goal is settled, or if the table or the heuristics' bounds answer the query. Otherwise the
        state is appended to ``met``, so that the result can be stored later.
        """
        goal, seeker, heuristics, least, most = self.goal.settled, self.seeker, self.heuristics, self._least, self._most
        state_of, gained, bounds = heuristics.state, heuristics.gained, heuristics.bounds

        def known(position: P, wanted: int, met: list[tuple[Hashable, int]]) -> int | None:
            value = goal(seeker, position)
            if value is not None:
                return value
            if position.to_act is None:
                raise Undecided
            state, got = state_of(position), gained(position)
            low = least.get(state)
            if low is not None and low + got >= wanted:
                return low + got
            high = most.get(state)
            if high is not None and high + got < wanted:
                return high + got
            limits = bounds(position)
            if limits is not None:
                if limits[0] >= wanted:
                    return limits[0]
                if limits[1] < wanted:
                    return limits[1]
            met.append((state, got))
            return None

        return known

    def _choosing(self) -> Callable[[Asking[P], P, Sequence[Move], int], int]:
        """Return the function that evaluates a choice: it returns the result of the best move for the seat to act."""
        advance, limit = self.game.advance, self._limit
        ours: dict[int | None, bool] = {seat: seat in self.side for seat in self.game.table.seats}

        def chosen(ask: Asking[P], position: P, moves: Sequence[Move], wanted: int) -> int:
            limit.check()
            mine, last = ours[position.to_act], moves[-1]
            best = -FAR if mine else FAR
            for move in moves:
                after = position if move is last else position.copy()
                advance(after, move)
                limit.nodes += 1
                value = ask(after, wanted)
                if value > best if mine else value < best:
                    best = value
                    if (value >= wanted) is mine:
                        break
            return best

        return chosen

    def _look_at_all(self, position: P) -> None:
        """Visit every reachable state once, and raise ``Undecided`` if a line ends without a score.

        Raises ``BudgetExhausted`` when the budget is used up; the next call starts over.
        """
        assert self._seen is not None
        plain = SolverHeuristics(self.game, self.seeker, self.goal)
        waiting = [position]
        while waiting:
            position = waiting.pop()
            key = plain.state(position)
            if key in self._seen:
                continue
            self._seen.add(key)
            for move in self._choices(position):
                if self.nodes > self._limit.share:
                    self._seen.clear()
                    raise BudgetExhausted
                after = self._after(position, move)
                if self._settled(after) is None:
                    waiting.append(after)


def solve(game: Game[P], position: P, goal: Goal = SCORE, limit: int = FAR) -> Solution:
    """Return the guaranteed value of each legal move for the side to move.

    ``limit`` is the maximum number of moves to make. Raises ``Unsolved`` if that isn't enough, ``Undecided`` if a line ends
    without a score, and ``NobodyActs``.
    """
    return Search(game, position, goal).run(limit)


def solve_with_lines(game: Game[P], position: P, goal: Goal, limit: int) -> Solution:
    """Return the solution with the line after each move, including worse moves.

    The lines after worse moves follow the best move's line where possible, to show the difference. Raises ``Unsolved`` if the
    search takes more than ``limit`` moves, ``Undecided`` and ``NobodyActs``.
    """
    search = Search(game, position, goal)
    best = search.run(limit).best[0]
    line = search.line(best)
    worse = {move: search.line(move, beside=line) for move in search.values}
    return search.solution._replace(lines={**worse, best: line})


# ---- functions that don't refer to the search, so that its memory is freed without waiting for the garbage collector

def _choices(game: Game[P], alike: dict[Card, Hashable], position: P) -> list[Move]:
    """Return the legal moves, one from each group of interchangeable moves."""
    moves = game.legal(position)
    return moves if len(moves) == 1 or not alike else _one_of_each(moves, alike)


def _settled(goal: Goal, seeker: GoalSide, position: Position) -> int | None:
    """Return the value of the goal if it is settled, otherwise None. Raises ``Undecided`` if the hand is over without a value."""
    if position.trick and position.to_act is not None:
        return None
    settled = goal.settled(seeker, position)
    if settled is None and position.to_act is None:
        raise Undecided
    return settled


def _one_of_each(moves: list[Move], alike: Mapping[Card, Hashable]) -> list[Move]:
    kept: dict[Hashable, Move] = {}
    for move in moves:
        kept.setdefault(_kind(move, alike), move)
    return [*kept.values()]


def _kind(move: Move, alike: Mapping[Card, Hashable]) -> Hashable:
    """Return a key that groups interchangeable moves."""
    mark = None if move.card is None else alike.get(move.card)
    return move if mark is None or move.other is not None else (move.verb, move.suit, mark)
