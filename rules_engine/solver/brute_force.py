"""The same answers by a full search that knows and skips nothing: what the tests hold the other one against."""

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
    """Return what the side to move is sure of with each of its moves. Raises ``Undecided`` where any line ends without a
    score."""
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
