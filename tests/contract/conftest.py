"""Parametrizes the contract tests: each game in every variant, and in `make thorough` for every number of players."""

from __future__ import annotations

import pytest

from tests.some import tables


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize every test that uses ``game`` and doesn't choose the tables itself."""
    chosen = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "game" in metafunc.fixturenames and "game" not in chosen:
        metafunc.parametrize("game", tables(lambda game: (game.id, game.variant)))
