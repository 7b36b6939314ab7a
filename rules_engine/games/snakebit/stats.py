"""What hands of bots are asked about Snakebit."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, Hand, Question, by_place
from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.position import SnakebitPosition as Position


def by_cursed(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """Each player's points, by how many cursed cards were dealt to it."""
    for seat, cards in enumerate(hand.dealt.hands):
        yield len(rules.BEARING[hand.dealt.cursed].intersection(cards)), hand.points(seat)


def by_trumps(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """Each player's points, by how many trumps were dealt to it."""
    for seat, cards in enumerate(hand.dealt.hands):
        yield len(rules.BEARING[hand.dealt.trump].intersection(cards)), hand.points(seat)


QUESTIONS = (
    Question("cursed", "What do the cursed cards that you are dealt cost?", "cursed cards dealt", "points", by_cursed),
    Question("trumps", "What do the trumps that you are dealt bring?", "trumps dealt", "points", by_trumps),
    Question("seat", "Is it better to lead first, or to deal?", "seat", "points", by_place),
)
