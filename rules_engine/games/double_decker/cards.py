"""The cards of Double Decker and the moves made with them, and the numbers of hands and unplayed cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import make_move, play
from rules_engine.core.model.packs import DOUBLE_DECKER

HANDS = 5
"""Number of hands in a game."""
LEFT_OVER = 1
"""Number of cards that each player has left unplayed."""
COLOURS = tuple(DOUBLE_DECKER.suits)
"""Letters of the colours, in the order that breaks ties."""
PLACES = {colour: place for place, colour in enumerate(COLOURS)}
THIRD: Mapping[tuple[str, ...], str] = {(one, other): third for one, other, third in permutations(COLOURS)}
"""Maps each two colours, in either order, to the third."""

PASS = "pass"
PLAYS = {card: play(card) for card in DOUBLE_DECKER}
PASSES = {card: make_move(PASS, card) for card in DOUBLE_DECKER}
FROM_ONE = tuple(card for card in DOUBLE_DECKER if card.value > 0)

NO_PASS = frozenset(PLAYS.values())
"""Every move except passes."""
THIRD_NOT_PLAYED = {colours: frozenset([*PASSES.values(), *(PLAYS[card] for card in DOUBLE_DECKER if card.suits != third)])
                    for colours, third in THIRD.items()}
"""Maps the two colours on the table to all moves except plays of the third colour."""
THIRD_ALONE_PASSED = {colours: frozenset([*PLAYS.values(), *(PASSES[card] for card in DOUBLE_DECKER if card.suits == third)])
                      for colours, third in THIRD.items()}
"""Maps the two colours on the table to all moves except passes of these colours."""


def pack_for(players: int) -> Sequence[Card]:
    """Return the cards 1 to 20 of each colour; for seven players also the three zeros, so that the pack can be dealt evenly."""
    return DOUBLE_DECKER.cards if players == 7 else FROM_ONE
