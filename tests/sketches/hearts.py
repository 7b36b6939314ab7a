"""Hearts: three cards are passed, hearts and the Queen of Spades cost points, and shooting the moon costs each opponent 26."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.game import lowest
from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook, part_of
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import FLAG, NUMBER, PILE, BySeat, Number
from rules_engine.core.positions.position import field
from rules_engine.narration.phrasebook import SideTotal
from rules_engine.narration.quantities import POINTS, counted
from rules_engine.text.message import say
from tests.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends, refused, told

book = RuleBook()
TWO, QUEEN = FRENCH.card("2C"), FRENCH.card("QS")
ALL, PASSED, LIMIT = 26, 3, 100
WHERE = (1, 3, 2, 0)
"""Number of seats to the left that cards are passed in successive hands: left, right, across, none."""


def points(position: ClassicPosition, card: Card) -> int:
    """Return the penalty points for a card."""
    return 13 if card is QUEEN else int(card.suits == "H")


class HeartsPosition(ClassicPosition):
    """A position in Hearts. ``taken`` holds the penalty points by seat; ``broken`` is true after a penalty card has been played.
    """

    number: int = field(Number(least=1, blank=1), settable=True, key="hand_number")
    passed: list[list[Card]] = field(BySeat(PILE), settable=True, hidden=True)
    broken: bool = field(FLAG, settable=True)
    taken: list[int] = field(BySeat(NUMBER), settable=True)

    @property
    def first_trick(self) -> bool:
        """True while the first trick is being played."""
        return not any(self.tricks)

    @property
    def goes(self) -> int:
        """Number of seats to the left that cards are passed in this hand."""
        return WHERE[(self.number - 1) % 4]


@book.offers("pass-cards", "Three cards are passed", during=("pass",), can_refuse=False)
def pass_cards(position: HeartsPosition, hand: list[Card]) -> list[Move]:
    """A player may pass any three cards."""
    return [make_move("pass", card) for card in hand]


def passer(position: HeartsPosition) -> int | None:
    """Return the next seat to pass cards; each passes three, except in every fourth hand."""
    if not position.goes or position.broken or not position.first_trick or position.trick:
        return None
    order = position.table.clockwise_from(position.dealer + 1)
    return next((seat for seat in order if len(position.passed[seat]) < PASSED and len(position.hands[seat]) > 10), None)


def lay_down(position: HeartsPosition, seat: int, move: Move, note: EventSink) -> None:
    """Passed cards stay face down until all have passed."""
    position.hands[seat].remove(move.played)
    position.passed[seat] = [*position.passed[seat], move.played]
    note(pass_cards, "called", seat, (move.played,))


def pick_up(position: HeartsPosition, note: EventSink) -> None:
    """The players pick up the cards passed to them."""
    for seat, cards in enumerate(position.passed):
        position.hands[(seat + position.goes) % 4] += cards
    position.passed = [[] for _ in position.table.seats]


@book.forbids("two-first", "The Two of Clubs leads first", turn="lead")
def two_first(position: HeartsPosition, moves: list[Move]) -> list[Move]:
    """The holder of the Two of Clubs leads it."""
    return [move for move in moves if move.card is TWO] or moves


@book.forbids("hearts-closed", "No heart is led before one was played", turn="lead")
def hearts_closed(position: HeartsPosition, moves: list[Move]) -> list[Move]:
    """Hearts may not be led until they are broken, unless the hand has nothing else."""
    return moves if position.broken else [move for move in moves if move.played.suits != "H"] or moves


CLASSIC = classic_rules(book)


@book.forbids("clean-first", "No points in the first trick", turn="follow")
def clean_first(position: HeartsPosition, moves: list[Move]) -> list[Move]:
    """No penalty card may be played to the first trick, unless the hand has nothing else."""
    return [move for move in moves if not points(position, move.played)] or moves if position.first_trick else moves


@part_of(CLASSIC.leader)
def leads(position: HeartsPosition) -> int:
    """Return the holder of the Two of Clubs, then the winner of the last trick."""
    if position.taker is not None:
        return position.taker
    return next((seat for seat, hand in enumerate(position.hands) if TWO in hand), position.takers_left)


def played(position: HeartsPosition, laid: PlayedCard, note: EventSink) -> None:
    """A heart or the Queen of Spades breaks hearts."""
    position.broken = position.broken or points(position, laid.card) > 0


def took(position: HeartsPosition, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """The winner of a trick takes its penalty points."""
    position.taken[seat] += sum(points(position, one.card) for one in laid)


@book.rule("points", "A point for each heart, thirteen for the Queen of Spades")
def cost(position: HeartsPosition) -> Line:
    """Each player scores the points taken, unless one player took them all."""
    return cost.line([0] * 4 if ALL in position.taken else position.taken)


@book.rule("moon", "All of them give everybody else 26")
def moon(position: HeartsPosition) -> list[Line]:
    """If a player takes all points, each of the other players scores them instead."""
    return [moon.line([0 if taken == ALL else ALL for taken in position.taken])] if ALL in position.taken else []


@book.rule("game-end", "The end at 100")
def end(position: HeartsPosition) -> list[int]:
    """When a player has a hundred points, the lowest total wins."""
    return lowest(position.totals) if max(position.totals) >= LIMIT else []


class Hearts(ClassicGame[HeartsPosition]):
    """Hearts for four."""

    id, name = "hearts", "Hearts"
    variants: ClassVar = {"standard": "to 100"}
    low_wins = True
    card_points: ClassVar = {"taken": points}
    phases = ("pass", "play", "over")
    forms: ClassVar = {"pass": ("pass CARD",), "play": ("CARD",)}
    book = book
    positions = HeartsPosition
    course = HandFlow(leader=leads, trick_winner=CLASSIC.winning, next_dealer=CLASSIC.next_dealer, played=played,
                      on_trick_taken=took, scores=[cost, moon], match_end=[end],
                      before=[Stage(phase="pass", next_to_act=passer, apply=lay_down, on_end=pick_up)])


words = classic_words(CLASSIC)
words.line(cost, say("Hearts and the Queen of Spades"))
words.line(moon, say("All of them"))
words.taken(lambda position, seat: counted(position.taken[seat], POINTS))
words.takes_none = counted(0, POINTS)


@words.standing(POINTS)
def _(position: HeartsPosition) -> list[SideTotal]:
    return [SideTotal((seat,), taken) for seat, taken in enumerate(position.taken)]


told(words, pass_cards, "{seat} {seat:passes|pass} {card}.", hidden=True)
refused(words, two_first, "{seat} {seat:holds|hold} {cards}, which leads first.")
refused(words, hearts_closed, "No heart has been played, and {seat} {seat:holds|hold} {cards}.")
refused(words, clean_first, "{card} costs points, and this is the first trick.")
ends(words, end, min)
