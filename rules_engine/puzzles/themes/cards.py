"""Ideas about one card: kept for a later trick, spent by the others, or one that one is better rid of."""

from __future__ import annotations

from rules_engine.puzzles.themes.analysis import PuzzleAnalysis
from rules_engine.puzzles.themes.registry import ThemeEvidence, idea
from rules_engine.quiz.line_tricks import LineTrick


@idea("unblock")
def unblock(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Unblock: the card played would have taken a later trick that now a partner takes; with a lesser card in its place the
    natural move would be as good. The side takes no fewer tricks."""
    card = case.best.card
    stuck = case.later(case.natural, card)
    fewer = case.taken(case.line) < case.taken(case.natural)
    if fewer or case.alone or card is None or stuck is None or not any(case.partner_takes(each) for each in case.line[1:]):
        return None
    dud = case.liability(card)
    return None if dud is None else ThemeEvidence(card, case.seat, dud)


@idea("feed")
def feed(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Feed the partner: a partner takes the trick after both moves, and with the best one the side has more of what counts
    when it is taken."""
    if not case.line or not case.natural or not (case.partner_takes(case.line[0]) and case.partner_takes(case.natural[0])):
        return None
    gains = case.stands(case.line[0].after) > case.stands(case.natural[0].after)
    return ThemeEvidence(case.best.card, next(iter(case.line[0].takers))) if gains else None


@idea("keep-entry")
def keep_entry(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Keep the entry: the card that the natural move plays takes a later trick, the seat leads and takes the next as well,
    and did anybody else lead to it, the side would get less."""
    card = case.tempting.card
    kept = case.later(case.line, card)
    if kept is None or card is case.best.card or kept is case.line[-1]:
        return None
    follows = case.line[case.line.index(kept) + 1]
    if case.seat not in follows.takers or not case.must_lead(kept.after, case.seat):
        return None
    return ThemeEvidence(card, case.seat)


def _kept(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """The card of the natural move, where it takes a later trick after the best one, and a lesser one wouldn't do."""
    card = case.tempting.card
    if card is None or card is case.best.card or case.later(case.line, card) is None:
        return None
    dud = case.asset(card)
    return None if dud is None else ThemeEvidence(card, case.seat, dud)


@idea("hold-up")
def hold_up(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Hold up: the natural move takes this trick; the best one leaves it, and the card takes a later one, which a lesser card
    would not. Where tricks bring points, that one brings so much more that it makes most of the difference."""
    taken = bool(case.natural) and case.natural[0].taken_with(case.seat) is case.tempting.card
    left = bool(case.line) and case.line[0].takers.isdisjoint(case.side)
    if case.leads or not taken or not left:
        return None
    later = case.later(case.line, case.tempting.card)
    gain = case.brought(later) - case.brought(case.natural[0]) if later else 0
    explains = not case.brings_points or 2 * gain >= case.most - case.less
    return _kept(case) if explains else None


@idea("save-beater")
def save_beater(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Save the beater: the best move plays none and keeps that of the natural move, which takes a later trick; a lesser card
    would not do."""
    beaters = case.search.hints.beaters()
    return _kept(case) if case.tempting.card in beaters and case.best.card not in beaters else None


@idea("keep-trump")
def keep_trump(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Keep the trump: the natural move plays a trump, the best one none, and the trump takes a later trick; a lesser card
    would not do."""
    if not case.plays_trump(case.tempting) or case.plays_trump(case.best):
        return None
    return _kept(case)


@idea("keep-winner")
def keep_winner(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Keep the winner: the card of the natural move takes a later trick after the best one; a lesser one would not do."""
    return _kept(case)


@idea("spare-partner")
def spare_partner(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Spare the partner: after the natural move a partner spends a card on this trick that takes a later one after the best
    move; with a lesser one in its place the best move would bring less."""
    for laid in case.natural[0].trick.laid if case.natural else ():
        saved = laid.seat in case.side and laid.seat != case.seat and any(
            each.taken_with(laid.seat) is laid.card for each in case.line[1:])
        dud = case.asset(laid.card) if saved else None
        if dud is not None:
            return ThemeEvidence(laid.card, laid.seat, dud)
    return None


@idea("force-out")
def force_out(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Force it out: one of the other side has to take this trick with a card that takes a later one after the natural move;
    were it a lesser card, the natural move would be as good."""
    return _spent(case, taken=True)


@idea("catch")
def catch(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Catch it: a card of the other side's falls to this trick and doesn't take it, and takes a later one after the natural move;
    were it a lesser card, the natural move would be as good."""
    return _spent(case, taken=False)


def _spent(case: PuzzleAnalysis, taken: bool) -> ThemeEvidence | None:
    """The card of the other side's that falls now, and takes a later trick alone after the natural move, which would else be as
    good. If it takes a trick now as well, that brings its side less, or they take fewer."""
    if not case.line:
        return None
    fallen = {laid.card for laid in case.line[0].trick.laid if laid.card in case.start.hands[laid.seat]}
    fewer = case.taken(case.line) > case.taken(case.natural)
    for seat, card, later in case.other_takers(case.natural[1:]):
        takes_now = case.line[0].takers == {seat} if taken else seat not in case.line[0].takers
        if card in fallen and takes_now and len(later.takers) == 1:
            cheaper = not taken or fewer or case.brought(case.line[0], seat) < case.brought(later, seat)
            dud = case.liability(card) if cheaper else None
            if dud is not None:
                return ThemeEvidence(card, seat, dud)
    return None


def _rid(case: PuzzleAnalysis, fate: LineTrick | None) -> ThemeEvidence | None:
    """The card of the best move, where it meets that fate after the natural one, which would be as good with a lesser one."""
    card = case.best.card
    if card is None or card is case.tempting.card or fate is None:
        return None
    dud = case.liability(card)
    return None if dud is None else ThemeEvidence(card, case.seat, dud)


@idea("dump")
def dump(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Dump it where it is lost: the other side takes the trick, and would get the card later; with a lesser one in its place the
    natural move would be as good."""
    card = case.best.card
    lost = bool(case.line) and case.line[0].takers.isdisjoint(case.side)
    fate = None if card is None else case.fall(case.natural[1:], card)
    return _rid(case, fate) if lost and fate is not None and case.seat not in fate.takers else None


@idea("unload")
def unload(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Throw the danger away: the card doesn't take this trick and would have to take a later one; with a lesser one in its place
    the natural move would be as good."""
    left = bool(case.line) and case.seat not in case.line[0].takers
    return _rid(case, case.later(case.natural, case.best.card)) if left else None


@idea("win-early")
def win_early(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Win with it now: the card takes this trick and would take a later one, at a worse time; with a lesser one in its place the
    natural move would be as good."""
    taken = bool(case.line) and case.line[0].taken_with(case.seat) is case.best.card
    return _rid(case, case.later(case.natural, case.best.card)) if taken else None


@idea("duck")
def duck(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Duck: the natural move takes the trick; the best one leaves it and takes a later one that the seat doesn't get after the
    natural move."""
    if case.leads or not case.line or not case.natural or case.seat in case.line[0].takers or (
            case.seat not in case.natural[0].takers):
        return None
    gets = {card for each in case.natural[1:] if (card := each.taken_with(case.seat))}
    card = next((card for each in case.line[1:] if (card := each.taken_with(case.seat)) and card not in gets), None)
    return None if card is None else ThemeEvidence(card, case.seat)


@idea("under")
def under(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Stay under: the natural card takes the trick, the best one doesn't; a lesser card in the place of the natural one would
    be as good as the best."""
    card = case.tempting.card
    if card is None or not case.line or not case.natural or case.seat in case.line[0].takers or (
            case.natural[0].taken_with(case.seat) is not card):
        return None
    for dud in case.duds(card):
        search = case.with_card(card, dud)
        same = next((move for move in case.game.legal(search.start) if move.card is dud and move.verb == case.tempting.verb
                     and move.suit in (case.tempting.suit, "")), None)
        if same is not None and case.brings(card, dud, same, case.most):
            return ThemeEvidence(card, case.seat, dud)
    return None


@idea("high-enough")
def high_enough(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Return the card that beats the natural one at once, while the side takes the trick with the best."""
    if not _gets(case, case.line) or _gets(case, case.natural):
        return None
    shown = fear(case)
    return shown if shown and _takes_at_once(case, shown) else None


@idea("in-time")
def in_time(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Return the card that takes a later trick if this one, which the side could take, is left to the others."""
    return fear(case) if _gets(case, case.line) and not _gets(case, case.natural) else None


@idea("part-with")
def part_with(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Return the card that takes a later trick if another card than the best is thrown on one that the others take."""
    if case.leads or not case.line or not case.natural or _gets(case, case.line) or _gets(case, case.natural):
        return None
    shown = fear(case)
    return shown if shown and not _takes_at_once(case, shown) else None


def _gets(case: PuzzleAnalysis, tricks: list[LineTrick]) -> bool:
    """Whether the side takes the first trick of a line."""
    return bool(tricks) and tricks[0].takers <= case.side


def _takes_at_once(case: PuzzleAnalysis, shown: ThemeEvidence) -> bool:
    """Whether the card that is feared takes the very trick to which the natural move is made."""
    return shown.seat is not None and case.natural[0].taken_with(shown.seat) is shown.card


@idea("fear")
def fear(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Return the one card to fear: were it a lesser one, the natural move would be as good as the best."""
    key = case.key_card()
    return None if key is None else ThemeEvidence(key[1], key[0], key[2])
