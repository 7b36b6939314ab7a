"""Statistics for Snakebit, from hands played by bots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules_engine.bots.stats import Group, PlayedHand, Statistic, by_place
from rules_engine.games.snakebit.cards import BEARING
from rules_engine.games.snakebit.position import SnakebitPosition as Position
from rules_engine.text.message import say


def by_suit(named: str, hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield each player's points, grouped by the number of cards dealt to the player in the ``cursed`` or the ``trump`` suit."""
    bearing = BEARING[getattr(hand.dealt, named)]
    for seat, cards in enumerate(hand.dealt.hands):
        yield len(bearing.intersection(cards)), hand.points(seat)


QUESTIONS = (
    Statistic("cursed", say("What do the cursed cards in your hand cost?"), say("cursed cards dealt"), "points",
             partial(by_suit, "cursed")),
    Statistic("trumps", say("What are the trumps in your hand worth?"), say("trumps dealt"), "points",
             partial(by_suit, "trump")),
    Statistic("seat", say("Is it better to lead first, or to deal?"), say("seat"), "points", by_place),
)
