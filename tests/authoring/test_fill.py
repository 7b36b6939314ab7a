"""Drafts completed by the engine, which adds known facts and keeps every character that the author wrote."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.autofill import fill_text
from rules_engine.authoring.checks.check import check_text, replay_text, scenario_files
from rules_engine.authoring.yaml_edit import Draft, NotEditable
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.cli import main

HEAD = """format: 1
game: snakebit
title: My first trick   # to be changed
setup:
  trump: K
  cursed: Y
  hands: {South: 5SW 2MK, West: 9WY 4MS, North: 6MW 3SK, East: 2SY 7ML}

"""
DRAFT = HEAD + """script:
  # the lead
  - South: 5SW as W
    note: South names *Waves*.
    legal:
  - West: 9WY
    illegal: {4MS: }    # why not?
  - North: 6MW
    illegal:
    expect:
  - East: 2SY
    note: |
      The end.

  - West: 4MS as S
    expect: {tricks: }
  - {North: 3SK}
  - East: 7ML
  - South: 2MK
"""
FILLED = """script:
  # the lead
  - South: 5SW as W
    note: South names *Waves*.
    legal: [5SW as S, 5SW as W, 2MK as M]
  - West: 9WY
    illegal: {4MS: follow-suit}    # why not?
  - North: 6MW
    illegal: {3SK: follow-suit}
    expect: {to_act: East}
  - East: 2SY
    note: |
      The end.
    expect: {last_trick_winner: West}

  - West: 4MS as S
    expect: {tricks: {South: 0, West: 1, North: 0, East: 0}}
  - {North: 3SK}
  - East: 7ML
  - South: 2MK
    expect: {last_trick_winner: North, hand_score: {South: 0, West: -1, North: 1, East: 0}}
"""
FILES = [path for path in scenario_files([Path("examples")]) if "puzzles" not in path.parts or path.stem == "01"][::4]


def script_of(text: str) -> str:
    return text[text.index("script:"):]


def is_kept(old: str, new: str) -> bool:
    """Return whether the new text contains all non-space characters of the old one, in order."""
    letters = iter(new)
    return all(letter in letters for letter in old if letter != " ")


def test_a_draft_is_filled_where_it_stands() -> None:
    filled = fill_text(DRAFT)
    assert script_of(filled.text) == FILLED
    assert "title: My first trick   # to be changed\nrules: [deal, turn-up, two-suits," in filled.text
    assert check_text(filled.text, "x").problems == []
    assert fill_text(filled.text) == (filled.text, [])


def test_line_ends_are_those_of_the_author() -> None:
    filled = fill_text(DRAFT.replace("\n", "\r\n")).text
    assert filled.replace("\r\n", "\n") == fill_text(DRAFT).text
    assert "\n" not in filled.replace("\r\n", "")


def test_what_the_author_said_stays_right_or_wrong() -> None:
    draft = DRAFT.replace("2SY\n    note: |\n      The end.\n", "2SY\n    expect: {last_trick_winner: East, to_act: null}\n")
    filled = fill_text(draft)
    assert "    expect: {last_trick_winner: East, to_act: null}\n" in filled.text
    assert [problem.message for problem in replay_text(filled.text, "x").problems] == [
        "step 4 (East 2SY): last_trick_winner: expected East, got West", "step 4 (East 2SY): to_act: expected null, got West"]


def test_what_a_step_without_a_move_says_behind_a_trick_is_not_said_twice() -> None:
    draft = HEAD + "script:\n  - South: 5SW as W\n  - West: 9WY\n  - North: 6MW\n  - East: 2SY\n" \
        "  - expect: {last_trick_winner: West}\n"
    assert fill_text(draft).text.count("last_trick_winner") == 1


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("comment", ["", "   # all of them"])
def test_a_list_too_long_for_its_line_goes_on_below(comment: str, end: str) -> None:
    text = end.join(["script:", f"  - legal:{comment}", "    note: x", "  # after it"])
    draft, moves = Draft(text), [f"{place}SW as W" for place in range(20)]
    draft.put(("script", 0, "legal"), moves)
    draft.put(("script", 0, "expect"), {"to_act": "West"})
    edited = draft.edited()
    assert read_yaml(edited).value["script"] == [{"legal": moves, "note": "x", "expect": {"to_act": "West"}}]
    assert edited.replace(" ", "").endswith(end.join(["note:x", "expect:{to_act:West}", "#afterit"]))
    assert edited.count(end) == edited.count("\n") == 5
    assert comment in edited


def test_json_is_filled_as_json() -> None:
    plain = read_yaml(DRAFT).value
    text = json.dumps(plain | {"script": [{**step, "legal": None} if "legal" in step else step for step in plain["script"]]})
    filled: dict[str, Any] = json.loads(fill_text(text).text)
    assert filled["script"][0]["legal"] == ["5SW as S", "5SW as W", "2MK as M"]
    assert filled["script"][-1]["expect"]["last_trick_winner"] == "North"


@pytest.mark.parametrize("text", ["", "format: 1", "a: [", "- 1", DRAFT.replace("snakebit", "snakebyte"), "12"])
def test_what_is_no_scenario_stays_as_it_is(text: str) -> None:
    assert fill_text(text) == (text, [])


def test_a_script_that_stops_is_filled_as_far_as_it_goes() -> None:
    filled = fill_text(DRAFT.replace("- North: 6MW", "- North: 3SK")).text
    assert "legal: [5SW as S" in filled
    assert "rules:" not in filled


def test_a_text_in_a_form_that_is_not_foreseen_is_refused_and_not_spoiled() -> None:
    draft = Draft("a: &same {b: 1}\nc: *same\n")
    draft.put(("a", "d"), 2)
    with pytest.raises(NotEditable):
        draft.edited()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_filling_examples_in_keeps_their_text(path: Path) -> None:
    """Each example is tested unchanged, and without its expectations and rules."""
    whole = path.read_text(encoding="utf-8")
    for text in (whole, re.sub(r"(?m)^ +expect: \{.*\}\n|^rules:.*\n(  .*\n)*", "", whole)):
        filled = fill_text(text).text
        assert is_kept(text, filled)
        assert replay_text(filled, "x").problems == replay_text(text, "x").problems == []
        assert fill_text(filled).text == filled


def test_the_command_says_what_it_added_and_checks_as_always(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "draft.yml"
    file.write_text(DRAFT, encoding="utf-8")
    assert main(["check", "--fill", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert f"{file}:15: step 1: added legal: [5SW as S, 5SW as W, 2MK as M]" in told
    assert told[-1] == "1 file checked, 1 hold"
    assert script_of(file.read_text(encoding="utf-8")) == FILLED
    assert main(["check", "--fill", str(file)]) == 0
    assert capsys.readouterr().out == "1 file checked, 1 hold\n"


def test_filling_and_json_do_not_go_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--fill", "--json", str(tmp_path)]) == 2
    assert "leave it out with --fill" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told_and_the_others_go_on(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.yml", "b.yml"):
        (tmp_path / name).write_text(DRAFT, encoding="utf-8")
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "a.yml" and real(path, mode))
    write = Path.write_bytes

    def written(path: Path, content: bytes) -> int:
        if path.name == "a.yml":
            raise PermissionError(13, "Permission denied")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", written)
    assert main(["check", "--fill", str(tmp_path)]) == 2
    assert f"{tmp_path / 'a.yml'}: nothing was filled in: it can't be written: Permission denied" in capsys.readouterr().out
    assert script_of((tmp_path / "b.yml").read_text(encoding="utf-8")) == FILLED
