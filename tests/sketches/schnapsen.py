"""Schnapsen: on lead, players exchange the Jack, announce marriages, close the stock and claim 66. Any card may be played until
the stock is gone or closed; then players must follow, trump and beat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.game import best
from rules_engine.core.game.trick_game import HandFlow
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move, play
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import PILE, SEAT, SUIT, BySeat, Number
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import SUITS, ClassicGame, ClassicPosition, classic_rules, classic_words, ends, refused, told
from rules_engine.text.message import say, template

book = RuleBook()
RANKS = ("J", "Q", "K", "10", "A")
WORTH = dict(zip(RANKS, (2, 3, 4, 10, 11), strict=True))
HAND, WINS, GOAL, PAIR, HALF = 5, 66, 7, 20, 33
CLOSE, EXCHANGE, CLAIM = make_move("close"), make_move("exchange"), make_move("claim")


class SchnapsenPosition(ClassicPosition):
    """A position in Schnapsen. ``stock`` is face down on the card ``turned_up``; ``points`` are card points taken, and ``pairs``
    those announced for marriages, by seat."""

    trump: str = field(SUIT, settable=True, can_be_none=False)
    stock: list[Card] = field(PILE, settable=True, hidden=True)
    turned_up: list[Card] = field(PILE, settable=True)
    points: list[int] = field(BySeat(Number(least=0)), settable=True)
    pairs: list[int] = field(BySeat(Number(least=0)), settable=True)
    announced: str = field(SUIT, settable=True)
    closed_by: int | None = field(SEAT, settable=True)
    claimed_by: int | None = field(SEAT, settable=True)

    @property
    def strict(self) -> bool:
        """True if nothing is left to draw."""
        return not self.turned_up or self.closed_by is not None

    def total(self, seat: int) -> int:
        """Return the points that count for a seat: marriages only with a trick."""
        return self.points[seat] + (self.pairs[seat] if self.tricks[seat] else 0)


def rank(position: SchnapsenPosition, card: Card) -> int:
    """Return the rank of a card in its suit: the Ten is above the King."""
    return RANKS.index(card.rank)


def worth(position: SchnapsenPosition, card: Card) -> int:
    """Return the points for a card."""
    return WORTH[card.rank]


def strict(position: SchnapsenPosition) -> bool:
    """Return whether players must follow suit."""
    return position.strict


def marry(suit: str) -> Move:
    """Return the announcement of a marriage."""
    return make_move("marry", suit=suit)


def to_try(position: SchnapsenPosition, hand: list[Card]) -> list[Move]:
    """Return the cards in hand and, on lead, the announcements."""
    return [*map(play, hand), *([] if position.trick else [EXCHANGE, *map(marry, SUITS), CLOSE, CLAIM])]


def without(moves: list[Move], call: Move, allowed: bool) -> list[Move]:
    """Return the moves, without ``call`` unless it is ``allowed``."""
    return moves if allowed else [move for move in moves if move is not call]


@book.forbids("exchange", "The Jack of trumps is exchanged for the card turned up", turn="lead")
def exchange(position: SchnapsenPosition, moves: list[Move]) -> list[Move]:
    """On lead, while cards are drawn, the trump Jack may be exchanged for the card turned up."""
    held = any(card.rank == "J" and card.suits == position.trump for card in position.hands[position.actor])
    return without(moves, EXCHANGE, held and not position.strict and not position.announced)


@book.forbids("marriage", "King and Queen of a suit are announced", turn="lead")
def marriage(position: SchnapsenPosition, moves: list[Move]) -> list[Move]:
    """On lead, King and Queen of a suit count 20, of trumps 40, once their owner has a trick."""
    for suit in SUITS:
        pair = all(FRENCH.card(f"{rank}{suit}") in position.hands[position.actor] for rank in "KQ")
        moves = without(moves, marry(suit), pair and not position.announced)
    return moves


@book.forbids("lead-pair", "One of the pair is led", turn="lead")
def lead_pair(position: SchnapsenPosition, moves: list[Move]) -> list[Move]:
    """After a marriage, its King or Queen is led, unless the leader has 66."""
    suit = position.announced
    return moves if not suit else [move for move in moves if move.card is None or (
        move.card.suits == suit and move.card.rank in ("K", "Q"))]


@book.forbids("close", "The stock is closed", turn="lead")
def close(position: SchnapsenPosition, moves: list[Move]) -> list[Move]:
    """On lead, while cards are drawn, a player may close the stock: nobody draws any more."""
    return without(moves, CLOSE, not position.strict and not position.announced)


@book.forbids("claim", "Sixty-six is claimed", turn="lead")
def claim(position: SchnapsenPosition, moves: list[Move]) -> list[Move]:
    """On lead, a player with a trick may claim to have 66 points, and the hand ends."""
    return without(moves, CLAIM, position.tricks[position.actor] > 0)


CLASSIC = classic_rules(book, rank=rank, strict=strict)


@book.forbids("trump", "Trump what you can't follow once the stock is gone", turn="follow")
def must_trump(position: SchnapsenPosition, moves: list[Move]) -> list[Move]:
    """Without a stock, a player who can't follow suit must trump."""
    follows = any(move.played.suits == position.trick[0].card.suits for move in moves)
    return moves if follows or not position.strict else [move for move in moves if move.played.suits == position.trump] or moves


@book.forbids("beat", "Beat the card led once the stock is gone", turn="follow")
def must_beat(position: SchnapsenPosition, moves: list[Move]) -> list[Move]:
    """Without a stock, a player who follows suit must beat the card if possible."""
    led = position.trick[0].card
    higher = [move for move in moves if move.played.suits == led.suits and rank(position, move.played) > rank(position, led)]
    return higher or moves if position.strict else moves


def called(position: SchnapsenPosition, seat: int, move: Move, note: EventSink) -> None:
    """Exchange the Jack, announce a marriage, close the stock or claim 66."""
    if move is EXCHANGE:
        jack, (card,) = FRENCH.card(f"J{position.trump}"), position.turned_up
        position.hands[seat] = [card if held is jack else held for held in position.hands[seat]]
        position.turned_up = [jack]
        note(exchange, "called", seat, (card,))
    elif move.suit:
        position.announced = move.suit
        worth = PAIR * (1 + (move.suit == position.trump))
        position.pairs[seat] += worth
        note(marriage, "called", seat, (), move.suit, (worth,))
    elif move is CLOSE:
        position.closed_by = seat
        note(close, "called", seat)
    else:
        position.claimed_by = seat
        note(claim, "called", seat, (), "", (position.total(seat),))


@book.rule("draw", "Both draw a card, the taker first")
def draw(position: SchnapsenPosition, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """The winner of a trick draws first; the turned-up card is the last of the stock."""
    position.points[seat] += sum(worth(position, one.card) for one in laid)
    position.announced = ""
    if not position.strict:
        cards = [*position.stock, *position.turned_up]
        for taker, card in zip((seat, 1 - seat), cards, strict=False):
            position.hands[taker].append(card)
        position.stock, position.turned_up = cards[2:-1], cards[2:][-1:]
        note(draw, "trick", seat)


def over(position: SchnapsenPosition) -> bool:
    """Return whether 66 is claimed or all cards are played."""
    return position.claimed_by is not None or not any(position.hands)


@book.rule("score", "Points for the hand")
def score(position: SchnapsenPosition) -> Line:
    """Whoever claims 66 rightly, or takes the last trick, scores; a wrong claim or a failed closing scores for the other."""
    claims = position.claimed_by if position.claimed_by is not None else position.closed_by
    winner = (position.taker or 0) if claims is None else claims if position.total(claims) >= WINS else 1 - claims
    loser = 1 - winner
    worth = 3 if not position.tricks[loser] else 2 if winner != claims or position.total(loser) < HALF else 1
    return score.line([worth if seat == winner else 0 for seat in position.table.seats] if claims is not None else
                      [int(seat == winner) for seat in position.table.seats])


@book.rule("game-end", "The end at seven")
def end(position: SchnapsenPosition) -> list[int]:
    """The game ends when a player has seven points."""
    return best(position.totals) if max(position.totals) >= GOAL else []


class Schnapsen(ClassicGame[SchnapsenPosition]):
    """Schnapsen for two."""

    id, name = "schnapsen", "Schnapsen"
    variants: ClassVar = {"standard": "to 7"}
    player_counts = (2,)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD", "exchange", "marry SUIT", "close", "claim")}
    book = book
    cards = tuple(card for card in FRENCH if card.rank in RANKS)
    positions = SchnapsenPosition
    mechanisms = ("trumps", "stock")
    card_points: ClassVar = {"points": worth}
    course = HandFlow(**CLASSIC.course(), tries=to_try, on_call=called, on_trick_taken=draw, over=over, scores=[score],
                      match_end=[end])

    def deal_out(self, position: SchnapsenPosition, seed: int) -> None:
        """Deal five cards each; the card turned up below the stock makes trumps."""
        deck = self.shuffled(self.deck, seed, position.number)
        position.hands = [deck[:HAND], deck[HAND:2 * HAND]]
        position.stock, position.turned_up = deck[2 * HAND:-1], deck[-1:]
        position.trump = deck[-1].suits


words = classic_words(CLASSIC)
words.line(score, say("The hand"))
words.taken(lambda position, seat: say("{n} {n:point|points}", n=position.total(seat)))
words.move("exchange", template("{seat} {seat:exchanges|exchange} the Jack"), template("exchange the Jack"))
words.move("marry SUIT", template("{seat} {seat:announces|announce} the marriage in {suit}"),
           template("announce the marriage in {suit}"), template("Marriage in {suit}"))
words.move("close", template("{seat} {seat:closes|close} the stock"), template("close the stock"))
words.move("claim", template("{seat} {seat:claims|claim} 66"), template("claim 66"))
told(words, exchange, "{seat} {seat:exchanges|exchange} the Jack of trumps for {card}.")
told(words, marriage, "{seat} {seat:announces|announce} King and Queen of {suit}, {n} points.")
told(words, close, "{seat} {seat:closes|close} the stock.")
told(words, claim, "{seat} {seat:claims|claim} 66 and {seat:has|have} {n}.")
told(words, draw, "Both draw a card.")
refused(words, exchange, "{seat} can't exchange the Jack of trumps now.")
refused(words, marriage, "{seat} {seat:has|have} no such marriage to announce.")
refused(words, lead_pair, "{seat} {seat:has|have} announced a marriage, and {seat:leads|lead} its King or Queen.")
refused(words, close, "The stock can't be closed now.")
refused(words, claim, "{seat} {seat:has|have} no trick yet.")
refused(words, must_trump, "The stock is gone, and {seat} {seat:holds|hold} {cards}.")
refused(words, must_beat, "The stock is gone, and {seat} {seat:holds|hold} {cards}, which {cards:beats|beat} it.")
ends(words, end)
