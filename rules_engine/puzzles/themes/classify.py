"""The classification of puzzles: the first idea whose condition holds and whose plan the tricks show."""

from __future__ import annotations

from rules_engine.puzzles.themes import IDEAS, cards, leads, plays
from rules_engine.puzzles.themes.analysis import PuzzleAnalysis
from rules_engine.puzzles.themes.registry import CONDITIONS, ThemeEvidence

FROM = cards, leads, plays
"""The modules with the conditions; importing them registers the conditions."""


def idea_of(case: PuzzleAnalysis) -> tuple[str, ThemeEvidence]:
    """Return the first idea that applies, with its evidence. One always applies, because the last idea has no condition.

    Before the play, no trick can bear out an idea, so a puzzle about a discard or a call is about that alone.
    """
    return next((name, shown) for name in (IDEAS if case.start.phase == "play" else ("card", "call"))
                if (shown := CONDITIONS[name](case)) is not None and case.bears_out(name, shown.seat, shown.card))
