"""The three packs: French (52 cards and a Joker), Double Decker (three colours) and the Decktet.

The names of cards, ranks and suits in the Decktet are from P.D. Magnus's deck (decktet.com); its art isn't used. Ranks are in
ascending order; a game can define a different order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_engine.core.model import pack_art
from rules_engine.core.model.cards import Card, Pack, Suit
from rules_engine.text.message import Text, all_of, declared, say

_FRENCH_SUITS = (Suit("S", say("Spades"), "♠"), Suit("H", say("Hearts"), "♥"), Suit("D", say("Diamonds"), "♦"),
                 Suit("C", say("Clubs"), "♣"))
_FRENCH_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_FRENCH_NAMES = {"J": say("Jack"), "Q": say("Queen"), "K": say("King"), "A": say("Ace")}


def _french() -> Iterator[Card]:
    for suit in _FRENCH_SUITS:
        for value, rank in enumerate(_FRENCH_RANKS, start=2):
            yield Card("french", rank + suit.letter, rank, suit.letter, value, _named(rank, _FRENCH_NAMES, suit.name))
    yield Card("french", "Joker", "Joker", "", 0, say("Joker"))


def _named(rank: str, names: Mapping[str, Text], suit: str) -> Text:
    """Return a card's name: ``Ace of Spades``. Numbers use a separate template: ``7 of Spades``."""
    return say("{rank} of {suit}", rank=names[rank], suit=suit) if rank in names else say("{n} of {suit}", n=int(rank), suit=suit)


FRENCH = Pack("french", _FRENCH_SUITS, _french(), also={"♠": "S", "♥": "H", "♦": "D", "♣": "C"}, look=pack_art.FRENCH)
"""52 cards, Two to Ace, and one Joker."""

_COLOURS = (Suit("R", say("red"), "R"), Suit("B", say("blue"), "B"), Suit("G", say("green"), "G"))


def _double_decker() -> Iterator[Card]:
    for colour in _COLOURS:
        for value in range(21):
            yield Card("double-decker", f"{colour.letter}{value}", str(value), colour.letter, value,
                       say("{colour} {n}", colour=colour.name, n=value))


DOUBLE_DECKER = Pack("double-decker", _COLOURS, _double_decker(), look=pack_art.DOUBLE_DECKER)
"""63 cards: red, blue and green, from 0 to 20."""

_DECKTET_SUITS = (Suit("M", say("Moons"), "☽"), Suit("S", say("Suns"), "☀"), Suit("W", say("Waves"), "≈"),
                  Suit("L", say("Leaves"), "❧"), Suit("Y", say("Wyrms"), "§"), Suit("K", say("Knots"), "⌘"))
_DECKTET_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "P", "C", "X")
_DECKTET_NAMES = {"A": say("Ace"), "P": say("Pawn"), "C": say("Court"), "X": say("Crown")}
_DECKTET_TITLES = {
    "XM": "the Huntress", "XS": "the Bard", "XW": "the Sea", "XL": "the End", "XY": "the Calamity", "XK": "the Windfall",
    "2MK": "the Author", "2SY": "the Desert", "2WL": "the Origin", "3MW": "the Journey", "3SK": "the Painter",
    "3LY": "the Savage", "4YK": "the Battle", "4MS": "the Mountain", "4WL": "the Sailor", "5SW": "the Discovery",
    "5ML": "the Forest", "5YK": "the Soldier", "6MW": "the Lunatic", "6LK": "the Market", "6SY": "the Penitent",
    "7SK": "the Castle", "7WY": "the Cave", "7ML": "the Chance Meeting", "8YK": "the Betrayal", "8MS": "the Diplomat",
    "8WL": "the Mill", "9WY": "the Darkness", "9LK": "the Merchant", "9MS": "the Pact",
    "PWLY": "the Borderland", "PMSL": "the Harvest", "PSWK": "the Light Keeper", "PMYK": "the Watchman",
    "CMWK": "the Consul", "CSWY": "the Island", "CMLY": "the Rite", "CSLK": "the Window",
}


def _decktet() -> list[Card]:
    names = {suit.letter: suit.name for suit in _DECKTET_SUITS}
    order = "".join(names)
    titles = {f"A{letter}": "" for letter in order} | _DECKTET_TITLES
    cards = [Card("decktet", text, text[0], text[1:], _DECKTET_RANKS.index(text[0]) + 1,
                  _named(text[0], _DECKTET_NAMES, all_of(names[letter] for letter in text[1:])), declared(title))
             for text, title in titles.items()]
    cards.sort(key=lambda card: (order.index(card.suits[0]), card.value, [order.index(s) for s in card.suits]))
    return [*cards, Card("decktet", "Excuse", "Excuse", "", 0, say("Excuse"))]


DECKTET = Pack("decktet", _DECKTET_SUITS, _decktet(), name="Decktet", look=pack_art.DECKTET)
"""The extended Decktet: 45 cards. The suits of a card are in printed order, its top suit first."""

DECKTET_BASIC = tuple(card for card in DECKTET if card.rank in {"A", "2", "3", "4", "5", "6", "7", "8", "9", "X"})
"""The basic Decktet: its 36 Aces, number cards and Crowns."""
