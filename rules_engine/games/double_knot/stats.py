"""What hands of bots are asked about Double Knot."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, Hand, Question, by_place
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position


def by_bid(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """Each player's points, by what it bid."""
    for seat, bid in enumerate(hand.end.declared):
        yield bid, hand.points(seat)


def made_by_bid(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """Whether each side made its bid exactly, in per cent, by the bid."""
    for fared in hand.end.fared:
        yield fared.bid, 100 * (fared.bid == fared.taken)


QUESTIONS = (
    Question("bid", "What does a bid bring?", "tricks bid", "points", by_bid),
    Question("made", "How often is a bid made exactly?", "tricks bid", "%", made_by_bid),
    Question("seat", "Is it better to bid first, or last?", "seat", "points", by_place),
)
