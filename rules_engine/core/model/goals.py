"""What a side may play for: the points of the hand, a trick, or what a game names; always a whole number to be high."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from rules_engine.core.model.errors import TextError
from rules_engine.text.message import Text, say

AnyPosition: TypeAlias = Any
"""A position of any game: a goal that a game names reads its own fields."""


class GoalSide(NamedTuple):
    """Who plays for a goal.

    ``start``  the position from which they do
    ``seats``  the side's seats
    ``place``  the side's entry in ``hand_score``
    """

    start: AnyPosition
    seats: tuple[int, ...]
    place: int


class Goal(NamedTuple):
    """A goal.

    ``name``     as a puzzle states it
    ``words``    what to do, as a puzzle says it: ``Take this trick``
    ``settled``  gives its value in a position where nothing lies on the table, or the hand is over: None while it is open
    ``yes``      whether it is either reached, 1, or not, 0; else it counts points
    """

    name: str
    words: Text
    settled: Callable[[GoalSide, AnyPosition], int | None]
    yes: bool = True

    def __repr__(self) -> str:
        return f"<goal {self.name}>"


def _points(seeker: GoalSide, now: AnyPosition) -> int | None:
    points: int | None = now.hand_score[seeker.place] if now.hand_over else None
    return points


def _takes_trick(seeker: GoalSide, now: AnyPosition) -> int | None:
    if now.last_trick is not seeker.start.last_trick:
        return int(any(seat in seeker.seats for seat in now.last_trick.winners.values()))
    return 0 if now.hand_over else None


SCORE = Goal("score", say("Score as much as you can"), _points, yes=False)
TRICK = Goal("trick", say("Take this trick"), _takes_trick)


def goal_named(name: str, own: Iterable[Goal] = ()) -> Goal:
    """Return the goal that a puzzle states: ``score``, ``trick``, ``at least N`` points, or one of the game's ``own``.

    Raises ``TextError``.
    """
    goals = {goal.name: goal for goal in (SCORE, TRICK, *own)}
    words = name.split()
    if words[:2] == ["at", "least"] and len(words) == 3 and words[2].removeprefix("-").isdecimal():
        return _at_least(int(words[2]))
    if name not in goals:
        raise TextError(name, f"a goal: {', '.join(goals)}, or at least and a number of points")
    return goals[name]


@dataclass(frozen=True)
class _Reached:
    """Settles whether a side has so many points: a value, so that a goal of its own can be pickled and compared."""

    wanted: int

    def __call__(self, seeker: GoalSide, now: AnyPosition) -> int | None:
        points = _points(seeker, now)
        return None if points is None else int(points >= self.wanted)


def _at_least(wanted: int) -> Goal:
    return Goal(f"at least {wanted}", say("Score {n} or more", n=wanted), _Reached(wanted))
