"""The cards of Double King Pedro: which are trumps, how they rank, what they are worth, and the moves made of them."""

from __future__ import annotations

from rules_engine.core.cards import Card
from rules_engine.core.moves import by_index, make_move, play
from rules_engine.core.packs import FRENCH

HAND_SIZE = 12
KITTY_SIZE = 5
PLAY_SIZE = 6
"""Cards that everybody goes into the play with, and the trumps that one may hold."""
ALL_POINTS = 100
DOUBLED = 200
WINNING_TOTAL = 500

JOKER = FRENCH.card("Joker")
FACE_CARDS = frozenset(card for card in FRENCH if card.rank in ("K", "Q", "J"))
OFF_SUIT = {"S": "C", "H": "D", "D": "H", "C": "S"}
"""Trump suit to the other suit of its colour, which lends three trumps."""
OFF_RANKS = ("K", "9", "5")
_PLAIN_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_POINTS = {"A": 1, "K": 25, "J": 1, "10": 1, "9": 9, "5": 5, "2": 1, "Joker": 18}
_TIES = {"H": "DSC", "D": "HSC", "S": "CHD", "C": "SHD"}
"""Trump suit to the other suits, the one that wins a tie of throw-offs first."""


def _ranked(trump: str) -> tuple[Card, ...]:
    """The 17 trumps, highest first: each off-card right behind its namesake, the Joker last."""
    found = []
    for rank in _PLAIN_RANKS:
        found.append(FRENCH.card(rank + trump))
        if rank in OFF_RANKS:
            found.append(FRENCH.card(rank + OFF_SUIT[trump]))
    return (*found, JOKER)


RANKED = {trump: _ranked(trump) for trump in FRENCH.suits}
"""Trump suit to its trumps, highest first."""
TRUMPS = {trump: frozenset(cards) for trump, cards in RANKED.items()} | {"": frozenset([JOKER])}
"""Trump suit to its trumps; while none is named, only the Joker is sure to be one."""
POINTS = {trump: {card: _POINTS.get(card.rank, 0) for card in cards} for trump, cards in RANKED.items()}
"""Trump suit to the points of each trump: 100 in all."""


def _strengths(trump: str) -> dict[Card, int]:
    """How strong each card is in a trick: throw-offs by rank, then by suit, and every trump above them."""
    strengths = {card: 4 * card.value - _TIES[trump].index(card.suits)
                 for card in FRENCH if card not in TRUMPS[trump]}
    return strengths | {card: 100 - place for place, card in enumerate(RANKED[trump])}


STRENGTH = {trump: _strengths(trump) for trump in FRENCH.suits}
"""Trump suit to the strength of every card: the strongest takes the trick, and no two are equal."""

TOSS, KEEP, PASS, DOUBLE = map(make_move, ("toss", "keep", "pass", "bid double"))
BIDS = tuple(make_move("bid", number=number) for number in range(1, ALL_POINTS + 1))
CALLS = tuple((PASS, *BIDS[high:], DOUBLE) for high in range(ALL_POINTS + 1))
"""The highest number bid so far to the calls that may follow."""
NAMES = tuple(make_move("trump", suit=suit) for suit in FRENCH.suits)
GIVES = {card: make_move("give", card) for card in FRENCH}
DISCARDS = {card: make_move("discard", card) for card in FRENCH}
PLAYS = {card: play(card) for card in FRENCH}
FREE_PLAYS = by_index(PLAYS.values(), FRENCH)
TRUMP_PLAYS = {trump: by_index([PLAYS[card] for card in cards], FRENCH) for trump, cards in TRUMPS.items()}
TRUMP_GIVES = {trump: by_index([GIVES[card] for card in cards], FRENCH) for trump, cards in TRUMPS.items()}
"""Trump suit to what may be done with its trumps."""
FREE_DISCARDS = {trump: by_index([move for card, move in DISCARDS.items() if card not in cards], FRENCH)
                 for trump, cards in TRUMPS.items()}
"""Trump suit to the discards of all other cards."""


def points_of(cards: list[Card], trump: str) -> int:
    """What cards are worth together; only trumps are worth anything."""
    worth = POINTS[trump]
    return sum([worth[card] for card in cards if card in worth])


def role(card: Card, trump: str) -> str:
    """A trump as players call it: an off-card by its place, any other card by its mark."""
    if card is JOKER or card.suits == trump:
        return f"{{{card.text}}}"
    return f"off-{'King' if card.rank == 'K' else card.rank} ({{{card.text}}})"
