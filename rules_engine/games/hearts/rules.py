"""The rules of Hearts, in the order of its page."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import deal_evenly, lowest
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.hearts.position import ALL, PLACES
from rules_engine.games.hearts.position import HeartsPosition as Position

book = RuleBook()

QUEEN, JACK = FRENCH.card("QS"), FRENCH.card("JD")
PASSED, QUEEN_POINTS, JACK_POINTS, LIMIT = 3, 13, -10, 100
POINTS = {card: QUEEN_POINTS if card is QUEEN else int(card.suits == "H") for card in FRENCH}
"""The points that each card costs whoever takes it; the Jack of Diamonds is counted separately."""


@book.rule("deal", "The pack is dealt out evenly")
def deal(position: Position, deck: Sequence[Card]) -> None:
    """All cards are dealt, the same number to each player."""
    deal_evenly(position, deck)
    position.opening = True


@book.offers("pass-cards", "Each passes three cards", during=("pass",), can_refuse=False)
def pass_cards(position: Position, hand: list[Card]) -> list[Move]:
    """Each player passes any three cards face down, before looking at the cards that are coming."""
    return [make_move("pass", card) for card in hand]


def passer(position: Position) -> int | None:
    """Return the next seat to lay down a card, clockwise from the dealer's left; None if nobody has to."""
    if position.passing == "hold" or any(position.tricks) or position.trick:
        return None
    order = position.table.clockwise_from(position.dealer + 1)
    return next((seat for seat in order if len(position.passed[seat]) < PASSED), None)


def lay_down(position: Position, seat: int, move: Move, note: EventSink) -> None:
    """Lay a card face down, until everyone has laid down three."""
    position.hands[seat].remove(move.played)
    position.passed[seat] = [*position.passed[seat], move.played]
    note(pass_cards, "called", seat, (move.played,))


@book.rule("pass-direction", "Left, right, across, hold")
def pass_direction(position: Position) -> int:
    """Cards go left in the first hand, right in the second, with four players across in the third; in the last of a round,
    nothing is passed."""
    return PLACES[position.passing]


def pick_up(position: Position, note: EventSink) -> None:
    """Add the three cards passed to each player to their hand."""
    if any(position.passed):
        for seat, cards in enumerate(position.passed):
            position.hands[(seat + pass_direction(position)) % position.table.size] += cards
        position.passed = [[] for _ in position.table.seats]
        note(pass_direction, "called")


def is_played_out(position: Position) -> bool:
    """Return whether no player holds a card, and none is laid down to be passed."""
    return not any(position.hands) and not any(position.passed)


@book.rule("first-lead", "Who leads")
def leader(position: Position) -> int:
    """The holder of the lowest club leads to the first trick, and the winner of each trick leads to the next."""
    if position.last_trick is not None:
        return position.last_trick.winners[""]
    left = position.table.left_of[position.dealer]
    return next((seat for seat, hand in enumerate(position.hands) if position.lowest_club in hand), left)


@book.forbids("two-first", "The lowest club is led first", turn="lead")
def two_first(position: Position, moves: list[Move]) -> list[Move]:
    """The card led to the first trick is the lowest club of the pack."""
    return [move for move in moves if move.card is position.lowest_club] or moves


@book.forbids("hearts-closed", "Hearts must be broken first", turn="lead")
def hearts_closed(position: Position, moves: list[Move]) -> list[Move]:
    """Hearts may not be led until they are broken, unless the leader has nothing else."""
    return moves if position.broken else [move for move in moves if move.played.suits != "H"] or moves


@book.forbids("follow-suit", "Follow suit if you can", turn="follow")
def follow_suit(position: Position, moves: list[Move]) -> list[Move]:
    """A follower who holds a card of the suit led must play one."""
    led = position.suit_led
    return [move for move in moves if move.played.suits == led] or moves


@book.forbids("clean-first", "No points in the first trick", turn="follow")
def clean_first(position: Position, moves: list[Move]) -> list[Move]:
    """No heart and no Queen of Spades may be played to the first trick, unless the hand has nothing else."""
    return [move for move in moves if not POINTS[move.played]] or moves if position.opening else moves


@book.rule("break", "How hearts are broken")
def breaks(position: Position, laid: PlayedCard, note: EventSink) -> None:
    """The first heart played to any trick breaks hearts; by an option, the Queen of Spades does so too."""
    if not position.broken and (laid.card.suits == "H" or (position.queen_breaks and laid.card is QUEEN)):
        position.broken = True
        note(breaks, "played", laid.seat, (laid.card,))


@book.rule("win-trick", "Who takes the trick")
def winning(position: Position, laid: Sequence[PlayedCard]) -> PlayedCard:
    """The highest card of the suit led takes the trick. There are no trumps."""
    led = laid[0].card.suits
    return max((one for one in laid if one.card.suits == led), key=lambda one: one.card.value)


def take(position: Position, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """Count the points of a trick for its winner."""
    position.opening = False
    for one in laid:
        position.points[seat] += POINTS[one.card]
        if one.card is QUEEN:
            position.queen = seat
        elif one.card is JACK and position.counts_jack:
            position.jack = seat


def is_in_sight(position: Position, card: Card) -> bool:
    """Return whether a card is in a hand, among the cards passed, or in the trick on the table."""
    return any(card in cards for cards in (*position.hands, *position.passed, [one.card for one in position.trick]))


def queen_taker(position: Position) -> int | None:
    """Return the seat that took the Queen of Spades according to the points, or None.

    If two seats have thirteen points, one of them took all hearts; the Queen then counts for the seat with fewer tricks.
    """
    takers = [seat for seat, taken in enumerate(position.points) if taken >= QUEEN_POINTS]
    return None if is_in_sight(position, QUEEN) else min(takers, key=position.tricks.__getitem__, default=None)


def hearts_taken(position: Position) -> list[int]:
    """Return the number of hearts that each seat has taken."""
    queen = None if is_in_sight(position, QUEEN) else position.queen
    return [taken - QUEEN_POINTS * (seat == queen) for seat, taken in enumerate(position.points)]


@book.rule("score-hearts", "One point for each heart")
def score_hearts(position: Position) -> list[Line]:
    """Each heart taken costs a point."""
    return [score_hearts.line(hearts_taken(position))] if position.shooter is None else []


@book.rule("score-queen", "Thirteen points for the Queen of Spades")
def score_queen(position: Position) -> list[Line]:
    """The Queen of Spades costs thirteen points."""
    if position.queen is None or position.shooter is not None:
        return []
    return [score_queen.line(_alone(position, position.queen, QUEEN_POINTS))]


@book.rule("moon", "Whoever takes all points shoots the moon")
def moon(position: Position) -> list[Line]:
    """Taking all 26 points costs nothing: each other player scores 26, or by an option the shooter takes 26 off."""
    shooter = position.shooter
    if shooter is None:
        return []
    return [moon.line(_alone(position, shooter, -ALL) if position.subtracts else
                      [ALL * (seat != shooter) for seat in position.table.seats])]


@book.rule("omnibus", "The Jack of Diamonds takes ten points off", variants=["omnibus"])
def omnibus(position: Position) -> list[Line]:
    """Whoever takes the Jack of Diamonds takes ten points off, whatever else happens."""
    return [] if position.jack is None else [omnibus.line(_alone(position, position.jack, JACK_POINTS))]


def _alone(position: Position, scorer: int, points: int) -> list[int]:
    """Return the points of all seats if only one of them scores."""
    return [points * (seat == scorer) for seat in position.table.seats]


@book.rule("next-dealer", "The deal moves on")
def next_dealer(position: Position) -> int:
    """The player on the dealer's left deals next."""
    return position.table.left_of[position.dealer]


@book.rule("game-end", "The game ends at 100")
def end(position: Position) -> list[int]:
    """After a hand in which a total is 100 or more, the lowest total wins."""
    return lowest(position.totals) if max(position.totals) >= LIMIT else []
