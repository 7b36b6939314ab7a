"""Each transcript says what it said. A change that is meant is written down by ``python -m tests.transcripts.writing``."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.core.game.game import Game
from tests.ours import OURS
from tests.transcripts.writing import HERE, transcripts


def test_the_transcripts_are_as_they_were(game: Game[Any]) -> None:
    if game.id not in OURS and not (HERE / game.id).is_dir():
        pytest.skip(f"{game.id} has none yet: python -m tests.transcripts.writing")
    for path, text in transcripts(game).items():
        assert text == path.read_text(encoding="utf-8"), (
            f"{path.relative_to(HERE)} says something else now; if that is meant: python -m tests.transcripts.writing")
