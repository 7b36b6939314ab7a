"""A brute-force search without tables, bounds or heuristics: the reference that the tests compare the solver with."""

from __future__ import annotations

from typing import TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.goals import SCORE, Goal
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.solver.heuristics import seeker_of
from rules_engine.solver.search import Undecided

P = TypeVar("P", bound=Position)


def plain_values(game: Game[P], start: P, goal: Goal = SCORE) -> dict[Move, int]:
    """Return the guaranteed value of each legal move for the side to move.

    Raises ``Undecided`` if any line ends without a score.
    """
    seeker = seeker_of(game, start)

    def value(position: P) -> int:
        if position.to_act is None or not position.trick:
            settled = goal.settled(seeker, position)
            if settled is not None:
                return settled
        if position.to_act is None:
            raise Undecided
        values = [value(game.make(position, move)[0]) for move in game.legal(position)]
        return max(values) if position.to_act in seeker.seats else min(values)

    return {move: value(game.make(start, move)[0]) for move in game.legal(start)}
