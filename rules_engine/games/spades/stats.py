"""Statistics for Spades, from hands played by bots."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, PlayedHand, Statistic, by_place
from rules_engine.games.spades.position import SpadesPosition as Position
from rules_engine.games.spades.rules import is_made
from rules_engine.text.message import say


def made_by_bid(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield 100 for each side that made its bid and 0 for each other side, grouped by the side's bid."""
    for side in hand.end.sides:
        yield hand.end.bid_of(side), 100 * is_made(hand.end, side)


QUESTIONS = (
    Statistic("made", say("How often does a side make its bid?"), say("tricks bid"), "%", made_by_bid),
    Statistic("seat", say("Is it better to bid first, or last?"), say("seat"), "points", by_place),
)
