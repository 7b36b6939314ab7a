"""Schnapsen without marriages: any card may be played while there is a stock; then players must follow, trump and beat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.game import best
from rules_engine.core.game.trick_game import HandFlow
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import PILE, BySeat, Number
from rules_engine.core.positions.position import field
from rules_engine.text.message import say
from tests.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends, refused, told

book = RuleBook()
RANKS = ("J", "Q", "K", "10", "A")
WORTH = dict(zip(RANKS, (2, 3, 4, 10, 11), strict=True))
HAND, WINS, GOAL = 5, 66, 7


class SchnapsenPosition(ClassicPosition):
    """A position in Schnapsen. ``stock`` is face down on the card ``turned_up``; ``points`` are card points taken, by seat."""

    stock: list[Card] = field(PILE, settable=True, hidden=True)
    turned_up: list[Card] = field(PILE, settable=True)
    points: list[int] = field(BySeat(Number(least=0)), settable=True)

    @property
    def strict(self) -> bool:
        """True if nothing is left to draw."""
        return not self.turned_up


def rank(position: SchnapsenPosition, card: Card) -> int:
    """Return the rank of a card in its suit: the Ten is above the King."""
    return RANKS.index(card.rank)


def strict(position: SchnapsenPosition) -> bool:
    """Return whether players must follow suit."""
    return position.strict


CLASSIC = classic_rules(book, rank=rank, strict=strict)


@book.forbids("trump", "Trump what you can't follow once the stock is gone", turn="follow")
def must_trump(position: SchnapsenPosition, moves: list[Move]) -> list[Move]:
    """Without a stock, a player who can't follow suit must trump."""
    follows = any(move.played.suits == position.trick[0].card.suits for move in moves)
    return moves if follows or not position.strict else [move for move in moves if move.played.suits == position.trump] or moves


@book.forbids("beat", "Beat the card led once the stock is gone", turn="follow")
def must_beat(position: SchnapsenPosition, moves: list[Move]) -> list[Move]:
    """Without a stock, a player who follows suit must beat the card if possible."""
    led = position.trick[0].card
    higher = [move for move in moves if move.played.suits == led.suits and rank(position, move.played) > rank(position, led)]
    return higher or moves if position.strict else moves


@book.rule("draw", "Both draw a card, the taker first")
def draw(position: SchnapsenPosition, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """The winner of a trick draws first; the turned-up card is the last of the stock."""
    position.points[seat] += sum(WORTH[one.card.rank] for one in laid)
    if position.turned_up:
        cards = [*position.stock, *position.turned_up]
        for taker, card in zip((seat, 1 - seat), cards, strict=False):
            position.hands[taker].append(card)
        position.stock, position.turned_up = cards[2:-1], cards[2:][-1:]
        note(draw, "trick", seat)


def over(position: SchnapsenPosition) -> bool:
    """Return whether a player has 66 points or all cards are played."""
    return max(position.points) >= WINS or not any(position.hands)


@book.rule("score", "A point for the hand")
def score(position: SchnapsenPosition) -> Line:
    """The player with more card points scores one; a tie scores nothing."""
    most = best(position.points)
    return score.line([int(most == [seat]) for seat in position.table.seats])


@book.rule("game-end", "The end at seven")
def end(position: SchnapsenPosition) -> list[int]:
    """The game ends when a player has seven points."""
    return best(position.totals) if max(position.totals) >= GOAL else []


class Schnapsen(ClassicGame[SchnapsenPosition]):
    """Schnapsen for two."""

    id, name = "schnapsen", "Schnapsen"
    variants: ClassVar = {"standard": "to 7"}
    player_counts = (2,)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD",)}
    book = book
    cards = tuple(card for card in FRENCH if card.rank in RANKS)
    positions = SchnapsenPosition
    mechanisms = ("trumps", "stock")
    course = HandFlow(**CLASSIC.course(), on_trick_taken=draw, over=over, scores=[score], match_end=[end])

    def deal_out(self, position: SchnapsenPosition, seed: int) -> None:
        """Deal five cards each; the card turned up below the stock makes trumps."""
        deck = self.shuffled(self.deck, seed, position.number)
        position.hands = [deck[:HAND], deck[HAND:2 * HAND]]
        position.stock, position.turned_up = deck[2 * HAND:-1], deck[-1:]
        position.trump = deck[-1].suits


words = classic_words(CLASSIC)
words.line(score, say("The hand"))
words.taken(lambda position, seat: say("{n} {n:point|points}", n=position.points[seat]))
told(words, draw, "Both draw a card.")
refused(words, must_trump, "The stock is gone, and {seat} {seat:holds|hold} {cards}.")
refused(words, must_beat, "The stock is gone, and {seat} {seat:holds|hold} {cards}, which {cards:beats|beat} it.")
ends(words, end)
