"""The cards of Double Decker and their moves, the number of hands, and the number of cards left over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import make_move, play
from rules_engine.core.model.packs import DOUBLE_DECKER

HANDS = 5
"""Number of hands in a game."""
LEFT_OVER = 1
"""Number of cards that each player doesn't play."""
COLOURS = tuple(DOUBLE_DECKER.suits)
"""Letters of the colours, in the order that breaks ties."""
PLACES = {colour: place for place, colour in enumerate(COLOURS)}
THIRD: Mapping[tuple[str, ...], str] = {(one, other): third for one, other, third in permutations(COLOURS)}
"""The third colour, by the two other colours in either order."""

PASS = "pass"
PLAYS = {card: play(card) for card in DOUBLE_DECKER}
PASSES = {card: make_move(PASS, card) for card in DOUBLE_DECKER}
FROM_ONE = tuple(card for card in DOUBLE_DECKER if card.value > 0)

NO_PASS = frozenset(PLAYS.values())
"""Every move except passes."""
THIRD_NOT_PLAYED = {colours: frozenset([*PASSES.values(), *(PLAYS[card] for card in DOUBLE_DECKER if card.suits != third)])
                    for colours, third in THIRD.items()}
"""All moves except plays of the third colour, by the two colours on the table."""
THIRD_ALONE_PASSED = {colours: frozenset([*PLAYS.values(), *(PASSES[card] for card in DOUBLE_DECKER if card.suits == third)])
                      for colours, third in THIRD.items()}
"""All moves except passes of the two colours on the table, by these colours."""


def pack_for(players: int) -> Sequence[Card]:
    """Return the cards 1 to 20 of each colour; for seven players also the three zeros, so that the deal comes out even."""
    return DOUBLE_DECKER.cards if players == 7 else FROM_ONE
