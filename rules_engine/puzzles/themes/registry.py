"""The registry of ideas and their conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules_engine.core.model.cards import Card
from rules_engine.puzzles.themes.analysis import PuzzleAnalysis


class ThemeEvidence(NamedTuple):
    """The evidence for an idea: a card, its holder or the winner of the trick, and a weaker card used in the proof."""

    card: Card | None = None
    seat: int | None = None
    instead: Card | None = None


Asks = Callable[[PuzzleAnalysis], ThemeEvidence | None]
CONDITIONS: dict[str, Asks] = {}
"""Maps the names of ideas to their conditions."""


def idea(name: str) -> Callable[[Asks], Asks]:
    """Register a function as the condition of the idea ``name``."""
    def kept(asks: Asks) -> Asks:
        CONDITIONS[name] = asks
        return asks
    return kept
