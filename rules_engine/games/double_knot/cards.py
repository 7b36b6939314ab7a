"""The cards of Double Knot and the moves made with them."""

from rules_engine.core.model.moves import make_move, play
from rules_engine.core.model.packs import DECKTET

SUITS_IN_ORDER = tuple(DECKTET.suits)
"""Letters of the suits, the highest first. Among trumps the lower suit wins."""
EXCUSE = DECKTET.card("Excuse")
WITHOUT_EXCUSE = tuple(card for card in DECKTET if card is not EXCUSE)
PLAYS = {card: play(card) for card in DECKTET}
BIDS = tuple(make_move("bid", number=number) for number in range(len(DECKTET) + 1))
