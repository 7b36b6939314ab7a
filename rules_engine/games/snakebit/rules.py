"""The rules of Snakebit, in the order of its page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.core.model.moves import Move, keep, moves_with
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard, strongest
from rules_engine.games.snakebit.cards import BEARING, FOLLOWING, LEADS, NUMBER_CARDS, PLAYS, SUITS_IN_ORDER
from rules_engine.games.snakebit.position import SnakebitPosition as Position
from rules_engine.text.message import say

book = RuleBook()

LOSING_TOTAL = -13
HANDS_IN_A_ROUND = 6


@book.rule("deal", "All cards are dealt")
def deal(position: Position, deck: Sequence[Card]) -> None:
    """All number cards are dealt, the same number to each player. Aces and Crowns are only turned up."""
    deal_evenly(position, deck)


@book.rule("turn-up", "The cursed suit and the trump suit")
def turn_up(position: Position, aces: Sequence[str], crowns: Sequence[str]) -> None:
    """The next Ace from its pile makes its suit cursed, and the next Crown makes its suit trumps. A pile lasts six hands."""
    place = (position.number - 1) % HANDS_IN_A_ROUND
    position.cursed, position.trump = aces[place], crowns[place]


@book.rule("two-suits", "Every card has two suits")
def bearing(suit: str) -> frozenset[Card]:
    """A card belongs to both its suits: it follows either, and is a trump if one of them is the trump suit."""
    return BEARING[suit]


@book.offers("name-suit", "The leader names the suit", binds=lambda position, move, left: [move.played])
def name_suit(position: Position, hand: list[Card]) -> list[Move]:
    """The leader names one of the card's two suits; followers name none."""
    if position.trick:
        return moves_with(hand, PLAYS)
    return [lead for card in hand for lead in LEADS[card]]


@book.rule("first-lead", "Who leads")
def leader(position: Position) -> int:
    """The player on the dealer's left leads the first trick, and the winner of each trick leads the next."""
    return position.table.left_of[position.dealer] if position.last_trick is None else position.last_trick.winners[""]


@cache
def leads_beside(shut: str) -> frozenset[Move]:
    """Return the leads as suits other than those in ``shut``."""
    return frozenset(lead for leads in LEADS.values() for lead in leads if lead.suit not in shut)


@book.forbids("unbroken", "Two suits must be broken first", turn="lead")
def unbroken(position: Position, moves: list[Move]) -> list[Move]:
    """A leader may not name the trump or cursed suit until it is broken, unless no other suit can be named."""
    return keep(moves, leads_beside(position.shut)) or moves


@book.rule("break", "How a suit is broken")
def breaks(position: Position, laid: PlayedCard, note: EventSink) -> None:
    """A card that isn't led breaks both its suits for the rest of the hand."""
    if laid is position.trick[0]:
        return
    for suit in laid.card.suits:
        if suit not in position.broken:
            position.broken |= {suit}
            note(breaks, "played", laid.seat, (laid.card,), suit)


@book.forbids("follow-suit", "Follow suit if you can", turn="follow")
def follow_suit(position: Position, moves: list[Move]) -> list[Move]:
    """A follower who holds a card that bears the suit led must play one."""
    return keep(moves, FOLLOWING[position.suit_led]) or moves


def _strength(card: Card, trump: str, led: str) -> int:
    return card.value + (200 if trump in card.suits else 100 if led in card.suits else 0)


STRENGTHS = {trump: {led: {card: _strength(card, trump, led) for card in NUMBER_CARDS} for led in SUITS_IN_ORDER}
             for trump in SUITS_IN_ORDER}
"""The strength of each card in a trick, by the trump suit and the suit led."""


@book.rule("win-trick", "Who takes the trick")
def winning(position: Position, laid: Sequence[PlayedCard]) -> PlayedCard:
    """The highest trump wins the trick; without a trump, the highest card that bears the suit led. No two such cards are
    equal."""
    return strongest(laid, STRENGTHS[position.trump][laid[0].move.suit])


@book.rule("score-tricks", "One point for each trick")
def score_tricks(position: Position) -> Line:
    """Each trick taken scores a point."""
    return score_tricks.line(position.tricks)


@book.rule("score-cursed", "Minus one for each cursed card")
def score_cursed(position: Position) -> Line:
    """Each card of the cursed suit in the tricks taken costs a point."""
    return score_cursed.line([-taken for taken in position.cursed_taken])


def take_curse(position: Position, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """Add the cursed cards of a trick to a seat's count."""
    cursed = bearing(position.cursed)
    for one in laid:
        if one.card in cursed:
            position.cursed_taken[seat] += 1


@book.rule("next-dealer", "The deal moves on")
def next_dealer(position: Position) -> int:
    """The player on the dealer's left deals next."""
    return position.table.left_of[position.dealer]


@book.rule("game-end", "The game ends at −13", variants=["standard"])
def end(position: Position) -> list[int]:
    """When a total is −13 or lower, the highest total wins."""
    totals = position.totals
    return best(totals) if min(totals) <= LOSING_TOTAL else []


@book.rule("six-hands", "The game ends after six hands", variants=["poison-nonesuch"])
def six_hands(position: Position) -> list[int]:
    """After the sixth hand, the highest total wins."""
    return best(position.totals) if position.number >= HANDS_IN_A_ROUND else []


def _no_cursed(seeker: GoalSide, now: Position) -> int | None:
    if now.cursed_taken[seeker.place] > seeker.start.cursed_taken[seeker.place]:
        return 0
    return 1 if now.hand_over else None


NO_CURSED = Goal("no-cursed", say("Take no more cursed cards"), _no_cursed)
