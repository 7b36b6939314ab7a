"""The sketches as registered games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules_engine.games.registry import GAMES, known_games
from tests.sketches import SKETCHES


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the sketches as games."""
    for name, place in SKETCHES.items():
        monkeypatch.setitem(GAMES, name, place)
    known_games.cache_clear()
    yield
    known_games.cache_clear()
