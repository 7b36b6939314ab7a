"""The rules of Spades, in the order of its page."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.core.model.moves import Move, keep, moves_with
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard, strongest
from rules_engine.games.spades.cards import BID_BLIND, BID_NIL, BIDS, GIVES, NOT_SPADES, OF_SUIT, SPADES, STRENGTHS
from rules_engine.games.spades.position import BLIND, NIL, PENALTY_BAGS
from rules_engine.games.spades.position import SpadesPosition as Position
from rules_engine.text.message import say

book = RuleBook()

PER_TRICK, NIL_POINTS, BLIND_POINTS, BAG_PENALTY = 10, 100, 200, 100
BEHIND = 100
"""Minimum number of points by which a side must be behind to bid blind nil."""
WINNING_TOTAL = 500
EXCHANGED = 2
"""Number of cards that each partner gives in an exchange."""


@book.rule("deal", "The whole pack is dealt")
def deal(position: Position, deck: Sequence[Card]) -> None:
    """All cards are dealt, the same number to each player. With three players the Two of Clubs is left out."""
    deal_evenly(position, deck)


@book.rule("trumps", "Spades are always trumps")
def is_trump(card: Card) -> bool:
    """In every hand, spades are trumps."""
    return card.suits == SPADES


@book.offers("bid", "Each player bids once", during=("bid",))
def bid(position: Position, hand: list[Card]) -> list[Move]:
    """A bid is a number from one to the number of tricks, or nil. Nobody may pass, and no bid must be higher than another."""
    return [*BIDS[:position.full], BID_NIL, BID_BLIND]


def bidder(position: Position) -> int | None:
    """Return the next seat to bid, clockwise from the dealer's left; None after all have bid."""
    order = position.table.clockwise_from(position.dealer + 1)
    return next((seat for seat in order if position.bids[seat] is None), None)


def take_bid(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Record a bid."""
    position.bids[seat] = move.number or move.verb.removeprefix("bid ")
    note(bid if move.number else blind_nil if move is BID_BLIND else is_nil, "called", seat, (), "", (move.number or 0,))


@book.rule("nil", "Nil: not a single trick")
def is_nil(said: int | str | None) -> bool:
    """A nil is a bid to win no trick at all. The partner bids too, and plays for their own bid."""
    return said in (NIL, BLIND)


@book.forbids("blind-nil", "Blind nil: before looking", during=("bid",), binds=lambda position, move, left: [])
def blind_nil(position: Position, moves: list[Move]) -> list[Move]:
    """If the option is chosen, a player whose side is at least 100 points behind may bid nil before looking at the cards."""
    return moves if may_bid_blind(position) else [move for move in moves if move is not BID_BLIND]


def may_bid_blind(position: Position) -> bool:
    """Return whether the option is chosen and the side of the seat to act is at least 100 points behind."""
    return position.blind_nil != "none" and behind(position) >= BEHIND


def behind(position: Position) -> int:
    """Return the number of points by which the side of the seat to act was behind before the hand."""
    return max(position.score) - position.score[position.side_of(position.actor)]


@book.offers("exchange", "The exchange after blind nil", during=("exchange",), can_refuse=False)
def exchange(position: Position, hand: list[Card]) -> list[Move]:
    """If the option is chosen, the blind bidder gives the partner any two cards, and the partner gives two back."""
    return moves_with(hand, GIVES)


def needs_exchange(position: Position, seat: int) -> bool:
    """Return whether cards are exchanged for a seat's bid: a blind nil whose bidder's partner bid a number."""
    chosen = position.blind_nil == "with-exchange" and position.bids[seat] == BLIND
    return chosen and not is_nil(position.bids[position.partner(seat)])


def exchanger(position: Position) -> int | None:
    """Return the blind bidder whose exchange is due or under way, clockwise from the dealer's left; None if there is none. In a
    short hand of a single card each, there is nothing to exchange."""
    for seat in position.table.clockwise_from(position.dealer + 1):
        held = len(position.hands[seat]) + len(position.hands[position.partner(seat)])
        if seat not in position.exchanged and needs_exchange(position, seat) and held >= 2 * EXCHANGED:
            return seat
    return None


def giver(position: Position) -> int | None:
    """Return the next seat to give a card; None if no exchange is due."""
    seat = exchanger(position)
    return seat if seat is None or position.given < EXCHANGED else position.partner(seat)


def give(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Pass a card to the partner."""
    bids_blind, to = exchanger(position), position.partner(seat)
    assert bids_blind is not None, "no exchange is due"
    position.hands[seat].remove(move.played)
    position.hands[to].append(move.played)
    position.given = (position.given + 1) % (2 * EXCHANGED)
    if not position.given:
        position.exchanged |= {bids_blind}
    note(exchange, "called", seat, (move.played,), "", (to,))


@book.rule("first-lead", "Who leads")
def leader(position: Position) -> int:
    """The player on the dealer's left leads the first trick, and the winner of each trick leads the next."""
    return position.table.left_of[position.dealer] if position.last_trick is None else position.last_trick.winners[""]


@book.forbids("spades-closed", "No spade is led before spades are broken", turn="lead")
def spades_closed(position: Position, moves: list[Move]) -> list[Move]:
    """Spades may not be led until they are broken, unless the leader has nothing else."""
    return moves if position.broken else keep(moves, NOT_SPADES) or moves


@book.forbids("follow-suit", "Follow suit if you can", turn="follow")
def follow_suit(position: Position, moves: list[Move]) -> list[Move]:
    """A follower who holds a card of the suit led must play one. Others may play any card."""
    return keep(moves, OF_SUIT[position.trick[0].card.suits]) or moves


@book.rule("break", "How spades are broken")
def breaks(position: Position, laid: PlayedCard, note: EventSink) -> None:
    """The first spade played breaks spades for the rest of the hand, in whatever trick it is played."""
    if is_trump(laid.card) and not position.broken:
        position.broken = True
        note(breaks, "played", laid.seat, (laid.card,))


@book.rule("win-trick", "Who takes the trick")
def winning(position: Position, laid: Sequence[PlayedCard]) -> PlayedCard:
    """The highest spade wins the trick; without a spade, the highest card of the suit led. The Ace is high."""
    return strongest(laid, STRENGTHS[laid[0].card.suits])


def is_made(position: Position, side: Sequence[int]) -> bool:
    """Return whether a side has the tricks that it bid."""
    return position.taken_for(side) >= position.bid_of(side)


@book.rule("score-contract", "Ten for each trick bid")
def score_contract(position: Position) -> Line:
    """A side that takes at least the tricks that it bid scores ten for each trick bid."""
    return score_contract.line([PER_TRICK * position.bid_of(side) * is_made(position, side) for side in position.sides])


@book.rule("score-set", "A bid missed")
def score_set(position: Position) -> list[Line]:
    """A side that takes fewer tricks than it bid is set: it loses ten for each trick bid."""
    line = score_set.line([-PER_TRICK * position.bid_of(side) * (not is_made(position, side)) for side in position.sides])
    return [line] if any(line.points) else []


@book.rule("bags", "Bags: a point each, and minus 100 for ten")
def bags(position: Position) -> list[Line]:
    """Each trick above the bid is a bag and scores a point. Every tenth bag of a side, counted over several hands, costs 100."""
    more = [position.bags_of(side) for side in position.sides]
    full = [(before + each) // PENALTY_BAGS for before, each in zip(position.bags, more, strict=True)]
    lines = [bags.line(more), bags.line([-BAG_PENALTY * each for each in full], "penalty")]
    return [line for line in lines if any(line.points)]


@book.rule("score-nil", "A hundred for nil")
def score_nil(position: Position) -> list[Line]:
    """A nil scores 100 if its bidder wins no trick, and costs 100 otherwise, regardless of the partner's bid. A blind nil counts
    200."""
    return [score_nil.line([_nil_points(position, seat) * (seat in side) for side in position.sides], str(said), seat)
            for seat, said in enumerate(position.bids) if is_nil(said)]


def _nil_points(position: Position, seat: int) -> int:
    points = BLIND_POINTS if position.bids[seat] == BLIND else NIL_POINTS
    return -points if position.tricks[seat] else points


@book.rule("failed-nil", "The tricks of a broken nil")
def failed_nil(position: Position, note: EventSink) -> None:
    """The tricks of a broken nil don't help the partner's bid: they are bags. With the other option they count as the side's."""
    for seat in broken_nils(position):
        note(failed_nil, "hand", seat, (), "", (position.tricks[seat],))


def broken_nils(position: Position) -> list[int]:
    """Return the seats that bid nil and have taken a trick."""
    return [seat for seat, said in enumerate(position.bids) if is_nil(said) and position.tricks[seat]]


@book.rule("next-dealer", "The deal moves on")
def next_dealer(position: Position) -> int:
    """The player on the dealer's left deals next."""
    return position.table.left_of[position.dealer]


@book.rule("game-end", "The end at 500")
def end(position: Position) -> list[int]:
    """When a side has 500 points or more after a hand, the higher total wins; if the lead is shared, another hand is played."""
    leaders = leading(position)
    return leaders if len(leaders) == 1 else []


@book.rule("cutthroat", "Everyone plays alone", variants=["cutthroat"])
def alone(position: Position) -> Sequence[tuple[int, ...]]:
    """Each player bids and scores alone."""
    return [(seat,) for seat in position.table.seats]


def leading(position: Position) -> list[int]:
    """Return the indexes of the sides with the highest total if it is 500 or more; otherwise an empty list."""
    totals = position.totals
    return best(totals) if max(totals) >= WINNING_TOTAL else []


def is_tied(position: Position) -> bool:
    """Return whether several sides share the lead with 500 or more."""
    return len(leading(position)) > 1


def is_over(position: Position) -> bool:
    """Return whether all cards are played and no bid is missing. A hand with a missing bid can't be scored, so it isn't over."""
    return not any(position.hands) and None not in position.bids


def is_stuck(position: Position, note: EventSink) -> bool:
    """Return whether all cards are played although a bid is missing, and report it."""
    if any(position.hands):
        return False
    note(bid, "hand")
    return True


def _made(seeker: GoalSide, now: Position) -> int | None:
    return int(is_made(now, seeker.seats)) if now.hand_over else None


def _set(seeker: GoalSide, now: Position) -> int | None:
    return int(any(not is_made(now, side) for side in now.sides if side != seeker.seats)) if now.hand_over else None


def _keeps_nil(seeker: GoalSide, now: Position) -> int | None:
    return 0 if any(seat in seeker.seats for seat in broken_nils(now)) else 1 if now.hand_over else None


def _breaks_nil(seeker: GoalSide, now: Position) -> int | None:
    return 1 if any(seat not in seeker.seats for seat in broken_nils(now)) else 0 if now.hand_over else None


AGAINST = (Goal("set", say("Set the other side"), _set), Goal("break-nil", say("Break the nil"), _breaks_nil))
"""The goals that depend on the tricks of the other sides."""
GOALS = (Goal("contract", say("Make your bid"), _made), Goal("nil", say("Keep the nil"), _keeps_nil), *AGAINST)
