"""The rules of Double Decker, in the order of its page."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card
from rules_engine.core.game import best
from rules_engine.core.happened import Line, Note
from rules_engine.core.moves import Move
from rules_engine.core.rules import RuleBook
from rules_engine.core.tricks import Laid
from rules_engine.games.double_decker.cards import COLOURS, PASS, PASSES, PLAYS, THIRD
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position

book = RuleBook()

ROUNDS = 5
LEFT_OVER = 1
"""The cards that each player doesn't play."""
Share = list[Laid]
"""One colour's cards in a trick, the highest first: at least one."""


@book.rule("deal", "The deal")
def deal(position: Position, deck: Sequence[Card]) -> None:
    """The whole pack is dealt out evenly."""
    size = len(deck) // position.table.size
    position.hands = [list(deck[seat * size:(seat + 1) * size]) for seat in position.table.seats]


@book.rule("first-lead", "The dealer leads first")
def first_leader(position: Position) -> int:
    """The dealer leads to the first trick of the round."""
    return position.dealer


def entering(position: Position, move: Move, left: list[Move]) -> list[Card]:
    """The cards that brought the trick's colours in: they bind everybody after them."""
    return [next(laid.card for laid in position.trick if laid.card.suits == colour) for colour in position.colours]


@book.forbids("two-colours", "Two colours to a trick", binds=entering)
def two_colours(position: Position, moves: list[Move]) -> list[Move]:
    """Once two colours are on the table, the third can't be played."""
    return moves if len(position.colours) < 2 else [*filter(NOT_PLAYING[THIRD[position.colours]].__contains__, moves)]


@book.forbids("pass", "When a pass is allowed", binds=entering)
def may_pass(position: Position, moves: list[Move]) -> list[Move]:
    """A pass takes two colours on the table. Then anybody may, even who could play."""
    return moves if len(position.colours) == 2 else [move for move in moves if move.verb != PASS]


@book.forbids("pass-third-colour", "What may be passed",
              binds=lambda position, move, left: [one.played for one in left if one.verb == PASS] or [move.played])
def pass_third_colour(position: Position, moves: list[Move]) -> list[Move]:
    """The card passed is of the colour that the trick lacks."""
    return moves if len(position.colours) < 2 else [*filter(PASSING_ONLY[THIRD[position.colours]].__contains__, moves)]


@book.rule("one-card-each", "One card from each player")
def complete(position: Position) -> bool:
    """Each player plays or passes one card; when it is the leader's turn again, the trick is complete."""
    return position.to_act == position.leader


@book.rule("win-colour", "Each colour is won apart")
def shares(laid: Sequence[Laid]) -> list[Share]:
    """The highest card of a colour takes all of that colour. A card passed is no part of the trick."""
    parted: dict[str, Share] = {}
    for one in laid:
        if one.move.verb != PASS:
            parted.setdefault(one.card.suits, []).append(one)
    for share in parted.values():
        share.sort(key=_value, reverse=True)
    return [*parted.values()]


@book.rule("next-lead", "Who leads next")
def next_lead(parted: Sequence[Share]) -> list[Share]:
    """The winner leads; of two winners, the one with the higher winning card. Both colours where these are equal."""
    most = max([_value(share[0]) for share in parted])
    return [share for share in parted if _value(share[0]) == most]


@book.rule("next-lead-tie", "Equal winning cards")
def next_lead_tie(level: Sequence[Share]) -> Share:
    """The colours are compared card by card downwards; one that runs out loses. Else red before blue before green."""
    in_order = sorted(level, key=lambda share: COLOURS.index(share[0].card.suits))
    return max(in_order, key=lambda share: [*map(_value, share)])


def _value(one: Laid) -> int:
    return one.card.value


@book.rule("last-card", "The last card stays out")
def last_card(position: Position, note: Note) -> None:
    """When each player has one card left it is set aside, and doesn't score."""
    position.set_aside = [hand.pop() for hand in position.hands]
    note(last_card, "hand")


@book.rule("score-positive", "The largest colour counts up")
def score_positive(position: Position) -> Line:
    """A point for each captured card of one's largest colour."""
    return score_positive.line([max(counts) for counts in position.captured])


@book.rule("score-negative", "The other colours count down")
def score_negative(position: Position) -> Line:
    """A point off for each captured card of one's other colours."""
    return score_negative.line([max(counts) - sum(counts) for counts in position.captured])


@book.rule("score-passed", "Passed cards cost two each")
def score_passed(position: Position) -> Line:
    """Two points off for each card passed."""
    return score_passed.line([-2 * len(cards) for cards in position.passed])


@book.rule("tied-largest", "Equally large colours")
def tied_largest(position: Position, note: Note) -> None:
    """Of equally large colours, the choice can't change the score, so the first counts up: red, blue, green."""
    level = [largest(counts) for counts in position.captured]
    position.positive = [next(iter(colours), "") for colours in level]
    for seat, colours in enumerate(level):
        if len(colours) > 1:
            note(tied_largest, "hand", seat, (), "".join(colours), (max(position.captured[seat]),))


@book.rule("next-dealer", "Who deals next")
def next_dealer(position: Position) -> int:
    """The lowest total deals; then the lowest score of the round, then the first clockwise, the dealer last."""
    totals, points, table = position.totals, position.points, position.table
    return min(table.clockwise_from(table.left_of[position.dealer]), key=lambda seat: (totals[seat], points[seat]))


@book.rule("game-end", "The end after five rounds")
def end(position: Position) -> list[int]:
    """After the last round the highest total wins."""
    return best(position.totals) if position.number >= ROUNDS else []


def largest(counts: Sequence[int]) -> list[str]:
    """The colours with most cards captured, several if they are level; none with nothing captured."""
    most = max(counts)
    return [colour for colour, count in zip(COLOURS, counts, strict=True) if most and count == most]


MOVES = (*PLAYS.values(), *PASSES.values())
NOT_PLAYING = {colour: frozenset(move for move in MOVES if move.verb == PASS or move.played.suits != colour)
               for colour in COLOURS}
PASSING_ONLY = {colour: frozenset(move for move in MOVES if move.verb != PASS or move.played.suits == colour)
                for colour in COLOURS}
