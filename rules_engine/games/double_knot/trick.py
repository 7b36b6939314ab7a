"""What a card counts as in a trick of Double Knot, and which card wins."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card
from rules_engine.core.moves import by_index, play
from rules_engine.core.packs import DECKTET
from rules_engine.core.position import Laid

SUITS_IN_ORDER = tuple(DECKTET.suits)
"""Letters of the suits, the highest first. Among trumps it is the lower suit that wins."""

EXCUSE = DECKTET.card("Excuse")
PLAYS = {card: play(card) for card in DECKTET}
TOP = {card: card.suits[:1] for card in DECKTET}
"""The one suit that a card belongs to; ``""`` for the Excuse."""


def _trumps(card: Card) -> tuple[str, ...]:
    """An Ace or Crown calls on every suit below its own, any other card on its bottom suits."""
    if len(card.suits) == 1:
        return SUITS_IN_ORDER[SUITS_IN_ORDER.index(card.suits) + 1 :]
    return tuple(suit for suit in SUITS_IN_ORDER if suit in card.suits[1:])


TRUMPS = {card: _trumps(card) for card in DECKTET}
"""The trump suits of a trick that the card opens, in suit order."""


def setter(laid: Sequence[Laid]) -> Card | None:
    """The card that sets the suit led and the trumps: the first, or the one after a led Excuse."""
    if laid and laid[0].card is EXCUSE:
        laid = laid[1:]
    return laid[0].card if laid else None


def strength(card: Card, led: str, trumps: tuple[str, ...]) -> int:
    """How much a card is worth in a trick. The Excuse and cards of any other suit are worth nothing."""
    suit = TOP[card]
    if suit in trumps:
        return 100 * (1 + SUITS_IN_ORDER.index(suit)) + card.value
    return card.value if suit == led else 0


STRENGTH = {opened: {card: strength(card, TOP[opened], TRUMPS[opened]) for card in DECKTET}
            for opened in DECKTET if opened is not EXCUSE}
"""The card that opens a trick to what each card is worth in it."""
FOLLOWING = {opened: by_index([PLAYS[card] for card in DECKTET if TOP[card] == TOP[opened]], DECKTET) for opened in STRENGTH}
"""The card that opens a trick to the plays that follow suit."""
TRUMPING = {opened: by_index([PLAYS[card] for card in DECKTET if TOP[card] in TRUMPS[opened]], DECKTET)
            for opened in STRENGTH}
"""The card that opens a trick to the plays that trump."""


def winning(laid: Sequence[Laid]) -> Laid | None:
    """The contribution that takes a trick as it lies; None while nothing but the Excuse lies there."""
    opened = setter(laid)
    if opened is None:
        return None
    strengths, best, most = STRENGTH[opened], laid[0], 0
    for one in laid:        # the first of equals stays, as the rule for two Pawns or Courts of a suit has it
        worth = strengths[one.card]
        if worth > most:
            best, most = one, worth
    return best
