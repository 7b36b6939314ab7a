"""The conditions of ideas, each under its name, and the first that is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules_engine.core.model.cards import Card
from rules_engine.puzzles.themes.analysis import PuzzleAnalysis


class ThemeEvidence(NamedTuple):
    """What shows an idea: a card, whose it is or who takes the trick, and a lesser card that stood for it."""

    card: Card | None = None
    seat: int | None = None
    instead: Card | None = None


Asks = Callable[[PuzzleAnalysis], ThemeEvidence | None]
CONDITIONS: dict[str, Asks] = {}
"""The condition of each idea, by its name."""


def idea(name: str) -> Callable[[Asks], Asks]:
    """Put a condition under the name of its idea."""
    def kept(asks: Asks) -> Asks:
        CONDITIONS[name] = asks
        return asks
    return kept
