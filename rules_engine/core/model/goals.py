"""Goals for a side: points in the hand, a trick, or a goal defined by a game. Each goal has an integer value to maximize."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from rules_engine.core.model.errors import TextError
from rules_engine.text.message import Text, say

AnyPosition: TypeAlias = Any
"""A position in any game: a goal defined by a game reads that game's fields."""


class GoalSide(NamedTuple):
    """A side playing for a goal.

    ``start``  the position from which the side plays for the goal
    ``seats``  the seats on the side
    ``place``  the index of the side in ``hand_score``
    ``low_wins``  whether the side avoids points, because the lowest total wins
    """

    start: AnyPosition
    seats: tuple[int, ...]
    place: int
    low_wins: bool = False

    def value(self, points: int) -> int:
        """Return points as a value to maximize: the same number, or its negative if the lowest total wins."""
        return -points if self.low_wins else points


class Goal(NamedTuple):
    """A goal for a side.

    ``name``     its name in puzzle files
    ``words``    the task as stated in a puzzle: ``Take this trick``
    ``settled``  (side, position) -> the value, or None if it is still undecided. Called between tricks and at the end of the hand
    ``yes``      whether the value is 1 or 0, for success or failure; otherwise it is in points, negative points if the lowest
                 total wins (see ``GoalSide.value``)
    """

    name: str
    words: Text
    settled: Callable[[GoalSide, AnyPosition], int | None]
    yes: bool = True

    def __repr__(self) -> str:
        return f"<goal {self.name}>"


def _points(seeker: GoalSide, now: AnyPosition) -> int | None:
    return seeker.value(now.hand_score[seeker.place]) if now.hand_over else None


def _takes_trick(seeker: GoalSide, now: AnyPosition) -> int | None:
    if now.last_trick is not seeker.start.last_trick:
        return int(any(seat in seeker.seats for seat in now.last_trick.winners.values()))
    return 0 if now.hand_over else None


SCORE = Goal("score", say("Do as well as you can"), _points, yes=False)
TRICK = Goal("trick", say("Take this trick"), _takes_trick)


def goal_named(name: str, own: Iterable[Goal] = (), low_wins: bool = False) -> Goal:
    """Return the goal with this name: ``score``, ``trick``, ``at least N`` points, or one of the game's goals in ``own``. If the
    lowest total wins, ``at most N`` takes the place of ``at least N``.

    Raises ``TextError`` if there is none.
    """
    goals, bound = {goal.name: goal for goal in (SCORE, TRICK, *own)}, "at most" if low_wins else "at least"
    number = name.removeprefix(f"{bound} ")
    if number != name and number.removeprefix("-").isdecimal():
        return _limit(int(number), low_wins)
    if name not in goals:
        raise TextError(name, f"a goal: {', '.join(goals)}, or {bound} and a number of points")
    return goals[name]


@dataclass(frozen=True)
class _Reached:
    """A callback that checks for a minimum score, or a maximum if the lowest total wins. It is a dataclass rather than a closure,
    so goals can be pickled and compared."""

    wanted: int

    def __call__(self, seeker: GoalSide, now: AnyPosition) -> int | None:
        points = _points(seeker, now)
        return None if points is None else int(points >= seeker.value(self.wanted))


def _limit(wanted: int, low_wins: bool) -> Goal:
    name = f"at {'most' if low_wins else 'least'} {wanted}"
    return Goal(name, say("Score {n} or {low:fewer|more}", n=wanted, low=low_wins), _Reached(wanted))
