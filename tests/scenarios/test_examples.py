"""Tests each scenario in ``examples``.

Each build of the site also proves the puzzles, so `make test` checks only the other scenarios, and `make thorough` checks all
of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import check_file, scenario_files

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = list(scenario_files([EXAMPLES]))


@pytest.mark.parametrize("path", [
    pytest.param(path, id=str(path.relative_to(EXAMPLES)), marks=pytest.mark.thorough if path.parent.name == "puzzles" else ())
    for path in FILES])
def test_it_holds(path: Path) -> None:
    assert [problem.told() for problem in check_file(path).problems] == []


def test_there_are_examples() -> None:
    assert FILES
