"""Double Knot's examples cover every rule: each is shown, refused where it can refuse, and asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import CheckResult, check_file
from rules_engine.games.double_knot import DoubleKnot
from rules_engine.scenarios.replay import Replay
from tests.ours import looks_at_examples

pytestmark = looks_at_examples("double-knot")

FILES = sorted((Path(__file__).parents[2] / "examples" / "double-knot").glob("*.yml"))


@pytest.fixture(scope="module")
def checked() -> list[CheckResult]:
    return [check_file(path) for path in FILES]


def runs(checked: list[CheckResult], kind: str = "") -> list[Replay]:
    return [one.run for one in checked if one.run and kind in ("", one.run.scenario.kind)]


def test_every_example_holds(checked: list[CheckResult]) -> None:
    assert FILES
    assert [problem for one in checked for problem in one.problems] == []


def test_every_example_shows_the_rules_it_lists(checked: list[CheckResult]) -> None:
    for run in runs(checked):
        assert set(run.scenario.rules) <= run.shown, run.scenario.title


@pytest.mark.parametrize("rule", [rule.id for rule in DoubleKnot.book.rules])
def test_every_rule_is_taught_and_asked(rule: str, checked: list[CheckResult]) -> None:
    teaching = {name for run in runs(checked, "example") for name in run.scenario.rules}
    asking = {name for run in runs(checked, "quiz") for name in run.scenario.rules}
    assert rule in teaching & asking


@pytest.mark.parametrize("rule", [rule.id for rule in DoubleKnot.book.rules if rule.can_refuse])
def test_every_rule_that_refuses_is_shown_doing_both(rule: str, checked: list[CheckResult]) -> None:
    assert any(rule in run.refusing for run in runs(checked))
    assert any(rule in run.permitting for run in runs(checked))
