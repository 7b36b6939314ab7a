"""The games to be held to the contract: each registered one, in every variant, for every number of players."""

from __future__ import annotations

import pytest

from rules_engine.testing import choice_name, every_game


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give ``game`` to every test that asks for one."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(every_game()), ids=choice_name)
