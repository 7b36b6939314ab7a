"""The games to be held to the contract: each in every variant, and in `make thorough` for every number of players."""

from __future__ import annotations

import pytest

from tests.some import tables


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give ``game`` to every test that asks for one."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", tables(lambda game: (game.id, game.variant)))
