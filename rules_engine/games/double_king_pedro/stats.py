"""What hands of bots are asked about Double King Pedro."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, PlayedHand, Statistic, by_place
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import ALL_POINTS
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position
from rules_engine.text.message import say

TENS = 10


def trumps_named(hand: PlayedHand[Position]) -> int | None:
    """Return how many trumps the declarer held when they were named, the kitty among its cards; None where nobody named any."""
    for position, move in hand.steps:
        if position.phase == "trump":
            return len(rules.TRUMPS[move.suit].intersection(position.hands[position.declaring]))
    return None


def taken_by_trumps(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield the points that the declarer's side takes, by the trumps that the declarer held as it named them."""
    trumps = trumps_named(hand)
    if trumps is not None:
        yield trumps, hand.end.points[hand.end.declaring % 2]


def made_by_bid(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Tell whether the contract was made, in per cent, by its tens."""
    end = hand.end
    if isinstance(end.contract, int):
        yield end.contract, 100 * (end.points[end.declaring % 2] >= end.contract)


QUESTIONS = (
    Statistic("trumps", say("How many points does the declarer’s side take?"), say("trumps in the declarer’s hand"), "points",
             taken_by_trumps),
    Statistic("made", say("How often is a bid made?"), say("bid"), "%", made_by_bid, TENS, ALL_POINTS),
    Statistic("seat", say("Is it better to bid first, or last?"), say("seat"), "points", by_place),
)
