"""Tests that memory use doesn't grow with the number of hands played, in any game."""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections.abc import Iterable

import pytest

from rules_engine.core.model import moves
from rules_engine.games import known_games, make_game
from tests.some import some


def play(game_id: str, seeds: Iterable[int]) -> None:
    """Play a random hand for each seed."""
    game, rng = make_game(game_id), random.Random(game_id)
    for seed in seeds:
        position = game.deal(seed)
        while position.to_act is not None:
            game.advance(position, rng.choice(game.legal(position)))


@pytest.mark.parametrize("game_id", some(known_games(), ["snakebit", "knueffeln"]))
def test_memory_does_not_grow(game_id: str) -> None:
    play(game_id, range(150))       # caches fill during the first hands
    interned = len(moves._MOVES)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    play(game_id, range(150, 900))
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Knüffeln interns each trade on its first occurrence; the number of possible trades is limited
    assert after - before < 150_000
    assert len(moves._MOVES) <= interned + 500
