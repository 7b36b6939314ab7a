"""What the bot does before the first lead: to toss, to bid, to name trumps, to give and to throw away."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rules_engine.bots import Choice
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.telling.deeds import the
from rules_engine.core.words.sentences import Text, all_of, say, suit_mark
from rules_engine.games.double_king_pedro.cards import (
    ALL_POINTS,
    BIDS,
    DISCARDS,
    DOUBLE,
    GIVES,
    KEEP,
    NAMES,
    PASS,
    PLAY_SIZE,
    TOSS,
)
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position
from rules_engine.games.double_king_pedro.rules import POINTS, RANKED, is_alone

SMALL = 3
"""What any trump is worth."""
WORTH = {"A": 26, "K": 13, "Q": 9, "J": 5, "10": 4, "9": 7, "Joker": 6}
"""What a trump is worth by its rank, if more than that."""
TOP_THREE = 30
"""What the Ace and both Kings are worth besides, in one hand: nothing beats them."""
STEP = 5
LEAST = 25
"""A hand worth less is passed. With these figures the sample hands of the game's source are worth what it says."""
SUPPORT = 30
"""How much higher than its worth a hand is bid against opponents once the partner has bid as well."""


class SuitWorth(NamedTuple):
    """What a suit would be worth as trumps: to a hand, in points that its side may expect to take."""

    worth: int
    letter: str
    held: list[Card]


def suits_of(hand: Collection[Card]) -> list[SuitWorth]:
    """Return the four suits, the best one first; of equal ones the one with more trumps, then in the pack's order."""
    found = []
    for letter, ranked in RANKED.items():
        held = [card for card in ranked if card in hand]
        found.append(SuitWorth(worth_of(held, letter), letter, held))
    return sorted(found, key=lambda suit: (-suit.worth, -len(suit.held)))


def worth_of(held: Collection[Card], trump: str) -> int:
    """Return what these trumps are worth, in steps of five and 100 at most; 0 for what isn't worth a bid."""
    worth = sum(WORTH.get(card.rank, SMALL) for card in held)
    if len([card for card in RANKED[trump][:3] if card in held]) == 3:
        worth += TOP_THREE
    return min(ALL_POINTS, worth // STEP * STEP) if worth >= LEAST else 0


def toss(view: View[Position]) -> Choice:
    """Toss a hand that isn't worth a bid: the faces that it lacks are with others, two to one with opponents."""
    best = suits_of(_hand(view))[0]
    if best.worth:
        return Choice(KEEP, say("{holding}, worth a bid of {n}, so I keep the hand.", holding=_holding(best), n=best.worth))
    return Choice(TOSS, say("I hold no face card, and no suit gives me trumps worth a bid, so I toss the hand."))


def bid(view: View[Position]) -> Choice:
    """Return what the best suit is worth, if that is more than the last bid."""
    position = view.position
    best, last = suits_of(_hand(view))[0], position.high_number
    if is_alone(position):
        return Choice(BIDS[0], say("The three others have passed, so the lowest bid will do."))
    if takes_all(best) and (len(best.held) > PLAY_SIZE or last == ALL_POINTS):
        return Choice(DOUBLE, say("{holding}: six of them win every trick, whatever the others hold.", holding=_holding(best)))
    if best.worth > last:
        return Choice(BIDS[best.worth - 1], say("{holding}, with which I expect to take about {n} points.",
                                                holding=_holding(best), n=best.worth))
    if best.worth and last < min(ALL_POINTS, best.worth + SUPPORT) and _partner_overbid(view, last):
        return Choice(BIDS[last], say(
            "{holding}, with which I expect about {n} points, and my partner, who has bid too, should help me to {bid}.",
            holding=_holding(best), n=best.worth, bid=last + 1))
    if best.worth:
        return Choice(PASS, say("{holding}, with which I expect about {n} points; that isn't more than {last}.",
                                holding=_holding(best), n=best.worth, last=last))
    return Choice(PASS, say("No suit gives me trumps worth a bid."))


def takes_all(suit: SuitWorth) -> bool:
    """Tell whether the suit's six highest trumps are all held: led one after the other, they win all tricks."""
    return suit.held[:PLAY_SIZE] == list(RANKED[suit.letter][:PLAY_SIZE])


def _partner_overbid(view: View[Position], last: int) -> bool:
    """Whether the partner has bid in this auction, and an opponent higher."""
    assert view.seat is not None
    call = view.position.bids[(view.seat + 2) % 4]
    return isinstance(call, int) and call != last


def name_trumps(view: View[Position]) -> Choice:
    """Return the suit that is worth most."""
    best = next(suit for suit in suits_of(_hand(view)) if suit.held)
    why = say("With {suit} I hold {n} {n:trump|trumps}, {cards}: no other suit is worth more to me.", suit=suit_mark(best.letter),
              n=len(best.held), cards=all_of(best.held))
    return Choice(next(move for move in NAMES if move.suit == best.letter), why)


def give(view: View[Position]) -> Choice:
    """To the partner what loses in one's own hand but falls under one's own winners; to an opponent the least."""
    position = view.position
    worth, hand = POINTS[position.trump], _hand(view)
    held = [card for card in RANKED[position.trump] if card in hand]
    if position.passed_on:
        card = min(reversed(held), key=worth.__getitem__)
        return Choice(GIVES[card], say("This goes to an opponent, so I give {card}, the lowest of my trumps with the fewest "
                                       "points.", card=the(card)))
    card = max(reversed(held[PLAY_SIZE // 2 :]), key=worth.__getitem__)
    return Choice(GIVES[card], say("Below my three highest trumps {card} brings the most points, and my partner can play it to a "
                                   "trick of mine.", card=the(card)))


def discard(view: View[Position]) -> Choice:
    """Return the lowest card: a high one may still win a trick to which nobody plays a trump."""
    legal = view.game.legal(view.position)
    card = min((move.played for move in legal), key=lambda card: (card.value, -card.index))
    assert DISCARDS[card] in legal
    return Choice(DISCARDS[card], say("{card} is the lowest card I may discard; a high one could still win a throw-off.",
                                      card=the(card)))


def _hand(view: View[Position]) -> list[Card]:
    assert view.seat is not None, "a bot plays for a seat"
    return view.position.hands[view.seat]


def _holding(suit: SuitWorth) -> Text:
    return say("With {suit} as trumps I would hold {cards}", suit=suit_mark(suit.letter), cards=all_of(suit.held))
