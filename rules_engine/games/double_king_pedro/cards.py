"""The cards of Double King Pedro by what is printed on them, and the moves made of them."""

from __future__ import annotations

from rules_engine.core.model.moves import make_move, play
from rules_engine.core.model.packs import FRENCH

HAND_SIZE = 12
KITTY_SIZE = 5
PLAY_SIZE = 6
"""Cards that everybody goes into the play with, and the trumps that one may hold."""
ALL_POINTS = 100
SIDES = ((0, 2), (1, 3))
"""Partners sit opposite each other."""

JOKER = FRENCH.card("Joker")
FACE_CARDS = frozenset(card for card in FRENCH if card.rank in ("K", "Q", "J"))
OFF_SUIT = {"S": "C", "H": "D", "D": "H", "C": "S"}
"""Trump suit to the other suit of its colour, which lends three trumps."""

TIE_ORDER = {"S": "CHD", "H": "DSC", "D": "HSC", "C": "SHD"}
"""Trump suit to the other suits: of equal throw-offs the one that stands first wins."""

TOSS, KEEP, PASS, DOUBLE = map(make_move, ("toss", "keep", "pass", "bid double"))
BIDS = tuple(make_move("bid", number=number) for number in range(1, ALL_POINTS + 1))
CALLS = (PASS, *BIDS, DOUBLE)
SAYS = {PASS: "pass", DOUBLE: "double"} | {move: number for number, move in enumerate(BIDS, 1)}
"""Call to what the seat's last call is then."""
NAMES = tuple(make_move("trump", suit=suit) for suit in FRENCH.suits)
GIVES = {card: make_move("give", card) for card in FRENCH}
DISCARDS = {card: make_move("discard", card) for card in FRENCH}
PLAYS = {card: play(card) for card in FRENCH}
