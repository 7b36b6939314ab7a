"""``followsuit solve`` and ``followsuit puzzles``, used interactively or by a program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_engine.cli import main
from tests.ours import looks_at_examples

EXAMPLES = Path(__file__).parents[2] / "examples"
PUZZLE = EXAMPLES / "snakebit" / "puzzles" / "01.yml"


@looks_at_examples("snakebit")
def test_it_says_what_each_move_is_sure_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--json", str(PUZZLE)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["path", "step", "seat", "side", "moves", "best", "nodes"]
    assert (told["path"], told["step"], told["seat"], told["side"]) == (str(PUZZLE), 1, "South", "South")
    assert told["best"] == [move for move, value in told["moves"].items() if value == max(told["moves"].values())]
    assert main(["solve", str(PUZZLE)]) == 0
    assert f"{told['best'][0]}" in capsys.readouterr().out


@looks_at_examples("snakebit")
def test_any_step_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--json", "--step", "2", str(PUZZLE)]) == 0
    assert json.loads(capsys.readouterr().out)["step"] == 2
    assert main(["solve", "--step", "99", str(PUZZLE)]) == 1
    assert "there is no such step" in capsys.readouterr().err


@looks_at_examples("snakebit")
def test_what_takes_too_long_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--limit", "5", str(PUZZLE)]) == 1
    assert "not solved within 5 cards" in capsys.readouterr().err


def test_a_file_that_is_no_scenario_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.yml").write_text("format: 2\n", encoding="utf-8")
    assert main(["solve", str(tmp_path)]) == 2
    assert "the format is 1, not 2" in capsys.readouterr().err


def test_puzzles_are_written_into_files_that_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "snakebit", "--count", "2", "--seed", "5", "--into", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["01.yml", "02.yml"]
    assert main(["check", str(tmp_path)]) == 0
    assert main(["puzzles", "no-game"]) == 2
    assert "no game here" in capsys.readouterr().err
