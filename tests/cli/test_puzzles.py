"""``followsuit puzzles``: the command reports its progress, and stops for games that hardly yield any puzzles."""

from __future__ import annotations

import re

import pytest

from rules_engine.cli import main, puzzles
from rules_engine.puzzles.generator import ALIKE


def test_a_game_that_hardly_gives_any_ends_with_why(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(puzzles, "search_hands", lambda *of, **how: iter([ALIKE] * 100))
    assert main(["puzzles", "snakebit", "--players", "4", "--count", "1", "--hands", "7"]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"gave up after 7 hands in a row: 7 hands, 0 puzzles. 7 × {ALIKE}.\n")


def test_it_tells_from_time_to_time_how_many_hands_it_looked_at(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(puzzles, "OFTEN", 0.0)
    assert main(["puzzles", "snakebit", "--players", "4", "--count", "1"]) == 0
    told = capsys.readouterr()
    *_, last = told.err.splitlines()
    assert told.out.startswith("01: ")
    assert re.fullmatch(r"still searching: \d+ hands?, 1 puzzle", last)
