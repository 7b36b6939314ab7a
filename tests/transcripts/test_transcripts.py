"""Each transcript says what it said. A change that is meant is written down by ``python -m tests.transcripts.writing``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules_engine.core.game.game import Game
from tests.ours import OURS
from tests.transcripts.writing import HERE, transcripts


def test_the_transcripts_are_as_they_were(game: Game[Any]) -> None:
    if game.id not in OURS and not (HERE / game.id).is_dir():
        pytest.skip(f"{game.id} has none yet: python -m tests.transcripts.writing")
    assert faults(transcripts(game)) == []


def faults(texts: Mapping[Path, str]) -> list[str]:
    """Return what is wrong with the files of these texts: one isn't there, as for a new variant, or says something else."""
    found = []
    for path, text in texts.items():
        written = path.read_text(encoding="utf-8") if path.exists() else None
        if written != text:
            what = "is not there yet" if written is None else "says something else now; if that is meant"
            found.append(f"{path.name} {what}: python -m tests.transcripts.writing")
    return found


def test_a_file_that_is_missing_or_differs_says_how_it_is_written(tmp_path: Path) -> None:
    texts = {tmp_path / name: "South leads." for name in ("new.txt", "other.txt", "right.txt")}
    (tmp_path / "other.txt").write_text("West leads.", encoding="utf-8")
    (tmp_path / "right.txt").write_text("South leads.", encoding="utf-8")
    new, other = faults(texts)
    assert new == "new.txt is not there yet: python -m tests.transcripts.writing"
    assert other.startswith("other.txt says something else now")
