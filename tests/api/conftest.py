"""Fixtures for tests of the interactive table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from rules_engine.api.coach import coach, review, turn_analysis


@pytest.fixture(autouse=True)
def _the_coach_thinks_by_count(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replace the coach's clock with a counter that advances by one per call.

    Each run then evaluates the same possible deals, one at a time.
    """
    ticks = count()
    for module in (coach, review):
        monkeypatch.setattr(module, "clock", lambda: next(ticks))
    turn_analysis._TURNS.clear()
    review._REVIEWS.clear()
    yield
    turn_analysis._TURNS.clear()      # with the counter, results are based on few deals
