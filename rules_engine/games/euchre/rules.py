"""The rules of Euchre, in the order of its page."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import AnyRule, RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.euchre.position import EuchrePosition as Position

book = RuleBook()
HAND, TO_MAKE = 5, 3
JOKER = FRENCH.card("Joker")
FELLOW = {"S": "C", "C": "S", "H": "D", "D": "H"}
"""The other suit of the same colour, by suit."""
PASS, ORDER_UP, ALONE, TOGETHER = map(make_move, ("pass", "order up", "alone", "together"))
NAMES = {suit: make_move("name", suit=suit) for suit in FRENCH.suits}
LEFT, RIGHT, BENNY = 20, 21, 22
"""Ranks above the Ace, which is 14."""


@book.rule("deal", "Five cards each, and one turned up")
def deal(position: Position, deck: list[Card]) -> None:
    """Five cards each; the next card is turned up; the rest is not used."""
    dealt = HAND * position.table.size
    deal_evenly(position, deck[:dealt])
    position.turned_up = deck[dealt]


@book.rule("bowers", "The bowers")
def rank(position: Position, card: Card) -> int:
    """The Jack of trumps, the right bower, is the highest trump; the other Jack of its colour, the left bower, the next; then A K
    Q 10 9."""
    if card is JOKER:
        return benny()
    is_bower = card.rank == "J" and suit(position, card) == position.trump
    return (RIGHT if card.suits == position.trump else LEFT) if is_bower else card.value


@book.rule("left-bower", "The left bower is a trump")
def suit(position: Position, card: Card) -> str:
    """The left bower belongs to the trump suit in every way, not to the one printed on it."""
    is_left = card.rank == "J" and FELLOW[card.suits] == position.trump
    return position.trump if is_left or card is JOKER else card.suits


# ---- making trumps

@book.offers("order-up", "Order the card up, or pass", during=("order",), can_refuse=False)
def order_up(position: Position, hand: list[Card]) -> list[Move]:
    """From the dealer's left, each in turn passes or orders the turned-up card up: its suit is trumps, the dealer gets the
    card."""
    return [PASS, ORDER_UP]


@book.offers("name-suit", "Then name another suit, or pass", during=("name",), can_refuse=False)
def name_suit(position: Position, hand: list[Card]) -> list[Move]:
    """If all pass it is turned down, and each in turn may name another suit as trumps, or pass."""
    return [PASS, *NAMES.values()]


@book.forbids("turned-down", "The suit turned down is barred", during=("name",))
def turned_down(position: Position, moves: list[Move]) -> list[Move]:
    """The suit turned down may not be named."""
    return [move for move in moves if move is PASS or move.suit != position.turned_down]


@book.forbids("stick", "Stick the dealer", during=("name",), variants=("stick-the-dealer",))
def stick(position: Position, moves: list[Move]) -> list[Move]:
    """If everyone else has passed twice, the dealer must name a suit."""
    return [move for move in moves if move is not PASS] if position.passes == 7 else moves


@book.rule("throw-in", "All pass twice: thrown in", variants=("standard", "british"))
def throw_in(position: Position) -> Line:
    """If all four pass twice the hand is not played: no points, and the deal passes."""
    return throw_in.line([0, 0])


def turn(position: Position) -> int | None:
    """Return the seat to speak; None when trumps are made or everyone has passed twice."""
    return position.from_left[position.passes % 4] if position.maker is None and position.passes < 8 else None


def made_by(position: Position) -> AnyRule:
    """Return the rule by which trumps are being made, or were made."""
    return (benny_up if position.turned_up is JOKER else order_up) if position.passes < 4 else name_suit


def speak(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Pass, or make trumps."""
    shown = [position.turned_up] if position.turned_up else []
    suit = "" if move is PASS else move.suit or shown[0].suits
    note(made_by(position), "called", seat, shown, suit or "pass")
    if move is PASS:
        position.passes += 1
        return
    position.maker, position.trump = seat, suit
    if is_ordered_alone(position):
        position.alone = seat
        note(is_ordered_alone, "called", seat)


def turn_down(position: Position, note: EventSink) -> None:
    """Turn the card down after four passes."""
    if position.passes >= 4 and position.turned_up:
        note(turned_down, "called", None, [position.turned_up])
        position.turned_down, position.turned_up = position.turned_up.suits, None


# ---- playing alone, and the discard

@book.offers("alone", "The maker may play alone", during=("alone",), can_refuse=False)
def alone(position: Position, hand: list[Card]) -> list[Move]:
    """Whoever made trumps may play alone; the partner sits out."""
    return [TOGETHER, ALONE]


@book.rule("partner-orders", "The dealer's partner orders up alone")
def is_ordered_alone(position: Position) -> bool:
    """(Option) The dealer's partner who orders up must play alone."""
    return position.orders_alone and position.passes < 4 and position.maker == (position.dealer + 2) % 4


@book.offers("defend-alone", "An opponent may defend alone", during=("defend",), can_refuse=False)
def defend_alone(position: Position, hand: list[Card]) -> list[Move]:
    """(Option) Against a lone maker one opponent may play alone too."""
    return [TOGETHER, ALONE]


def asked(position: Position) -> int | None:
    """Return the maker, until the maker has decided to play alone or together."""
    done = position.maker in (position.alone, *position.together) or is_ordered_alone(position)
    return None if done else position.maker


def defender(position: Position) -> int | None:
    """Return the next opponent of a lone maker to be asked; None once one of them defends alone or both have declined."""
    if not position.may_defend or position.alone is None or position.defends_alone is not None:
        return None
    return next((seat for seat in position.from_left if (seat + position.alone) % 2 and seat not in position.together), None)


def decide(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Play or defend alone or together."""
    note(alone if position.phase == "alone" else defend_alone, "called", seat, (), move.verb)
    if move is TOGETHER:
        position.together |= {seat}
    elif position.phase == "alone":
        position.alone = seat
    else:
        position.defends_alone = seat


@book.offers("discard", "The dealer takes the card and discards", during=("discard",), can_refuse=False)
def discard(position: Position, hand: list[Card]) -> list[Move]:
    """The dealer takes the card that was ordered up, and discards one card face down."""
    return [make_move("discard", card) for card in hand]


def take_up(position: Position, note: EventSink) -> None:
    """Put the card that was ordered up into the dealer's hand, unless the dealer sits out."""
    position.together = frozenset()
    if position.turned_up and position.dealer in position.playing:
        note(discard, "called", position.dealer, [position.turned_up], "takes")
        position.hands[position.dealer].append(position.turned_up)
        position.turned_up = None


def discarder(position: Position) -> int | None:
    """Return the dealer as long as the dealer holds one card more than the other players."""
    others = [len(position.hands[seat]) for seat in position.playing if seat != position.dealer]
    return position.dealer if len(position.hands[position.dealer]) == max(others) + 1 else None


def lay_away(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Discard a card, face down."""
    position.hands[seat].remove(move.played)
    note(discard, "called", seat, [move.played])


# ---- the play

@book.rule("first-lead", "Who leads")
def leader(position: Position) -> int:
    """The first player on the dealer's left who isn't sitting out leads; then the winner of each trick leads."""
    if position.last_trick is not None:
        return position.last_trick.winners[""]
    return next(seat for seat in position.from_left if seat in position.playing)


@book.forbids("follow-suit", "Follow suit if you can", turn="follow")
def follow_suit(position: Position, moves: list[Move]) -> list[Move]:
    """Holding the suit led, play it; otherwise anything."""
    led = suit(position, position.trick[0].card)
    return [move for move in moves if suit(position, move.played) == led] or moves


@book.rule("win-trick", "Who takes the trick")
def winning(position: Position, laid: Sequence[PlayedCard]) -> PlayedCard:
    """The highest trump wins; without one the highest card of the suit led."""
    order = position.trump, suit(position, laid[0].card)
    return max(laid, key=lambda one: (*(suit(position, one.card) == each for each in order), rank(position, one.card)))


# ---- the score

def _for(position: Position, seat: int | None, points: int) -> list[int]:
    """Return the points for the side of ``seat`` and 0 for the other."""
    return [points if side == (seat or 0) % 2 else 0 for side in (0, 1)]


@book.rule("score-made", "Makers with three or four tricks")
def score_made(position: Position) -> Line:
    """Makers with three or four tricks score 1."""
    return score_made.line(_for(position, position.maker, 1), "", position.made)


@book.rule("score-march", "All five tricks: a march")
def score_march(position: Position) -> Line:
    """All five tricks score 2; all five alone score 4."""
    lone = position.alone is not None
    return score_march.line(_for(position, position.maker, 4 if lone else 2), "alone" if lone else "")


@book.rule("score-euchre", "Fewer than three: euchred")
def score_euchre(position: Position) -> Line:
    """Makers with fewer than three are euchred: the others score 2 (4 for one who defended alone)."""
    lone = position.defends_alone is not None
    return score_euchre.line(_for(position, (position.maker or 0) + 1, 4 if lone else 2), "alone" if lone else "", position.made)


def sheet(position: Position) -> Line:
    """Return the line of the score sheet."""
    if position.maker is None:
        return throw_in(position)
    if position.made == HAND:
        return score_march(position)
    return score_made(position) if position.made >= TO_MAKE else score_euchre(position)


@book.rule("next-dealer", "The deal moves on")
def next_dealer(position: Position) -> int:
    """The deal passes to the left."""
    return position.table.left_of[position.dealer]


@book.rule("game-end", "The end of the game")
def end(position: Position) -> list[int]:
    """The first side with 10 points wins (British: 21)."""
    return best(position.totals) if max(position.totals) >= position.target else []


# ---- the British game

@book.rule("benny", "The Benny", variants=("british",))
def benny() -> int:
    """The Joker, the Benny, is the highest trump of all, whatever suit is trumps."""
    return BENNY


@book.offers("benny-up", "A Benny turned up", during=("benny",), variants=("british",), can_refuse=False)
def benny_up(position: Position, hand: list[Card]) -> list[Move]:
    """A Benny turned up is the dealer's, who names trumps before looking at any card and is the maker."""
    return [*NAMES.values()]


def namer(position: Position) -> int | None:
    """Return the dealer while a Benny lies face up."""
    return position.dealer if position.turned_up is JOKER and position.maker is None else None
