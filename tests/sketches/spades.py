"""Spades: partners bid tricks, spades are trumps, nil is worth a hundred, ten bags cost a hundred; to 500."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.core.game.game import best
from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import FLAG, BySeat, BySide, Nullable, Number
from rules_engine.core.positions.position import field
from rules_engine.text.message import say
from tests.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends, refused, told

book = RuleBook()
SIDES = ((0, 2), (1, 3))
TRICKS, NIL, BAGS, GOAL = 13, 100, 10, 500


class SpadesPosition(ClassicPosition):
    """A position in Spades. ``bids`` are numbers of tricks, 0 for nil; ``bags`` are each side's earlier overtricks; ``broken``
    means that a spade was played.
    """

    bids: list[int | None] = field(BySeat(Nullable(Number(least=0))), settable=True)
    bags: list[int] = field(BySide(Number(least=0)), settable=True)
    broken: bool = field(FLAG, settable=True)


@book.offers("bid", "Everybody bids once", during=("bid",), can_refuse=False)
def bid(position: SpadesPosition, hand: list[Card]) -> list[Move]:
    """A player bids nil or a number of tricks."""
    return [make_move("bid nil"), *(make_move("bid", number=number) for number in range(1, TRICKS + 1))]


@book.forbids("thirteen", "Partners bid no more than thirteen", during=("bid",))
def thirteen(position: SpadesPosition, moves: list[Move]) -> list[Move]:
    """Two partners can't bid more than thirteen tricks in total."""
    left = TRICKS - (position.bids[(position.actor + 2) % 4] or 0)
    return [move for move in moves if (move.number or 0) <= left]


def bidder(position: SpadesPosition) -> int | None:
    """Return the next bidder, clockwise from the dealer's left."""
    order = position.table.clockwise_from(position.dealer + 1)
    return next((seat for seat in order if position.bids[seat] is None), None)


def take_bid(position: SpadesPosition, seat: int, move: Move, note: EventSink) -> None:
    """A bid is final."""
    position.bids[seat] = move.number or 0
    note(bid, "called", seat, (), "" if move.number else "nil", (move.number or 0,))


@book.forbids("spades-closed", "No spade is led before one was played", turn="lead")
def spades_closed(position: SpadesPosition, moves: list[Move]) -> list[Move]:
    """Spades may not be led until they are broken, unless the hand has nothing else."""
    return moves if position.broken else [move for move in moves if move.played.suits != "S"] or moves


CLASSIC = classic_rules(book)


def played(position: SpadesPosition, laid: PlayedCard, note: EventSink) -> None:
    """The first spade breaks spades."""
    position.broken = position.broken or laid.card.suits == "S"


def sides_bid(position: SpadesPosition) -> list[int]:
    """Return the number of tricks that each side must win."""
    return [sum(position.bids[seat] or 0 for seat in side) for side in SIDES]


def sides_took(position: SpadesPosition) -> list[int]:
    """Return the number of tricks that each side won."""
    return [sum(position.tricks[seat] for seat in side) for side in SIDES]


@book.rule("contract", "Ten for each trick bid")
def contract(position: SpadesPosition) -> Line:
    """A side scores ten points per trick bid, or loses them if it wins fewer."""
    return contract.line([10 * said if took >= said else -10 * said
                          for said, took in zip(sides_bid(position), sides_took(position), strict=True)])


def too_many(position: SpadesPosition) -> list[int]:
    """Return the number of tricks above each side's bid."""
    return [max(0, took - said) for said, took in zip(sides_bid(position), sides_took(position), strict=True)]


@book.rule("nil", "A hundred for nil")
def nil(position: SpadesPosition) -> list[Line]:
    """A nil bid scores a hundred points if the bidder wins no trick, and loses a hundred otherwise."""
    return [nil.line([(NIL if not position.tricks[seat] else -NIL) * (seat in side) for side in SIDES], number=seat)
            for seat, said in enumerate(position.bids) if said == 0]


@book.rule("bags", "A point for each trick too many; ten of them cost a hundred")
def bags(position: SpadesPosition) -> Line:
    """Bags accumulate over the hands of a match."""
    more = too_many(position)
    return bags.line([each - NIL * ((before % BAGS + each) // BAGS) for before, each in zip(position.bags, more, strict=True)])


@book.rule("game-end", "The end at 500")
def end(position: SpadesPosition) -> list[int]:
    """When a side has 500 points, or has lost as many, the higher total wins."""
    return best(position.totals) if max(position.totals) >= GOAL or min(position.totals) <= -GOAL else []


class Spades(ClassicGame[SpadesPosition]):
    """Spades for four."""

    id, name = "spades", "Spades"
    variants: ClassVar = {"standard": "to 500"}
    phases = ("bid", "play", "over")
    forms: ClassVar = {"bid": ("bid nil", "bid NUMBER"), "play": ("CARD",)}
    book, partners = book, True
    positions = SpadesPosition
    mechanisms = ("trumps", "bidding", "partners")
    course = HandFlow(**CLASSIC.course(), played=played, scores=[contract, nil, bags], match_end=[end],
                    before=[Stage(phase="bid", next_to_act=bidder, apply=take_bid)])

    def deal_out(self, position: SpadesPosition, seed: int) -> None:
        """Deal thirteen cards each; spades are trumps."""
        super().deal_out(position, seed)
        position.trump = "S"

    def carry(self, position: SpadesPosition, before: SpadesPosition) -> None:
        """Add this hand's bags."""
        super().carry(position, before)
        position.bags = [was + more for was, more in zip(before.bags, too_many(before), strict=True)]


words = classic_words(CLASSIC)
words.line(contract, say("Bid"))
words.line(nil, say("Nil"))
words.line(bags, say("Tricks too many"))
words.wants(lambda position, seat: position.bids[seat])
refused(words, thirteen, "There are only thirteen tricks, and {seat} {seat:has|have} a partner who bid some.")
told(words, bid, "{seat} {seat:bids|bid} {n}.", nil="{seat} {seat:bids|bid} nil.")
refused(words, spades_closed, "No spade has been played, and {seat} {seat:holds|hold} {cards}.")
ends(words, end)
