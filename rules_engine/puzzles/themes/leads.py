"""Ideas about the lead: the order in which seats play, and the next leader."""

from __future__ import annotations

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, play
from rules_engine.puzzles.themes.analysis import TWO, PuzzleAnalysis
from rules_engine.puzzles.themes.plays import pays
from rules_engine.puzzles.themes.registry import ThemeEvidence, idea
from rules_engine.quiz.line_tricks import LineTrick
from rules_engine.solver.search import Search, Undecided, Unsolved


@idea("through")
def through(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *lead through*: the best move leads a low card to a partner through the other side's highest card in the suit.

    The next hand holds that card. A partner who plays after it holds a higher and a lower card, and takes a trick in the suit. If
    the hand with the high card played last, the lead would be worth less.
    """
    start, game, side = case.start, case.game, case.side
    others = [seat for seat in game.table.clockwise_from(case.seat)[1:] if start.hands[seat]]
    if not case.leads or side.isdisjoint(others) or side & {others[0], others[-1]}:
        return None
    worse = [move for move, value in case.search.values.items() if value < case.most]
    strong = _strong(case, case.best, others[0])
    if strong is None or any(_strong(case, move, others[0]) for move in worse) or not _partner_wins(case):
        return None
    return ThemeEvidence(strong, others[0]) if _less_from(case, others[0], others[-1]) else None


def _strong(case: PuzzleAnalysis, led: Move, first: int) -> Card | None:
    """Return the other side's highest card in the suit led if the next hand holds it and partners hold a higher and a lower card;
    or None.
    """
    suit, others = case.asked_for(led), [seat for seat in case.game.table.seats if seat != case.seat]
    held = [(seat, card) for seat in others for card in case.start.hands[seat] if card in suit]
    partners = [card for seat, card in held if seat in case.side]
    for seat, high in held:
        over_all = all(_over(case, led, high, card) for each, card in held if each not in case.side and card is not high)
        if seat == first and over_all and any(_over(case, led, card, high) for card in partners) and any(
                _over(case, led, high, card) for card in partners):
            return high
    return None


def _over(case: PuzzleAnalysis, led: Move, card: Card, other: Card) -> bool:
    """Return whether one card beats another when both follow a lead."""
    laid = [led.laid[case.seat], play(card).laid[_another(case.seat)], play(other).laid[_another(_another(case.seat))]]
    return laid[1].seat in case.game.winners(case.start, laid).values()


def _another(seat: int) -> int:
    return (seat + 1) % 3


def _partner_wins(case: PuzzleAnalysis) -> bool:
    suit = case.asked_for(case.best)
    return any(laid.card in suit and laid.seat in each.takers for each in case.line for laid in each.trick.laid
               if laid.seat in case.side and laid.seat != case.seat)


def _less_from(case: PuzzleAnalysis, one: int, other: int) -> bool:
    """Return whether the best move would be worth less if two seats exchanged their hands."""
    turned = case.start.copy()
    turned.hands = [*case.start.hands]
    turned.hands[one], turned.hands[other] = [*case.start.hands[other]], [*case.start.hands[one]]
    search = Search(case.game, turned, case.search.goal)
    try:
        return case.best in case.game.legal(turned) and not search.reaches(search.after(case.best), case.most, 1_000_000)
    except (Unsolved, Undecided):
        return False


@idea("throw-in")
def throw_in(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *throw in*: an opponent takes this trick and has to lead next. After the natural move, other seats take it.

    If another seat led, the side would get less.
    """
    if not case.turns_trick or len(case.line) < TWO or len(case.line[0].takers) > 1:
        return None
    (taker,) = case.line[0].takers
    if taker in case.side or not case.must_lead(case.line[0].after, taker):
        return None
    return ThemeEvidence(case.line[0].taken_with(taker), taker)


@idea("partner-in")
def partner_in(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *put the partner in*: a partner takes this trick and leads next. After the natural move, other seats take it.

    If another seat led, the side would get less.
    """
    if not case.turns_trick or len(case.line) < TWO or not case.partner_takes(case.line[0]):
        return None
    (taker,) = case.line[0].takers
    return ThemeEvidence(case.line[0].taken_with(taker), taker) if case.must_lead(case.line[0].after, taker) else None


@idea("stay-off")
def stay_off(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *stay off lead*: the natural move takes the trick, the best move doesn't.

    If another seat led next, the natural move would be as good as the best.
    """
    if not case.line or not case.natural or case.seat not in case.natural[0].takers or case.seat in case.line[0].takers:
        return None
    after = case.natural[0].after
    led = [seat for seat in case.game.table.seats if seat != case.seat and case.if_led_by(after, seat)]
    return ThemeEvidence(case.tempting.card, led[0]) if led and after.to_act == case.seat else None


@idea("take-lead")
def take_lead(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *take the lead*: the seat takes a trick led by another seat and leads next; after the natural move it doesn't.

    If another seat led next, the side would get less.
    """
    if case.leads or not case.line or {case.seat} != case.line[0].takers:
        return None
    return _leads_next(case)


@idea("keep-lead")
def keep_lead(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *keep the lead*: the seat leads this trick and, only after the best move, the next one.

    If another seat led next, the side would get less.
    """
    return _leads_next(case) if case.leads else None


def _leads_next(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Return the best move's card if it alone lets the seat lead next, and the side would get less if another seat led."""
    if not case.line or not case.natural or case.natural[0].after.to_act == case.seat:
        return None
    after = case.line[0].after
    return ThemeEvidence(case.best.card, case.seat) if after.to_act == case.seat and case.must_lead(after, case.seat) else None


@idea("buy-lead")
def buy_lead(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *buy the lead*: the best move loses points in this trick that the natural move doesn't lose, but the seat leads next.

    If another seat led next, the side would get less.
    """
    return _leads_next(case) if pays(case) else None


@idea("exit")
def leave_lead(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *hand over the lead*: the seat leads, and the trick goes to another seat, which doesn't take it after the natural
    move.

    If the seat had to lead again, the side would get less.
    """
    if not case.leads or not case.turns_trick or case.seat in case.line[0].takers:
        return None
    again = case.if_led_by(case.line[0].after, case.seat)
    return ThemeEvidence(case.best.card, next(iter(case.line[0].takers))) if again is False else None


@idea("strip")
def strip(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *take away the exit*: an opponent has to follow with its last card in the suit led, which it keeps after the natural
    lead.

    If another of its cards were also in that suit, the lead would be worth less; if the card were in any other suit, it wouldn't.
    """
    as_well = {laid.card for laid in case.natural[0].trick.laid} if case.natural else set()
    asked = case.asked_for(case.best) if case.leads and case.line else set()
    for laid in case.line[0].trick.laid if asked else ():
        hand = case.start.hands[laid.seat]
        if laid.card in as_well or laid.seat in case.side or [card for card in hand if card in asked] != [laid.card]:
            continue
        spare = sorted(case.spare, key=case.power)
        more = [card for card in spare if card in asked and case.power(card) <= case.power(laid.card)][:1]
        others = [card for card in spare if card not in asked and not case.is_trump(card)][:1]
        if any(case.brings(card, other, case.best, case.most) is False for card in hand if card is not laid.card for other in more
               if all(case.brings(card, one, case.best, case.most) for one in others)):
            return ThemeEvidence(laid.card, laid.seat)
    return None


@idea("endplay")
def endplay(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *prepare the throw-in*: an opponent has to take a later trick and lead. This doesn't happen after the natural move.

    If another seat led, the side would get less.
    """
    found = _thrown_in(case, case.line)
    return found if found is not None and _thrown_in(case, case.natural) is None else None


def _thrown_in(case: PuzzleAnalysis, tricks: list[LineTrick]) -> ThemeEvidence | None:
    for each in tricks[1:-1]:
        taker = next(iter(each.takers))
        if len(each.takers) == 1 and taker not in case.side and case.must_lead(each.after, taker):
            return ThemeEvidence(each.taken_with(taker), taker)
    return None


@idea("right-lead")
def right_lead(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *find the right leader*: this trick scores the same after both moves, but the next leaders differ.

    If the next leader were the same as after the natural move, the side would get less.
    """
    if not case.line or not case.natural or case.gains(case.line[0]) != case.gains(case.natural[0]) or (
            (case.line[0].takers <= case.side) != (case.natural[0].takers <= case.side)):
        return None
    now, then = case.line[0].after, case.natural[0].after
    if now.to_act is None or then.to_act is None or now.to_act == then.to_act:
        return None
    return ThemeEvidence(case.best.card, now.to_act) if case.if_led_by(now, then.to_act) is False else None
