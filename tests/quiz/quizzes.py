"""The quizzes among the example files, which are checked only once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules_engine.authoring.checks.check import CheckResult, check_file, scenario_files


@cache
def quizzes() -> list[CheckResult]:
    """Return every written quiz. Puzzles aren't loaded, because they would slow down test collection."""
    files = [file for file in scenario_files([Path("examples")]) if "kind: quiz" in file.read_text(encoding="utf-8")]
    found = [each for each in map(check_file, files) if each.scenario is not None and each.scenario.kind == "quiz"]
    assert found
    return found
