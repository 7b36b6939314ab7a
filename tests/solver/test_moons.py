"""The solver's heuristics for Hearts, compared with a full search where one player has all points that were taken so far."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.core.model.goals import SCORE
from rules_engine.games import make_game
from rules_engine.solver.brute_force import plain_values
from rules_engine.solver.search import Search
from tests.solver.test_solver import endings


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("moon", ["add", "subtract"])
@pytest.mark.parametrize("variant", ["standard", "omnibus"])
def test_a_moon_that_one_player_can_still_shoot_is_found(variant: str, moon: str, players: int) -> None:
    game, rng, moons = make_game("hearts", variant, players, options={"moon": moon}), random.Random(variant), 0
    positions: Iterator[Any] = endings(game, 2, 60, "moon")
    for position in positions:
        taken, shooter = sum(position.points), rng.randrange(players)
        position.points = [taken * (seat == shooter) for seat in range(players)]
        position.queen = None if position.queen is None else shooter
        values = Search(game, position).run(10**7).values
        assert values == plain_values(game, position, SCORE)
        moons += max(values.values()) >= 0 or min(values.values()) <= -26
    assert moons
