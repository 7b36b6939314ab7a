"""Ideas about one card that is kept for a later trick, forced out of an opponent's hand, or discarded."""

from __future__ import annotations

from rules_engine.puzzles.themes.analysis import PuzzleAnalysis
from rules_engine.puzzles.themes.registry import ThemeEvidence, idea
from rules_engine.quiz.line_tricks import LineTrick


@idea("unblock")
def unblock(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *unblock*: the card played would have taken a later trick, which a partner now takes.

    If it were a weaker card, the natural move would be just as good. The side takes no fewer tricks.
    """
    card = case.best.card
    stuck = case.later(case.natural, card)
    fewer = case.taken(case.line) < case.taken(case.natural)
    if fewer or case.alone or card is None or stuck is None or not any(case.partner_takes(each) for each in case.line[1:]):
        return None
    dud = case.liability(card)
    return None if dud is None else ThemeEvidence(card, case.seat, dud)


@idea("feed")
def feed(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *feed the partner*: a partner takes the trick after both moves, and the side's total after the trick is higher with
    the best move.
    """
    if not case.line or not case.natural or not (case.partner_takes(case.line[0]) and case.partner_takes(case.natural[0])):
        return None
    gains = case.stands(case.line[0].after) > case.stands(case.natural[0].after)
    return ThemeEvidence(case.best.card, next(iter(case.line[0].takers))) if gains else None


@idea("keep-entry")
def keep_entry(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *keep the entry*: the natural move's card is kept, takes a later trick, and the seat then also takes the trick that
    it leads next.

    If another seat led to that trick, the side would get less.
    """
    card = case.tempting.card
    kept = case.later(case.line, card)
    if kept is None or card is case.best.card or kept is case.line[-1]:
        return None
    follows = case.line[case.line.index(kept) + 1]
    if case.seat not in follows.takers or not case.must_lead(kept.after, case.seat):
        return None
    return ThemeEvidence(card, case.seat)


def _kept(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Return the natural move's card if it takes a later trick after the best move and a weaker card would be worth less."""
    card = case.tempting.card
    if card is None or card is case.best.card or case.later(case.line, card) is None:
        return None
    dud = case.asset(card)
    return None if dud is None else ThemeEvidence(card, case.seat, dud)


@idea("hold-up")
def hold_up(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *hold up*: the natural move takes this trick. The best move keeps the card for a later trick; a weaker card would be
    worth less.

    If tricks score points, the additional points in the later trick are at least half of the difference between the moves.
    """
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
    """Idea *save the beater* (a card that can beat others): the best move plays no beater and keeps the natural move's beater
    for a later trick.

    A weaker card would be worth less.
    """
    beaters = case.search.heuristics.beaters()
    return _kept(case) if case.tempting.card in beaters and case.best.card not in beaters else None


@idea("keep-trump")
def keep_trump(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *keep the trump*: the natural move plays a trump, the best one doesn't, and the trump takes a later trick.

    A weaker card would be worth less.
    """
    if not case.plays_trump(case.tempting) or case.plays_trump(case.best):
        return None
    return _kept(case)


@idea("keep-winner")
def keep_winner(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *keep the winner*: the natural move's card takes a later trick after the best one. A weaker card would be worth less.
    """
    return _kept(case)


@idea("spare-partner")
def spare_partner(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *spare the partner*: the natural move makes a partner play a card to this trick that takes a later one after the best
    move.

    If it were a weaker card, the best move would be worth less.
    """
    for laid in case.natural[0].trick.laid if case.natural else ():
        saved = laid.seat in case.side and laid.seat != case.seat and any(
            each.taken_with(laid.seat) is laid.card for each in case.line[1:])
        dud = case.asset(laid.card) if saved else None
        if dud is not None:
            return ThemeEvidence(laid.card, laid.seat, dud)
    return None


@idea("force-out")
def force_out(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *force out*: an opponent has to take this trick with a card that would take a later trick after the natural move.

    If it were a weaker card, the natural move would be just as good.
    """
    return _spent(case, taken=True)


@idea("catch")
def catch(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *catch*: an opponent loses a card in this trick that would take a later one after the natural move.

    If it were a weaker card, the natural move would be just as good.
    """
    return _spent(case, taken=False)


def _spent(case: PuzzleAnalysis, taken: bool) -> ThemeEvidence | None:
    """Return an opponent's card that falls in this trick but wins a later trick alone after the natural move.

    If it were a weaker card, the natural move would be just as good. If ``taken`` is set, the card takes this trick, which must
    score less for the opponent than the later trick, unless the opponents take fewer tricks overall.
    """
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
    """Return the best move's card if it falls in the trick ``fate`` after the natural move, and a weaker card would make the
    natural move just as good."""
    card = case.best.card
    if card is None or card is case.tempting.card or fate is None:
        return None
    dud = case.liability(card)
    return None if dud is None else ThemeEvidence(card, case.seat, dud)


@idea("dump")
def dump(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *dump*: the other side takes this trick, and would otherwise win the discarded card in a later one.

    If it were a weaker card, the natural move would be just as good.
    """
    card = case.best.card
    lost = bool(case.line) and case.line[0].takers.isdisjoint(case.side)
    fate = None if card is None else case.fall(case.natural[1:], card)
    return _rid(case, fate) if lost and fate is not None and case.seat not in fate.takers else None


@idea("unload")
def unload(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *unload*: the discarded card doesn't take this trick, but would otherwise be forced to take a later one.

    If it were a weaker card, the natural move would be just as good.
    """
    left = bool(case.line) and case.seat not in case.line[0].takers
    return _rid(case, case.later(case.natural, case.best.card)) if left else None


@idea("win-early")
def win_early(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *win early*: the card takes this trick, and would otherwise take a later one at a worse time.

    If it were a weaker card, the natural move would be just as good.
    """
    taken = bool(case.line) and case.line[0].taken_with(case.seat) is case.best.card
    return _rid(case, case.later(case.natural, case.best.card)) if taken else None


@idea("duck")
def duck(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *duck*: the natural move takes the trick; the best move doesn't.

    Instead, the seat takes a later trick with a card that takes none after the natural move.
    """
    if case.leads or not case.line or not case.natural or case.seat in case.line[0].takers or (
            case.seat not in case.natural[0].takers):
        return None
    gets = {card for each in case.natural[1:] if (card := each.taken_with(case.seat))}
    card = next((card for each in case.line[1:] if (card := each.taken_with(case.seat)) and card not in gets), None)
    return None if card is None else ThemeEvidence(card, case.seat)


@idea("under")
def under(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *stay under*: the natural move's card takes the trick; the best move's card doesn't.

    A weaker card in place of the natural move's card would be as good as the best.
    """
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
    """Idea *play high enough*: the best move wins the trick for the side; the one card to fear would beat the natural move's
    card.
    """
    if not _gets(case, case.line) or _gets(case, case.natural):
        return None
    shown = fear(case)
    return shown if shown and _takes_at_once(case, shown) else None


@idea("in-time")
def in_time(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *win in time*: the best move wins the trick for the side, the natural move doesn't, and there is one card to fear."""
    return fear(case) if _gets(case, case.line) and not _gets(case, case.natural) else None


@idea("part-with")
def part_with(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *part with the right card*: the other side takes this trick after both moves; the one card to fear takes a later
    trick.
    """
    if case.leads or not case.line or not case.natural or _gets(case, case.line) or _gets(case, case.natural):
        return None
    shown = fear(case)
    return shown if shown and not _takes_at_once(case, shown) else None


def _gets(case: PuzzleAnalysis, tricks: list[LineTrick]) -> bool:
    """Return whether the side takes the first trick of a line."""
    return bool(tricks) and tricks[0].takers <= case.side


def _takes_at_once(case: PuzzleAnalysis, shown: ThemeEvidence) -> bool:
    """Return whether the card to fear wins this trick after the natural move."""
    return shown.seat is not None and case.natural[0].taken_with(shown.seat) is shown.card


@idea("fear")
def fear(case: PuzzleAnalysis) -> ThemeEvidence | None:
    """Idea *one card to fear*: if one particular card of the opponents were weaker, the natural move would be as good as the
    best.
    """
    key = case.key_card()
    return None if key is None else ThemeEvidence(key[1], key[0], key[2])
