"""Ideas about suits, the order of plays and the price of tricks, and ideas that are recognized from the moves alone."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, play
from rules_engine.core.positions.position import Position
from rules_engine.puzzles.themes.analysis import TWO, PuzzleAnalysis
from rules_engine.puzzles.themes.registry import ThemeEvidence, idea
from rules_engine.quiz.line_tricks import LineTrick


@idea("draw-trumps")
def draw_trumps(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *draw trumps*: a trump lead draws an opponent's trump that takes a trick in another suit after the natural lead.

    If it were a weaker card, the natural lead would be just as good.
    """
    if not case.leads or not case.line or not case.plays_trump(case.best) or case.plays_trump(case.tempting):
        return None
    drawn = {laid.card for laid in case.line[0].trick.laid if laid.seat not in case.side and case.is_trump(laid.card)}
    for seat, card, each in case.other_takers(case.natural):
        led = each.trick.laid[0]
        if card in drawn and not case.is_trump(led.card, led.move.suit):
            dud = case.liability(card)
            if dud is not None:
                return ThemeEvidence(card, seat, dud)
    return None


@idea("break-early")
def break_early(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *break early*: the best move opens a suit that stays closed after the natural move, and the side leads that suit
    later.
    """
    closed, make = case.search.heuristics.closed, case.game.make
    opened = {*closed(case.start)} - {*closed(make(case.start, case.best)[0])}
    opened -= {*closed(case.start)} - {*closed(make(case.start, case.tempting)[0])}
    led = next((each.trick.laid[0] for each in case.line[1:]
                if each.trick.laid[0].seat in case.side and each.trick.laid[0].move.suit in opened), None)
    return None if led is None or not opened else ThemeEvidence(led.card, led.seat)


@idea("cheap-price")
def cheap_price(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *pay a small price*: the best move loses points in this trick that the natural move doesn't lose, but the side ends
    up with more.
    """
    return _less_now(case) if pays(case) else None


@idea("small-gain")
def small_gain(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *leave a small gain*: this trick scores less than after the natural move, but costs no points, and the side ends up
    with more.
    """
    return _less_now(case) if case.line and case.brought(case.line[0]) >= 0 else None


def pays(case: PuzzleAnalysis) -> bool:
    """Return whether this trick costs the side points after the best move but not after the natural move."""
    return bool(case.line and case.natural) and case.brought(case.line[0]) < 0 <= case.brought(case.natural[0])


def _less_now(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Return the best move's card if the side has less after this trick than it has after the natural move's."""
    if not case.natural or case.search.goal.yes or case.gains(case.line[0]) >= case.gains(case.natural[0]):
        return None
    return ThemeEvidence(case.best.card, next(iter(case.line[0].takers)))


@idea("pass")
def pass_it(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *pass the card*: the best move passes a card that would be worth less if played."""
    other = _same_card(case, lambda move: move.verb != case.best.verb and move.suit == case.best.suit)
    return ThemeEvidence(case.best.card, case.seat) if case.best.verb == "pass" and other else None


@idea("hidden")
def hidden(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *play it face up or face down*: the same card, played the other way, would be worth less."""
    other = _same_card(case, lambda move: move.verb != case.best.verb)
    return ThemeEvidence(case.best.card, case.seat) if other and "pass" not in (case.best.verb, *other) else None


@idea("colour")
def colour(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *choose the suit*: the same card, named as its other suit, would be worth less."""
    other = _same_card(case, lambda move: move.suit != case.best.suit)
    return ThemeEvidence(case.best.card, case.seat) if other and case.tempting.card is case.best.card else None


def _same_card(case: PuzzleAnalysis, differs: Callable[[Move], bool]) -> list[str]:
    """Return the verbs of the worse moves that use the best move's card and satisfy ``differs``."""
    return [move.verb for move, value in case.search.values.items()
            if move.card is not None and move.card is case.best.card and value < case.most and differs(move)]


@idea("partner")
def partner(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *let your partner take it*: a partner takes the trick; after the natural move, no partner does."""
    if not case.line or not case.natural or not case.partner_takes(case.line[0]) or case.partner_takes(case.natural[0]):
        return None
    (taker,) = case.line[0].takers
    laid = case.line[0].laid_by(taker)      # a face-down card can also take a trick
    return ThemeEvidence(laid.card if laid else None, taker)


@idea("count-suit")
def count_suit(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *count the suit*: a card is led and takes a trick because the higher cards of its suit are gone.

    This doesn't happen after the natural move. A card in another suit would be worth less.
    """
    counted = _promoted(case, case.line)
    if not counted or counted & _promoted(case, case.natural):
        return None
    return next((ThemeEvidence(card, case.seat) for card in counted if case.needed(card)), None)


def _promoted(case: PuzzleAnalysis, tricks: list[LineTrick]) -> set[Card]:
    """Return the cards with which the seat leads and takes a later trick because all higher cards have been played."""
    found = set[Card]()
    for each in tricks[1:]:
        led = each.trick.laid[0]
        if led.seat == case.seat and each.taken_with(case.seat) is led.card and case.asked_for(led.move):
            at_first, now = _above(case, case.start, led.move), _above(case, each.before, led.move)
            if at_first and not now:
                found.add(led.card)
    return found


def _above(case: PuzzleAnalysis, holds: Position, led: Move) -> list[Card]:
    """Return the other side's cards that follow a lead and would beat it."""
    asked = case.asked_for(led)
    return [card for seat in case.game.table.seats if seat not in case.side for card in holds.hands[seat] if card in asked
            and seat in case.game.winners(holds, [led.laid[case.seat], play(card).laid[seat]]).values()]


@idea("order")
def order(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *find the right order*: in both lines, the seat plays the same two cards to the first two tricks, in opposite orders.
    """
    now, then = ([(laid.card, laid.move.verb) for each in tricks[:TWO] if (laid := each.laid_by(case.seat))]
                 for tricks in (case.line, case.natural))
    is_turned = len(now) == TWO and now == then[::-1] and now[0] != now[1]
    return ThemeEvidence(now[0][0], case.seat, now[1][0]) if is_turned else None


@idea("keep-jann")
def keep_jann(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *keep the Jann* (the game's special achievement): the side makes it only after the best move."""
    return _keeps(case, "jann")


@idea("stop-jann")
def stop_jann(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *stop the Jann* (the game's special achievement): the other side makes it only after the natural move."""
    return _stops(case, "jann")


@idea("keep-contract")
def keep_contract(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *make the contract*: the side makes its bid only after the best move."""
    return _keeps(case, "contract")


@idea("stop-contract")
def stop_contract(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *defeat the contract*: the other side makes its bid only after the natural move."""
    return _stops(case, "contract")


def _keeps(case: PuzzleAnalysis, what: str) -> ThemeEvidence | None:
    best, natural = case.feats
    shows = case.search.heuristics.feats == what and best is True and natural is not True
    return ThemeEvidence(case.best.card) if shows else None


def _stops(case: PuzzleAnalysis, what: str) -> ThemeEvidence | None:
    best, natural = case.feats
    shows = case.search.heuristics.feats == what and natural is False and best is not False
    return ThemeEvidence(case.best.card) if shows else None


@idea("ruff")
def ruff(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *spend the trump*: the best move trumps a lead in another suit and takes the trick; no worse move does."""
    if case.leads or not _ruffs(case, case.best) or any(_ruffs(case, move) for move in _worse(case)):
        return None
    return ThemeEvidence(case.best.card, case.seat)


def _ruffs(case: PuzzleAnalysis, move: Move) -> bool:
    led = case.start.trick[0]
    return case.plays_trump(move) and not case.is_trump(led.card, led.move.suit) and takes(case, move)


def _worse(case: PuzzleAnalysis) -> list[Move]:
    return [move for move, value in case.search.values.items() if value < case.most and move.card is not None]


def takes(case: PuzzleAnalysis, move: Move) -> bool:
    """Return whether a card would be winning the trick as it stands."""
    return case.seat in case.game.winners(case.start, [*case.start.trick, move.laid[case.seat]]).values()


@idea("let-go")
def let_go(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *let it go*: every worse move takes the trick as it stands; the best move doesn't."""
    alike = case.leads or case.best.card is None or takes(case, case.best) or not all(takes(case, move) for move in _worse(case))
    return None if alike else ThemeEvidence(case.best.card)


@idea("take")
def take(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *take it*: the best move takes the trick as it stands; no worse move does."""
    alike = case.leads or case.best.card is None or not takes(case, case.best) or any(takes(case, move) for move in _worse(case))
    return None if alike else ThemeEvidence(case.best.card)


@idea("lead-trump")
def lead_trump(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *lead trumps*: the best move leads a trump; no worse move does."""
    if not case.leads or not case.plays_trump(case.best) or any(case.plays_trump(move) for move in _worse(case)):
        return None
    return ThemeEvidence(case.best.card)


@idea("suit")
def suit(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *find the right suit*: the best lead is in a different suit from all worse leads, and suits must be followed in the
    game.
    """
    card = case.best.card
    if card is None or not case.leads or not case.asked_for(case.best):
        return None
    own = case.suit_of(card, case.best.suit)
    return None if any(case.suit_of(move.played, move.suit) == own for move in _worse(case)) else ThemeEvidence(card)


@idea("height")
def height(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *choose the rank*: all worse moves play cards in the same suit as the best card."""
    card = case.best.card
    if card is None:
        return None
    own = case.suit_of(card, case.best.suit)
    return ThemeEvidence(card) if all(case.suit_of(move.played, move.suit) == own for move in _worse(case)) else None


@idea("card")
def right_card(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *find the right card*: the fallback if no other idea applies."""
    return None if case.best.card is None else ThemeEvidence(case.best.card)


@idea("call")
def call(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *find the right call*: the best move is a call, not a card."""
    return ThemeEvidence()
