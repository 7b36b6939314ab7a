"""Starter examples: a small valid scenario for each game, as a basis for the author's own."""

from __future__ import annotations

from itertools import pairwise

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.scenarios.record import Play, write_example

SEED = 1


def start_of(game: Game[Position], seed: int = SEED) -> str:
    """Return the text of an example with the last trick but one in a hand, in which seats hold few cards but still have a choice.

    ``seed`` determines the deal.
    """
    position = start = game.deal(seed)
    moves = []
    while position.to_act is not None:
        moves.append(game.legal(position)[0])
        position, _ = game.make(position, moves[-1])
    play = Play(game, start, moves, dealt=False).last_tricks(2)
    ends = (place for place, (before, after) in enumerate(pairwise(play.positions()), start=1)
            if after.last_trick is not before.last_trick)
    return write_example(play._replace(moves=play.moves[:next(ends, len(play.moves))]))
