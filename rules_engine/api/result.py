"""The result of a hand for the reader: the headline, the points, and sentences about the rank and the match."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.api.session import Session
from rules_engine.core.model.events import signed
from rules_engine.core.model.seats import MAX_SEATS
from rules_engine.html.ending import LargeNumber
from rules_engine.html.score import gained
from rules_engine.text.message import NOTHING, FormIndex, Text, all_of, capital, joined, say

LAST = -1
"""Index of the phrase for last place."""


def result_told(session: Session) -> Text:
    """Return the result of the hand for the reader in sentences. If the game is over, its winner comes first."""
    position = session.position
    if session.seat is None:
        return scores_told(session, position.hand_score or ())
    if position.game_over:
        return joined([say("{result}.", result=_game_told(session)), _finished(session)])
    total = NOTHING if tuple(position.totals) == tuple(position.hand_score or ()) else (
        say("Your total is {n}.", n=signed(position.totals[_own(session)])))
    return joined([say("{result}.", result=_scored(session)), total])


def headline(session: Session) -> Text:
    """Return the result in a few words, without a full stop: the winner of a finished game, otherwise the reader's result."""
    if session.position.game_over:
        return _game_told(session)
    return session.narrator.outcome(session.position) or _scored(session)


def details(session: Session) -> list[Text]:
    """Return the sentences that the headline leaves out: after a game the reader's place, otherwise the score of the hand if the
    headline is the game's own."""
    if session.position.game_over:
        return [told for told in [_finished(session)] if told]
    return [say("{result}.", result=_scored(session))] if session.narrator.outcome(session.position) else []


def readers_points(session: Session) -> LargeNumber | None:
    """Return the reader's points in the hand or, if the game is over, the reader's total; None without a reader, or if the
    headline contains them."""
    position = session.position
    if session.seat is None or position.hand_score is None:
        return None
    if not position.game_over and not session.narrator.outcome(position):
        return None
    place = _own(session)
    digits = signed(position.totals[place]) if position.game_over else gained(position.hand_score[place])
    return LargeNumber(digits, session.narrator.amount(digits))


def _own(session: Session) -> int:
    """Return the index of the reader's side."""
    return next(place for place, side in enumerate(session.game.score_sides()) if session.seat in side)


def _scored(session: Session) -> Text:
    """Return the reader's result in the hand, without a full stop."""
    score = session.position.hand_score or ()
    told = _settled if session.game.unit != "points" and not sum(score) else _placed
    return capital(told(session, score, _own(session)))


def _game_told(session: Session) -> Text:
    """Return the winner of the game, with the final score in a game for points."""
    position, called = session.position, session.narrator.table.called(session.position.won_by)
    won = max(position.totals, key=session.game.value)
    if session.game.unit == "points":
        return capital(say("{seats} {seats:wins|win} the game with {n}", seats=called, n=signed(won)))
    return capital(say("{seats} {seats:wins|win} the game", seats=called))


def _finished(session: Session) -> Text:
    """Return the reader's final place or score; empty if the reader has won or the game isn't scored in points."""
    own = _own(session)
    totals, mine = session.position.totals, session.game.score_sides()[own]
    if session.seat in session.position.won_by or session.game.unit != "points":
        return NOTHING
    if len(totals) == 2:
        return say("{sides:Your side has|You have} {n}.", sides=len(mine) > 1, n=signed(totals[own]))
    better, alike = _better(session, totals, totals[own]), totals.count(totals[own])
    return say("You finished {place}, with {n}.", place=_place(better, alike, len(totals)), n=signed(totals[own]))


def _better(session: Session, score: Sequence[int], points: int) -> int:
    """Return the number of sides that have done better than a side with ``points``."""
    value = session.game.value
    return sum(value(each) > value(points) for each in score)


def _place(better: int, alike: int, count: int) -> Text:
    """Return a ranking, such as "third of four".

    ``better``  the number of sides with better scores
    ``alike``   the number of sides with this score
    ``count``   the total number of sides
    """
    return say("{place:first|second|third|fourth|fifth|sixth|seventh|last} of {count:one|two|three|four|five|six|seven|eight}",
               place=FormIndex(LAST if better + alike == count else better, MAX_SEATS), count=FormIndex(count - 1, MAX_SEATS))


def scores_told(session: Session, score: Sequence[int]) -> Text:
    """Return each side's score as a sentence."""
    called, sides = session.narrator.table.called, zip(session.game.score_sides(), score, strict=bool(score))
    return say("{scores}.", scores=all_of(say("{side} {n}", side=called(side), n=signed(points)) for side, points in sides))


def _settled(session: Session, score: Sequence[int], own: int) -> Text:
    """Return the reader's gain or loss in a zero-sum game, naming also the teammates who gained or lost the same amount."""
    points = score[own]
    if not points:
        return say("You neither won nor lost")
    alike = _with_points(session, score, points)
    side = next((side for side in session.game.sides(session.position) if session.seat in side), (session.seat,))
    who = [seat for seat in alike if seat in side]
    seats, won = session.narrator.table.called(who), session.game.value(points) > 0
    sum_won = session.narrator.amount(str(abs(points)))
    return say("{seats} {won:won|lost} {amount}{each: each|}", seats=seats, won=won, amount=sum_won, each=len(who) > 1)


def _placed(session: Session, score: Sequence[int], own: int) -> Text:
    """Return the score of the reader's side, compared with the other side or ranked among all."""
    points, count, unit = score[own], len(score), session.game.unit
    mine = session.game.score_sides()[own]
    sides = len(mine) > 1
    told = signed(points) if unit == "points" else session.narrator.amount(signed(points))
    if count == 2:
        other = session.narrator.table.called(session.game.score_sides()[1 - own])
        return say("{sides:Your side|You} scored {points}, {other} {n}", sides=sides, points=told, other=other,
                   n=signed(score[1 - own]))
    better, alike = _better(session, score, points), score.count(points)
    if alike == count:
        return say("{sides:Your side|You} scored {points}, like everybody else", sides=sides, points=told)
    if not better and alike == 1:
        best = session.narrator.amount(signed(points))
        if session.game.low_wins:
            return say("{sides:Your side|You} got off best with {points}", sides=sides, points=best)
        return say("{sides:Your side|You} won the hand with {points}", sides=sides, points=best)
    others = [seat for seat in _with_points(session, score, points) if seat not in mine]
    ranked = say("{sides:Your side|You} scored {points}: {place}", sides=sides, points=told,
                 place=_place(better, alike, count))
    level = say("level with {others}", others=session.narrator.table.called(others)) if others else NOTHING
    return joined([ranked, level], ", ")


def _with_points(session: Session, score: Sequence[int], points: int) -> list[int]:
    """Return the seats that belong to a side with this score."""
    return [seat for side, each in zip(session.game.score_sides(), score, strict=True) if each == points for seat in side]
