"""The search: what the side to move is sure of with each of its moves, all cards open, all others against it.

It asks again and again one question, *can the side get at least so much?* (a null window, as in Plaat's MTD(f)), and
keeps what it learns of every state between two tricks in a table; so later questions, and other moves, find most of
their answers there. No answer is a guess: a search that runs out of its limit says so.
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

P = TypeVar("P", bound=Position)

Asking = Callable[[P, int], int]


class Unsolved(RulesEngineError):
    """A search that would look at more moves than it may. The message says how many that are."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"not solved within {limit:,} cards: the position has too many lines; give it fewer cards a hand, "
                         "or a higher limit")


class NobodyActs(RulesEngineError):
    """A position in which nobody is to act: there is nothing to solve."""


class Undecided(RulesEngineError):
    """A position without an answer: some line from it ends without a score."""

    def __init__(self) -> None:
        super().__init__("nobody can be sure of a score here: some line ends with the hand undecided; "
                         "give the tricks and cards that are missing, or another goal")


class Solution(NamedTuple):
    """What a position is worth to the side to move.

    ``seat``    who is to move
    ``side``    the seats that play together, that one among them
    ``goal``    what they play for
    ``values``  for each legal move what they are sure of, in units of the goal
    ``nodes``   how many moves the search made to find out
    ``lines``   for each legal move the line that shows its value, where that was wanted (see ``Search.line``)
    """

    seat: int
    side: tuple[int, ...]
    goal: Goal
    values: dict[Move, int]
    nodes: int
    lines: Mapping[Move, MoveLine] = {}

    @property
    def most(self) -> int:
        """What the side is sure of with a best move."""
        return max(self.values.values())

    @property
    def best(self) -> list[Move]:
        """Every move with which the side is sure of as much as it can be."""
        return [move for move, value in self.values.items() if value == self.most]


class Search(Generic[P]):
    """A search from one position, which can be taken up again where it stopped.

    Raises ``NobodyActs``.
    """

    def __init__(self, game: Game[P], start: P, goal: Goal = SCORE) -> None:
        if start.to_act is None:
            raise NobodyActs("nobody is to act")
        self.game = game
        self.start, self.goal, self.seat = start, goal, start.to_act
        self.seeker = seeker_of(game, start)
        self.side = self.seeker.seats
        self.hints: SolverHeuristics[P] = heuristics_for(game, self.seeker, goal)
        self.alike = self.hints.alike()
        self._choices = partial(_choices, game, self.alike)
        self._settled = partial(_settled, goal, self.seeker)
        self.values: dict[Move, int] = {}
        self._limit = NodeBudget()
        self._least: dict[Hashable, int] = {}
        self._most: dict[Hashable, int] = {}
        self._seen: set[Hashable] | None = set() if goal == SCORE and not self.hints.decided() else None
        self._ask = self._asking()

    @property
    def nodes(self) -> int:
        """How many moves have been made."""
        return self._limit.nodes

    # ---- from outside

    def run(self, limit: int) -> Solution:
        """Return the solution. Raises ``Unsolved`` where it takes more than ``limit`` moves, and ``Undecided``."""
        if not self.work(limit):
            raise Unsolved(limit)
        return self.solution

    def groups(self) -> list[list[Move]]:
        """Return the legal moves, those together that are alike."""
        groups: dict[Hashable, list[Move]] = {}
        for move in self.game.legal(self.start):
            groups.setdefault(_kind(move, self.alike), []).append(move)
        return [*groups.values()]

    def work(self, share: int, moves: Iterable[Move] | None = None) -> bool:
        """Search on, making at most ``share`` moves; whether all is found out of these legal moves, or of every one."""
        try:
            self._begin(share)
            for move in self.game.legal(self.start) if moves is None else moves:
                if move not in self.values:
                    self.values[move] = self._value(move)
        except BudgetExhausted:
            return False
        return True

    def beaten(self, move: Move, share: int) -> list[Move]:
        """Return the moves that are better than this one, of such as are alike one each. Raises ``Unsolved``, ``Undecided``.

        It takes less to find out than what they are worth.
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
        """What is found out."""
        return Solution(self.seat, self.side, self.goal, self.values, self.nodes)

    def line(self, move: Move, share: int = FAR, beside: MoveLine = ()) -> MoveLine:
        """Return the moves that show what ``move`` is worth, each with its seat, to where the goal is settled: all play their
        best, and where that is the same for the side, for themselves; and where that is the same too, as ``beside``, in another
        line."""
        self._limit.more(share)
        lines = LineBuilder(self.game, self.side, self._choices, self._keeps, self._is_over, self.hints, self.start, beside)
        return ((self.seat, move), *lines.from_here(self.after(move), self.values[move]))

    def reaches(self, position: P, wanted: int, share: int) -> bool:
        """Tell whether the side gets so much from a position in which each card is held by who held it at the start, or played:
        another may lead there than would. Raises ``Unsolved``, ``Undecided``."""
        try:
            self._begin(share)
            return self._found(position, wanted) >= wanted
        except BudgetExhausted:
            raise Unsolved(share) from None

    def after(self, move: Move) -> P:
        """Return the position after a move from the start."""
        return self._after(self.start, move)

    def _keeps(self, position: P, value: int, ours: bool) -> bool:
        """Whether the side still gets so much, after a move of ours; or no more than that, after another's."""
        found = self._found(position, value if ours else value + 1)
        return found >= value if ours else found <= value

    def _is_over(self, position: P) -> bool:
        return self._settled(position) is not None

    # ---- inside

    def _begin(self, share: int) -> None:
        """Allow so many more moves; first of all see that every line ends with a score, where that isn't known."""
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
        """The value, where it is settled, else what the question whether it is ``wanted`` or more finds."""
        settled = self._settled(position)
        return settled if settled is not None else self._ask(position, wanted)

    def _same_as(self, move: Move) -> Move | None:
        """A move that has its value already and is as good as this one."""
        kind = _kind(move, self.alike)
        return next((other for other in self.values if _kind(other, self.alike) == kind), None)

    def _after(self, position: P, move: Move) -> P:
        after = position.copy()
        self.game.advance(after, move)
        self._limit.nodes += 1
        return after

    def _asking(self) -> Asking[P]:
        """The question of the search, with everything that it needs at hand: ``ask(position, wanted)`` is ``wanted`` or more
        where the side can get that much, and then no more than it can get; else less, and then no less than that.
        """
        hints = self.hints
        if isinstance(hints, AdditiveTricks) and hints.apart():
            return Tricks(self.game, hints, self._settled, self._choices, self.side, self._limit).ask
        ask = self._asking_anew()
        return lambda position, wanted: ask(position.copy(), wanted)

    def _asking_anew(self) -> Asking[P]:
        """The question where every move is made anew. The position is the search's own: moves are made in it."""
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
        """The answer where the goal is settled, or the table or the bounds have it; else the state is one to learn about."""
        goal, seeker, hints, least, most = self.goal.settled, self.seeker, self.hints, self._least, self._most
        state_of, gained, bounds = hints.state, hints.gained, hints.bounds

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
        """The answer where there is a choice: the best, for who is to act, of what comes after each move."""
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
        """Look at every line, each state once, for one that ends without a score. Raises ``Undecided``."""
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
    """Return what the side to move is sure of with each of its moves. Raises ``Unsolved``, ``Undecided``."""
    return Search(game, position, goal).run(limit)


def solve_with_lines(game: Game[P], position: P, goal: Goal, limit: int) -> Solution:
    """Return the solution with the line of each move. Those of worse moves are laid beside the best one's, so that they show what
    makes the difference. Raises ``Unsolved``, ``Undecided``."""
    search = Search(game, position, goal)
    best = search.run(limit).best[0]
    line = search.line(best)
    worse = {move: search.line(move, beside=line) for move in search.values}
    return search.solution._replace(lines={**worse, best: line})


# ---- what a search is made of knows nothing of it: so all is gone with the search, and needs no garbage collection

def _choices(game: Game[P], alike: dict[Card, Hashable], position: P) -> list[Move]:
    """The legal moves, one of each that are alike."""
    moves = game.legal(position)
    return moves if len(moves) == 1 or not alike else _one_of_each(moves, alike)


def _settled(goal: Goal, seeker: GoalSide, position: Position) -> int | None:
    """What the goal is worth, where that is settled. Raises ``Undecided`` where it never will be."""
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
    """What is the same for moves that are alike."""
    mark = None if move.card is None else alike.get(move.card)
    return move if mark is None or move.other is not None else (move.verb, move.suit, mark)
