"""What the tests of the table share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from rules_engine.api.coach import coach, review, turn_analysis


@pytest.fixture(autouse=True)
def _the_coach_thinks_by_count(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For the coach a second goes by whenever it looks at the clock: each run finds the same, a world at a time."""
    ticks = count()
    for module in (coach, review):
        monkeypatch.setattr(module, "clock", lambda: next(ticks))
    turn_analysis._TURNS.clear()
    review._REVIEWS.clear()
    yield
    turn_analysis._TURNS.clear()      # what a test was thought about in few deals isn't for others
