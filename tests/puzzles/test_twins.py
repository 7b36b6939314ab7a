"""Twins of puzzles: positions that differ by one card, in which another move is right."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import check_text, replay_file
from rules_engine.cli import main
from rules_engine.puzzles.twins import PuzzleTwin, find_twins
from rules_engine.quiz.kinds.best_move import proven
from rules_engine.scenarios.model import write_scenario
from rules_engine.scenarios.replay import Replay
from rules_engine.scenarios.yaml_writer import write_yaml

EXAMPLES = Path("examples")
DRAW, LOST = EXAMPLES / "snakebit/well/draw.yml", EXAMPLES / "snakebit/well/lost.yml"
PUZZLES = [DRAW, LOST, *(EXAMPLES / name for name in (
    "double-knot/puzzles/94.yml", "double-decker/puzzles/111.yml", "double-king-pedro/puzzles/125.yml",
    "knueffeln/puzzles/54.yml"))]


def run_of(path: Path) -> Replay:
    run = replay_file(path).run
    assert run is not None
    return run


def twins_of(run: Replay, count: int) -> list[PuzzleTwin]:
    return [*islice(find_twins(run.game, run.moments[0].before), count)]


def total(run: Replay) -> int:
    """Return the sum of the points in a hand of Snakebit."""
    score = run.end.hand_score
    assert score is not None
    return sum(score)


@pytest.mark.parametrize("path", PUZZLES, ids=str)
def test_another_move_is_right_in_a_twin_and_it_can_be_made_in_the_puzzle(path: Path) -> None:
    run = run_of(path)
    values = {move.text: value for move, value in proven(run, 0).values.items()}
    for twin in twins_of(run, 4):
        checked = check_text(write_yaml(write_scenario(twin.scenario(run.scenario))), "twin.yml")
        assert checked.run is not None
        assert not checked.problems
        assert [move.text for move in proven(checked.run, 0).best] == twin.best
        assert twin.gap > 0
        assert all(values[move] < max(values.values()) for move in twin.best)


def test_the_first_twins_have_a_card_that_was_out_of_play_and_the_others_two_cards_exchanged() -> None:
    run = run_of(LOST)
    start = run.moments[0].before
    in_play = {card for hand in start.hands for card in hand} | {laid.card for laid in start.trick}
    swaps = [twin.added in in_play for twin in twins_of(run, 100)]
    assert all(twin.removed in in_play for twin in twins_of(run, 100))
    assert True in swaps
    assert swaps == sorted(swaps)


def test_the_cards_of_a_twin_make_a_whole_pack_with_the_tricks_taken() -> None:
    run = run_of(EXAMPLES / "snakebit/well/clean.yml")
    for twin in twins_of(run, 50):
        told = check_text(write_yaml(write_scenario(twin.scenario(run.scenario))), "twin.yml").run
        assert told is not None
        assert total(told) == total(run)


def test_the_command_lists_twins_and_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "--twin", str(DRAW), "--count", "3", "--into", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "draw-twin-03: 7WY for 3LY, then 2WL as W, by 1"
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"draw-twin-0{n}.yml" for n in (1, 2, 3)]
    written, ours = run_of(tmp_path / "draw-twin-03.yml"), run_of(EXAMPLES / "snakebit/well/draw-twin.yml")
    assert written.moments[0].before.hands == ours.moments[0].before.hands


def test_the_command_needs_a_game_or_a_file_with_a_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles"]) == 2
    assert "Name a game" in capsys.readouterr().err
    assert main(["puzzles", "--twin", "examples/snakebit/follow-suit.yml"]) == 2
    assert "doesn't ask for the best move" in capsys.readouterr().err
    broken = tmp_path / "broken.yml"
    broken.write_text(DRAW.read_text(encoding="utf-8").replace("West: [3LY, 6LK]", "West: [3LY, 3LY]"), encoding="utf-8")
    assert main(["puzzles", "--twin", str(broken)]) == 2
    assert "in two places" in capsys.readouterr().err
