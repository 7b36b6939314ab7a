"""The games to be held to the contract: each registered one, in every variant, for every number of players."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from rules_engine.core.errors import SetupError
from rules_engine.core.game import Game
from rules_engine.games import game_class, known_games, make_game


def every_game() -> Iterator[Game[Any]]:
    """Each game with each possible choice of variant, players and options."""
    for game_id in known_games():
        kind = game_class(game_id)
        for variant, players in product(kind.variants, kind.player_counts):
            for values in product(*kind.option_values.values()):
                try:
                    yield make_game(game_id, variant, players, None, dict(zip(kind.option_values, values, strict=True)))
                except SetupError:
                    continue


def told(game: Game[Any]) -> str:
    """A game's choices as a test's name."""
    return "-".join([game.id, game.variant, str(game.table.size), *game.options.values()])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give ``game`` to every test that asks for one."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(every_game()), ids=told)
