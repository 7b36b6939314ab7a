"""Tests that ``followsuit check`` behaves exactly as the page about the scenario format describes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_engine.cli import main

HOLDS = """format: 1
game: snakebit
setup: {trump: K, cursed: Y, hands: {South: 5SW, West: 9WY, North: 6MW, East: 2SY}}
script:
  - South: 5SW as W
  - West: 9WY
    expect: {to_act: NEXT}
"""


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.yml").write_text(text, encoding="utf-8")
    return folder


def test_status_0_when_all_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(write(tmp_path, a=HOLDS.replace("NEXT", "North")))]) == 0
    assert capsys.readouterr().out == "1 file checked, 1 hold\n"


def test_status_1_when_an_expectation_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, a=HOLDS.replace("NEXT", "East"))
    assert main(["check", str(folder)]) == 1
    assert capsys.readouterr().out == f"{folder / 'a.yml'}:7: step 2 (West 9WY): to_act: expected East, got North\n"


def test_status_1_for_an_illegal_move(tmp_path: Path) -> None:
    assert main(["check", str(write(tmp_path, a=HOLDS.replace("5SW as W", "5SW as M").replace("NEXT", "North")))]) == 1


def test_status_2_when_a_file_cannot_be_read(tmp_path: Path) -> None:
    folder = write(tmp_path, a="format: 3", b=HOLDS.replace("NEXT", "East"))
    assert main(["check", str(folder)]) == 2
    assert main(["check", str(tmp_path / "missing.yml")]) == 2


def test_json_is_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, a=HOLDS.replace("NEXT", "East"), b=HOLDS.replace("NEXT", "North"))
    assert main(["check", "--json", "--jobs", "2", str(folder)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["files"], told["hold"]) == (2, 1)
    assert set(told["failures"][0]) == {"path", "line", "step", "seat", "move", "rule", "expected", "got", "message"}
    assert told["failures"][0]["line"] == 7


def test_what_is_wrong_with_a_game_is_printed_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unknown = HOLDS.replace("snakebit", "whist").replace("NEXT", "North")
    folder = write(tmp_path, a=unknown, b=unknown, c=unknown.replace("whist", "skat"))
    assert main(["check", str(folder)]) == 2
    first, other, more = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{folder / 'a.yml'}:2: game: ")
    assert other.startswith(f"{folder / 'c.yml'}:2: game: ")
    assert more.startswith("1 more file: game: ")
    assert "'whist'" in more
    assert main(["check", "--json", str(folder)]) == 2
    assert len(json.loads(capsys.readouterr().out)["failures"]) == 3
