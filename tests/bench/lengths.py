"""The length of games: complete matches between bots, with a fixed number of seconds per card, bid or call.

python -m tests.bench.lengths --matches 12 --seconds 5     every game in its default form, the median of twelve
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

from rules_engine.bots import bot_for
from rules_engine.core.game.game import Game
from rules_engine.games import known_games, make_game

MOST = 60
"""Maximum number of hands per match, for games without a fixed end."""


class Length(NamedTuple):
    """The length of a match: the number of moves by all seats, and the number of hands."""

    moves: int
    hands: int


def length_of(game: Game[Any], seed: int) -> Length:
    """Return the length of a match between bots."""
    bot, rng = bot_for(game), random.Random(seed)
    moves = hands = 0
    position = game.deal(seed)
    while True:
        while position.to_act is not None:
            game.advance(position, bot.choose(game.view(position, position.to_act), rng, ()).move)
            moves += 1
        hands += 1
        if position.game_over or hands == MOST:
            return Length(moves, hands)
        position = game.deal(rng.getrandbits(32), before=position)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play matches and print the lengths."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=12, help="matches whose median is taken (12)")
    parser.add_argument("--seconds", type=float, default=5, help="seconds for each move (5)")
    given = parser.parse_args(arguments)
    for game_id in known_games():
        lengths = [length_of(make_game(game_id), seed) for seed in range(given.matches)]
        moves, hands = median(each.moves for each in lengths), median(each.hands for each in lengths)
        print(f"{game_id}: {hands:g} hands, {moves:g} moves, {moves * given.seconds / 60:.0f} minutes; "
              f"{moves / hands * given.seconds / 60:.0f} a hand")


if __name__ == "__main__":
    main()
