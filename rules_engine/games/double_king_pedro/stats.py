"""Statistics for Double King Pedro, from hands played by bots."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, PlayedHand, Statistic, by_place
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import ALL_POINTS
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position
from rules_engine.text.message import say

TENS = 10


def trumps_named(hand: PlayedHand[Position]) -> int | None:
    """Return the number of trumps that the declarer held, including the kitty, when trumps were named; None if nobody named
    trumps."""
    for position, move in hand.steps:
        if position.phase == "trump":
            return len(rules.TRUMPS[move.suit].intersection(position.hands[position.declaring]))
    return None


def taken_by_trumps(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield the score for the declarer's side, grouped by the number of trumps that the declarer held when naming them."""
    trumps = trumps_named(hand)
    if trumps is not None:
        yield trumps, hand.end.points[hand.end.declaring % 2]


def made_by_bid(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield 100 if a contract with a number was made and 0 if not, grouped by its number."""
    end = hand.end
    if isinstance(end.contract, int):
        yield end.contract, 100 * (end.points[end.declaring % 2] >= end.contract)


QUESTIONS = (
    Statistic("trumps", say("How many points does the declarer’s side take?"), say("trumps in the declarer’s hand"), "points",
             taken_by_trumps),
    Statistic("made", say("How often is a bid made?"), say("bid"), "%", made_by_bid, TENS, ALL_POINTS),
    Statistic("seat", say("Is it better to bid first, or last?"), say("seat"), "points", by_place),
)
