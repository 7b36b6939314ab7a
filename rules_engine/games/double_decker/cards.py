"""The cards of Double Decker and the moves made with them; how many hands there are, and cards that aren't played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import make_move, play
from rules_engine.core.model.packs import DOUBLE_DECKER

HANDS = 5
"""The hands of a game."""
LEFT_OVER = 1
"""The cards that each player doesn't play."""
COLOURS = tuple(DOUBLE_DECKER.suits)
"""The colours' letters in the order that breaks ties."""
PLACES = {colour: place for place, colour in enumerate(COLOURS)}
THIRD: Mapping[tuple[str, ...], str] = {(one, other): third for one, other, third in permutations(COLOURS)}
"""Two colours, in either order, to the third."""

PASS = "pass"
PLAYS = {card: play(card) for card in DOUBLE_DECKER}
PASSES = {card: make_move(PASS, card) for card in DOUBLE_DECKER}
FROM_ONE = tuple(card for card in DOUBLE_DECKER if card.value > 0)

NO_PASS = frozenset(PLAYS.values())
"""Every move but passes."""
THIRD_NOT_PLAYED = {colours: frozenset([*PASSES.values(), *(PLAYS[card] for card in DOUBLE_DECKER if card.suits != third)])
                    for colours, third in THIRD.items()}
"""By two colours, every move but plays of the third."""
THIRD_ALONE_PASSED = {colours: frozenset([*PLAYS.values(), *(PASSES[card] for card in DOUBLE_DECKER if card.suits == third)])
                      for colours, third in THIRD.items()}
"""By two colours, every move but passes of those two."""


def pack_for(players: int) -> Sequence[Card]:
    """Give the cards 1 to 20; seven need the three noughts as well to be dealt evenly."""
    return DOUBLE_DECKER.cards if players == 7 else FROM_ONE
