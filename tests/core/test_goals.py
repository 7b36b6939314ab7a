"""Goals that a side plays for: the point at which they are settled, and their wording in puzzles."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from rules_engine.core.model.errors import TextError
from rules_engine.core.model.goals import SCORE, TRICK, Goal, GoalSide, goal_named
from rules_engine.text.message import say

BEFORE = SimpleNamespace(winners={"": 1})
SEEKER = GoalSide(SimpleNamespace(last_trick=BEFORE), (0, 2), 0)
"""The side of the first and third seats, in a position after a trick that the second seat won."""


def now(trick: object = BEFORE, over: bool = False, score: tuple[int, ...] | None = None) -> SimpleNamespace:
    """Return the part of a position that a goal uses."""
    return SimpleNamespace(last_trick=trick, hand_over=over, hand_score=score)


def taken_by(*seats: int) -> SimpleNamespace:
    """Return a finished trick, with a winner for each colour."""
    return SimpleNamespace(winners=dict(enumerate(seats)))


def test_points_are_settled_when_the_hand_is_over() -> None:
    assert SCORE.settled(SEEKER, now(score=(3, 4))) is None
    assert SCORE.settled(SEEKER, now(over=True, score=(3, 4))) == 3
    assert not SCORE.yes


@pytest.mark.parametrize(("after", "settled"), [
    (now(), None), (now(taken_by(2)), 1), (now(taken_by(3)), 0), (now(taken_by(3, 0)), 1), (now(taken_by(1, 3)), 0),
    (now(over=True), 0)])
def test_a_trick_is_settled_when_another_one_lies(after: SimpleNamespace, settled: int | None) -> None:
    assert TRICK.settled(SEEKER, after) == settled
    assert TRICK.yes


@pytest.mark.parametrize(("name", "reached"), [("at least 3", 1), ("at least 4", 0), ("at least -2", 1), ("at least 0", 1)])
def test_so_many_points_are_reached_or_not(name: str, reached: int) -> None:
    goal = goal_named(name)
    assert (goal.name, goal.yes) == (name, True)
    assert goal.settled(SEEKER, now(score=(3, 4))) is None
    assert goal.settled(SEEKER, now(over=True, score=(3, 9))) == reached
    assert goal.words == f"Score {name.split()[-1].replace('-', '−')} or more"


def test_goals_have_names_and_a_game_has_its_own() -> None:
    march = Goal("march", say("Take every trick"), lambda seeker, now: None)
    assert [goal_named(name, [march]) for name in ("score", "trick", "march")] == [SCORE, TRICK, march]


@pytest.mark.parametrize("name", ["march", "at least", "at least x", "at least 3 more", "at most 3", "least 3", "as least 3", ""])
def test_what_is_no_goal_is_told_what_would_be_one(name: str) -> None:
    with pytest.raises(TextError, match="expected a goal: score, trick, or at least and a number of points"):
        goal_named(name)
