"""The rules of Double Decker, in the order of its page."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, keep, moves_with
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.double_decker.cards import (
    COLOURS,
    HANDS,
    LEFT_OVER,
    NO_PASS,
    PASS,
    PASSES,
    PLACES,
    PLAYS,
    THIRD_ALONE_PASSED,
    THIRD_NOT_PLAYED,
)
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position

book = RuleBook()



@book.rule("deal", "The whole pack is dealt")
def deal(position: Position, deck: Sequence[Card]) -> None:
    """The whole pack is dealt out evenly."""
    deal_evenly(position, deck)


@book.rule("first-lead", "The dealer leads first")
def first_leader(position: Position) -> int:
    """The dealer leads the first trick of the hand."""
    return position.dealer


def to_try(position: Position, hand: list[Card]) -> list[Move]:
    """Return the moves to try: a play of each card, then a pass of each card."""
    return moves_with(hand, PLAYS) + moves_with(hand, PASSES)


def entering(position: Position, move: Move, left: list[Move]) -> list[Card]:
    """Return the first card of each colour in the trick. These cards restrict the moves of all later players."""
    return [next(laid.card for laid in position.trick if laid.card.suits == colour) for colour in position.colours]


@book.forbids("two-colours", "Two colours to a trick", binds=entering)
def two_colours(position: Position, moves: list[Move]) -> list[Move]:
    """When two colours are on the table, a card of the third can't be played."""
    return keep(moves, THIRD_NOT_PLAYED[position.colours]) if len(position.colours) == 2 else moves


@book.forbids("pass", "When you may pass", binds=entering)
def may_pass(position: Position, moves: list[Move]) -> list[Move]:
    """A player may pass only when two colours are on the table, but then even with cards that could be played."""
    return moves if len(position.colours) == 2 else keep(moves, NO_PASS)


def to_pass(position: Position, move: Move, left: list[Move]) -> list[Card]:
    """Return the cards that explain a refused pass: the cards of the third colour, which may be passed, or the refused card if
    there are none."""
    return [one.played for one in left if one.verb == PASS] or [move.played]


@book.forbids("pass-third-colour", "What you may pass", binds=to_pass)
def pass_third_colour(position: Position, moves: list[Move]) -> list[Move]:
    """A passed card must be of the colour that isn't in the trick."""
    return keep(moves, THIRD_ALONE_PASSED[position.colours]) if len(position.colours) == 2 else moves


@book.rule("one-card-each", "One card from each player")
def complete(position: Position, note: EventSink) -> None:
    """Each player plays or passes one card to a trick. The next trick then begins without a colour."""
    note(complete, "trick")
    position.colours = ()


def lay(position: Position, laid: PlayedCard, note: EventSink) -> None:
    """Lay a card on the table. A passed card is put aside; a played card may add its colour to the trick."""
    card, colours = laid.card, position.colours
    if laid.move.verb == PASS:
        position.passed[laid.seat] = [*position.passed[laid.seat], card]
        note(may_pass, "played", laid.seat, (card,))
    elif card.suits not in colours:
        if colours:
            note(two_colours, "played", laid.seat, (card,), colours[0])
        position.colours += (card.suits,)


def by_colour(laid: Sequence[PlayedCard]) -> dict[str, list[PlayedCard]]:
    """Return the played cards of each colour from the highest down, with the colours in the order in which they entered.
    Passed cards are left out."""
    shares: dict[str, list[PlayedCard]] = {}
    for one in laid:
        if one.move.verb != PASS:
            shares.setdefault(one.card.suits, []).append(one)
    for share in shares.values():
        share.sort(key=height, reverse=True)
    return shares


def height(laid: PlayedCard) -> int:
    """Return the number on a card."""
    return laid.card.value


@book.rule("win-colour", "Each colour is won separately")
def winning(position: Position, share: Sequence[PlayedCard]) -> PlayedCard:
    """The highest card of a colour takes all cards of that colour."""
    return max(share, key=height)


def capture(position: Position, seat: int, share: Sequence[PlayedCard], note: EventSink) -> None:
    """Add the cards of a colour that a seat takes to its count."""
    position.captured[seat] = counts = position.captured[seat].copy()
    counts[PLACES[share[0].card.suits]] += len(share)


@book.rule("next-lead", "Who leads next")
def next_lead(position: Position, note: EventSink) -> int:
    """The winner of a trick leads the next; if there are two winners, the one with the higher winning card."""
    finished = position.finished
    best = [laid for laid in finished.laid if finished.winners.get(laid.card.suits) == laid.seat]
    if len(best) > 1 and best[0].card.value <= best[1].card.value:
        if best[0].card.value == best[1].card.value:
            return next_lead_tie(position, note)
        best.reverse()
    note(next_lead, "lead", best[0].seat, [laid.card for laid in best])
    return best[0].seat


@book.rule("next-lead-tie", "Equal winning cards")
def next_lead_tie(position: Position, note: EventSink) -> int:
    """If the winning cards are equal, the colours are compared card by card from the top, and the colour that runs out of cards
    first loses. If neither does, red goes before blue, and blue before green."""
    shares = by_colour(position.finished.laid)
    leading, other = sorted([shares[colour] for colour in COLOURS if colour in shares],
                            key=lambda share: [laid.card.value for laid in share], reverse=True)
    note(next_lead_tie, "lead", leading[0].seat, [laid.card for laid in (*leading, *other)])
    return leading[0].seat


@book.rule("last-card", "The last card stays out")
def last_card(position: Position, note: EventSink) -> None:
    """When each player has one card left, that card is set aside and doesn't score."""
    position.set_aside = [hand.pop() for hand in position.hands]
    note(last_card, "played")


def down_to_last_card(position: Position) -> bool:
    """Return whether each player holds only the last card, which isn't played."""
    return len(position.hands[0]) <= LEFT_OVER


@book.rule("score-positive", "Plus one for your largest colour")
def score_positive(position: Position) -> Line:
    """Each captured card of a player's largest colour scores one point."""
    return score_positive.line([max(counts) for counts in position.captured])


@book.rule("score-negative", "Minus one for the other colours")
def score_negative(position: Position) -> Line:
    """Each captured card of a player's other colours costs one point."""
    return score_negative.line([max(counts) - sum(counts) for counts in position.captured])


@book.rule("score-passed", "Minus two for each passed card")
def score_passed(position: Position) -> Line:
    """Each passed card costs two points."""
    return score_passed.line([-2 * len(cards) for cards in position.passed])


@book.rule("tied-largest", "Equally large colours")
def tied_largest(position: Position, note: EventSink) -> None:
    """If several colours are equally large, the first in the order red, blue, green counts as the largest. The choice can't
    change the score."""
    position.positive = []
    for seat, counts in enumerate(position.captured):
        most = max(counts)
        position.positive.append(COLOURS[counts.index(most)] if most else "")
        if most and counts.count(most) > 1:
            note(tied_largest, "hand", seat, (), "", counts)


def close(position: Position, note: EventSink) -> None:
    """Set the last cards aside and determine each player's largest colour, before the hand is scored."""
    last_card(position, note)
    tied_largest(position, note)


@book.rule("next-dealer", "Who deals next")
def next_dealer(position: Position) -> int:
    """The player with the lowest total deals next. Ties go to the lowest score in this hand, then to the first player clockwise,
    with the dealer last."""
    totals, points = position.totals, position.points
    return min(position.table.clockwise_from(position.dealer + 1), key=lambda seat: (totals[seat], points[seat]))


@book.rule("game-end", "The game ends after five hands")
def end(position: Position) -> list[int]:
    """After the last hand, the highest total wins."""
    return best(position.totals) if position.number >= HANDS else []

