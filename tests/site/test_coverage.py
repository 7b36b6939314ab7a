"""The coverage of rules by scenarios, as a table and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import check_text
from rules_engine.authoring.checks.coverage import RuleCoverage, coverage
from rules_engine.cli import main
from tests.ours import looks_at_examples
from tests.site.tiny import ROOT

EXAMPLES = ROOT / "examples" / "snakebit"
LINKED = re.findall(r"snakebit/(puzzles/\d+\.yml)", (ROOT / "docs/games/snakebit/learn-well.md").read_text(encoding="utf-8"))
SHOWN = [str(path) for path in (*sorted(EXAMPLES.glob("*.yml")), EXAMPLES / "learn", EXAMPLES / "well",
                                *(EXAMPLES / name for name in LINKED))]
"""The scenarios, except puzzles: these show no rule, and checking them would require a proof."""


def of(rule: str, *scenarios: str) -> RuleCoverage:
    checked = [check_text(text, f"{place}.yml") for place, text in enumerate(scenarios)]
    return next(each for each in coverage("snakebit", checked) if each.rule == rule)


def test_an_example_counts_where_the_rule_speaks() -> None:
    start = "format: 1\ngame: snakebit\nsetup: {seed: 1}\n"
    assert of("deal", f"{start}rules: [deal]\n").shown == ["0.yml"]
    assert of("deal", start).shown == []
    assert of("break", f"{start}rules: [break]\n").silent == ["0.yml"]


def test_a_scenario_that_does_not_hold_counts_for_nothing() -> None:
    text = "format: 1\ngame: snakebit\nrules: [deal]\nsetup: {seed: 1}\nscript:\n  - expect: {to_act: Nobody}\n"
    assert of("deal", text).shown == []


def test_a_rule_that_cannot_refuse_needs_no_refusal() -> None:
    assert of("deal").lacks() == ["example", "quiz"]
    assert of("deal").lacks(quiz=False) == ["example"]
    assert of("follow-suit").lacks() == ["example", "example that refuses", "example that permits", "quiz"]


@looks_at_examples("snakebit")
def test_the_examples_of_the_site_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", *SHOWN]) == 0
    table = capsys.readouterr().out.splitlines()
    assert table[0].split() == ["snakebit", "shown", "refusing", "permitting", "quizzes"]
    assert table.index("snakebit: courses") == 15


@looks_at_examples("snakebit")
def test_what_is_missing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "break.yml").write_bytes((EXAMPLES / "break.yml").read_bytes())
    (tmp_path / "bad.yml").write_text("nonsense", encoding="utf-8")
    assert main(["coverage", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "no example that refuses" in said
    assert "1 of 2 files don't hold" in said


def test_an_example_that_says_nothing_of_its_rule_is_told_from_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    silent = tmp_path / "silent.yml"
    silent.write_text("format: 1\ngame: snakebit\nrules: [game-end]\nsetup: {seed: 1}\n", encoding="utf-8")
    assert main(["coverage", str(tmp_path)]) == 1
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert lines["game-end"].endswith(f"  no example in which it applies ({silent} lists it)  no quiz")
    assert lines["six-hands"].endswith("  no example  no quiz")


@looks_at_examples("snakebit")
def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--json", *SHOWN]) == 0
    found = json.loads(capsys.readouterr().out)
    rules = {rule["rule"]: rule for rule in found["games"]["snakebit"]}
    assert found["not_holding"] == 0
    assert rules["follow-suit"]["lacks"] == []
    assert rules["follow-suit"]["can_refuse"] is True
