"""How it goes on from a position if everybody plays their best, and where that is all the same, for themselves.

Who plays against the side has often several moves that keep it to what it is worth. Where each plays alone nobody hurts
themselves for spite: of these moves a seat makes the one that brings its own side most at the end of the hand. Where a hand is
won or lost as a whole nobody gives up: of moves that score the same a seat makes, on either side, the one by which its side takes
most (`SolverHeuristics.taken`). Of those that are still equal nobody overtakes their own side, and where the line is compared
with another, each plays as in that one.
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
"""Moves, each with its seat."""
LOOKED_AT = 300
"""So many moves are tried to find what is best for those who lose nothing by it; then the first will do."""


class PlayedLine(NamedTuple):
    """A line to its end, with what each side scores there and what each seat's side has taken; nothing where that isn't known."""

    line: MoveLine
    scores: Sequence[int] = ()
    taken: Sequence[int] = ()


class LineBuilder(Generic[P]):
    """The lines of one search.

    ``choices``  gives the moves to try
    ``holds``    tells whether a move leads to a position in which the side still gets so much, or gets no more
    ``over``     tells whether the goal is settled
    ``hints``    knows what a side takes
    ``beside``   is the line beside which these are laid, from the ``start`` on
    """

    def __init__(self, game: Game[P], side: Sequence[int], choices: Callable[[P], list[Move]],
                 holds: Callable[[P, int, bool], bool], over: Callable[[P], bool], hints: SolverHeuristics[P],
                 start: P, beside: MoveLine = ()) -> None:
        self.game, self.side = game, side
        self.choices, self.holds, self.over, self.taken = choices, holds, over, hints.taken
        self.key = partial(SolverHeuristics.state, hints)
        """All that is so in a position."""
        self.places = {seat: place for place, seats in enumerate(game.score_sides()) for seat in seats}
        self.held = [len(hand) for hand in start.hands]
        self.beside = {seat: [move for who, move in beside if who == seat] for seat, _ in beside}
        self.met: dict[Hashable, PlayedLine] = {}
        self.left = 0

    def from_here(self, position: P, value: int) -> MoveLine:
        """Return the moves from a position that is worth so much to the side, each with its seat."""
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
        """The moves that keep the value, each with the position after it."""
        ours = position.to_act in self.side
        for move in self._plainest(position):
            after = position.copy()
            self.game.advance(after, move)
            self.left -= 1
            if self.holds(after, value, ours):
                yield move, after

    def _plainest(self, position: P) -> list[Move]:
        """The moves to try: where one's own side has the trick as it lies, those that leave it there come first, then those of
        the other line."""
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
        return (course.scores[self.places[seat]] if course.scores else 0), (course.taken[seat] if course.taken else 0)
