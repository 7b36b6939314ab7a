"""The stings of a puzzle, which are reasons why its best move is surprising, and its theme, which is used to limit the number of
similar puzzles. Conditions use the values of moves, the order of cards, and the effect of a weaker card, but never the rank or
suit printed on a card.
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
"""Maps the names of stings to their conditions."""


class Theme(NamedTuple):
    """The theme of a puzzle: its idea and the type of its answer.

    ``idea``   the name of the idea
    ``verb``   the verb of the best move
    ``leads``  True if the best move is a lead
    ``taker``  the winner of the trick after the best move: ``own``, ``partner`` or ``others``
    """

    idea: str
    verb: str
    leads: bool
    taker: str


def sting(name: str) -> Callable[[Stings], Stings]:
    """Register a function as the condition of the sting ``name``."""
    def kept(asks: Stings) -> Stings:
        STINGS[name] = asks
        return asks
    return kept


def stings_of(case: PuzzleAnalysis) -> tuple[str, ...]:
    """Return the names of a puzzle's stings."""
    return tuple(name for name, asks in STINGS.items() if case.line and case.natural and asks(case))


def theme_of(case: PuzzleAnalysis, idea: str) -> Theme:
    """Return the theme of a puzzle with the given idea."""
    takers = case.line[0].takers if case.line else set[int]()
    taker = "own" if case.seat in takers else "partner" if takers and takers <= case.side else "others"
    return Theme(idea, case.best.verb, case.leads, taker)


# ---- the card

@sting("middle")
def middle(case: PuzzleAnalysis) -> bool:
    """Sting *play the middle card*: a higher and a lower comparable card are both worth less.

    All three cards take the trick as it stands, or none does.
    """
    best, worse = case.best.card, [move.card for move in _worse(case) if _is_likewise(case, move)]
    return any(_is_over(case, card, best) for card in worse) and any(_is_over(case, best, card) for card in worse)


def _worse(case: PuzzleAnalysis) -> list[Move]:
    return [move for move, value in case.search.values.items() if value < case.most]


def _tricks(case: PuzzleAnalysis, move: Move) -> list[LineTrick]:
    """Return the tricks after a move."""
    return tricks_of_line(case.game, case.start, case.search.line(move))


def _is_likewise(case: PuzzleAnalysis, move: Move) -> bool:
    """Return whether a move is comparable to the best one, which means that it has the same verb, suit and immediate effect."""
    if move.card is None or case.best.card is None:
        return False
    one, other = ((each.verb, each.suit, case.plays_trump(each), not case.leads and takes(case, each))
                  for each in (move, case.best))
    return one == other


@sting("dear card")
def dear_card(case: PuzzleAnalysis) -> bool:
    """Sting *play the dearer card*: the natural move plays a lower comparable card, after which the trick has the same winners.
    No partner wins it.
    """
    same = case.line[0].takers == case.natural[0].takers and not case.partner_takes(case.line[0])
    return same and _is_likewise(case, case.tempting) and _is_over(case, case.best.card, case.tempting.card)


@sting("winner given up")
def winner_given_up(case: PuzzleAnalysis) -> bool:
    """Sting *let a winner go*: the best move's card is lost in a trick taken by others, but takes a trick after some other move.

    The other move is at least as good as the natural one, and would be worth less if a weaker card replaced the winner.
    """
    card = case.best.card
    if card is None or not case.line[0].takers.isdisjoint(case.side):
        return False
    kept = [move for move in _worse(case) if case.search.values[move] >= case.less and move.card is not card]
    wins = [move for move in kept if any(each.is_taken_by(card) for each in _tricks(case, move))]
    return any(case.brings(card, dud, move, case.search.values[move]) is False for move in wins for dud in case.duds(card))


@sting("unblock")
def unblocks(case: PuzzleAnalysis) -> bool:
    """Sting *get a high card out of the partner's way*: the condition of the idea *unblock* holds."""
    return unblock(case) is not None


@sting("same card")
def same_card(case: PuzzleAnalysis) -> bool:
    """Sting *play the same card in another way*: the natural move names another suit for it, or turns it over."""
    return case.best.card is not None and case.tempting.card is case.best.card


# ---- the price

@sting("costly trick")
def costly_trick(case: PuzzleAnalysis) -> bool:
    """Sting *take a costly trick*: the best move's card takes a trick that costs points; the natural move loses none in this
    trick.
    """
    return case.line[0].taken_with(case.seat) is case.best.card and pays(case)


@sting("sacrifice")
def sacrifice(case: PuzzleAnalysis) -> bool:
    """Sting *sacrifice*: the side's result in this trick is worse than with any worse move."""
    if not case.brings_points:
        return False
    now, first = _nets(case, case.line[0]), [tricks[0] for move in _worse(case) if (tricks := _tricks(case, move))]
    return all(_nets(case, each) > now for each in first)


def _nets(case: PuzzleAnalysis, trick: LineTrick) -> int:
    """Return the side's points from a trick, minus the highest points of any opponent; if the seat plays alone, only its
    points."""
    others = [] if case.alone else [case.brought(trick, seat) for seat in case.game.table.seats if seat not in case.side]
    return case.brought(trick) - max(others, default=0)


@sting("paid pass")
def paid_pass(case: PuzzleAnalysis) -> bool:
    """Sting *pass at a cost*: the best move is a pass that costs points; the natural move loses none in this trick."""
    return case.best.verb == "pass" and pays(case)


# ---- the taker

@sting("tie")
def tie(case: PuzzleAnalysis) -> bool:
    """Sting *make or avoid a tie*: equal cards tie for the trick or the next lead after either the best or the natural move, but
    not after both.
    """
    return _is_tied(case, case.moves, case.line[0]) != _is_tied(case, case.search.line(case.tempting), case.natural[0])


def _is_tied(case: PuzzleAnalysis, line: MoveLine, trick: LineTrick) -> bool:
    """Return whether a tie with the seat's card decides the first trick of a line."""
    own = trick.laid_by(case.seat)
    equal = [laid for laid in trick.trick.laid if own and laid is not own and _are_equal(case, own.card, laid.card)]
    by_order = any(not trick.takers.isdisjoint((laid.seat, case.seat)) for laid in equal)
    return by_order or bool(lead_tiebreak_text(narrator_for(case.game), case.start, line))


@sting("over the partner")
def over_the_partner(case: PuzzleAnalysis) -> bool:
    """Sting *overtake the partner*: a partner is winning the trick, and takes it after the natural move; the best move's card
    overtakes it.
    """
    if case.leads or case.alone or case.line[0].takers != {case.seat} or not case.partner_takes(case.natural[0]):
        return False
    return {*case.game.winners(case.start, case.start.trick).values()} <= case.side


@sting("into strength")
def into_strength(case: PuzzleAnalysis) -> bool:
    """Sting *lead into strength*: an opponent takes the trick who is the only one with two cards higher than the lead, and who
    doesn't take the natural lead.

    The opponent then has to lead, or the trick is worse for the side than after the natural lead.
    """
    taker, *others = case.line[0].takers
    if not case.leads or case.best.card is None or others or taker in case.side or taker in case.natural[0].takers:
        return False
    over = [sum(_takes_it(case, case.best, card) for card in hand) for hand in case.start.hands]
    costs = case.brings_points and _nets(case, case.line[0]) < _nets(case, case.natural[0])
    strong = [seat for seat, number in enumerate(over) if number >= TWO] == [taker]
    return strong and (costs or case.must_lead(case.line[0].after, taker))


# ---- comparisons of cards

def _takes_it(case: PuzzleAnalysis, led: Move, card: Card) -> bool:
    """Return whether a card takes the trick if it is played after a lead."""
    return 1 in case.game.winners(case.start, [led.laid[0], play(card).laid[1]]).values()


def _is_over(case: PuzzleAnalysis, high: Card | None, low: Card | None) -> bool:
    """Return whether one card beats another in either order of play for some lead, and the other never does."""
    found = _compared(case, high, low) if high and low else set()
    return (high, high) in found and (low, low) not in found


def _are_equal(case: PuzzleAnalysis, one: Card, other: Card) -> bool:
    """Return whether two cards are equal, which means that of the two, the first card played takes the trick."""
    found = _compared(case, one, other)
    return (one, other) in found and found.isdisjoint({(one, one), (other, other)})


def _compared(case: PuzzleAnalysis, one: Card, other: Card) -> set[tuple[Card | None, ...]]:
    """Return, for each lead, the winning card for both orders in which two cards can be played."""
    suit = case.start.trick[0].move.suit if case.start.trick else case.best.suit
    leads = [move for card, moves in case.led_as.items() if card not in (one, other) for move in moves if move.suit == suit]
    return {tuple(_taker(case, led, *cards) for cards in ((one, other), (other, one))) for led in leads}


def _taker(case: PuzzleAnalysis, led: Move, *cards: Card) -> Card | None:
    """Return the card that takes a trick after a lead; None if the lead or several cards take it."""
    laid = [led.laid[0], *(play(card).laid[seat] for seat, card in enumerate(cards, start=1))]
    winners = {*case.game.winners(case.start, laid).values()} - {0}
    return cards[winners.pop() - 1] if len(winners) == 1 else None
