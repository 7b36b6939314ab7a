"""Tests that the page *Start here* and the diagram of a hand are accurate, and tests of `followsuit docs`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rules_engine.cli import main
from rules_engine.cli.docs import pages
from rules_engine.cli.new_site import new_site
from tests.authoring import hand_order
from tests.site.tiny import ROOT, python_in, rewrite

START = (ROOT / "docs" / "authors" / "start.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```text\n(.*?)^```$", START, re.DOTALL | re.MULTILINE)
"""The line to change, the line to break, and the message about it."""


def test_each_step_of_the_first_ten_minutes_runs(tmp_path: Path) -> None:
    assert re.findall(r"^\$ (.*)$", START, re.MULTILINE) == ["followsuit new-site my-games"]
    site = tmp_path / "my-games"
    new_site(site)
    target, follows, told = SHOWN
    rules = site / "my_games" / "plain_trump" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert text.count(target) == text.count(follows) == 1
    changed = text.replace(target, re.search(r"make it `(.+?)`", START)[1] + "\n")      # type: ignore[index]
    rewrite(rules, changed)
    assert "14 files checked, 14 hold" in python_in(site, "-m", "rules_engine", "check", "examples").stdout
    card = "from my_games.plain_trump.reference import reference; print(reference.score[-1])"
    assert "21" in python_in(site, "-c", card).stdout
    broken = re.search(r"with `(.+?)`", START)
    assert broken is not None
    rewrite(rules, changed.replace(follows, f"    {broken[1]}\n"))
    ended = subprocess.run([sys.executable, "-m", "rules_engine", "check", "examples/plain-trump/follow-suit.yml"], cwd=site,
                           env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, encoding="utf-8", check=False)
    assert ended.stdout.startswith(told)


def test_the_diagram_shows_the_calls_of_a_hand() -> None:
    found = hand_order.BLOCK.search(hand_order.PAGE.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == hand_order.diagram(), "write it anew: python -m tests.authoring.hand_order"
    for name in ("next_to_act", "on_enter", "apply", "on_end", "on_call", "played", "on_trick_complete", "on_trick_taken", "over",
                 "before_scoring"):
        assert name in found[0]


def test_docs_lists_the_pages_and_prints_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs"]) == 0
    listed = capsys.readouterr().out
    assert listed.startswith("start")
    assert [*pages()] == re.findall(r"^([\w/-]+)  ", listed, re.MULTILINE)
    assert main(["docs", "start"]) == 0
    assert capsys.readouterr().out == START
    assert main(["docs", "recipes/bidz"]) == 2
    assert "did you mean recipes/bids?" in capsys.readouterr().err
