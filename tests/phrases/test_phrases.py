"""Tests that phrase books and printed hands are unchanged. To accept changes, run ``python -m tests.phrases.writing``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from rules_engine.authoring.translations.extract_messages import game_messages
from tests.ours import OURS, looks_at_examples
from tests.phrases.writing import HERE, heading, printed, recording

MAX_LINES = 900 * len(OURS)
"""Maximum number of lines in all files together, so that a person can review their diff."""


@looks_at_examples(*OURS)
@pytest.mark.every_game
@pytest.mark.parametrize("game", OURS)
def test_every_sentence_is_as_it_was(game: str) -> None:
    assert faults({HERE / name: text for name, text in json.loads(printed(game)).items()}) == []


@pytest.mark.every_game
@pytest.mark.parametrize("game", OURS)
def test_every_template_is_in_the_book(game: str) -> None:
    lines = {*(HERE / f"{game}.txt").read_text(encoding="utf-8").splitlines()}
    assert [template for template in game_messages(game) if heading(template) not in lines] == []


def test_a_review_fits_in_a_sitting() -> None:
    files = [*HERE.glob("*.txt")]
    assert {file.name.partition(".")[0] for file in files} == {*OURS}
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MAX_LINES


def faults(texts: Mapping[Path, str]) -> list[str]:
    """Return a message for each file that is missing or differs from its text."""
    found = []
    for path, text in texts.items():
        written = path.read_text(encoding="utf-8") if path.exists() else None
        if written != text:
            what = "doesn't exist" if written is None else "differs from the game's sentences"
            found.append(f"{path.name} {what}; to write it, and read the diff: python -m tests.phrases.writing; git diff tests")
    return found


def test_a_file_that_is_missing_or_differs_says_how_it_is_written(tmp_path: Path) -> None:
    texts = {tmp_path / name: "South leads." for name in ("new.txt", "other.txt", "right.txt")}
    (tmp_path / "other.txt").write_text("West leads.", encoding="utf-8")
    (tmp_path / "right.txt").write_text("South leads.", encoding="utf-8")
    new, other = faults(texts)
    assert new.startswith("new.txt doesn't exist; to write it, ")
    assert other.startswith("other.txt differs from the game's sentences; to write it")


def test_the_first_instance_of_a_template_is_recorded() -> None:
    from rules_engine.text.message import say

    with recording() as instances:
        say("{n} of {m}", n=1, m=2)
        say("{n} of {m}", n=3, m=4)
    say("{n} from {m}", n=1, m=2)
    assert instances == {"{n} of {m}": "1 of 2"}
