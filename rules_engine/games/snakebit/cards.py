"""The cards of Snakebit and the moves made with them."""

from rules_engine.core.model.moves import play
from rules_engine.core.model.packs import DECKTET

NUMBER_CARDS = tuple(card for card in DECKTET if card.rank.isdigit())
"""The 24 cards that are dealt. Each has two suits, and no two cards of equal rank share a suit."""
TURNED_UP = tuple(card for card in DECKTET if card.rank in {"A", "X"})
"""The Aces and Crowns: one Ace is turned up for the cursed suit, and one Crown for trumps."""
SUITS_IN_ORDER = "".join(DECKTET.suits)
PLAYS = {card: play(card) for card in NUMBER_CARDS}
BEARING = {suit: frozenset(card for card in NUMBER_CARDS if suit in card.suits) for suit in SUITS_IN_ORDER}
"""The cards that bear each suit."""
FOLLOWING = {suit: frozenset(PLAYS[card] for card in cards) for suit, cards in BEARING.items()}
"""The plays that follow each suit."""
LEADS = {card: tuple(play(card, suit) for suit in card.suits) for card in NUMBER_CARDS}
"""The leads of each card: one for each of its suits."""
