"""The rules of Double Knot, in the order in which they are taught."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.core.model.moves import Move, keep
from rules_engine.core.model.packs import DECKTET
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard, strongest
from rules_engine.games.double_knot.cards import BIDS, EXCUSE, PLAYS, SUITS_IN_ORDER
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position
from rules_engine.games.double_knot.position import SideResult
from rules_engine.text.message import say

book = RuleBook()

TARGETS = {3: 15, 4: 18, 5: 20}
"""The total that ends a match, by number of players."""
ZERO_OR_ALL_POINTS = 4


@book.rule("deal", "The whole pack is dealt")
def deal(position: Position, deck: Sequence[Card]) -> None:
    """All cards are dealt, the same number to each player."""
    deal_evenly(position, deck)


@book.rule("top-suit", "Only the top suit counts")
def top_suit(card: Card) -> str:
    """A card belongs only to its top suit, and the Excuse to none."""
    return card.suits[:1]


TOP = {card: top_suit(card) for card in DECKTET}
"""The suit to which each card belongs."""


@book.rule("rank", "Ace low, Crown high")
def rank(card: Card) -> int:
    """Within a suit the ranks run from the Ace, the lowest, to the Crown."""
    return card.value


@book.offers("bid-once", "Each player bids once", during=("bid",))
def bid_once(position: Position, hand: list[Card]) -> list[Move]:
    """A bid is a number from zero to the number of tricks in the hand."""
    return list(BIDS[:position.size + 1])


def to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the plays of the cards in hand, except face-down cards."""
    return [PLAYS[card] for card in hand if card is not FACE_DOWN]


def bidder(position: Position) -> int | None:
    """Return the next seat to bid, clockwise from the dealer's left; None after all have bid."""
    order = position.table.clockwise_from(position.dealer + 1)
    return next((seat for seat in order if position.bids[seat] is None), None)


def take_bid(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Record a bid."""
    assert move.number is not None
    position.bids[seat] = move.number
    note(bid_once, "called", seat, (), "", (move.number,))


@book.rule("first-lead", "Who leads")
def leader(position: Position) -> int:
    """The player on the dealer's left leads the first trick, and the winner of each trick leads the next."""
    return position.table.left_of[position.dealer] if position.last_trick is None else position.last_trick.winners[""]


@book.rule("trump-suits", "The card led makes the trumps")
def trump_suits(card: Card) -> tuple[str, ...]:
    """The card led makes its bottom suits trumps for the trick; an Ace or Crown makes all suits below its own trumps."""
    if len(card.suits) == 1:
        return SUITS_IN_ORDER[SUITS_IN_ORDER.index(card.suits) + 1:]
    return tuple(suit for suit in SUITS_IN_ORDER if suit in card.suits[1:])


TRUMPS = {card: trump_suits(card) for card in DECKTET}
"""The trumps that each card makes when it is led."""


def plays_of(suits: Sequence[str]) -> frozenset[Move]:
    """Return the plays of cards that belong to one of the given suits."""
    return frozenset(PLAYS[card] for card in DECKTET if TOP[card] in suits)


FOLLOWING = {suit: plays_of([suit]) for suit in SUITS_IN_ORDER} | {"": frozenset[Move]()}
"""The plays that follow each suit led; no plays follow a lone Excuse."""
TRUMPING = {trumps: plays_of(trumps) for trumps in TRUMPS.values()}
"""The plays of trumps, by the tuple of trump suits."""


def bound(position: Position, moves: list[Move]) -> list[Move]:
    """Return the plays that follow suit; if there are none, the plays of trumps."""
    return keep(moves, FOLLOWING[position.suit_led]) or keep(moves, TRUMPING[position.trumps])


def binding_cards(position: Position, move: Move, left: list[Move]) -> list[Card]:
    """Return the cards in hand that forbid playing the Excuse."""
    return [one.played for one in bound(position, left)]


@book.forbids("excuse", "When you may play the Excuse", binds=binding_cards)
def excuse(position: Position, moves: list[Move]) -> list[Move]:
    """The Excuse may be led, or played by a player who has neither the suit led nor a trump."""
    if position.suit_led and PLAYS[EXCUSE] in moves and bound(position, moves):
        return [move for move in moves if move.card is not EXCUSE]
    return moves


@book.forbids("follow-suit", "Follow suit if you can", turn="follow")
def follow_suit(position: Position, moves: list[Move]) -> list[Move]:
    """A player who holds the suit led must play it."""
    return keep(moves, FOLLOWING[position.suit_led]) or moves


@book.forbids("must-trump", "Trump if you can't follow", turn="follow")
def must_trump(position: Position, moves: list[Move]) -> list[Move]:
    """A player without the suit led, which is never a trump itself, must play a trump of any trump suit."""
    return keep(moves, TRUMPING[position.trumps]) or moves


@book.rule("excuse-led", "After a led Excuse")
def card_led(laid: Sequence[PlayedCard]) -> Card:
    """The card led is the first card of the trick, or the one after a led Excuse. It determines the suit led and the
    trumps."""
    return laid[1].card if laid[0].card is EXCUSE and len(laid) > 1 else laid[0].card


def make_trumps(position: Position, laid: PlayedCard, note: EventSink) -> None:
    """Set the suit led and the trumps from a card, if no suit is led yet. The Excuse sets neither."""
    if not position.suit_led:
        position.suit_led, position.trumps = TOP[laid.card], TRUMPS[laid.card]
        note(card_led if laid.card is EXCUSE else trump_suits, "played", laid.seat, (laid.card,))


def end_trick(position: Position, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """Clear the suit led and the trumps after a trick."""
    position.suit_led, position.trumps = "", ()


def strengths(led: Card) -> dict[Card, int]:
    """Return the strength of each card in a trick: trumps first, the lowest suit highest, then the suit led, and 0 for all other
    cards."""
    worth = dict.fromkeys(DECKTET, 0)
    for card, suit in TOP.items():
        if suit in TRUMPS[led]:
            worth[card] = 100 * (1 + SUITS_IN_ORDER.index(suit)) + rank(card)
        elif suit == TOP[led]:
            worth[card] = rank(card)
    return worth


STRENGTHS = {led: strengths(led) for led in DECKTET}
"""The strength of each card in a trick, by the card led."""


@book.rule("win-trick", "Who takes the trick")
def winning(position: Position, laid: Sequence[PlayedCard]) -> PlayedCard:
    """The highest card of the lowest trump suit wins the trick; without a trump, the highest card of the suit led. Between equal
    cards the first wins."""
    return strongest(laid, STRENGTHS[card_led(laid)])


@book.rule("next-dealer", "The deal moves on")
def next_dealer(position: Position) -> int:
    """The player on the dealer's left deals next."""
    return position.table.left_of[position.dealer]


@book.rule("score-within-one", "One trick off")
def within_one(off: int, missed: int) -> int:
    """A bid missed by one trick scores one point. A bid missed by more scores nothing."""
    return int(off == 1)


@book.rule("score-exact", "The bid made exactly")
def exact(off: int, missed: int) -> int:
    """A bid made exactly scores one point, plus one for each player who missed."""
    return 1 + missed


@book.rule("game-end", "The game ends at 15, 18 or 20 points")
def end(position: Position) -> list[int]:
    """When a total reaches the target, the player or side alone in the lead wins."""
    leaders = leading(position)
    return leaders if len(leaders) == 1 else []


@book.rule("zero-or-all", "Zero or all", variants=["zero-or-all", "teams-zero-or-all"])
def zero_or_all(off: int, missed: int) -> int:
    """A bid of zero or of every trick scores 4 points if it is made, no matter how many other players missed, and nothing
    otherwise."""
    return 0 if off else ZERO_OR_ALL_POINTS


@book.rule("teams", "Partners", variants=["teams", "teams-zero-or-all"])
def partners() -> list[tuple[int, ...]]:
    """Players who sit opposite each other add up their bids and their tricks, and each scores by the sums."""
    return [(0, 2), (1, 3)]


def add_bids(position: Position, note: EventSink) -> None:
    """Report the total bid of each pair of partners after the bidding."""
    for place, side in enumerate(position.sides if position.in_teams else ()):
        note(partners, "called", side[0], (), "", (place,))


def leading(position: Position) -> list[int]:
    """Return the indexes of the sides with the highest total if it reaches the target; otherwise an empty list."""
    totals = position.totals
    return best(totals) if max(totals) >= TARGETS[position.table.size] else []


def is_tied(position: Position) -> bool:
    """Return whether several sides share the lead at or above the target."""
    return len(leading(position)) > 1


def is_over(position: Position) -> bool:
    """Return whether all cards are played and no bid is missing. A hand with a missing bid can't be scored, so it isn't
    over."""
    return not any(position.hands) and None not in position.bids


def is_stuck(position: Position, note: EventSink) -> bool:
    """Return whether all cards are played although a bid is missing, and report it."""
    if any(position.hands):
        return False
    note(bid_once, "hand")
    return True


def fared(position: Position) -> list[SideResult]:
    """Return the result of each side after all cards are played. Partners make or miss their contract together."""
    found: list[tuple[int, int]] = []
    missed, declared = 0, position.declared
    for side in position.sides:
        bid = taken = 0
        for seat in side:
            bid += declared[seat]
            taken += position.tricks[seat]
        missed += len(side) if bid != taken else 0
        found.append((bid, taken))
    apart = (0, position.size) if position.zero_or_all else ()
    return [_fared(bid, taken, missed, bid in apart) for bid, taken in found]


def _fared(bid: int, taken: int, missed: int, apart: bool) -> SideResult:
    rule = zero_or_all if apart else exact if bid == taken else within_one
    return SideResult(bid, taken, missed, rule, rule(abs(bid - taken), missed))


def settle(position: Position, note: EventSink) -> None:
    """Set the result of each side."""
    position.fared = fared(position)


def sheet(position: Position) -> list[Line]:
    """Return the lines of the score sheet: each player's points by rule, and with partners the partner's points."""
    rules = [within_one, exact, zero_or_all] if position.zero_or_all else [within_one, exact]
    lines = [rule.line([side.each if side.rule is rule else 0 for side in position.fared]) for rule in rules]
    if position.in_teams:
        lines.append(partners.line([side.each for side in position.fared]))
    return lines


def tell_score(position: Position, note: EventSink) -> None:
    """Report the rule by which each side scores, and with partners the addition of their points."""
    for place, one in enumerate(position.fared):
        note(one.rule, "hand", position.sides[place][0], (), "", (place,))
    if position.in_teams:
        note(partners, "hand")


def _makes_contract(seeker: GoalSide, now: Position) -> int | None:
    return int(now.fared[seeker.place].bid == now.fared[seeker.place].taken) if now.hand_over else None


CONTRACT = Goal("contract", say("Take exactly as many tricks as were bid"), _makes_contract)
