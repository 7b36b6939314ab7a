"""What a hand came to, in a sentence for its reader."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import listed
from rules_engine.core.happened import signed
from rules_engine.core.seats import NUMBERS, ORDINALS
from rules_engine.core.telling import amount
from rules_engine.table.session import Session


def result_told(session: Session) -> str:
    """What the hand came to, for the reader."""
    position, game = session.position, session.game
    score = position.hand_score or ()
    if session.seat is None:
        return listed(f"{name} {signed(points)}" for name, points in zip(game.score_names, score, strict=True)) + "."
    own = next(place for place, side in enumerate(game.score_sides()) if session.seat in side)
    total = f" Your total is {signed(position.totals[own])}." if tuple(position.totals) != tuple(score) else ""
    told = _settled if game.unit != "points" and not sum(score) else _placed
    return f"{told(session, score, own)}{total}"


def _settled(session: Session, score: Sequence[int], own: int) -> str:
    """What the reader won or lost, where others pay for it, and who did so as well."""
    points, unit = score[own], session.game.unit
    if not points:
        return "You neither won nor lost."
    alike = _with_points(session, score, points)
    mates = next((side for side in session.game.sides(session.position) if session.seat in side), ())
    who = [seat for seat in alike if seat == session.seat or seat in mates]
    told = amount(str(abs(points)), unit) + " each" * (len(who) > 1)
    return f"{session.telling.name(who)} {'won' if points > 0 else 'lost'} {told}."


def _placed(session: Session, score: Sequence[int], own: int) -> str:
    """What the reader's side scored, beside the other's or among all."""
    points, count, unit = score[own], len(score), session.game.unit
    mine = session.game.score_sides()[own]
    who = "Your side" if mine[1:] else "You"
    told = signed(points) if unit == "points" else amount(signed(points), unit)
    if count == 2:
        return f"{who} scored {told}; theirs {signed(score[1 - own])}."
    better, alike = sum(each > points for each in score), score.count(points)
    if alike == count:
        return f"{who} scored {told}, like everybody else."
    if not better and alike == 1:
        return f"{who} won the hand with {amount(signed(points), unit)}."
    place = "last" if better + alike == count else ORDINALS[better]
    others = [seat for seat in _with_points(session, score, points) if seat not in mine]
    level = f", level with {session.telling.table.called(others)}" if others else ""
    return f"{who} scored {told}: {place} of {NUMBERS[count - 1]}{level}."


def _with_points(session: Session, score: Sequence[int], points: int) -> list[int]:
    """The seats whose sides scored so much."""
    return [seat for side, each in zip(session.game.score_sides(), score, strict=True) if each == points for seat in side]
