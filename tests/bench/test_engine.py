"""Tests that the engine benchmark runs. No test asserts a speed, which depends on the machine."""

from __future__ import annotations

import json

import pytest

from tests.bench.engine import main
from tests.bench.rates import PLAIN

MOMENT = ["--rounds", "1", "--seconds", "0"]


def test_a_table_has_a_row_for_each_setting(capsys: pytest.CaptureFixture[str]) -> None:
    main(["snakebit", *MOMENT])
    head, _, *rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert head.startswith("| Game | hands | moves | legal | copies | nodes |")
    assert [row.split(" | ")[0] for row in rows][:3] == [f"| {PLAIN}", "| snakebit", "| snakebit 3"]


@pytest.mark.pyodide
def test_the_same_is_measured_in_pyodide(capsys: pytest.CaptureFixture[str]) -> None:
    main(["snakebit", "--json", "--pyodide", *MOMENT])
    told = json.loads(capsys.readouterr().out)
    for where in ("measured", "pyodide"):
        plain, snakebit, *_ = told[where]
        assert plain["ratios"] == {"moves": 1.0, "hands": 1.0}
        assert set(snakebit["ratios"]) == {"moves", "hands", "legal", "copies", "nodes"}
        assert all(rate > 0 for rate in snakebit["rates"].values())
    assert [row["name"] for row in told["pyodide"]] == [PLAIN, "snakebit", "snakebit 3"]


def test_memory_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    main(["snakebit", "--memory", "2"])
    shown = capsys.readouterr().out
    assert "| hands of snakebit | MiB |" in shown
    assert "| 2 |" in shown
