"""Skat: bidding by values, skat or hand games, suit games, Grand and Null, Schneider and Schwarz; nine deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.game import best
from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.positions.field_types import FLAG, NUMBER, PILE, SEAT, SEATS, BySeat, Nullable, Number, OneOf
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import (
    ClassicGame,
    ClassicPosition,
    card_points,
    classic_rules,
    classic_words,
    ends,
    short_pack,
    told,
)
from rules_engine.text.message import NOTHING, Text, say, suit_mark

book = RuleBook()
CARDS, HAND, HANDS = short_pack("7 8 9 10 J Q K A"), 10, 9
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
RANKS, NULL_RANKS = (["7", "8", "9", "Q", "K", "10", "A", "J"], ["7", "8", "9", "10", "J", "Q", "K", "A"])
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}
VALUES = sorted({base * times for base in BASE.values() for times in range(2, 12)} | {23, 35})      # all possible bids


class SkatPosition(ClassicPosition):
    """A position in Skat. The ``bid`` was accepted if ``held``; ``kind`` is a suit letter, ``grand`` or ``null``; ``picked`` is 0
    in a hand game; ``away`` are the discards; ``tops`` are the declarer's highest trumps, as a bit set.
    """

    number: int = field(Number(least=1, most=HANDS, blank=1), settable=True, key="hand_number")
    skat: list[Card] = field(PILE, settable=True, hidden=True)
    bid: int = field(Number(least=0), settable=True)
    held: bool = field(FLAG, settable=True)
    passed: frozenset[int] = field(SEATS, settable=True)
    declarer: int | None = field(SEAT, settable=True)
    picked: int | None = field(Nullable(Number(least=0, most=1)), settable=True)
    away: list[list[Card]] = field(BySeat(PILE), settable=True, hidden=True)
    kind: str = field(OneOf(*"CSHD", "grand", "null"), settable=True)
    tops: int = field(Number(least=0), settable=True)
    points: list[int] = field(BySeat(NUMBER), settable=True)


def trump(position: SkatPosition) -> str:
    """Return the trump suit, to which the Jacks belong, or ``J`` if only the Jacks are trumps."""
    return {"null": "", "grand": "J"}.get(position.kind, position.kind)


def suit(position: SkatPosition, card: Card) -> str:
    """Return the suit to which a card belongs: except in Null, Jacks are trumps."""
    return trump(position) or card.suits if card.rank == "J" else card.suits


def rank(position: SkatPosition, card: Card) -> int:
    """Return the rank of a card: Jacks by suit, the Ten below the Ace; in Null, the ranks are in their usual order."""
    if position.kind == "null":
        return NULL_RANKS.index(card.rank)
    return RANKS.index(card.rank) + ("DHSC".index(card.suits) if card.rank == "J" else 0)


def called(letter: str) -> Text:
    """Return the players' name of a suit."""
    return say("Jacks") if letter == "J" else suit_mark(letter)


# ---- the auction

@book.offers("bid", "Middlehand bids to forehand, then the dealer to who is left", during=("bid",), can_refuse=False)
def bids(position: SkatPosition, hand: list[Card]) -> list[Move]:
    """A bid is a game value above the last bid; the player who answers holds it or passes."""
    if speaks(position):
        return [make_move("pass"), *(make_move("bid", number=value) for value in VALUES if value > position.bid)]
    return [make_move("pass"), make_move("hold")]


def pair(position: SkatPosition) -> tuple[int, int] | None:
    """Return the bidder and the answerer, the second and first seats left after the dealer; None if fewer than two are left."""
    left = [seat for seat in position.table.clockwise_from(position.dealer + 1) if seat not in position.passed]
    return (left[1], left[0]) if len(left) > 1 else None


def speaks(position: SkatPosition) -> bool:
    """Return whether the next call is a bid, not an answer."""
    return position.held or not position.bid or pair(position) is None


def bidder(position: SkatPosition) -> int | None:
    """Return the next seat to bid or answer; a player left alone without a bid may still make one."""
    if position.declarer is not None or len(position.passed) == 3:
        return None
    two = pair(position)
    if two is None:
        return next(seat for seat in position.table.seats if seat not in position.passed) if not position.bid else None
    return two[0] if speaks(position) else two[1]


def bid(position: SkatPosition, seat: int, move: Move, note: EventSink) -> None:
    """A bid stands until it is answered; a pass is final."""
    if move.number:
        position.bid, position.held = move.number, False
    else:
        position.held = True
        position.passed |= {seat} if move.verb == "pass" else set()
    note(bids, "called", seat, (), move.verb, (position.bid,))


def auction_over(position: SkatPosition, note: EventSink) -> None:
    """The remaining player is the declarer."""
    if position.bid and position.declarer is None:
        position.declarer = next(seat for seat in position.table.seats if seat not in position.passed)


# ---- the skat and the choice of game

@book.offers("skat", "The declarer picks up the skat, or plays a hand game", during=("skat",), can_refuse=False)
def pick_up(position: SkatPosition, hand: list[Card]) -> list[Move]:
    """The declarer picks up the skat or plays a hand game."""
    return [make_move("pick up"), make_move("hand")]


def picks(position: SkatPosition, seat: int, move: Move, note: EventSink) -> None:
    """The skat joins the hand or stays."""
    position.picked = int(move.verb == "pick up")
    if position.picked:
        position.hands[seat] += position.skat
        position.skat = []
    note(pick_up, "called", seat, (), move.verb)


@book.offers("lay-away", "Two cards are laid away", during=("lay-away",), can_refuse=False)
def lay_away(position: SkatPosition, hand: list[Card]) -> list[Move]:
    """Any two cards may be discarded; they count for the declarer."""
    return [make_move("lay away", card) for card in hand]


def lays(position: SkatPosition, seat: int, move: Move, note: EventSink) -> None:
    """A discard is out of the hand."""
    position.hands[seat].remove(move.played)
    position.away[seat] = [*position.away[seat], move.played]
    note(lay_away, "called", seat, (move.played,))


@book.offers("name", "The declarer names the game", during=("name",), can_refuse=False)
def name_game(position: SkatPosition, hand: list[Card]) -> list[Move]:
    """The declarer names a suit, Grand or Null."""
    return [*(make_move("suit", suit=letter) for letter in "DHSC"), make_move("grand"), make_move("null")]


def names(position: SkatPosition, seat: int, move: Move, note: EventSink) -> None:
    """The game is now public, and the declarer's highest trumps are recorded."""
    position.kind = move.suit or move.verb
    position.trump = move.suit
    position.tops = tops(position, [*position.hands[seat], *position.away[seat]])
    note(name_game, "called", seat, (), position.kind)


def tops(position: SkatPosition, cards: Sequence[Card]) -> int:
    """Return the trumps among these cards as bits, with the highest trump as the lowest bit."""
    trumps = sorted((card for card in CARDS if suit(position, card) == trump(position)), key=lambda card: -rank(position, card))
    return sum(1 << place for place, card in enumerate(trumps) if card in cards)


# ---- the play

CLASSIC = classic_rules(book, suit, rank, trump, called)


def over(position: SkatPosition) -> bool:
    """A hand ends when all have passed, a Null is lost, or all cards are played."""
    lost_null = position.kind == "null" and position.declarer is not None and position.tricks[position.declarer] > 0
    return len(position.passed) == 3 or lost_null or not any(position.hands)


def closes(position: SkatPosition, note: EventSink) -> None:
    """At the end, the skat and its trumps belong to the declarer."""
    if position.declarer is not None and position.kind != "null":
        position.tops |= tops(position, position.skat)
        put = [*position.skat, *position.away[position.declarer]]
        position.points[position.declarer] += sum(POINTS.get(card.rank, 0) for card in put)


def matadors(position: SkatPosition) -> int:
    """Return the number of consecutive trumps from the highest down that the declarer has, or lacks."""
    number, has = (4 if position.kind == "grand" else 11), position.tops & 1
    return next((place for place in range(number) if (position.tops >> place & 1) != has), number)


def value(position: SkatPosition, points: int, tricks: int) -> tuple[int, bool]:
    """Return the value of the game for a declarer with these card points and tricks, and whether it is won."""
    if position.kind == "null":
        return (23 if position.picked else 35), tricks == 0
    won, took_all = points > 60, tricks in (0, HAND)
    levels = 1 + matadors(position) + (not position.picked) + (points >= 90 or points <= 30) + took_all
    return BASE[position.kind] * levels, won


@book.rule("score", "The value of the game, or twice as much lost")
def score(position: SkatPosition) -> list[Line]:
    """A game worth less than the bid is lost; the loss is the lowest multiple of the base value that reaches the bid."""
    if position.declarer is None:
        return []
    worth, won = value(position, position.points[position.declarer], position.tricks[position.declarer])
    if worth < position.bid:
        base = BASE.get(position.kind, worth)
        worth, won = -(-position.bid // base) * base, False
    points = worth if won else -2 * worth
    return [score.line([points if seat == position.declarer else 0 for seat in range(3)], number=worth)]


@book.rule("match-end", "The end after nine hands")
def end(position: SkatPosition) -> list[int]:
    """The highest total wins."""
    return best(position.totals) if position.number >= HANDS else []


class Skat(ClassicGame[SkatPosition]):
    """Skat for three."""

    id, name, player_counts = "skat", "Skat", (3,)
    variants: ClassVar = {"standard": "nine hands"}
    phases = ("bid", "skat", "lay-away", "name", "play", "over")
    forms: ClassVar = {"bid": ("pass", "hold", "bid NUMBER"), "skat": ("pick up", "hand"), "lay-away": ("lay away CARD",),
                       "name": ("suit SUIT", "grand", "null"), "play": ("CARD",)}
    book, cards, positions = book, CARDS, SkatPosition
    mechanisms = ("trumps", "bidding", "exchange")
    course = HandFlow(**CLASSIC.course(), on_trick_taken=card_points(POINTS), over=over, before_scoring=closes, scores=[score],
                      match_end=[end], before=[
        Stage(phase="bid", next_to_act=bidder, apply=bid, on_end=auction_over),
        Stage(phase="skat", next_to_act=lambda position: position.declarer if position.picked is None else None, apply=picks),
        Stage(phase="lay-away", next_to_act=lambda position: position.declarer if position.picked and not position.kind
              and len(position.hands[position.declarer]) > HAND else None, apply=lays, extra_cards=2),
        Stage(phase="name", next_to_act=lambda position: None if position.kind else position.declarer, apply=names,
              extra_cards=None)])

    def hand_size(self) -> int:
        return HAND

    def suit_of(self, position: SkatPosition, card: Card) -> str:
        return suit(position, card)

    def sides(self, position: SkatPosition) -> list[tuple[int, ...]]:
        """Return the declarer's side and the side of both opponents."""
        return [(seat,) for seat in self.table.seats] if position.declarer is None else [
            (position.declarer,), tuple(seat for seat in self.table.seats if seat != position.declarer)]

    def deal_out(self, position: SkatPosition, seed: int) -> None:
        """Deal ten cards each and two to the skat."""
        deck = self.shuffled(self.deck, seed, position.number)
        position.hands = [deck[seat * HAND:(seat + 1) * HAND] for seat in range(3)]
        position.skat = deck[3 * HAND:]

    def hide(self, seen: SkatPosition, seat: int) -> None:
        """Hide the record of the declarer's highest trumps from the opponents until the end."""
        super().hide(seen, seat)
        if seat != seen.declarer:
            seen.tops = 0


words = classic_words(CLASSIC)
words.lines(score)(lambda line: say("A game of {n}", n=line.number))
words.taken(lambda position, seat: say("{n} {n:point|points}", n=position.points[seat]))
words.kind(lambda position, card: say("trump") if card.rank == "J" and position.kind not in ("", "null") else NOTHING)
told(words, bids, "{seat} {seat:bids|bid} {n}.", hold="{seat} {seat:holds|hold} {n}.", passed="{seat} {seat:passes|pass}.")
told(words, pick_up, "{seat} {seat:picks|pick} up the skat.", hand="{seat} {seat:plays|play} without the skat.")
told(words, lay_away, "{seat} {seat:lays|lay} {card} away.", hidden=True)
told(words, name_game, "{seat} {seat:names|name} {suit}.", grand="{seat} {seat:names|name} Grand.",
     null="{seat} {seat:names|name} Null.")
ends(words, end)
