"""The game: four players in partnerships, following suit, fixed trumps, a point per trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.game import deal_evenly
from rules_engine.core.game.trick_game import HandFlow, TrickGame
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Line
from rules_engine.core.model.moves import Move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import SUIT
from rules_engine.core.positions.position import Position, field

book = RuleBook()
CARDS = tuple(card for card in FRENCH if card.suits)
SIDES: list[tuple[int, ...]] = [(0, 2), (1, 3)]


class WhistPosition(Position):
    """A position. ``trump`` is a suit letter."""

    trump: str = field(SUIT, settable=True, needed=True)


@book.rule("lead", "Who leads")
def leader(position: WhistPosition) -> int:
    """The dealer's left leads first, then the winner of the last trick."""
    return position.table.left_of[position.dealer] if position.last_trick is None else position.last_trick.winners[""]


@book.forbids("follow-suit", "Follow suit if you can", turn="follow")
def follow_suit(position: WhistPosition, moves: list[Move]) -> list[Move]:
    """A player must follow suit if possible."""
    led = position.trick[0].card.suits
    return [move for move in moves if move.played.suits == led] or moves


@book.rule("win-trick", "Who takes the trick")
def winning(position: WhistPosition, laid: Sequence[PlayedCard]) -> PlayedCard:
    """The highest trump wins, otherwise the highest card of the suit led."""
    led, trump = laid[0].card.suits, position.trump
    return max(laid, key=lambda one: (one.card.suits == trump, one.card.suits == led, one.card.value))


@book.rule("score", "A point a trick")
def score(position: WhistPosition) -> Line:
    """A side scores a point for each trick."""
    return score.line([sum(position.tricks[seat] for seat in side) for side in SIDES])


@book.rule("next-dealer", "The deal moves on")
def next_dealer(position: WhistPosition) -> int:
    """The deal passes to the left."""
    return position.table.left_of[position.dealer]


@book.rule("end", "No end")
def end(position: WhistPosition) -> list[int]:
    """The match never ends."""
    return []


class BenchWhist(TrickGame[WhistPosition]):
    """Plain whist for benchmarks."""

    id = "whist"
    name = "BenchWhist"
    pack = FRENCH
    variants: ClassVar = {"standard": "whist"}
    player_counts = (4,)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD",)}
    book = book
    positions = WhistPosition
    course = HandFlow(leader=leader, trick_winner=winning, scores=[score], next_dealer=next_dealer, match_end=[end])

    def dealt_cards(self) -> Sequence[Card]:
        """Return all 52 cards."""
        return CARDS

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return the partnerships."""
        return SIDES

    def deal_out(self, position: WhistPosition, seed: int) -> None:
        """Deal all cards; spades are trumps."""
        deal_evenly(position, self.shuffled(self.deck, seed, "deal"))
        position.trump = "S"
