"""A game from another package runs in the reader's Python, because a site built with the package ships the game."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from tests.pyodide.interpreter import Interpreter
from tests.site.outside import GAME, OutsideSite


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the Python archive from a site whose only game comes from another package."""
    site = OutsideSite(tmp_path_factory.mktemp("outside"))
    built = site.build_apart("--strict", PYTHONPATH=site.path)
    assert built.status == 0, built.said
    assert f"Games for readers to play: {GAME} (outside_games.old_maids_trump.game:OldMaidsTrump)" in built.said
    (rules,) = built.folder.glob("assets/followsuit/rules-*/rules.zip")
    return rules.read_bytes()


def test_it_is_shipped_alone(archive: bytes) -> None:
    names = zipfile.ZipFile(io.BytesIO(archive)).namelist()
    assert "outside_games/old_maids_trump/phrases.py" in names
    assert {name for name in names if "games/" in name and "old_maids" not in name} == {
        "outside_games/__init__.py", "rules_engine/games/__init__.py", "rules_engine/games/load_errors.py",
        "rules_engine/games/registry.py"}


def test_it_is_dealt_and_played_and_asked_about(archive: bytes) -> None:
    def ask(**question: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(python.handle(json.dumps(question)))
        assert "error" not in answer, answer
        return answer

    with Interpreter(archive) as python:
        dealt = ask(op="practice", game=GAME, seed=1)
        hint = ask(op="do", save=dealt["save"], do="hint")
        assert 'data-do="play"' in str(hint["html"])
        ask(op="resume", save=dealt["save"])
        ask(op="quiz", game=GAME, kind="legal-moves", seed=1)
        answer = json.loads(python.handle(json.dumps({"op": "practice", "game": "snakebit", "seed": 1})))
        assert answer["error"] == f"game: 'snakebit' is no game here: expected {GAME}"
