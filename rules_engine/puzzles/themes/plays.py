"""Ideas about suits, order and price, and what is seen in the moves alone."""

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
    """Draw trumps: a trump is led, and a trump of the other side falls that takes a trick in another suit after the natural lead;
    were it a lesser card, the natural lead would be as good."""
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
    """Break early: the best move opens a suit that the natural one leaves closed, and the side leads that suit later on."""
    closed, make = case.search.hints.closed, case.game.make
    opened = {*closed(case.start)} - {*closed(make(case.start, case.best)[0])}
    opened -= {*closed(case.start)} - {*closed(make(case.start, case.tempting)[0])}
    led = next((each.trick.laid[0] for each in case.line[1:]
                if each.trick.laid[0].seat in case.side and each.trick.laid[0].move.suit in opened), None)
    return None if led is None or not opened else ThemeEvidence(led.card, led.seat)


@idea("cheap-price")
def cheap_price(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Pay the small price: this trick costs the side points, which it doesn't after the natural move, and in the end it has
    more."""
    return _less_now(case) if pays(case) else None


@idea("small-gain")
def small_gain(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Leave the small gain: this trick brings the side less than after the natural move, and costs it nothing; in the end it has
    more."""
    return _less_now(case) if case.line and case.brought(case.line[0]) >= 0 else None


def pays(case: PuzzleAnalysis) -> bool:
    """Tell whether this trick costs the side points, and doesn't after the natural move."""
    return bool(case.line and case.natural) and case.brought(case.line[0]) < 0 <= case.brought(case.natural[0])


def _less_now(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """The best card, where the side has less when this trick is taken than after the natural move."""
    if not case.natural or case.search.goal.yes or case.gains(case.line[0]) >= case.gains(case.natural[0]):
        return None
    return ThemeEvidence(case.best.card, next(iter(case.line[0].takers)))


@idea("pass")
def pass_it(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Pass it: the card is passed, and played it would bring less."""
    other = _same_card(case, lambda move: move.verb != case.best.verb and move.suit == case.best.suit)
    return ThemeEvidence(case.best.card, case.seat) if case.best.verb == "pass" and other else None


@idea("hidden")
def hidden(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Open or face down: the same card, played otherwise, would bring less."""
    other = _same_card(case, lambda move: move.verb != case.best.verb)
    return ThemeEvidence(case.best.card, case.seat) if other and "pass" not in (case.best.verb, *other) else None


@idea("colour")
def colour(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Choose the colour: the same card, named as its other suit, would bring less."""
    other = _same_card(case, lambda move: move.suit != case.best.suit)
    return ThemeEvidence(case.best.card, case.seat) if other and case.tempting.card is case.best.card else None


def _same_card(case: PuzzleAnalysis, differs: Callable[[Move], bool]) -> list[str]:
    """The verbs of worse moves that make something else of the same card."""
    return [move.verb for move, value in case.search.values.items()
            if move.card is not None and move.card is case.best.card and value < case.most and differs(move)]


@idea("partner")
def partner(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Let your partner take it: a partner takes the trick, and after the natural move none does."""
    if not case.line or not case.natural or not case.partner_takes(case.line[0]) or case.partner_takes(case.natural[0]):
        return None
    (taker,) = case.line[0].takers
    laid = case.line[0].laid_by(taker)      # a card that was turned face down takes a trick too
    return ThemeEvidence(laid.card if laid else None, taker)


@idea("count-suit")
def count_suit(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Count the suit: a card is led and takes a trick that a higher one of its suit would have beaten at first, and after the
    natural move no such card does; a card of another suit would not do."""
    counted = _promoted(case, case.line)
    if not counted or counted & _promoted(case, case.natural):
        return None
    return next((ThemeEvidence(card, case.seat) for card in counted if case.needed(card)), None)


def _promoted(case: PuzzleAnalysis, tricks: list[LineTrick]) -> set[Card]:
    """The cards that the seat leads to a later trick and takes it with, now that all that were above them are played."""
    found = set[Card]()
    for each in tricks[1:]:
        led = each.trick.laid[0]
        if led.seat == case.seat and each.taken_with(case.seat) is led.card and case.asked_for(led.move):
            at_first, now = _above(case, case.start, led.move), _above(case, each.before, led.move)
            if at_first and not now:
                found.add(led.card)
    return found


def _above(case: PuzzleAnalysis, holds: Position, led: Move) -> list[Card]:
    """The cards of the other side that have to follow a lead and would beat it, of all that are held in a position."""
    asked = case.asked_for(led)
    return [card for seat in case.game.table.seats if seat not in case.side for card in holds.hands[seat] if card in asked
            and seat in case.game.winners(holds, [led.laid[case.seat], play(card).laid[seat]]).values()]


@idea("order")
def order(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Find the right order: the first two tricks get the same cards in both lines; with the other one first they bring less."""
    now, then = ([(laid.card, laid.move.verb) for each in tricks[:TWO] if (laid := each.laid_by(case.seat))]
                 for tricks in (case.line, case.natural))
    is_turned = len(now) == TWO and now == then[::-1] and now[0] != now[1]
    return ThemeEvidence(now[0][0], case.seat, now[1][0]) if is_turned else None


@idea("keep-jann")
def keep_jann(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Keep the Jann: the side has it after the best move alone."""
    return _keeps(case, "jann")


@idea("stop-jann")
def stop_jann(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Stop the Jann: the other side has it after the natural move alone."""
    return _stops(case, "jann")


@idea("keep-contract")
def keep_contract(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Make the contract: the side makes what it bid after the best move alone."""
    return _keeps(case, "contract")


@idea("stop-contract")
def stop_contract(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Bring the contract down: the other side makes what it bid after the natural move alone."""
    return _stops(case, "contract")


def _keeps(case: PuzzleAnalysis, what: str) -> ThemeEvidence | None:
    best, natural = case.feats
    return ThemeEvidence(case.best.card) if case.search.hints.feats == what and best is True and natural is not True else None


def _stops(case: PuzzleAnalysis, what: str) -> ThemeEvidence | None:
    best, natural = case.feats
    return ThemeEvidence(case.best.card) if case.search.hints.feats == what and natural is False and best is not False else None


@idea("ruff")
def ruff(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Spend the trump: the best move takes with a trump what was led in another suit, and none that is worse does."""
    if case.leads or not _ruffs(case, case.best) or any(_ruffs(case, move) for move in _worse(case)):
        return None
    return ThemeEvidence(case.best.card, case.seat)


def _ruffs(case: PuzzleAnalysis, move: Move) -> bool:
    led = case.start.trick[0]
    return case.plays_trump(move) and not case.is_trump(led.card, led.move.suit) and takes(case, move)


def _worse(case: PuzzleAnalysis) -> list[Move]:
    return [move for move, value in case.search.values.items() if value < case.most and move.card is not None]


def takes(case: PuzzleAnalysis, move: Move) -> bool:
    """Tell whether a card would be winning, as the trick lies."""
    return case.seat in case.game.winners(case.start, [*case.start.trick, move.laid[case.seat]]).values()


@idea("let-go")
def let_go(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Let it go: every move that is worse takes the trick as it lies, and the best one doesn't."""
    alike = case.leads or case.best.card is None or takes(case, case.best) or not all(takes(case, move) for move in _worse(case))
    return None if alike else ThemeEvidence(case.best.card)


@idea("take")
def take(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Take it: the best move takes the trick as it lies, and none that is worse does."""
    alike = case.leads or case.best.card is None or not takes(case, case.best) or any(takes(case, move) for move in _worse(case))
    return None if alike else ThemeEvidence(case.best.card)


@idea("lead-trump")
def lead_trump(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Lead trumps: the best move leads a trump, and none that is worse does."""
    if not case.leads or not case.plays_trump(case.best) or any(case.plays_trump(move) for move in _worse(case)):
        return None
    return ThemeEvidence(case.best.card)


@idea("suit")
def suit(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Find the right suit: the best move plays another suit than all that are worse, where suits have to be followed."""
    card = case.best.card
    if card is None or not case.leads or not case.asked_for(case.best):
        return None
    own = case.suit_of(card, case.best.suit)
    return None if any(case.suit_of(move.played, move.suit) == own for move in _worse(case)) else ThemeEvidence(card)


@idea("height")
def height(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Find how high: all cards that are worse are of the suit of the best one."""
    card = case.best.card
    if card is None:
        return None
    own = case.suit_of(card, case.best.suit)
    return ThemeEvidence(card) if all(case.suit_of(move.played, move.suit) == own for move in _worse(case)) else None


@idea("card")
def right_card(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Find the right card: no more is known of it."""
    return None if case.best.card is None else ThemeEvidence(case.best.card)


@idea("call")
def call(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Find the right call: what is best is no card."""
    return ThemeEvidence()
