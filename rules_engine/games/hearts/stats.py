"""Statistics for Hearts, from hands played by bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rules_engine.bots.stats import Group, PlayedHand, Statistic
from rules_engine.core.model.cards import Card
from rules_engine.games.hearts.position import HeartsPosition as Position
from rules_engine.text.message import say

HIGH, LOW = frozenset("AKQ"), frozenset("2345")
"""The ranks of high and of low cards."""


def is_high_spade(card: Card) -> bool:
    """Return whether a card is the Ace, King or Queen of Spades."""
    return card.suits == "S" and card.rank in HIGH


def is_low(card: Card) -> bool:
    """Return whether a card is a Five or lower."""
    return card.rank in LOW


def by_cards(counts: Callable[[Card], bool], hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield each player's points, grouped by the number of counted cards in the player's hand when the play begins."""
    begins = next(position for position, _ in hand.steps if position.phase == "play")
    for seat, cards in enumerate(begins.hands):
        yield sum(map(counts, cards)), hand.points(seat)


QUESTIONS = (
    Statistic("spades", say("What does it cost to keep high spades?"), say("Ace, King and Queen of Spades after the pass"),
             "points", partial(by_cards, is_high_spade)),
    Statistic("low", say("What are low cards worth?"), say("Twos to Fives after the pass"), "points", partial(by_cards, is_low)),
)
