"""What hands of bots are asked about Snakebit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules_engine.bots.stats import Group, Hand, Question, by_place
from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.position import SnakebitPosition as Position


def by_suit(named: str, hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """Each player's points, by how many cards of the ``cursed`` suit, or of the ``trump`` suit, were dealt to it."""
    bearing = rules.BEARING[getattr(hand.dealt, named)]
    for seat, cards in enumerate(hand.dealt.hands):
        yield len(bearing.intersection(cards)), hand.points(seat)


QUESTIONS = (
    Question("cursed", "What do the cursed cards that you are dealt cost?", "cursed cards dealt", "points",
             partial(by_suit, "cursed")),
    Question("trumps", "What do the trumps that you are dealt bring?", "trumps dealt", "points",
             partial(by_suit, "trump")),
    Question("seat", "Is it better to lead first, or to deal?", "seat", "points", by_place),
)
