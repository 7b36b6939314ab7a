"""The rules of Double Knot, in the order of teaching."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card
from rules_engine.core.game import best, deal_evenly
from rules_engine.core.goals import Goal, Seeker
from rules_engine.core.moves import Move, keep
from rules_engine.core.packs import DECKTET
from rules_engine.core.rules import RuleBook
from rules_engine.core.tricks import Laid, strongest
from rules_engine.games.double_knot.cards import BIDS, EXCUSE, PLAYS, SUITS_IN_ORDER
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position
from rules_engine.games.double_knot.position import Fared

book = RuleBook()

TARGETS = {3: 15, 4: 18, 5: 20}
"""The total that ends a match, by number of players."""
ZERO_OR_ALL_POINTS = 4


@book.rule("deal", "The whole pack is dealt")
def deal(position: Position, deck: Sequence[Card]) -> None:
    """All cards are dealt, the same number to everybody."""
    deal_evenly(position, deck)


@book.rule("top-suit", "Only the top suit counts")
def top_suit(card: Card) -> str:
    """A card belongs to its top suit alone, the Excuse to none."""
    return card.suits[:1]


@book.rule("rank", "Ace low, Crown high")
def rank(card: Card) -> int:
    """Within a suit the ranks run from the Ace, the lowest, to the Crown."""
    return card.value


@book.offers("bid-once", "Each player bids once", during=("bid",))
def bid_once(position: Position, hand: list[Card]) -> list[Move]:
    """A bid is a number of tricks that the hand has room for."""
    return list(BIDS[:position.size + 1])


@book.rule("first-lead", "Who leads")
def leader(position: Position) -> int:
    """The dealer's left leads to the first trick, who took the last one to every other."""
    return position.table.left_of[position.dealer] if position.last_trick is None else position.last_trick.winners[""]


@book.rule("trump-suits", "The card led makes the trumps")
def trump_suits(card: Card) -> tuple[str, ...]:
    """The card led makes its bottom suits trumps for the trick; an Ace or Crown, all suits below its own."""
    if len(card.suits) == 1:
        return SUITS_IN_ORDER[SUITS_IN_ORDER.index(card.suits) + 1:]
    return tuple(suit for suit in SUITS_IN_ORDER if suit in card.suits[1:])


@book.forbids("excuse", "When you may play the Excuse",
              binds=lambda position, move, left: [one.played for one in bound(position, left)])
def excuse(position: Position, moves: list[Move]) -> list[Move]:
    """The Excuse is led, or thrown by a player who has neither the suit led nor a trump."""
    if position.suit_led and PLAYS[EXCUSE] in moves and bound(position, moves):
        return [move for move in moves if move.card is not EXCUSE]
    return moves


@book.forbids("follow-suit", "Follow suit if you can", turn="follow")
def follow_suit(position: Position, moves: list[Move]) -> list[Move]:
    """Who holds the suit led plays it."""
    return keep(moves, FOLLOWING[position.suit_led]) or moves


@book.forbids("must-trump", "Trump if you can't follow", turn="follow")
def must_trump(position: Position, moves: list[Move]) -> list[Move]:
    """Who is out of the suit led, which is never a trump itself, plays a trump of any trump suit."""
    return keep(moves, TRUMPING[position.trumps]) or moves


@book.rule("excuse-led", "After a led Excuse")
def card_led(laid: Sequence[Laid]) -> Card:
    """The card that makes the suit led and the trumps: the first, or the one after a led Excuse."""
    return laid[1].card if laid[0].card is EXCUSE and len(laid) > 1 else laid[0].card


@book.rule("win-trick", "Who takes the trick")
def winning(laid: Sequence[Laid]) -> Laid:
    """The highest card of the lowest trump suit, else the highest of the suit led; of equal cards the first."""
    return strongest(laid, STRENGTHS[card_led(laid)])


def _strength(card: Card, led: str, trumps: tuple[str, ...]) -> int:
    """The Excuse and cards of any other suit are worth nothing."""
    suit = top_suit(card)
    if suit in trumps:
        return 100 * (1 + SUITS_IN_ORDER.index(suit)) + rank(card)
    return rank(card) if suit == led else 0


@book.rule("next-dealer", "The deal moves on")
def next_dealer(position: Position) -> int:
    """The dealer's left deals next."""
    return position.table.left_of[position.dealer]


@book.rule("score-within-one", "One trick off")
def within_one(off: int, missed: int) -> int:
    """A bid that is one trick off brings a point, one that is further off nothing."""
    return int(off == 1)


@book.rule("score-exact", "The bid made exactly")
def exact(off: int, missed: int) -> int:
    """A bid made exactly brings a point, and one more for each player who missed."""
    return 1 + missed


@book.rule("game-end", "The game ends at 15, 18 or 20 points")
def end(position: Position) -> list[int]:
    """Once the target is reached, who leads alone wins."""
    leaders = leading(position)
    return leaders if len(leaders) == 1 else []


@book.rule("zero-or-all", "Zero or all", variants=["zero-or-all", "teams-zero-or-all"])
def zero_or_all(off: int, missed: int) -> int:
    """A bid of zero or of every trick brings 4 points if it is made, whatever the others did, and else nothing."""
    return 0 if off else ZERO_OR_ALL_POINTS


@book.rule("teams", "Partners", variants=["teams", "teams-zero-or-all"])
def partners() -> list[tuple[int, ...]]:
    """Those who sit opposite add their bids and their tricks, and each scores with these."""
    return [(0, 2), (1, 3)]


def leading(position: Position) -> list[int]:
    """The places of the highest total, once it reaches the target."""
    totals = position.totals
    return best(totals) if max(totals) >= TARGETS[position.table.size] else []


def fared(position: Position) -> list[Fared]:
    """How every side fared, once all cards are played; partners make or miss their contract together."""
    found: list[tuple[int, int, int]] = []
    inexact, declared = 0, position.declared
    for side in position.sides:
        bid = taken = 0
        for seat in side:
            bid += declared[seat]
            taken += position.tricks[seat]
        missing = len(side) if bid != taken else 0
        inexact += missing
        found.append((bid, taken, missing))
    apart = (0, position.size) if position.zero_or_all else ()
    return [_fared(bid, taken, inexact - missing, bid in apart) for bid, taken, missing in found]


def _fared(bid: int, taken: int, missed: int, apart: bool) -> Fared:
    rule = zero_or_all if apart else exact if bid == taken else within_one
    return Fared(bid, taken, missed, rule, rule(abs(bid - taken), missed))


def _makes_contract(seeker: Seeker, now: Position) -> int | None:
    return int(now.fared[seeker.place].bid == now.fared[seeker.place].taken) if now.hand_over else None


CONTRACT = Goal("contract", "Take exactly as many tricks as were bid", _makes_contract)


def bound(position: Position, moves: list[Move]) -> list[Move]:
    """The plays that follow suit, or where there are none those that trump."""
    return (keep(moves, FOLLOWING[position.suit_led])
            or keep(moves, TRUMPING[position.trumps]))


def _plays(suits: Sequence[str]) -> frozenset[Move]:
    return frozenset(PLAYS[card] for card in DECKTET if TOP[card] in suits)


TOP = {card: top_suit(card) for card in DECKTET}
TRUMPS = {card: trump_suits(card) for card in DECKTET}
MADE_BY = {card: (TOP[card], TRUMPS[card]) for card in DECKTET}
"""The card led to the suit led and the trumps that it makes."""
FOLLOWING = {suit: _plays([*suit]) for suit in ("", *SUITS_IN_ORDER)}
"""The suit led to the plays that follow it; none follows a lone Excuse."""
TRUMPING = {trumps: _plays(trumps) for trumps in TRUMPS.values()}
STRENGTHS = {led: {card: _strength(card, TOP[led], TRUMPS[led]) for card in DECKTET} for led in DECKTET}
"""The card led to what each card is worth in the trick."""
