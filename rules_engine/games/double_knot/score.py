"""How a hand of Double Knot is scored."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.core.game import Line
from rules_engine.games.double_knot.position import DoubleKnotPosition

ZERO_OR_ALL_POINTS = 4
LABELS = {
    "score-within-one": "One trick off the bid",
    "score-exact": "Bid made exactly",
    "zero-or-all": "Zero or all made",
}


class Result(NamedTuple):
    """How a side fared: who it is, what it bid and took, and the points that each of its players has by ``rule``.

    ``missed`` counts the other players who weren't exact.
    """

    side: tuple[int, ...]
    bid: int
    taken: int
    missed: int
    rule: str
    each: int

    @property
    def points(self) -> int:
        """The side's points."""
        return self.each * len(self.side)


def results(position: DoubleKnotPosition, zero_or_all: bool) -> list[Result]:
    """Every side's result, once everyone has bid and all cards are played."""
    fared = [(side, sum([position.bids[seat] or 0 for seat in side]), sum([position.tricks[seat] for seat in side]))
             for side in position.game.score_sides()]
    inexact = sum([len(side) for side, bid, taken in fared if bid != taken])
    found = []
    for side, bid, taken in fared:
        missed = inexact - len(side) * (bid != taken)
        special = zero_or_all and bid in (0, position.size)
        found.append(Result(side, bid, taken, missed, *_points(bid, taken, missed, special)))
    return found


def _points(bid: int, taken: int, missed: int, special: bool) -> tuple[str, int]:
    if special:
        return "zero-or-all", ZERO_OR_ALL_POINTS * (bid == taken)
    if bid == taken:
        return "score-exact", 1 + missed
    return "score-within-one", int(abs(bid - taken) == 1)


def lines(found: list[Result], zero_or_all: bool, teams: bool) -> list[Line]:
    """The score sheet: each player's points, rule by rule, and in partnerships the partner's added."""
    rules = [rule for rule in LABELS if zero_or_all or rule != "zero-or-all"]
    sheet = [Line(rule, LABELS[rule], tuple(one.each * (one.rule == rule) for one in found)) for rule in rules]
    if teams:
        sheet.append(Line("teams", "The partner's points, the same again", tuple(one.each for one in found)))
    return sheet
