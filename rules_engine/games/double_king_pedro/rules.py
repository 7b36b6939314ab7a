"""The rules of Double King Pedro, in the order of its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_engine.core.game.game import best
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.core.model.moves import Move, keep
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook, part_of
from rules_engine.core.model.tricks import PlayedCard, strongest
from rules_engine.games.double_king_pedro.cards import (
    ALL_POINTS,
    BIDS,
    DISCARDS,
    DOUBLE,
    FACE_CARDS,
    GIVES,
    HAND_SIZE,
    JOKER,
    KEEP,
    OFF_SUIT,
    PASS,
    PLAY_SIZE,
    PLAYS,
    TIE_ORDER,
    TOSS,
)
from rules_engine.games.double_king_pedro.position import Call
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position
from rules_engine.text.message import say

book = RuleBook()

DOUBLED = 200
WINNING_TOTAL = 500
OFF_RANKS = ("K", "9", "5")
POINTS_BY_RANK = {"A": 1, "K": 25, "J": 1, "10": 1, "9": 9, "5": 5, "2": 1, "Joker": 18}


@book.rule("deal", "Twelve cards each and a kitty of five")
def deal(position: Position, deck: list[Card]) -> None:
    """Each player is dealt twelve cards, and the last five go to the kitty."""
    position.hands = [deck[seat * HAND_SIZE:(seat + 1) * HAND_SIZE] for seat in position.table.seats]
    position.kitty = deck[HAND_SIZE * position.table.size:]


@part_of(deal)
def next_dealer(position: Position) -> int:
    """The deal passes to the left."""
    return position.table.left_of[position.dealer]


@book.offers("toss", "A hand without face cards may be tossed", during=("toss",), can_refuse=False)
def toss(position: Position, hand: list[Card]) -> list[Move]:
    """A player dealt no face card may toss the hand when asked. Nobody scores for a tossed hand."""
    return [TOSS, KEEP] if FACE_CARDS.isdisjoint(hand) else []


HIGHER = [frozenset((PASS, DOUBLE, *BIDS[high:])) for high in range(ALL_POINTS + 1)]
"""The pass and all calls higher than a bid, indexed by that bid."""


@book.forbids("bid", "Bid higher or pass for good", during=("bid",))
def bid(position: Position, moves: list[Move]) -> list[Move]:
    """A bid must be higher than the last one. The last player left in can't pass without having bid."""
    left = keep(moves, HIGHER[position.high_number])
    return [move for move in left if move is not PASS] if is_alone(position) else left


def is_alone(position: Position) -> bool:
    """Return whether all seats except one have passed."""
    return position.bids.count("pass") == position.table.size - 1


def next_caller(position: Position, last: int) -> int:
    """Return the next seat clockwise from the last caller that hasn't passed. After the auction is won, this is the highest
    bidder again."""
    bids, left_of = position.bids, position.table.left_of
    seat = left_of[last]
    while bids[seat] == "pass":
        seat = left_of[seat]
    return seat


@book.rule("double", "Hundred and double it!")
def double(call: Call) -> bool:
    """“Hundred and double it!” is higher than every number and ends the auction. It is won only by taking all points, and scores
    200 won or lost."""
    return call == "double"


@book.rule("kitty", "The declarer takes the kitty")
def kitty(position: Position, note: EventSink) -> None:
    """The declarer takes the kitty before naming trumps."""
    note(kitty, "called", position.declarer, (), "", (len(position.kitty),))
    position.hands[position.declaring] += position.kitty
    position.kitty = []


def whole_hand(position: Position, move: Move, left: list[Move]) -> list[Card]:
    """Return all cards of the declarer, none of which is a trump in the suit named."""
    return position.hands[position.actor]


@book.forbids("name-trumps", "The declarer names trumps", during=("trump",), binds=whole_hand)
def name_trumps(position: Position, moves: list[Move]) -> list[Move]:
    """The declarer may name only a suit in which they hold a trump, because the first lead must be one."""
    hand = position.hands[position.actor]
    return [move for move in moves if not TRUMPS[move.suit].isdisjoint(hand)]


@book.rule("trumps", "The seventeen trumps")
def is_trump(card: Card, trump: str) -> bool:
    """The trumps are the Joker, the suit named, and the King, Nine and Five of the other suit of its colour. Before a suit
    is named, only the Joker is a trump."""
    return card is JOKER or card.suits == trump or (card.rank in OFF_RANKS and card.suits == OFF_SUIT.get(trump))


@book.rule("rank", "How trumps rank")
def rank(card: Card, trump: str) -> tuple[int, bool]:
    """Trumps rank from the Ace down to the Two, each off-card directly below the trump of its rank, and the Joker below
    them all."""
    return card.value, card.suits == trump


SUITS = tuple(FRENCH.suits)
TRUMPS = {trump: frozenset(card for card in FRENCH if is_trump(card, trump)) for trump in (*SUITS, "")}
"""The trumps, by trump suit. Until a suit is named (``""``), only the Joker is certain to be a trump."""
RANKED = {trump: tuple(sorted(TRUMPS[trump], key=lambda card: rank(card, trump), reverse=True)) for trump in SUITS}
"""The trumps from the highest down, by trump suit."""


TRUMP_GIVES = {trump: frozenset(GIVES[card] for card in TRUMPS[trump]) for trump in SUITS}
"""The moves that give a trump away, by trump suit."""


@book.forbids("pass-trumps", "More than six trumps are passed on", during=("pass-trumps",))
def pass_trumps(position: Position, moves: list[Move]) -> list[Move]:
    """A player with more than six trumps gives trumps away, down to six."""
    return keep(moves, TRUMP_GIVES[position.trump])


def excess(position: Position, seat: int) -> int:
    """Return the number of a seat's trumps above six."""
    return max(0, len(TRUMPS[position.trump].intersection(position.hands[seat])) - PLAY_SIZE)


def receiver(position: Position, seat: int) -> int:
    """Return the receiver of a trump: the partner, or the player on the left if the partner passes the excess on."""
    return (seat + (1 if position.passed_on else 2)) % position.table.size


def next_giver(position: Position) -> int | None:
    """Return the first seat, clockwise from the declarer, with trumps to give; None if there is none.

    Under the rules, the partner of a seat that gave trumps away would come next. That needs no check: with seventeen trumps, of
    which the giver keeps six, no two other seats can have too many.
    """
    for seat in position.from_declarer:
        if excess(position, seat):
            return seat
    return None


PLAIN_DISCARDS = {trump: frozenset(DISCARDS[card] for card in FRENCH if card not in TRUMPS[trump]) for trump in SUITS}
"""The moves that discard a card other than a trump, by trump suit."""


@book.forbids("discard", "Everybody discards to six", during=("discard",))
def discard(position: Position, moves: list[Move]) -> list[Move]:
    """Each player discards down to six cards, but no trumps."""
    return keep(moves, PLAIN_DISCARDS[position.trump])


def next_discarder(position: Position) -> int | None:
    """Return the first seat, clockwise from the declarer, with cards to discard; None if there is none."""
    for seat in position.from_declarer:
        if len(position.hands[seat]) > PLAY_SIZE:
            return seat
    return None


TRUMP_PLAYS = {trump: frozenset(PLAYS[card] for card in TRUMPS[trump]) for trump in SUITS}
"""The plays of trumps, by trump suit."""


@book.forbids("opening-lead", "The declarer opens with a trump", turn="lead")
def opening_lead(position: Position, moves: list[Move]) -> list[Move]:
    """The declarer leads first, and must lead a trump."""
    return keep(moves, TRUMP_PLAYS[position.trump]) if position.opening else moves


@part_of(opening_lead)
def first_leader(position: Position) -> int:
    """The declarer leads first."""
    return position.declaring


def can_open(position: Position) -> bool:
    """Return whether the declarer has a trump to lead."""
    return not TRUMPS[position.trump].isdisjoint(position.hands[position.declaring])


@book.forbids("follow-trump", "A trump lead draws trumps")
def follow_trump(position: Position, moves: list[Move]) -> list[Move]:
    """If a trump is led, each player must play a trump."""
    return keep(moves, TRUMP_PLAYS[position.trump]) if position.trick and position.draws else moves


@book.rule("out", "No trump to play: you are out")
def out(position: Position, seat: int, note: EventSink) -> None:
    """A player who must play a trump and has none lays down the hand and is out until the next deal."""
    note(out, "played", seat, position.hands[seat])
    position.out |= {seat}
    position.hands[seat] = []


@book.rule("throw-off", "To a throw-off, play any card")
def throw_off(position: Position, lead: Card) -> bool:
    """A lead that isn't a trump is a throw-off, to which any card may be played."""
    return lead not in TRUMPS[position.trump]


def strengths(trump: str) -> dict[Card, int]:
    """Return the strength of each card in a trick: trumps first, then by rank, and equal ranks by the order of suits."""
    plain = {card: 4 * card.value - TIE_ORDER[trump].index(card.suits) for card in FRENCH if card not in TRUMPS[trump]}
    return plain | {card: 100 - place for place, card in enumerate(RANKED[trump])}


STRENGTH = {trump: strengths(trump) for trump in SUITS}
"""The strength of each card in a trick, by trump suit."""


def trumps_of(position: Position, cards: Sequence[Card]) -> list[Card]:
    """Return the trumps among the given cards, highest first."""
    return sorted(TRUMPS[position.trump].intersection(cards), key=STRENGTH[position.trump].__getitem__, reverse=True)


@book.rule("win-trick", "Who takes the trick")
def winning(position: Position, laid: Sequence[PlayedCard]) -> PlayedCard:
    """The highest trump wins the trick; without a trump, the highest card of any suit. No two cards are equal."""
    return strongest(laid, STRENGTH[position.trump])


@book.rule("win-tie", "Equal throw-offs")
def tie_order(trump: str) -> str:
    """Between cards of equal rank, the one of the trumps' colour wins; otherwise hearts go before diamonds, and spades before
    clubs."""
    return TIE_ORDER[trump]


@book.rule("next-lead", "The winner leads next")
def next_lead(position: Position, note: EventSink) -> int:
    """The winner of a trick leads the next one."""
    seat = position.taker
    note(next_lead, "lead", seat)
    return seat


@book.rule("points", "What trumps are worth")
def points(card: Card, trump: str) -> int:
    """Kings are worth 25 points, the Joker 18, Nines 9, Fives 5, and the Ace, Jack, Ten and Two 1 each: all trumps together
    100."""
    return POINTS_BY_RANK.get(card.rank, 0) if is_trump(card, trump) else 0


POINTS = {trump: {card: points(card, trump) for card in RANKED[trump]} for trump in SUITS}
"""The points of each trump, by trump suit."""


def points_of(position: Position, cards: Iterable[Card]) -> int:
    """Return the total points for the given cards."""
    return sum(POINTS[position.trump].get(card, 0) for card in cards)


@book.rule("score-made", "A bid made")
def score_made(position: Position) -> Line:
    """If the declarer's side takes at least the points that were bid, it scores the points it took."""
    side = position.declaring % 2
    return score_made.line(_for(side, position.points[side]), "", position.wanted)


@book.rule("score-set", "A bid missed")
def score_set(position: Position) -> Line:
    """If the declarer's side takes fewer points than were bid, it loses the amount of the bid."""
    side = position.declaring % 2
    return score_set.line(_for(side, -position.wanted), "", position.points[side])


@book.rule("score-defenders", "The other side keeps its points")
def score_defenders(position: Position) -> Line:
    """The other side scores the points it took."""
    side = 1 - position.declaring % 2
    return score_defenders.line(_for(side, position.points[side]))


@book.rule("score-double", "Two hundred either way")
def score_double(position: Position) -> Line:
    """After “Hundred and double it!”, the declarer's side scores 200 for all points, and loses 200 for fewer."""
    side = position.declaring % 2
    return score_double.line(_for(side, DOUBLED if is_made(position) else -DOUBLED), "", position.points[side])


def is_made(position: Position) -> bool:
    """Return whether the declarer's side took the points that it needs."""
    return position.points[position.declaring % 2] >= position.wanted


def sheet(position: Position) -> list[Line]:
    """Return the lines of the score sheet: the declarer's side's score and the other side's points; a line of zeros for a tossed
    hand."""
    if position.declarer is None:
        return [toss.line((0, 0))]
    bid = score_made if is_made(position) else score_set
    declared = score_double if double(position.contract) else bid
    return [declared(position), score_defenders(position)]


def _for(side: int, scored: int) -> tuple[int, int]:
    return (0, scored) if side else (scored, 0)


@book.rule("game-end", "The end at 500")
def end(position: Position) -> list[int]:
    """At 500 points, the higher total wins; with equal totals another hand is played."""
    totals = position.totals
    return best(totals) if max(totals) >= WINNING_TOTAL and totals[0] != totals[1] else []


def is_tied(position: Position) -> bool:
    """Return whether both sides have the same total of 500 or more."""
    totals = position.totals
    return max(totals) >= WINNING_TOTAL and totals[0] == totals[1]


def _contract(seeker: GoalSide, now: Position) -> int | None:
    return int(is_made(now) == (now.declaring % 2 == seeker.place)) if now.hand_over and now.declarer is not None else None


CONTRACT = Goal("contract", say("Make your contract, or beat theirs"), _contract)
