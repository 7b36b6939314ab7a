"""The cards of Snakebit and the moves made with them."""

from rules_engine.core.moves import play
from rules_engine.core.packs import DECKTET

NUMBER_CARDS = tuple(card for card in DECKTET if card.rank.isdigit())
"""The 24 cards that are dealt: two suits each, and no two of one rank share a suit."""
SUITS_IN_ORDER = "".join(DECKTET.suits)
PLAYS = {card: play(card) for card in NUMBER_CARDS}
LEADS = {card: tuple(play(card, suit) for suit in card.suits) for card in NUMBER_CARDS}
"""Card to the leads that name one of its suits."""
SUITS_OF = {card: frozenset(card.suits) for card in NUMBER_CARDS}
