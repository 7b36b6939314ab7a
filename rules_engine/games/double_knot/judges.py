"""What the rules of Double Knot say of a bid or a card."""

from __future__ import annotations

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.moves import Move
from rules_engine.core.position import Laid
from rules_engine.core.rules import Finding, permits, refuses
from rules_engine.games.double_knot.position import DoubleKnotPosition
from rules_engine.games.double_knot.trick import EXCUSE, TOP, TRUMPS, winning

EQUALS = {"P": "Pawns", "C": "Courts"}
"""The ranks of which a suit can have two."""


def top_suit(position: DoubleKnotPosition, seat: int, move: Move) -> Finding | None:
    """A card is of its top suit alone, and the Excuse of none."""
    card = move.card
    if card is None or len(card.suits) == 1:
        return None
    if card is EXCUSE:
        return permits("top-suit", "The {Excuse} belongs to no suit.", [card])
    if position.setter is None:
        return permits("top-suit", f"The {{{card.text}}} belongs to {{{TOP[card]}}} alone, its top suit.", [card])
    wanted = (position.suit_led, *position.trumps)
    printed = [suit for suit in card.suits[1:] if suit in wanted]
    if not printed:
        return None
    told = f"The {{{card.text}}} belongs to {{{TOP[card]}}} alone: that it bears {suits_told(printed)} counts for nothing."
    return permits("top-suit", told, [card])


def rank(position: DoubleKnotPosition, seat: int, move: Move) -> Finding | None:
    """Within a suit the ranks run from the Ace, the lowest, to the Crown."""
    card, best = move.card, winning(position.trick)
    if card is None or best is None or TOP[card] != TOP[best.card]:
        return None
    return permits("rank", f"{compared(best, card)}.", [card, best.card])


def compared(best: Laid, card: Card) -> str:
    """How a card ranks beside the one that is winning, of the same suit; the winning one was played before it."""
    other, suit = best.card, TOP[card]
    if card.value == other.value:
        return (
            f"The {{{other.text}}} and the {{{card.text}}} are both {EQUALS[card.rank]} of {{{suit}}}, "
            "and the one played first is higher"
        )
    how = "above" if card.value > other.value else "below"
    return f"In {{{suit}}} the {{{card.text}}} ranks {how} the {{{other.text}}}"


def bid_once(position: DoubleKnotPosition, seat: int, move: Move) -> Finding | None:
    """A bid is a number of tricks that the hand has room for."""
    if move.number is None:
        return None
    who, size = name(position, seat), position.size
    if move.number > size:
        return refuses("bid-once", f"This hand has {tricks_told(size)}: {who} bids from 0 to {size}, not {move.number}.")
    return permits("bid-once", f"{who} hasn't bid yet, and {move.number} is one of the bids from 0 to {size}.")


def trump_suits(position: DoubleKnotPosition, seat: int, move: Move) -> Finding | None:
    """The card that opens a trick makes its bottom suits trumps; an Ace or Crown, all suits below its own."""
    card = move.card
    if card is None or card is EXCUSE or position.setter is not None:
        return None
    return permits("trump-suits", trumps_told(card), [card])


def trumps_told(card: Card) -> str:
    """What the card that opens a trick makes trumps, as a sentence."""
    trumps, suit = TRUMPS[card], TOP[card]
    if not trumps:
        return f"No suit is below {{{suit}}}, so the {{{card.text}}} makes no trumps."
    if len(card.suits) == 1:
        return f"The {{{card.text}}} makes every suit below {{{suit}}} trumps: {suits_told(trumps)}."
    which = "bottom suit" if len(trumps) == 1 else "bottom suits"
    return f"The {{{card.text}}} makes its {which} trumps: {suits_told(trumps)}."


def excuse(position: DoubleKnotPosition, seat: int, move: Move) -> Finding | None:
    """The Excuse is led, or thrown by a player who has neither the suit led nor a trump."""
    if move.card is not EXCUSE:
        return None
    who, trumps = name(position, seat), position.trumps
    if not position.trick:
        return permits("excuse", f"{who} leads, and the {{Excuse}} may be led; it can't win.", [EXCUSE])
    binding = following(position, seat)
    if binding:
        told = f"The {{Excuse}} must wait: {who} holds {marks(binding)} of the suit led, {{{position.suit_led}}}."
        return refuses("excuse", told, binding)
    binding = trumping(position, seat)
    if binding:
        told = f"The {{Excuse}} must wait: {suits_told(trumps)} are trump, and {who} holds {marks(binding)}."
        return refuses("excuse", told, binding)
    return permits("excuse", f"{who} can neither follow nor trump, so the {{Excuse}} may go.", [EXCUSE])


def follow_suit(position: DoubleKnotPosition, seat: int, move: Move) -> Finding | None:
    """Who holds the suit led plays it."""
    card, led, who = move.card, position.suit_led, name(position, seat)
    if card is None or not led:
        return None
    binding = following(position, seat)
    if not binding:
        return permits("follow-suit", f"{who} has no {{{led}}}, the suit led, and needn't follow.")
    if TOP[card] == led:
        return permits("follow-suit", f"The {{{card.text}}} follows {{{led}}}, the suit led.", [card])
    return refuses("follow-suit", f"{{{led}}} were led and {who} holds {marks(binding)}.", binding)


def must_trump(position: DoubleKnotPosition, seat: int, move: Move) -> Finding | None:
    """Who is out of the suit led plays a trump, whichever they like."""
    card, led, trumps, who = move.card, position.suit_led, position.trumps, name(position, seat)
    if card is None or not led or following(position, seat):
        return None
    binding = trumping(position, seat)
    if TOP[card] in trumps:
        any_of = "; any of their trumps would do" if len(binding) > 1 else ""
        return permits("must-trump", f"Out of {{{led}}}, {who} trumps with the {{{card.text}}}{any_of}.", binding)
    if binding:
        told = f"Out of {{{led}}}, {who} must trump: {suits_told(trumps)} are trump, and {who} holds {marks(binding)}."
        return refuses("must-trump", told, binding)
    lacking = f"{who} holds no trump ({suits_told(trumps, 'or')})" if trumps else "This trick has no trumps"
    return permits("must-trump", f"{lacking}, so any card may be played.")


def excuse_led(position: DoubleKnotPosition, seat: int, move: Move) -> Finding | None:
    """After a led Excuse the next card is free, and opens the trick in its place."""
    if move.card is None or len(position.trick) != 1 or position.setter is not None:
        return None
    leader = name(position, position.trick[0].seat)
    told = (
        f"{leader} led the {{Excuse}}, so {name(position, seat)} may play anything; "
        f"the {{{move.card.text}}} would count as the card led."
    )
    return permits("excuse-led", told, [EXCUSE, move.card])


def following(position: DoubleKnotPosition, seat: int) -> list[Card]:
    """The cards in a seat's hand that belong to the suit led."""
    led = position.suit_led
    return [card for card in position.hands[seat] if led and TOP[card] == led]


def trumping(position: DoubleKnotPosition, seat: int) -> list[Card]:
    """The trumps in a seat's hand."""
    trumps = position.trumps
    return [card for card in position.hands[seat] if TOP[card] in trumps]


def suits_told(suits: tuple[str, ...] | list[str], joined: str = "and") -> str:
    """Suits as a sentence lists them, each as a mark."""
    return listed([f"{{{suit}}}" for suit in suits], joined)


def tricks_told(count: int) -> str:
    """``1 trick``, ``2 tricks``."""
    return f"{count} trick{'s' * (count != 1)}"


def name(position: DoubleKnotPosition, seat: int) -> str:
    """A seat's name."""
    return position.game.table.names[seat]
