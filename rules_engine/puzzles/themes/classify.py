"""Which idea a puzzle has: the first of all whose condition holds, and whose plan the tricks show."""

from __future__ import annotations

from rules_engine.puzzles.themes import IDEAS, cards, leads, plays
from rules_engine.puzzles.themes.analysis import PuzzleAnalysis
from rules_engine.puzzles.themes.registry import CONDITIONS, ThemeEvidence

FROM = cards, leads, plays
"""Where the conditions stand."""


def idea_of(case: PuzzleAnalysis) -> tuple[str, ThemeEvidence]:
    """Return the first idea that is there, with what shows it. There is always one: the last is in the moves alone."""
    return next((name, shown) for name in IDEAS
                if (shown := CONDITIONS[name](case)) is not None and case.bears_out(name, shown.seat, shown.card))
