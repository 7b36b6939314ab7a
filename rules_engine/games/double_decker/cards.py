"""The cards of Double Decker and the moves made with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from rules_engine.core.cards import Card
from rules_engine.core.moves import make_move, play
from rules_engine.core.packs import DOUBLE_DECKER

COLOURS = tuple(DOUBLE_DECKER.suits)
"""The colours' letters in the order that breaks ties."""
PLACES = {colour: place for place, colour in enumerate(COLOURS)}
THIRD: Mapping[tuple[str, ...], str] = {(one, other): third for one, other, third in permutations(COLOURS)}
"""Two colours, in either order, to the third."""

PASS = "pass"
PLAYS = {card: play(card) for card in DOUBLE_DECKER}
PASSES = {card: make_move(PASS, card) for card in DOUBLE_DECKER}
FROM_ONE = tuple(card for card in DOUBLE_DECKER if card.value > 0)


def pack_for(players: int) -> Sequence[Card]:
    """The cards 1 to 20; seven need the three noughts as well to be dealt evenly."""
    return DOUBLE_DECKER.cards if players == 7 else FROM_ONE
