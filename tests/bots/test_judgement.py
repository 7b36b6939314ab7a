"""Judgements computed from given trial results: equal moves, confidence, and the point at which to stop."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isclose, sqrt
from types import SimpleNamespace
from typing import Any

import pytest

from rules_engine.bots import who_plays_out
from rules_engine.bots.recommendation import MATTERS, TRIFLE, Recommendation, TurnSimulation, distribution
from rules_engine.bots.simulation import ENOUGH, MoveEstimate
from rules_engine.core.model.moves import Move
from rules_engine.games import make_game

BROUGHT = [0.0, 10.0]
"""The results of the best move in two possible deals."""
SPREAD = sqrt(50)


def thinking(behind: Sequence[tuple[float, float]], worlds: int = 10, made: int = 0,
             share: float = 1.0) -> tuple[TurnSimulation[Any], list[Move]]:
    """Return a simulated turn and its moves, best first. ``behind`` has each move's deficit against the best, and its error."""
    game = make_game("snakebit")
    position = game.deal(1)
    view = game.view(position, game.decides(position))
    judgement = TurnSimulation(view, who_plays_out(game), "test", share=share)
    moves = game.legal(position)[:len(behind)]
    results = [MoveEstimate(move, -less, less, error) for move, (less, error) in zip(moves, behind, strict=True)]
    paper: Any = SimpleNamespace(results=lambda: results, brought={moves[0]: BROUGHT}, asked=moves, worlds=worlds, made=made,
                                 complete=False, settled=False)
    judgement.trials = paper
    return judgement, moves


def judged(*behind: tuple[float, float]) -> tuple[Recommendation, list[Move]]:
    judgement, moves = thinking(behind)
    return judgement.judged(), moves


def test_how_much_values_differ() -> None:
    assert distribution([1, 3]) == sqrt(2)
    assert distribution([2, 4, 9]) == sqrt(13)
    assert distribution([5]) == 0


def test_what_brings_less_by_a_trifle_is_level_however_sure() -> None:
    trifle = TRIFLE * SPREAD
    found, moves = judged((0, 0), (trifle, 0), (trifle + 0.01, 0))
    assert isclose(found.spread, SPREAD)
    assert set(found.level) == set(moves[:2])
    assert found.sure == "even"
    assert not found.same


def test_what_is_behind_by_no_more_than_chance_is_level() -> None:
    found, moves = judged((0, 0), (3, 3), (3, 2.9))
    assert set(found.level) == set(moves[:2])
    assert found.rival is not None
    assert found.rival.move is moves[2]


def test_where_all_differ_by_trifles_it_is_all_one() -> None:
    found, _ = judged((0, 0), (TRIFLE * SPREAD, inf))
    assert found.same
    assert found.rival is None


@pytest.mark.parametrize(("second", "sure"), [((5 * ENOUGH, 1), "clearly"), ((1.5, 1.5 / ENOUGH), "probably")])
def test_one_that_is_ahead_is_so_clearly_or_probably(second: tuple[float, float], sure: str) -> None:
    found, moves = judged((0, 0), second)
    assert (found.move, [*found.level], found.sure) == (moves[0], moves[:1], sure)
    assert found.reason


def test_a_mistake_is_clear_and_costs_something() -> None:
    found, moves = judged((0, 0), (MATTERS * SPREAD, 0.01), (MATTERS * SPREAD - 0.1, 0.01), (2 * SPREAD, 2 * SPREAD))
    assert [found.loses(found.tried[move]) for move in moves] == [False, True, False, False]


def test_enough_was_tried_when_the_worlds_or_the_work_are_done() -> None:
    judgement, _ = thinking([(0, 0)], worlds=3, made=10**9)
    assert not judgement.done, "nothing is told of fewer than four worlds"
    assert judgement.part == 1
    for worlds, made, done in ((4, 0, False), (30, 0, False), (60, 0, True), (4, 10**9, True)):
        judgement, _ = thinking([(0, 0)], worlds=worlds, made=made)
        assert judgement.done is done
    judgement, _ = thinking([(0, 0)], worlds=30)
    assert judgement.part == 0.5, "of sixty worlds"
    judgement, _ = thinking([(0, 0)], worlds=5, made=int(judgement.work * 3 // 4))
    assert isclose(judgement.part, 0.75, abs_tol=0.01)


def test_a_share_of_the_work_is_a_share_of_the_bots_pace() -> None:
    whole, half = (thinking([(0, 0)], share=share)[0] for share in (1.0, 0.5))
    assert half.work == whole.work / 2 == who_plays_out(make_game("snakebit")).pace / 2
