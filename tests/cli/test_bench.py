"""``followsuit bench`` runs, and memory doesn't grow. No test here asks for a speed: the machine decides that."""

from __future__ import annotations

import gc
import json
import tracemalloc
from pathlib import Path

import pytest

from rules_engine.cli import bench, main
from rules_engine.core import moves
from rules_engine.games import GAMES, make_game
from rules_engine.table import messages

ROOT = Path(__file__).parents[2]
QUICK = ["--rounds", "1", "--seconds", "0"]


def test_a_table_with_a_row_for_each_setting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "snakebit", "double-decker", *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("ratio to the plain loop")
    rows = [line[:26].rstrip() for line in lines[1:]]
    assert rows[:5] == [bench.PLAIN, "snakebit", "snakebit 3", "double-decker", "double-decker 7"]


def test_json_has_rates_and_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "double-knot", "--json", *QUICK]) == 0
    told = json.loads(capsys.readouterr().out)
    plain, knot, *_ = told["measured"]
    assert plain["ratios"] == {"moves": 1.0, "hands": 1.0}
    assert set(knot["rates"]) == set(knot["ratios"]) == {"moves", "hands", "legal", "copies", "nodes"}
    assert all(rate > 0 for rate in knot["rates"].values())


def test_a_game_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "whist"]) == 2
    assert "no such game: whist" in capsys.readouterr().err


def test_pyodide_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "snakebit", *QUICK, "--pyodide", "no-such-folder"]) == 2
    assert capsys.readouterr().err


@pytest.mark.pyodide
def test_the_same_in_pyodide_by_the_clock_of_node(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "snakebit", *QUICK, "--json", "--pyodide", str(ROOT / "node_modules" / "pyodide")]) == 0
    inside = json.loads(capsys.readouterr().out)["pyodide"]
    assert [row["name"] for row in inside] == [bench.PLAIN, "snakebit", "snakebit 3"]
    assert all(rate > 0 for row in inside for rate in row["rates"].values())


def test_a_slice_works_each_seed_once_and_reads_the_clock_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, seeds = iter([5.0, 5.4, 5.8, 6.2]), list[int]()
    monkeypatch.setattr(bench, "processor_time", lambda: next(clock))

    def run(seed: int) -> int:
        seeds.append(seed)
        return 10
    assert bench._rate(run, 1, 2) == pytest.approx((70 / 1.2, 7 / 1.2))
    assert seeds == list(range(2000, 2007))


def test_the_plain_loop_plays_every_card() -> None:
    assert bench.plain_hand(5) == 52


@pytest.mark.parametrize("game_id", GAMES)
def test_a_random_hand_ends(game_id: str) -> None:
    assert bench.random_hand(make_game(game_id), 5) > 0


def test_memory_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "snakebit", "--memory", "20"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "snakebit"
    assert len(lines) == 12


@pytest.mark.parametrize("game_id", GAMES)
def test_memory_does_not_grow(game_id: str) -> None:
    game = make_game(game_id)
    for seed in range(150):         # what is made once is made in the first hands
        bench.random_hand(game, seed)
    interned = len(moves._MOVES)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for seed in range(150, 900):
        bench.random_hand(game, seed)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Knüffeln interns a trade when it first comes up; there are only so many.
    assert after - before < 150_000
    assert len(moves._MOVES) <= interned + 500


def test_the_browser_keeps_few_sessions() -> None:
    for seed in range(12):
        told = {"op": "practice", "game": "snakebit", "seed": seed, "widget": "w", "links": {"game": "", "general": ""}}
        assert "error" not in json.loads(messages.handle(json.dumps(told)))
    assert 0 < len(messages._RECENT) <= 8
