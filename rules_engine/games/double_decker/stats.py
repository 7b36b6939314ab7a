"""What hands of bots are asked about Double Decker."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, Hand, Question, by_place, span
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position

TOGETHER = 3
"""So many sizes of a colour go together."""


def by_passes(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """Each player's points, by how often it passed."""
    for seat, passed in enumerate(hand.end.passed):
        yield len(passed), hand.points(seat)


def by_largest(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """Each player's points, by the cards of its largest colour."""
    for seat, captured in enumerate(hand.end.captured):
        yield span(max(captured), TOGETHER), hand.points(seat)


QUESTIONS = (
    Question("largest", "What does a large colour bring?", "cards of the largest colour", "points", by_largest),
    Question("passes", "How does who passes fare?", "passes", "points", by_passes),
    Question("seat", "Is it better to lead first?", "seat", "points", by_place),
)
