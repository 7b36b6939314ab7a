"""What hands of bots are asked about Double King Pedro."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, Hand, Question, by_place, span
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position

TENS = 10


def trumps_named(hand: Hand[Position]) -> int | None:
    """How many trumps the declarer held when they were named, the kitty among its cards; None where nobody named any."""
    for position, move in hand.steps:
        if position.phase == "trump":
            return len(rules.TRUMPS[move.suit].intersection(position.hands[position.declaring]))
    return None


def taken_by_trumps(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """The points that the declarer's side takes, by the trumps that the declarer held as it named them."""
    trumps = trumps_named(hand)
    if trumps is not None:
        yield trumps, hand.end.points[hand.end.declaring % 2]


def made_by_bid(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """Whether the contract was made, in per cent, by its tens."""
    end = hand.end
    if isinstance(end.contract, int):
        yield span(end.contract, TENS), 100 * (end.points[end.declaring % 2] >= end.contract)


QUESTIONS = (
    Question("trumps", "How many points does the bidding side take?", "trumps in the declarer’s hand", "points", taken_by_trumps),
    Question("made", "How often is a bid made?", "bid", "%", made_by_bid),
    Question("seat", "Is it better to bid first, or last?", "seat", "points", by_place),
)
