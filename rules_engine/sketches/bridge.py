"""Contract Bridge with the auction, the dummy and the duplicate score; a match of four boards."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from rules_engine.core.game.game import best
from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.rules import RuleBook, part_of
from rules_engine.core.positions.field_types import SEAT, SEATS, SUIT_SET, BySeat, Number
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends, refused, told
from rules_engine.text.message import say

book = RuleBook()
BOARDS, BOOK, SUITS = 4, 6, "CDHS"
SIDES = ((0, 2), (1, 3))


class BridgePosition(ClassicPosition):
    """A position in a board (hand).

    ``level`` and ``trump`` (``""`` for notrump) are the highest bid, ``high`` is its bidder, ``doubled`` is 1, 2 or 4.
    ``named`` and ``named_notrump`` record each side's first bidder of a suit or of notrump, who becomes declarer.
    """

    number: int = field(Number(least=1, most=BOARDS, blank=1), settable=True, key="board")
    level: int = field(Number(least=0, most=7), settable=True)
    high: int | None = field(SEAT, settable=True)
    doubled: int = field(Number(least=1, most=4, blank=1), settable=True)
    passes: int = field(Number(least=0, most=4), settable=True)
    calls: int = field(Number(least=0), settable=True)
    named: list[frozenset[str]] = field(BySeat(SUIT_SET), settable=True)
    named_notrump: frozenset[int] = field(SEATS, settable=True)

    @property
    def declarer(self) -> int | None:
        """The declarer: the first player on the contract's side to bid its suit."""
        if self.high is None:
            return None
        mates = (self.high, (self.high + 2) % 4)
        return next(seat for seat in mates if (self.trump in self.named[seat] if self.trump else seat in self.named_notrump))

    @property
    def dummy(self) -> int | None:
        """The declarer's partner."""
        return None if self.declarer is None else (self.declarer + 2) % 4


def height(level: int, trump: str) -> int:
    """Return the rank of a bid among all bids, from 1."""
    return (level - 1) * 5 + (SUITS.index(trump) if trump else 4) + 1


BIDS = {height(level, trump): make_move("bid" if trump else "notrump", suit=trump, number=level)
        for level in range(1, 8) for trump in (*SUITS, "")}
PASS, DOUBLE, REDOUBLE = (make_move(verb) for verb in ("pass", "double", "redouble"))


@book.offers("call", "A call is a pass, a bid, a double or a redouble", during=("call",), can_refuse=False)
def call(position: BridgePosition, hand: list[Card]) -> list[Move]:
    """A player may pass, bid, double or redouble."""
    return [PASS, DOUBLE, REDOUBLE, *BIDS.values()]


@book.forbids("higher", "Each bid is higher than the last", during=("call",))
def higher(position: BridgePosition, moves: list[Move]) -> list[Move]:
    """A bid must name more tricks, or the same number in a higher suit; notrump is the highest."""
    least = height(position.level, position.trump) if position.level else 0
    return [move for move in moves if move.number is None or height(move.number, move.suit) > least]


@book.forbids("double", "Who doubles whom", during=("call",))
def double(position: BridgePosition, moves: list[Move]) -> list[Move]:
    """A player may double a bid of the opponents, and redouble a doubled bid of their own side."""
    ours = position.high is not None and (position.actor - position.high) % 2 == 0
    barred = {DOUBLE} if position.high is None or ours or position.doubled > 1 else set()
    barred |= {REDOUBLE} if not ours or position.doubled != 2 else set()
    return [move for move in moves if move not in barred]


def caller(position: BridgePosition) -> int | None:
    """Return the seat to call, until three players have passed after a bid, or all four without any bid."""
    over = position.passes >= (4 if position.high is None else 3)
    return None if over else (position.dealer + position.calls) % 4


def calls(position: BridgePosition, seat: int, move: Move, note: EventSink) -> None:
    """A call is a pass, a double, a redouble or a bid."""
    position.calls += 1
    position.passes = position.passes + 1 if move is PASS else 0
    if move in (DOUBLE, REDOUBLE):
        position.doubled *= 2
    elif move.number is not None:
        position.level, position.trump, position.high, position.doubled = move.number, move.suit, seat, 1
        partner = (seat + 2) % 4
        if move.suit and move.suit not in position.named[partner]:
            position.named[seat] |= {move.suit}
        elif not move.suit and partner not in position.named_notrump:
            position.named_notrump |= {seat}
    note(call, "called", seat, (), move.suit or move.verb, (move.number or 0,))


CLASSIC = classic_rules(book)


@part_of(CLASSIC.leader)
def leads(position: BridgePosition) -> int:
    """Return the player to the declarer's left, then the winner of the last trick."""
    first = position.dealer if position.declarer is None else position.declarer
    return position.table.left_of[first] if position.taker is None else position.taker


@book.rule("dummy", "The dummy's hand lies open, and the declarer plays it")
def decides(position: BridgePosition) -> int | None:
    """Return the seat that chooses the card."""
    return position.declarer if position.phase == "play" and position.to_act == position.dummy else position.to_act


def opens(position: BridgePosition) -> Collection[int]:
    """Return the dummy, whose hand is face up after the first lead."""
    led = position.phase == "play" and (bool(position.trick) or any(position.tricks))
    return () if position.dummy is None or not led else (position.dummy,)


def over(position: BridgePosition) -> bool:
    """Return whether a board is over: it was passed out, or all cards are played."""
    return not any(position.hands) or (position.high is None and position.passes >= 4)


@book.rule("score", "The duplicate score")
def score(position: BridgePosition) -> list[Line]:
    """The declarer's side scores for a contract made, the other side for one that fails."""
    if position.declarer is None:
        return []
    side, vulnerable = SIDES[position.declarer % 2], position.declarer % 2 in vulnerable_sides(position.number)
    above = sum(position.tricks[seat] for seat in side) - BOOK - position.level
    points = made(position, above, vulnerable) if above >= 0 else -down(position.doubled, -above, vulnerable)
    mine = position.declarer % 2
    return [score.line([max(0, points if mine == place else -points) for place in (0, 1)], number=above)]


def vulnerable_sides(board: int) -> Collection[int]:
    """Return the vulnerable sides in a board. Over four boards: none, North and South, East and West, both."""
    return ((), (0,), (1,), (0, 1))[(board - 1) % 4]


def made(position: BridgePosition, above: int, vulnerable: bool) -> int:
    """Return the points for a contract made with this number of overtricks."""
    each = 20 if position.trump in ("C", "D") else 30
    tricks = (position.level * each + (10 if not position.trump else 0)) * position.doubled
    game = (500 if vulnerable else 300) if tricks >= 100 else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(position.level, 0)
    over = each if position.doubled == 1 else (100 if vulnerable else 50) * position.doubled
    insult = {1: 0, 2: 50, 4: 100}[position.doubled]
    return tricks + game + slam + above * over + insult


def down(doubled: int, tricks: int, vulnerable: bool) -> int:
    """Return the penalty for this number of undertricks."""
    if doubled == 1:
        return tricks * (100 if vulnerable else 50)
    each = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
    return sum(each[:tricks]) * doubled // 2


@book.rule("match-end", "The end after four boards")
def end(position: BridgePosition) -> list[int]:
    """The side with more points wins."""
    return best(position.totals) if position.number >= BOARDS else []


class Bridge(ClassicGame[BridgePosition]):
    """Contract Bridge, a match of four boards."""

    id, name = "bridge", "Contract Bridge"
    variants: ClassVar = {"duplicate": "four boards"}
    phases = ("call", "play", "over")
    forms: ClassVar = {"call": ("pass", "double", "redouble", "bid SUIT NUMBER", "notrump NUMBER"), "play": ("CARD",)}
    book, partners = book, True
    positions = BridgePosition
    mechanisms = ("trumps", "bidding", "partners")
    course = HandFlow(leader=leads, trick_winner=CLASSIC.winning, next_dealer=CLASSIC.next_dealer, scores=[score],
                      match_end=[end], over=over, open_hands=opens, decides=decides,
                      before=[Stage(phase="call", next_to_act=caller, apply=calls)])


words = classic_words(CLASSIC)
refused(words, higher, "A bid has to be higher than the last one.")
refused(words, double, "There is no such bid to double.")
told(words, call, "{seat} {seat:bids|bid} {n} {suit}.", notrump="{seat} {seat:bids|bid} {n} notrump.",
     double="{seat} {seat:doubles|double}.", redouble="{seat} {seat:redoubles|redouble}.", passed="{seat} {seat:passes|pass}.")
refused(words, decides, "Dummy's cards are the declarer's to play.")
words.lines(score)(lambda line: say("Down {n}", n=-line.number) if line.number < 0 else say("Made with {n} above", n=line.number))
ends(words, end)
