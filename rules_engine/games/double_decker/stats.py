"""Statistics for Double Decker, from hands played by bots."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, PlayedHand, Statistic, by_place
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position
from rules_engine.text.message import say

TOGETHER = 3
"""Number of consecutive sizes of the largest colour that are grouped together."""


def by_passes(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield each player's points, grouped by the player's number of passes."""
    for seat, passed in enumerate(hand.end.passed):
        yield len(passed), hand.points(seat)


def by_largest(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield each player's points, grouped by the size of the player's largest colour."""
    for seat, captured in enumerate(hand.end.captured):
        yield max(captured), hand.points(seat)


QUESTIONS = (
    Statistic("largest", say("What is a large colour worth?"), say("cards of the largest colour"), "points", by_largest,
             TOGETHER),
    Statistic("passes", say("How do players who pass fare?"), say("passes"), "points", by_passes),
    Statistic("seat", say("Is it better to lead first?"), say("seat"), "points", by_place),
)
