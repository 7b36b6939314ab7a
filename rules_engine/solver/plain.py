"""The same answers by a full search that knows and skips nothing: what the tests hold the other one against."""

from __future__ import annotations

from rules_engine.core.game import Game
from rules_engine.core.goals import SCORE, Goal, Seeker
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.solver.search import Undecided


def plain_values(game: Game[Position], start: Position, goal: Goal = SCORE) -> dict[Move, int]:
    """What the side to move is sure of with each of its moves. Raises ``Undecided`` where any line ends without a score."""
    seat = start.actor
    side = next((side for side in game.sides(start) if seat in side), (seat,))
    place = next(place for place, each in enumerate(game.score_sides()) if seat in each)
    seeker = Seeker(start, side, place)

    def value(position: Position) -> int:
        if position.to_act is None or not position.trick:
            settled = goal.settled(seeker, position)
            if settled is not None:
                return settled
        if position.to_act is None:
            raise Undecided
        values = [value(game.make(position, move)[0]) for move in game.legal(position)]
        return max(values) if position.to_act in side else min(values)

    return {move: value(game.make(start, move)[0]) for move in game.legal(start)}
