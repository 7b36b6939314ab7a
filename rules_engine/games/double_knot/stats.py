"""Statistics for Double Knot, from hands played by bots."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, PlayedHand, Statistic, by_place
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position
from rules_engine.text.message import say


def by_bid(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield each player's points, grouped by the player's bid."""
    for seat, bid in enumerate(hand.end.declared):
        yield bid, hand.points(seat)


def made_by_bid(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield 100 for each side that made its bid exactly and 0 for each other side, grouped by the bid."""
    for fared in hand.end.fared:
        yield fared.bid, 100 * (fared.bid == fared.taken)


QUESTIONS = (
    Statistic("bid", say("What does a bid earn?"), say("tricks bid"), "points", by_bid),
    Statistic("made", say("How often is a bid made exactly?"), say("tricks bid"), "%", made_by_bid),
    Statistic("seat", say("Is it better to bid first, or last?"), say("seat"), "points", by_place),
)
