"""The cards of Double King Pedro, with their printed names, and the moves made with them."""

from __future__ import annotations

from rules_engine.core.model.moves import make_move, play
from rules_engine.core.model.packs import FRENCH

HAND_SIZE = 12
KITTY_SIZE = 5
PLAY_SIZE = 6
"""Number of cards that each player holds at the start of play, and maximum number of trumps in a hand."""
ALL_POINTS = 100
SIDES = ((0, 2), (1, 3))
"""The two sides. Partners sit opposite each other."""

JOKER = FRENCH.card("Joker")
FACE_CARDS = frozenset(card for card in FRENCH if card.rank in ("K", "Q", "J"))
OFF_SUIT = {"S": "C", "H": "D", "D": "H", "C": "S"}
"""The other suit of the same colour, by trump suit. Three of its cards are trumps."""

TIE_ORDER = {"S": "CHD", "H": "DSC", "D": "HSC", "C": "SHD"}
"""The other suits in the order that decides between throw-offs of equal rank, by trump suit."""

TOSS, KEEP, PASS, DOUBLE = map(make_move, ("toss", "keep", "pass", "bid double"))
BIDS = tuple(make_move("bid", number=number) for number in range(1, ALL_POINTS + 1))
CALLS = (PASS, *BIDS, DOUBLE)
SAYS = {PASS: "pass", DOUBLE: "double"} | {move: number for number, move in enumerate(BIDS, 1)}
"""Maps a seat's last call to the seat's value in ``bids``."""
NAMES = tuple(make_move("trump", suit=suit) for suit in FRENCH.suits)
GIVES = {card: make_move("give", card) for card in FRENCH}
DISCARDS = {card: make_move("discard", card) for card in FRENCH}
PLAYS = {card: play(card) for card in FRENCH}
