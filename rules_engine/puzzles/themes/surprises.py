"""The stings of a puzzle, why its best move isn't the card played by habit; and its theme, of which a list has only so many.

A condition asks what moves are worth, which card beats which, and what would be with a lesser one; never what is printed on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, play
from rules_engine.narration.narrator import narrator_for
from rules_engine.puzzles.themes.analysis import TWO, PuzzleAnalysis
from rules_engine.puzzles.themes.cards import unblock
from rules_engine.puzzles.themes.plays import pays, takes
from rules_engine.quiz.best_move import lead_tiebreak_text
from rules_engine.quiz.line_tricks import LineTrick, tricks_of_line
from rules_engine.solver.principal_variation import MoveLine

Stings = Callable[[PuzzleAnalysis], bool]
STINGS: dict[str, Stings] = {}
"""The condition of each sting, by its name."""


class Theme(NamedTuple):
    """What a puzzle turns on, and what its answer looks like: which kind of move it is, and who takes the trick."""

    idea: str
    verb: str
    leads: bool
    taker: str


def sting(name: str) -> Callable[[Stings], Stings]:
    """Put a condition under the name of its sting."""
    def kept(asks: Stings) -> Stings:
        STINGS[name] = asks
        return asks
    return kept


def stings_of(case: PuzzleAnalysis) -> tuple[str, ...]:
    """Return the stings that a puzzle has."""
    return tuple(name for name, asks in STINGS.items() if case.line and case.natural and asks(case))


def theme_of(case: PuzzleAnalysis, idea: str) -> Theme:
    """Return the theme of a puzzle with that idea."""
    takers = case.line[0].takers if case.line else set[int]()
    taker = "own" if case.seat in takers else "partner" if takers and takers <= case.side else "others"
    return Theme(idea, case.best.verb, case.leads, taker)


# ---- which card

@sting("middle")
def middle(case: PuzzleAnalysis) -> bool:
    """Play the middle card: of those that may be played likewise one is higher and one is lower, and both bring less. All three
    take the trick as it lies, or none does."""
    best, worse = case.best.card, [move.card for move in _worse(case) if _is_likewise(case, move)]
    return any(_is_over(case, card, best) for card in worse) and any(_is_over(case, best, card) for card in worse)


def _worse(case: PuzzleAnalysis) -> list[Move]:
    return [move for move, value in case.search.values.items() if value < case.most]


def _tricks(case: PuzzleAnalysis, move: Move) -> list[LineTrick]:
    """The tricks after a move."""
    return tricks_of_line(case.game, case.start, case.search.line(move))


def _is_likewise(case: PuzzleAnalysis, move: Move) -> bool:
    """Whether a move plays a card as the best one does, and does as much for now."""
    if move.card is None or case.best.card is None:
        return False
    one, other = ((each.verb, each.suit, case.plays_trump(each), not case.leads and takes(case, each))
                  for each in (move, case.best))
    return one == other


@sting("dear card")
def dear_card(case: PuzzleAnalysis) -> bool:
    """Play the dearer card: the natural move plays a lower one likewise, and the trick goes to the same, but not to a partner."""
    same = case.line[0].takers == case.natural[0].takers and not case.partner_takes(case.line[0])
    return same and _is_likewise(case, case.tempting) and _is_over(case, case.best.card, case.tempting.card)


@sting("winner given up")
def winner_given_up(case: PuzzleAnalysis) -> bool:
    """Give up a winner: the card falls to others. After another move that brings no less than the natural one it takes a trick,
    and with a lesser card in its place that move would bring less."""
    card = case.best.card
    if card is None or not case.line[0].takers.isdisjoint(case.side):
        return False
    kept = [move for move in _worse(case) if case.search.values[move] >= case.less and move.card is not card]
    wins = [move for move in kept if any(each.is_taken_by(card) for each in _tricks(case, move))]
    return any(case.brings(card, dud, move, case.search.values[move]) is False for move in wins for dud in case.duds(card))


@sting("unblock")
def unblocks(case: PuzzleAnalysis) -> bool:
    """Get a high card out of a partner's way: the idea *Unblock*."""
    return unblock(case) is not None


@sting("same card")
def same_card(case: PuzzleAnalysis) -> bool:
    """Play the same card otherwise: the natural move plays it too, with another suit named, or turned."""
    return case.best.card is not None and case.tempting.card is case.best.card


# ---- what it costs

@sting("costly trick")
def costly_trick(case: PuzzleAnalysis) -> bool:
    """Take a trick that costs points, with the best card; the natural move loses none by it."""
    return case.line[0].taken_with(case.seat) is case.best.card and pays(case)


@sting("sacrifice")
def sacrifice(case: PuzzleAnalysis) -> bool:
    """Sacrifice: this trick leaves the side worse off than after any move that brings less in the end."""
    if not case.brings_points:
        return False
    now, first = _nets(case, case.line[0]), [tricks[0] for move in _worse(case) if (tricks := _tricks(case, move))]
    return all(_nets(case, each) > now for each in first)


def _nets(case: PuzzleAnalysis, trick: LineTrick) -> int:
    """What a trick brings the side, less what it brings the others where there are two sides."""
    others = [] if case.alone else [case.brought(trick, seat) for seat in case.game.table.seats if seat not in case.side]
    return case.brought(trick) - max(others, default=0)


@sting("paid pass")
def paid_pass(case: PuzzleAnalysis) -> bool:
    """Pass, which costs points; the natural move loses none in this trick."""
    return case.best.verb == "pass" and pays(case)


# ---- who takes it

@sting("tie")
def tie(case: PuzzleAnalysis) -> bool:
    """Make or avoid a tie: after the best move or the natural one, not after both, an equal card lies in the trick so that the
    order decides, or a rule for equal cards says who leads next."""
    return _is_tied(case, case.moves, case.line[0]) != _is_tied(case, case.search.line(case.tempting), case.natural[0])


def _is_tied(case: PuzzleAnalysis, line: MoveLine, trick: LineTrick) -> bool:
    """Whether a tie with the seat's card decides the first trick of a line."""
    own = trick.laid_by(case.seat)
    equal = [laid for laid in trick.trick.laid if own and laid is not own and _are_equal(case, own.card, laid.card)]
    by_order = any(not trick.takers.isdisjoint((laid.seat, case.seat)) for laid in equal)
    return by_order or bool(lead_tiebreak_text(narrator_for(case.game), case.start, line))


@sting("over the partner")
def over_the_partner(case: PuzzleAnalysis) -> bool:
    """Take the partner's trick: as it lies, and after the natural move, a partner takes it; with the best card the seat does."""
    if case.leads or case.alone or case.line[0].takers != {case.seat} or not case.partner_takes(case.natural[0]):
        return False
    return {*case.game.winners(case.start, case.start.trick).values()} <= case.side


@sting("into strength")
def into_strength(case: PuzzleAnalysis) -> bool:
    """Lead into strength: of the other side takes it who has two cards over it, which no other hand has, and who doesn't take
    the natural lead. That seat has to lead then, or this trick leaves the side worse off than after the natural lead."""
    taker, *others = case.line[0].takers
    if not case.leads or case.best.card is None or others or taker in case.side or taker in case.natural[0].takers:
        return False
    over = [sum(_takes_it(case, case.best, card) for card in hand) for hand in case.start.hands]
    costs = case.brings_points and _nets(case, case.line[0]) < _nets(case, case.natural[0])
    strong = [seat for seat, number in enumerate(over) if number >= TWO] == [taker]
    return strong and (costs or case.must_lead(case.line[0].after, taker))


# ---- how cards compare

def _takes_it(case: PuzzleAnalysis, led: Move, card: Card) -> bool:
    """Whether a card takes a trick of two to which it is second."""
    return 1 in case.game.winners(case.start, [led.laid[0], play(card).laid[1]]).values()


def _is_over(case: PuzzleAnalysis, high: Card | None, low: Card | None) -> bool:
    """Whether a card takes tricks from another wherever it comes, and never the other way round."""
    found = _compared(case, high, low) if high and low else set()
    return (high, high) in found and (low, low) not in found


def _are_equal(case: PuzzleAnalysis, one: Card, other: Card) -> bool:
    """Whether of two cards the one takes tricks that comes first, and neither does wherever it comes."""
    found = _compared(case, one, other)
    return (one, other) in found and found.isdisjoint({(one, one), (other, other)})


def _compared(case: PuzzleAnalysis, one: Card, other: Card) -> set[tuple[Card | None, ...]]:
    """Which of two cards alone takes a trick if the one comes before the other, and if it comes after it, for each lead."""
    suit = case.start.trick[0].move.suit if case.start.trick else case.best.suit
    leads = [move for card, moves in case.led_as.items() if card not in (one, other) for move in moves if move.suit == suit]
    return {tuple(_taker(case, led, *cards) for cards in ((one, other), (other, one))) for led in leads}


def _taker(case: PuzzleAnalysis, led: Move, *cards: Card) -> Card | None:
    """Which card takes a trick after a lead; None where the lead does, or more than one card."""
    laid = [led.laid[0], *(play(card).laid[seat] for seat, card in enumerate(cards, start=1))]
    winners = {*case.game.winners(case.start, laid).values()} - {0}
    return cards[winners.pop() - 1] if len(winners) == 1 else None
