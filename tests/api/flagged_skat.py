"""Skat's card play as an author might model it, with an optional trump suit and a flag for Null."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.core.game.game import best
from rules_engine.core.game.trick_game import HandFlow
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Line
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.positions.field_types import FLAG
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, short_pack
from tests.sketches.skat import NULL_RANKS, RANKS, called

book = RuleBook()


class FlaggedPosition(ClassicPosition):
    """A position in a suit game, a Grand (no ``trump``) or a ``null`` game."""

    null: bool = field(FLAG, settable=True)


def trump(position: FlaggedPosition) -> str:
    """Return the trump suit, to which the Jacks belong, or ``J`` if only the Jacks are trumps."""
    return "" if position.null else position.trump or "J"


def suit(position: FlaggedPosition, card: Card) -> str:
    """Return the suit to which a card belongs."""
    return trump(position) or card.suits if card.rank == "J" else card.suits


def rank(position: FlaggedPosition, card: Card) -> int:
    """Return the rank of a card."""
    if position.null:
        return NULL_RANKS.index(card.rank)
    return RANKS.index(card.rank) + ("DHSC".index(card.suits) if card.rank == "J" else 0)


CLASSIC = classic_rules(book, suit, rank, trump, called)


@book.rule("score", "A point a trick")
def score(position: FlaggedPosition) -> list[Line]:
    """Each trick scores a point."""
    return [score.line(position.tricks)]


@book.rule("match-end", "The end after a hand")
def end(position: FlaggedPosition) -> list[int]:
    """The highest total wins."""
    return best(position.totals)


class FlaggedSkat(ClassicGame[FlaggedPosition]):
    """A suit game, a Grand or a Null, depending on the seed."""

    id, name = "flagged-skat", "Skat with flags"
    variants: ClassVar = {"standard": "one hand"}
    player_counts = (3,)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD",)}
    book, cards = book, short_pack("7 8 9 10 J Q K A")
    positions = FlaggedPosition
    course = HandFlow(**CLASSIC.course(), scores=[score], match_end=[end])

    def deal_out(self, position: FlaggedPosition, seed: int) -> None:
        """Deal ten cards to each player."""
        deck = self.shuffled(self.deck, seed, position.number)
        position.hands = [deck[seat * 10:seat * 10 + 10] for seat in range(3)]
        position.trump, position.null = ["", "", *"CSHD"][seed % 6], seed % 6 == 1


words = classic_words(CLASSIC)
