"""The line of best play from a position.

Opponents often have several moves that hold the side to its value. Ties are broken in this order. If every seat plays alone, an
opponent picks the move with the best score for its own side. If only winning or losing the hand counts, every seat picks, among
moves with equal scores, the one with which its side takes most (`SolverHeuristics.taken`). A seat avoids overtaking its own side.
If the line is compared with a reference line, each seat prefers its moves in the reference line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.solver.heuristics import SolverHeuristics

P = TypeVar("P", bound=Position)
MoveLine = tuple[tuple[int, Move], ...]
"""A sequence of moves, each with its seat."""
LOOKED_AT = 300
"""Maximum number of moves tried while breaking ties; after that, the first move that keeps the value is chosen."""


class PlayedLine(NamedTuple):
    """A complete line, with each side's score and each seat's ``taken`` at its end. Both are empty if unknown."""

    line: MoveLine
    scores: Sequence[int] = ()
    taken: Sequence[int] = ()


class LineBuilder(Generic[P]):
    """A builder for the lines of one search.

    ``choices``  the function that returns the moves to try
    ``holds``    (position, value, flag) -> whether the side still gets at least the value if the flag is set, or at most the
                 value if it isn't
    ``over``     (position) -> whether the goal is settled
    ``heuristics``    the game's heuristics, of which ``taken`` is used
    ``start``    the position in which the reference line begins
    ``beside``   the reference line; its moves are preferred
    """

    def __init__(self, game: Game[P], side: Sequence[int], choices: Callable[[P], list[Move]],
                 holds: Callable[[P, int, bool], bool], over: Callable[[P], bool], heuristics: SolverHeuristics[P],
                 start: P, beside: MoveLine = ()) -> None:
        self.game, self.side = game, side
        self.choices, self.holds, self.over, self.taken = choices, holds, over, heuristics.taken
        self.key = partial(SolverHeuristics.state, heuristics)
        """The function that returns a key for the complete position."""
        self.places = {seat: place for place, seats in enumerate(game.score_sides()) for seat in seats}
        self.held = [len(hand) for hand in start.hands]
        self.beside = {seat: [move for who, move in beside if who == seat] for seat, _ in beside}
        self.met: dict[Hashable, PlayedLine] = {}
        self.left = 0

    def from_here(self, position: P, value: int) -> MoveLine:
        """Return the best line from a position that is worth ``value`` to the side."""
        self.left = LOOKED_AT
        return self._course(position, value).line

    def _course(self, position: P, value: int) -> PlayedLine:
        if self.over(position):
            return PlayedLine((), position.hand_score or (), self.taken(position))
        key = None if position.trick else (value, self.key(position))
        if key is None or key not in self.met:
            found = self._found(position, value)
            if key is None:
                return found
            self.met[key] = found
        return self.met[key]

    def _found(self, position: P, value: int) -> PlayedLine:
        seat = position.actor
        best: PlayedLine | None = None
        for move, after in self._good(position, value):
            rest = self._course(after, value)
            if best is None or self._own(seat, rest) > self._own(seat, best):
                best = PlayedLine(((seat, move), *rest.line), rest.scores, rest.taken)
            if self.left <= 0 or not (rest.taken or (rest.scores and seat not in self.side)):
                break
        assert best is not None, "some move is worth what the position is worth"
        return best

    def _good(self, position: P, value: int) -> Iterator[tuple[Move, P]]:
        """Yield the moves that keep the value, each with the position after it."""
        ours = position.to_act in self.side
        for move in self._plainest(position):
            after = position.copy()
            self.game.advance(after, move)
            self.left -= 1
            if self.holds(after, value, ours):
                yield move, after

    def _plainest(self, position: P) -> list[Move]:
        """Return the moves to try, most preferred first.

        If the seat's own side is winning the trick, moves that don't overtake it come first. Then come moves in the reference
        line.
        """
        moves, trick, seat = self.choices(position), position.trick, position.actor
        if len(moves) == 1:
            return moves
        if beside := self.beside.get(seat):
            turn = self.held[seat] - len(position.hands[seat])
            moves = sorted(moves, key=lambda move: move not in beside[turn:turn + 1])
        if not trick or any(move.card is None for move in moves):
            return moves
        side = next((side for side in self.game.sides(position) if seat in side), (seat,))
        if {*self.game.winners(position, trick).values()}.isdisjoint(side):
            return moves
        return sorted(moves, key=lambda move: seat in self.game.winners(position, [*trick, move.laid[seat]]).values())

    def _own(self, seat: int, course: PlayedLine) -> tuple[int, int]:
        value = self.game.value(course.scores[self.places[seat]]) if course.scores else 0
        return value, (course.taken[seat] if course.taken else 0)
