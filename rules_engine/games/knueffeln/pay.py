"""What a deal is worth to whom: money from each loser to one winner, or rungs off the ladder."""

from __future__ import annotations

from rules_engine.core.cards import listed
from rules_engine.core.game import Line, signed
from rules_engine.core.position import Event
from rules_engine.games.knueffeln.position import NOBODY, KnueffelnPosition, Result
from rules_engine.games.knueffeln.terms import RUNGS

DEFENDERS = 4
LABELS = {"game": "The game", "run": "The game, run from", "jann": "Jann", "march": "March", "failed": "March not won"}


def finish(position: KnueffelnPosition, side: int, how: str, log: list[Event] | None) -> None:
    """End the deal for the winning ``side``."""
    position.result = Result(side, how)
    position.trick = []
    lines = score_lines(position)
    points = [*map(sum, zip(*[line.points for line in lines], strict=True))]
    position.game.finish_hand(position, points)
    if position.terms.ladder:
        _end_ladder(position, side, points)
    if log is not None:
        log += [_tell_win(position), *_tell_lines(position, lines), *_tell_end(position)]


def score_lines(position: KnueffelnPosition) -> list[Line]:
    """The score sheet of a deal that is over."""
    if position.void:
        return [Line("turn-up", "The deal is void", (0,) * len(position.score))]
    if position.result is None:
        return []
    (side, how), terms = position.result, position.terms
    price = {"game": terms.game, "run": terms.game, "jann": terms.jann}.get(how, terms.march)
    turned = terms.turn * sum(position.turns)
    rule = "ladder" if terms.ladder else "pay"
    lines = [Line(rule, LABELS[how], _spread(position, side, price))]
    if turned:
        lines.append(Line(rule, f"Accepted turns: {sum(position.turns)}", _spread(position, side, turned)))
    surplus = price + turned - (RUNGS - position.score[side]) if terms.ladder else 0
    if surplus > 0:
        lines.append(Line(rule, "Beyond the last rung", _spread(position, side, -surplus)))
    return lines


def _spread(position: KnueffelnPosition, winner: int, amount: int) -> tuple[int, ...]:
    if position.terms.ladder:
        return (amount, 0) if winner == 0 else (0, amount)
    return tuple([_share(position, seat, winner) * amount for seat in position.game.table.seats])


def _share(position: KnueffelnPosition, seat: int, winner: int) -> int:
    """How many times ``seat`` gets the amount: a soloist settles with each of the four."""
    if position.side[seat] == NOBODY:
        return 0
    times = DEFENDERS if seat == position.soloist else 1
    return times if position.side[seat] == winner else -times


def _end_ladder(position: KnueffelnPosition, side: int, points: list[int]) -> None:
    position.double = points[side] == RUNGS
    if position.score[side] + points[side] == RUNGS:
        position.game_over = True
        position.winners = [position.side_name(side)]


def _tell_win(position: KnueffelnPosition) -> Event:
    assert position.result is not None
    side, how = position.result
    who, won = position.side_name(side), position.won(side)
    if how == "game" and position.soloist is not None:
        return Event("hand", "solo-win", f"{who}: {won} tricks. The soloist needed four, the defenders five.")
    rule, told = {
        "game": ("five-tricks", f"{who} are the first with five tricks and win the deal."),
        "run": ("turn", f"{who} win the deal that was run from."),
        "jann": ("solo-win" if position.soloist is not None else "jann", f"{who} take the Jann with {won} tricks in a row."),
        "march": ("march", f"{who} have won all {won} tricks: the march."),
        "failed": ("march", f"{position.side_name(1 - side)} lose the march, and {who} are paid for it."),
    }[how]
    return Event("hand", rule, told)


def _tell_lines(position: KnueffelnPosition, lines: list[Line]) -> list[Event]:
    names = position.game.score_names
    return [Event("hand", line.rule, f"{line.label}: " + listed([
        f"{name} {signed(points)}" for name, points in zip(names, line.points, strict=True)]) + ".") for line in lines]


def _tell_end(position: KnueffelnPosition) -> list[Event]:
    if position.game_over:
        at_once = ", all four at once: a double win" if position.double else ""
        return [Event("game", "ladder", f"{position.winners[0]} have cleared their ladder{at_once}.")]
    return [Event("hand", "deal", f"{position.seat_name(position.game.next_dealer(position))} deals next.")]
