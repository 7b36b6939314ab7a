"""Parametrizes the contract tests: each game in every variant, and in `make thorough` for every number of players."""

from __future__ import annotations

import pytest

from tests.some import tables


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize every test that uses ``game``."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", tables(lambda game: (game.id, game.variant)))
