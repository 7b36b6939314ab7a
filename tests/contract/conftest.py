"""The games to be held to the contract: each registered one, in every variant, for every number of players."""

from __future__ import annotations

import pytest

from rules_engine.games import game_class, known_games
from rules_engine.testing import choice_name, every_choice


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give ``game`` to every test that asks for one."""
    if "game" in metafunc.fixturenames:
        games = [game for game_id in known_games() for game in every_choice(game_class(game_id))]
        metafunc.parametrize("game", games, ids=choice_name)
