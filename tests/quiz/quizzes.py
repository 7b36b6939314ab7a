"""The quizzes among the examples, looked at once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules_engine.authoring.check import CheckResult, check_file, scenario_files


@cache
def quizzes() -> list[CheckResult]:
    """Every written quiz. Tests are found by these, so puzzles, which take long, aren't looked at for it."""
    files = [file for file in scenario_files([Path("examples")]) if "kind: quiz" in file.read_text(encoding="utf-8")]
    found = [each for each in map(check_file, files) if each.scenario is not None and each.scenario.kind == "quiz"]
    assert found
    return found
