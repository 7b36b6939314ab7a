"""Pinochle for four: a double pack, an auction, melds of several cards, and tricks that must be headed; to 1000."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import ClassVar

from rules_engine.core.game.game import best
from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.cards import Card, Pack, doubled, in_order
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.pack_art import FRENCH as LOOK
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook, part_of
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import NUMBER, SEAT, BySeat, BySide, Cards, Nullable, Number
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import (
    ClassicGame,
    ClassicPosition,
    classic_rules,
    classic_words,
    ends,
    refused,
    short_pack,
    told,
)
from rules_engine.text.message import say

book = RuleBook()
PACK = Pack("pinochle", FRENCH.suits.values(), doubled("pinochle", short_pack("9 10 J Q K A")), look=LOOK)
RANKS, SIDES = ["9", "J", "Q", "K", "10", "A"], ((0, 2), (1, 3))
LEAST, MOST, GOAL, TEN = 250, 600, 1000, 10
AROUND = {"A": 100, "K": 80, "Q": 60, "J": 40}
SHOWN = BySeat(Cards(elsewhere=True))


class PinochlePosition(ClassicPosition):
    """A position in Pinochle. ``bids`` are points, 0 for a pass; ``melds`` are meld points by seat; ``runs``, ``arounds`` and
    ``pinochles`` are the cards in each type of meld; ``melded`` counts the seats that have finished melding; ``points`` are each
    side's trick points.
    """

    bids: list[int | None] = field(BySeat(Nullable(Number(least=0))), settable=True)
    declarer: int | None = field(SEAT, settable=True)
    melds: list[int] = field(BySeat(NUMBER), settable=True)
    runs: list[list[Card]] = field(SHOWN, settable=True)
    arounds: list[list[Card]] = field(SHOWN, settable=True)
    pinochles: list[list[Card]] = field(SHOWN, settable=True)
    melded: int = field(Number(least=0, most=4), settable=True)
    points: list[int] = field(BySide(NUMBER), settable=True)

    @property
    def high(self) -> int:
        """The highest bid."""
        return max((said for said in self.bids if said), default=0)


# ---- the auction

@book.offers("bid", "Bids go up by ten, a pass is for good", during=("bid",))
def bid(position: PinochlePosition, hand: list[Card]) -> list[Move]:
    """Bids start at 250, which the dealer must bid if nobody else does."""
    bids = [make_move("bid", number=number) for number in range(max(position.high + TEN, LEAST), MOST + 1, TEN)]
    alone = position.actor == position.dealer and not position.high
    return bids[:1] if alone else [make_move("pass"), *bids]


def bidder(position: PinochlePosition) -> int | None:
    """Return the next bidder, clockwise from the dealer's left, without those who have passed, until one is left."""
    left = [seat for seat in position.table.clockwise_from(position.dealer + 1) if position.bids[seat] != 0]
    if (len(left) == 1 and position.high) or position.high >= MOST:
        return None
    if not position.high:
        return left[0]
    last = position.bids.index(position.high)
    return next(seat for seat in position.table.clockwise_from(last + 1) if seat in left)


def take_bid(position: PinochlePosition, seat: int, move: Move, note: EventSink) -> None:
    """A player bids or passes."""
    position.bids[seat] = move.number or 0
    note(bid, "called", seat, (), move.verb, (move.number or 0,))


def auction_over(position: PinochlePosition, note: EventSink) -> None:
    """The highest bidder is the declarer."""
    position.declarer = position.bids.index(position.high)


@book.offers("name-trump", "The declarer names trumps", during=("trump",), can_refuse=False)
def name_trump(position: PinochlePosition, hand: list[Card]) -> list[Move]:
    """Any suit may be named."""
    return [make_move("trump", suit=letter) for letter in FRENCH.suits]


def names(position: PinochlePosition, seat: int, move: Move, note: EventSink) -> None:
    """The suit named is trump."""
    position.trump = move.suit
    note(name_trump, "called", seat, (), move.suit)


# ---- melds

@book.offers("meld", "Melds are shown, a card once in a kind of melds", during=("meld",))
def meld(position: PinochlePosition, hand: list[Card]) -> list[Move]:
    """Melds are runs, marriages, four of a rank in all suits, and a Queen of Spades with a Jack of Diamonds."""
    shown = dict.fromkeys(tuple(in_order(cards)) for _, _, cards in melds_of(position, hand))
    return [make_move("done"), *(make_move("meld", cards=cards) for cards in shown)]


def melds_of(position: PinochlePosition, hand: list[Card]) -> Iterator[tuple[str, int, list[Card]]]:
    """Yield the type, points and cards of each meld that can still be shown. Of two equal melds, only the first is included."""
    seat, trump = position.actor, position.trump

    def each(kind: str, points: int, *texts: str) -> Iterator[tuple[str, int, list[Card]]]:
        used = getattr(position, kind)[seat]
        ways = [[card for card in in_order(hand) if card not in used and card.text.rstrip("'") == text] for text in texts]
        yield from ((kind, points, [*cards]) for cards in list(product(*ways))[:1])
    yield from each("runs", 150, *(f"{rank}{trump}" for rank in ("A", "10", "K", "Q", "J")))
    for letter in FRENCH.suits:
        yield from each("runs", 40 if letter == trump else 20, f"K{letter}", f"Q{letter}")
    for rank, points in AROUND.items():
        yield from each("arounds", points, *(f"{rank}{letter}" for letter in FRENCH.suits))
    yield from each("pinochles", 40, "QS", "JD")


def melder(position: PinochlePosition) -> int | None:
    """Return the seat to meld: the declarer first, then clockwise."""
    return None if position.melded >= 4 or position.declarer is None else (position.declarer + position.melded) % 4


def shows(position: PinochlePosition, seat: int, move: Move, note: EventSink) -> None:
    """A meld scores; a player without further melds is done."""
    if not move.cards:
        position.melded += 1
        return
    kind, points, cards = next(found for found in melds_of(position, position.hands[seat]) if set(found[2]) == set(move.cards))
    getattr(position, kind)[seat] = [*getattr(position, kind)[seat], *cards]
    position.melds[seat] += points
    note(meld, "called", seat, move.cards, "", (points,))


# ---- the play

CLASSIC = classic_rules(book, rank=lambda position, card: RANKS.index(card.rank))


@book.forbids("trump-in", "Who can't follow plays a trump", turn="follow")
def trump_in(position: PinochlePosition, moves: list[Move]) -> list[Move]:
    """A player who can't follow suit must trump if possible."""
    led = position.trick[0].card.suits
    return moves if any(move.played.suits == led for move in moves) else (
        [move for move in moves if move.played.suits == position.trump] or moves)


@book.forbids("head", "The trick is headed if it can be", turn="follow")
def head(position: PinochlePosition, moves: list[Move]) -> list[Move]:
    """A player must head the trick if possible, with a higher card of the suit led or a higher trump."""
    seat = position.actor
    return [move for move in moves if CLASSIC.winning(position, [*position.trick, move.laid[seat]]).seat == seat] or moves


@part_of(CLASSIC.leader)
def leads(position: PinochlePosition) -> int:
    """Return the declarer, then the winner of the last trick."""
    first = position.dealer if position.declarer is None else position.declarer
    return first if position.taker is None else position.taker


def took(position: PinochlePosition, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """Aces, Tens, Kings and the last trick score ten each."""
    worth = sum(TEN for one in laid if one.card.rank in ("A", "10", "K"))
    position.points[seat % 2] += worth + TEN * (not any(position.hands))


@book.rule("score", "Melds and tricks; a bid that isn't reached is lost")
def score(position: PinochlePosition) -> list[Line]:
    """A side without trick points loses its melds."""
    brought = [taken + sum(position.melds[seat] for seat in side) if taken else 0
               for side, taken in zip(SIDES, position.points, strict=True)]
    ours = (position.declarer or 0) % 2
    return [score.line([-position.high if place == ours and points < position.high else points
                        for place, points in enumerate(brought)])]


@book.rule("game-end", "The end at 1000")
def end(position: PinochlePosition) -> list[int]:
    """When a side has a thousand points, or has lost as many, the higher total wins."""
    return best(position.totals) if max(position.totals) >= GOAL or min(position.totals) <= -GOAL else []


class Pinochle(ClassicGame[PinochlePosition]):
    """Pinochle for four, with one double pack."""

    id, name, pack, cards = "pinochle", "Pinochle", PACK, PACK.cards
    variants: ClassVar = {"auction": "to 1000"}
    phases = ("bid", "trump", "meld", "play", "over")
    forms: ClassVar = {"bid": ("pass", "bid NUMBER"), "trump": ("trump SUIT",), "meld": ("done", "meld CARDS"), "play": ("CARD",)}
    book, partners = book, True
    positions = PinochlePosition
    mechanisms = ("trumps", "bidding", "partners", "melds")
    course = HandFlow(
        leader=leads,
        trick_winner=CLASSIC.winning,
        next_dealer=CLASSIC.next_dealer,
        on_trick_taken=took,
        scores=[score],
        match_end=[end],
        before=[Stage(phase="bid", next_to_act=bidder, apply=take_bid, on_end=auction_over),
                Stage(phase="trump", next_to_act=lambda position: None if position.trump else position.declarer, apply=names),
                Stage(phase="meld", next_to_act=melder, apply=shows)],
    )


words = classic_words(CLASSIC)
words.line(score, say("Melds and tricks"))
refused(words, bid, "Bids go up by ten, from 250; the dealer has to bid if nobody does.")
told(words, bid, "{seat} {seat:bids|bid} {n}.", passed="{seat} {seat:passes|pass}.")
told(words, name_trump, "{seat} {seat:names|name} {suit} as trumps.")
refused(words, meld, "That is no meld which {seat} can still show.")
told(words, meld, "{seat} {seat:shows|show} {cards}: {n}.")
refused(words, trump_in, "{seat} can't follow and {seat:holds|hold} {cards}.")
refused(words, head, "The trick has to be headed, and {seat} can, with {cards}.")
ends(words, end)
