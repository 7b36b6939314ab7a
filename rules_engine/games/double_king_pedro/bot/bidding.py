"""The bot's choices before the first lead: tossing, bidding, naming trumps, giving trumps away and discarding."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rules_engine.bots import BotMove
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.games.double_king_pedro.cards import (
    ALL_POINTS,
    BIDS,
    DOUBLE,
    GIVES,
    KEEP,
    PASS,
    PLAY_SIZE,
    TOSS,
)
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position
from rules_engine.games.double_king_pedro.rules import POINTS, RANKED, is_alone
from rules_engine.narration.move_phrases import with_article
from rules_engine.text.message import Text, all_of, say, suit_mark

SMALL = 3
"""The minimum value of a trump, in points."""
WORTH = {"A": 26, "K": 13, "Q": 9, "J": 5, "10": 4, "9": 7, "Joker": 6}
"""The value of a trump by its rank, if it exceeds ``SMALL``."""
TOP_THREE = 30
"""The additional value of the Ace and both Kings in one hand, which nothing beats."""
FEW = 15
"""The deduction for a suit with only one or two trumps in hand: they are too few to draw the other players' trumps."""
LEAST_TRUMPS = 3
STEP = 5
LEAST = 25
"""Minimum value of a hand for a bid. With the numbers above, the sample hands in the game's source have the values stated
there."""
TOGETHER = 40
"""Points that two partners who have both bid can expect in addition to half the value of one hand."""
ROOM = 10
"""Maximum difference between a hand's value and a lower bid that overcalls another bid."""
TENS = 10
"""Step of the bids of a player whose partner has passed."""
ODD = 0.1
"""Relative frequency of a bid above the hand's value, compared with bids that fit it."""


class SuitWorth(NamedTuple):
    """The value of a suit as trumps for a hand, in points that its side may expect to take."""

    worth: int
    letter: str
    held: list[Card]


def suits_of(hand: Collection[Card]) -> list[SuitWorth]:
    """Return the four suits, the best one first. Suits of equal value are sorted by their number of trumps, then in the pack's
    order."""
    found = []
    for letter, ranked in RANKED.items():
        held = [card for card in ranked if card in hand]
        found.append(SuitWorth(worth_of(held, letter), letter, held))
    return sorted(found, key=lambda suit: (-suit.worth, -len(suit.held)))


def worth_of(held: Collection[Card], trump: str) -> int:
    """Return the value of the given trumps, in steps of five up to 100; 0 if they aren't worth a bid."""
    worth = sum(WORTH.get(card.rank, SMALL) for card in held)
    if len([card for card in RANKED[trump][:3] if card in held]) == 3:
        worth += TOP_THREE
    if len(held) < LEAST_TRUMPS:
        worth -= FEW
    return min(ALL_POINTS, worth // STEP * STEP) if worth >= LEAST else 0


def toss(view: View[Position], moves: Sequence[Move]) -> BotMove:
    """Return the choice to toss or keep a hand. A hand that isn't worth a bid is tossed, because opponents hold the missing face
    cards more often than the partner does."""
    best = suits_of(_hand(view))[0]
    move = (KEEP if best.worth else TOSS) if len(moves) > 1 else moves[0]
    if best.worth:
        return BotMove(move, say("{holding}, worth a bid of {n}, so I keep the hand.", holding=_holding(best), n=best.worth)
                      if move is KEEP else say("{holding}: that is too little to look forward to.", holding=_holding(best)))
    if move is KEEP:
        return BotMove(move, say("No suit is worth a bid, but the kitty may help us, and defending costs nothing."))
    return BotMove(move, say("I hold no face card, and no suit gives me trumps worth a bid, so I toss the hand."))


def thought_of(view: View[Position]) -> Sequence[Move]:
    """Return the calls to consider: a pass, the next higher bid and a jump bid, the value of the best suit, and the double if all
    tricks are certain.

    If both opponents have passed, a partner's bid isn't raised, because each additional point makes the same contract
    harder. If the partner was overbid, the bot supports that bid once, and then leaves the auction to its partner.
    """
    position, legal = view.position, view.game.legal(view.position)
    best, last = suits_of(_hand(view))[0], position.high_number
    calls = [PASS, DOUBLE] if takes_all(best) else [PASS]
    if is_alone(position):
        calls.append(BIDS[0])
    elif not _only_partner_left(view) and not _left_to_partner(view, best, last) and not _too_high(view, best, last):
        numbers = {_raised(view, best.worth, last)} if last else {best.worth or LEAST}
        if last and not _partner_passed(view):
            numbers |= {last + 1, max(best.worth, last + 1)}
        elif last and best.worth <= last:
            numbers = set()
        calls += [BIDS[number - 1] for number in sorted(numbers) if number <= ALL_POINTS]
    return [call for call in calls if call in legal]


def bid(view: View[Position], moves: Sequence[Move]) -> BotMove:
    """Return the best call, and its reason."""
    call = best_call(view, moves)
    return BotMove(call, why_call(view, call))


def best_call(view: View[Position], moves: Sequence[Move]) -> Move:
    """Return the planned call if it is among ``moves``; otherwise a pass or the lowest bid."""
    call = planned_call(view)
    if call in moves:
        return call
    lower = [move for move in moves if move.number is not None]
    return PASS if PASS in moves and (call.number is None or not lower) else lower[0] if lower else moves[0]


def planned_call(view: View[Position]) -> Move:
    """Return a bid above the last one if the hand is worth it, a double if all tricks are certain, otherwise a pass."""
    position, best, last = view.position, suits_of(_hand(view))[0], view.position.high_number
    if is_alone(position):
        return BIDS[0]
    if takes_all(best) and (len(best.held) > PLAY_SIZE or last == ALL_POINTS):
        return DOUBLE
    if _only_partner_left(view):
        return PASS
    if best.worth > last:
        return BIDS[_raised(view, best.worth, last) - 1]
    if best.worth and _partner_overbid(view, last) and not (
            _left_to_partner(view, best, last) or _too_high(view, best, last)):
        return BIDS[last]
    return PASS


def together(worth: int) -> int:
    """Return the value of a hand together with the hand of a partner who has also bid."""
    return max(worth, TOGETHER + worth // 2)


def _too_high(view: View[Position], best: SuitWorth, last: int) -> bool:
    """Return whether an opponent has overbid the partner, with a bid of at least the points that both hands can expect."""
    return _partner_overbid(view, last) and last >= together(best.worth)


def _left_to_partner(view: View[Position], best: SuitWorth, last: int) -> bool:
    """Return whether an opponent has overbid the partner, whose bid the seat has already supported with more than its hand is
    worth. The partner knows that, and calls again."""
    own = view.position.bids[view.home]
    return _partner_overbid(view, last) and isinstance(own, int) and best.worth < own and best.worth <= last


def _raised(view: View[Position], worth: int, last: int) -> int:
    """Return the bid for a hand of this value: the value itself as an opening bid, or up to ``ROOM`` less over a previous bid. If
    the partner has passed, it is the next multiple of ten, if the hand is worth that much."""
    if not last:
        return worth
    next_ten = last // TENS * TENS + TENS
    return max(last + 1, worth - ROOM, min(worth, next_ten) if _partner_passed(view) else 0)


def why_call(view: View[Position], call: Move) -> Text:
    """Return the reason for a call."""
    position, best, last = view.position, suits_of(_hand(view))[0], view.position.high_number
    if call is DOUBLE:
        return say("{holding}: six of them win every trick, whatever the others hold.", holding=_holding(best))
    if call is PASS:
        return _why_pass(view, best, last)
    if is_alone(position):
        return say("The three others have passed, so the lowest bid will do.")
    bid = call.number or 0
    if not best.worth:
        return say("No suit of mine is worth a bid by itself, so {bid} counts on the kitty and on my partner.", bid=bid)
    if best.worth < bid and _partner_overbid(view, last):
        return say("{holding}, with which I expect about {n} points; my partner has bid too and should bring much of the rest of "
                   "{bid}.", holding=_holding(best), n=best.worth, bid=bid)
    if best.worth < bid:
        return say("{holding}, with which I expect about {n} points; the kitty and my partner should bring the rest of {bid}.",
                   holding=_holding(best), n=best.worth, bid=bid)
    if bid == last + 1:
        return say("{holding}, with which I expect to take about {n} points: {bid} is enough for now, and a bid made brings what "
                   "I take anyway.", holding=_holding(best), n=best.worth, bid=bid)
    return say("{holding}, with which I expect to take about {n} points.", holding=_holding(best), n=best.worth)


def _why_pass(view: View[Position], best: SuitWorth, last: int) -> Text:
    if _only_partner_left(view):
        return say("Both opponents are out and my partner's {last} stands: bidding more would only make it harder for us.",
                   last=last)
    if best.worth > last:
        return say("{holding}, but {n} points are a guess, and a bid missed goes back by all of it.", holding=_holding(best),
                   n=best.worth)
    if _left_to_partner(view, best, last):
        return say("{holding}, with which I expect about {n} points; I have shown them, and my partner may still bid on.",
                   holding=_holding(best), n=best.worth)
    if best.worth and _too_high(view, best, last):
        return say("{holding}, with which I expect about {n} points; with my partner, who has bid too, that isn't more than "
                   "{last}.", holding=_holding(best), n=best.worth, last=last)
    if best.worth:
        return say("{holding}, with which I expect about {n} points; that isn't more than {last}.", holding=_holding(best),
                   n=best.worth, last=last)
    return say("No suit gives me trumps worth a bid.")


def _only_partner_left(view: View[Position]) -> bool:
    """Return whether the highest bid is the partner's and both opponents have passed."""
    assert view.seat is not None
    bids = view.position.bids
    partner = bids[(view.seat + 2) % 4]
    opponents = [bids[(view.seat + step) % 4] for step in (1, 3)]
    return isinstance(partner, int) and partner == view.position.high_number and opponents == ["pass", "pass"]


def _partner_passed(view: View[Position]) -> bool:
    return view.position.bids[(view.home + 2) % 4] == "pass"


def takes_all(suit: SuitWorth) -> bool:
    """Return whether the suit's six highest trumps are all held: led one after the other, they win all tricks."""
    return suit.held[:PLAY_SIZE] == list(RANKED[suit.letter][:PLAY_SIZE])


def _partner_overbid(view: View[Position], last: int) -> bool:
    """Return whether the partner has bid in this auction, and an opponent higher."""
    assert view.seat is not None
    call = view.position.bids[(view.seat + 2) % 4]
    return isinstance(call, int) and call != last


def believed(seat: int, world: Position) -> float:
    """Return the likelihood of the other players' bids with the hands in a world, as seen by ``seat``."""
    odd = 0
    for bidder, call in enumerate(world.bids):
        if bidder != seat and isinstance(call, int):
            worth, helped = suits_of(world.hands[bidder])[0].worth, isinstance(world.bids[(bidder + 2) % 4], int)
            odd += (together(worth) if helped else worth) < call
    return ODD ** odd


def name_trumps(view: View[Position], moves: Sequence[Move]) -> BotMove:
    """Return the choice of the suit with the highest value."""
    suits = [suit for suit in suits_of(_hand(view)) if suit.held]
    best = next(suit for suit in suits if any(move.suit == suit.letter for move in moves))
    points = sum(POINTS[best.letter][card] for card in best.held)
    first = say("With {suit} I hold {n} {n:trump|trumps}, {cards}, with {points} {points:point|points} among them",
                suit=suit_mark(best.letter), n=len(best.held), cards=all_of(best.held), points=points)
    why = say("{first}: no other suit is worth more to me.", first=first) if best is suits[0] else (
        say("{first}: as good as any other suit of mine.", first=first))
    return BotMove(next(move for move in moves if move.suit == best.letter), why)


def give(view: View[Position], moves: Sequence[Move]) -> BotMove:
    """Return the trump to give. A partner gets the one with the most points except the three highest trumps, an opponent the one
    with the fewest points."""
    position, move = view.position, best_gift(view, moves)
    worth, held, card = POINTS[position.trump], _trumps_held(view), move.played
    if position.passed_on:
        return BotMove(GIVES[card], say("This goes to an opponent, so I give {card}, the lowest of my trumps with the fewest "
                                       "points.", card=with_article(card)))
    if not worth[card]:
        return BotMove(GIVES[card], say("{card} brings no points and takes little; I keep {kept}.", card=with_article(card),
                                       kept=all_of(other for other in held if other is not card)))
    if card in held[:PLAY_SIZE // 2]:
        return BotMove(GIVES[card], say("{card} brings {n} {n:point|points}, and my partner can win with it.", n=worth[card],
                                       card=with_article(card)))
    return BotMove(
        GIVES[card],
        say("Below my three highest trumps {card} brings the most points, and my partner can play it to a trick of mine.",
            card=with_article(card)),
    )


def best_gift(view: View[Position], moves: Sequence[Move]) -> Move:
    """Return the trump to give, without a reason."""
    worth, held = POINTS[view.position.trump], _trumps_held(view)
    asked = [card for card in held if GIVES[card] in moves]
    if view.position.passed_on:
        return GIVES[min(reversed(asked), key=worth.__getitem__)]
    below = [card for card in held[PLAY_SIZE // 2:] if card in asked] or asked
    return GIVES[max(reversed(below), key=worth.__getitem__)]


def _trumps_held(view: View[Position]) -> list[Card]:
    hand = _hand(view)
    return [card for card in RANKED[view.position.trump] if card in hand]


def discard(view: View[Position], moves: Sequence[Move]) -> BotMove:
    """Return the choice of the lowest card: a high one may still win a trick to which nobody plays a trump."""
    move = lowest(moves)
    card = move.played
    return BotMove(move, say("{card} is the lowest card I may discard; a high one could still win a throw-off.",
                                      card=with_article(card)))


def lowest(moves: Sequence[Move]) -> Move:
    """Return the discard of the lowest card. It depends only on the moves, not on the position."""
    return min(moves, key=_height)


def _height(move: Move) -> tuple[int, int]:
    card = move.played
    return card.value, -card.index


def _hand(view: View[Position]) -> list[Card]:
    assert view.seat is not None, "a bot plays for a seat"
    return view.position.hands[view.seat]


def _holding(suit: SuitWorth) -> Text:
    return say("With {suit} as trumps I would hold {cards}", suit=suit_mark(suit.letter), cards=all_of(suit.held))
