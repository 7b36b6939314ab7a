"""The cards of Spades and the moves made with them."""

from rules_engine.core.model.moves import make_move, play
from rules_engine.core.model.packs import FRENCH

DECK = tuple(card for card in FRENCH if card.suits)
"""The French pack without its Joker."""
FOR_THREE = tuple(card for card in DECK if card.text != "2C")
SPADES = "S"
PLAYS = {card: play(card) for card in DECK}
OF_SUIT = {suit: frozenset(PLAYS[card] for card in DECK if card.suits == suit) for suit in FRENCH.suits}
"""The plays of each suit."""
NOT_SPADES = frozenset(PLAYS.values()) - OF_SUIT[SPADES]
BID_NIL, BID_BLIND = make_move("bid nil"), make_move("bid blind nil")
BIDS = tuple(make_move("bid", number=number) for number in range(1, len(FOR_THREE) // 3 + 1))
GIVES = {card: make_move("give", card) for card in DECK}
STRENGTHS = {led: {card: card.value + 100 * (card.suits == led) + 200 * (card.suits == SPADES) for card in DECK}
             for led in FRENCH.suits}
"""The strength of each card in a trick, by the suit led: spades first, then the suit led."""
