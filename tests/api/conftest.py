"""Fixtures for tests of the interactive table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from rules_engine.api.coach import coach, review, turn_analysis


@pytest.fixture(autouse=True, scope="module")
def _the_coach_thinks_by_count() -> Iterator[None]:
    """Replace the coach's clock with a counter that advances by one per call, also for the fixtures of a module.

    Each run then evaluates the same possible deals, one at a time.
    """
    ticks = count()
    with pytest.MonkeyPatch.context() as monkeypatch:
        for module in (coach, review):
            monkeypatch.setattr(module, "clock", lambda: next(ticks))
        yield


@pytest.fixture(autouse=True)
def _no_analysis_is_kept() -> Iterator[None]:
    """Clear the coach's caches around each test."""
    turn_analysis._TURNS.clear()
    review._REVIEWS.clear()
    yield
    turn_analysis._TURNS.clear()      # with the counter, results are based on few deals
