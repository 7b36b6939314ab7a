"""The course of a hand of Double King Pedro: the seats to act, the moves to try, and the effects of moves."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink
from rules_engine.core.model.moves import Move, moves_with
from rules_engine.core.model.rules import AnyRule
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import (
    ALL_POINTS,
    CALLS,
    DISCARDS,
    GIVES,
    HAND_SIZE,
    KEEP,
    KITTY_SIZE,
    NAMES,
    PLAY_SIZE,
    PLAYS,
    SAYS,
)
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position

TURNS: dict[str, AnyRule] = {
    "toss": rules.toss, "bid": rules.bid, "trump": rules.kitty, "pass-trumps": rules.pass_trumps, "discard": rules.discard}
"""The rule to cite when a seat is asked for a move, by phase before play."""


def ask(position: Position, note: EventSink) -> None:
    """Report the seat that is to act."""
    note(TURNS[position.phase], "called", position.to_act, (), "turn")


# ---- tossing

def may_toss(position: Position) -> list[int]:
    """Return the seats without a face card, in the order in which they are asked to toss."""
    return [seat for seat in position.from_dealer if rules.toss(position, position.hands[seat])]


def asked_to_toss(position: Position) -> int | None:
    """Return the next seat asked to toss; None in the auction or after all have been asked."""
    if position.declarer is not None or any(position.bids):
        return None
    return next((seat for seat in may_toss(position) if seat not in position.kept), None)


def answer_toss(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Toss or keep the hand."""
    note(rules.toss, "called", seat, (), move.verb)
    if move is KEEP:
        position.kept |= {seat}
    else:
        position.tossed = True


# ---- the auction

def bidder(position: Position) -> int | None:
    """Return the next seat to call; None when the auction is over. The last seat left in must call if nobody has bid."""
    if position.declarer is not None or "double" in position.bids:
        return None
    high = position.high_number
    seat = rules.next_caller(position, position.bids.index(high) if high else position.dealer)
    return None if high and rules.is_alone(position) else seat


def ask_for_bid(position: Position, note: EventSink) -> None:
    """Report the first bidder. Later bidders are reported with the call before theirs."""
    if not any(position.bids):
        ask(position, note)


def calls_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return all calls."""
    return [*CALLS]


def call(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Record a bid, or a pass, which is final."""
    position.bids[seat] = SAYS[move]
    if not rules.double(SAYS[move]):
        note(rules.bid, "called", seat, (), "" if move.number else "pass")


def win_auction(position: Position, note: EventSink) -> None:
    """Make the highest bidder the declarer, who takes the kitty."""
    if position.declarer is None:
        position.contract = position.high_bid
        position.declarer = position.bids.index(position.contract)
    position.kept = frozenset()
    note(rules.double if rules.double(position.contract) else rules.bid, "called", position.declarer, (), "won")
    rules.kitty(position, note)


# ---- naming, passing and discarding trumps

def namer(position: Position) -> int | None:
    """Return the declarer until trumps are named, then None."""
    return None if position.trump else position.declarer


def suits_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the moves that name a suit."""
    return [*NAMES]


def name_trumps(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Set the trump suit."""
    position.trump = move.suit
    note(rules.name_trumps, "called", seat, (), move.suit)
    note(rules.is_trump, "called", seat)


def giver(position: Position) -> int | None:
    """Return the seat to give trumps away; a seat that has begun to give continues."""
    if not position.trump:
        return None
    begun = position.giver is not None and rules.excess(position, position.giver)
    return position.giver if begun else rules.next_giver(position)


def ask_giver(position: Position, note: EventSink) -> None:
    """Report the seat to give trumps away, once per seat."""
    if position.giver != position.to_act:
        position.giver = position.to_act
        ask(position, note)


def gives_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the moves that give away a card in hand."""
    return moves_with(hand, GIVES)


def give(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Move a trump to the receiver's hand. A receiver with too many trumps then passes the excess on."""
    receiver = rules.receiver(position, seat)
    position.hands[seat].remove(move.played)
    position.hands[receiver].append(move.played)
    note(rules.pass_trumps, "called", seat, (move.played,), "", (receiver,))
    if not rules.excess(position, seat):
        position.passed_on = not position.passed_on and rules.excess(position, receiver) > 0


def end_passing(position: Position, note: EventSink) -> None:
    """Clear the seat that gives trumps away."""
    position.giver = None


def discarder(position: Position) -> int | None:
    """Return the next seat to discard after all excess trumps are passed. A seat that has begun to discard continues: it
    has no excess trumps."""
    begun = position.discarding
    if begun is not None and len(position.hands[begun]) > PLAY_SIZE:
        return begun
    passing = begun is None and rules.next_giver(position) is not None
    return rules.next_discarder(position) if position.trump and not passing else None


def ask_discarder(position: Position, note: EventSink) -> None:
    """Report the seat to discard, once per seat."""
    if position.discarding != position.to_act:
        position.discarding = position.to_act
        ask(position, note)


def discards_to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the moves that discard a card in hand."""
    return moves_with(hand, DISCARDS)


def discard(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Remove a discard from the hand."""
    position.hands[seat].remove(move.played)
    note(rules.discard, "called", seat, (move.played,))


def open_play(position: Position, note: EventSink) -> None:
    """Record whether the declarer must open with a trump. In a setup, the declarer may have no trump."""
    if position.opening is None:
        position.opening = rules.can_open(position)


# ---- tricks

def to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the plays of the cards in hand."""
    return moves_with(hand, PLAYS)


def play(position: Position, laid: PlayedCard, note: EventSink) -> None:
    """Record whether the lead draws trumps or is a throw-off."""
    if laid is position.trick[0]:
        position.draws, position.opening = not rules.throw_off(position, laid.card), False


def next_player(position: Position, seat: int, note: EventSink) -> int:
    """Return the next player, clockwise. A player who must play a trump and has none goes out."""
    left_of, following = position.table.left_of, position.table.left_of[seat]
    while following != position.leader:
        hand = position.hands[following]
        if following not in position.out and position.draws and rules.TRUMPS[position.trump].isdisjoint(hand):
            rules.out(position, following, note)
        elif hand:
            break
        following = left_of[following]
    return following


def tell_ranking(position: Position, note: EventSink) -> None:
    """Report the ranking if several trumps are in a trick; without trumps, report the reason why one of equal cards wins."""
    cards = [laid.card for laid in position.trick]
    trumps = rules.trumps_of(position, cards)
    if len(trumps) > 1:
        note(rules.rank, "trick", None, trumps)
    elif not trumps:
        best = rules.winning(position, position.trick)
        tied = [card for card in cards if card.rank == best.card.rank and card is not best.card]
        if tied:
            note(rules.tie_order, "trick", best.seat, (best.card, *tied))


def take_points(position: Position, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """Add the points for the trumps in a trick to the total of the side that takes it."""
    worths = rules.POINTS[position.trump]
    brings = [card for card in rules.trumps_of(position, [one.card for one in laid]) if worths[card]]
    if brings:
        position.points[seat % 2] += rules.points_of(position, brings)
        note(rules.points, "trick", seat, brings)


# ---- the end

def is_left_alone(position: Position) -> bool:
    """Return whether all players except one are out, so that nobody can win a card from the last one."""
    return len(position.out) == position.table.size - 1


def is_over(position: Position) -> bool:
    """Return whether the hand is tossed, or played out with all tricks or points accounted for.

    A hand that began in mid-play can run out of cards before that.
    """
    if position.last_trick is None:
        return position.tossed
    whole = sum(position.tricks) >= PLAY_SIZE or sum(position.points) >= ALL_POINTS
    return is_left_alone(position) or (whole and not position.hands[position.taker])


def is_stuck(position: Position, note: EventSink) -> bool:
    """Return whether the leader has no card."""
    return position.leader is not None and not position.hands[position.leader]


def take_rest(position: Position, note: EventSink) -> None:
    """If only one player isn't out, add the points in that player's hand to their side's total."""
    if is_left_alone(position):
        seat, worths = position.taker, rules.POINTS[position.trump]
        hand = position.hands[seat]
        note(rules.out, "hand", seat, [card for card in hand if worths.get(card)])
        position.points[seat % 2] += rules.points_of(position, hand)
        position.hands[seat] = []


def settle_over(position: Position, given: SetupReader, *_: object) -> None:
    """Mark a hand without a declarer as tossed. Report a problem if a hand was played without a contract or trumps."""
    position.tossed = position.declarer is None
    if position.declarer is not None and not (position.contract and position.trump):
        given.add_problem("a hand that was played has a declarer, a contract and a trump", "declarer")


COURSE = HandFlow(
    before=[
        Stage(phase="toss", next_to_act=asked_to_toss, on_enter=ask, apply=answer_toss, hand_size=HAND_SIZE),
        Stage(phase="bid", next_to_act=bidder, on_enter=ask_for_bid, candidates=calls_to_try, apply=call, on_end=win_auction,
              hand_size=HAND_SIZE),
        Stage(phase="trump", next_to_act=namer, candidates=suits_to_try, apply=name_trumps, hand_size=HAND_SIZE,
              extra_cards=KITTY_SIZE),
        Stage(phase="pass-trumps", next_to_act=giver, on_enter=ask_giver, candidates=gives_to_try, apply=give, on_end=end_passing,
              extra_cards=None),
        Stage(phase="discard", next_to_act=discarder, on_enter=ask_discarder, candidates=discards_to_try, apply=discard,
              on_end=open_play, extra_cards=None),
    ],
    players=lambda position: position.playing,
    leader=rules.first_leader,
    next_leader=rules.next_lead,
    tries=to_try,
    played=play,
    next_player=next_player,
    on_trick_complete=tell_ranking,
    trick_winner=rules.winning,
    on_trick_taken=take_points,
    over=is_over,
    is_stuck=is_stuck,
    before_scoring=take_rest,
    scores=[rules.sheet],
    next_dealer=rules.next_dealer,
    match_end=[rules.end],
    is_tied=rules.is_tied,
    settles=settle_over,
)
