"""Games in other packages, which are found through entry points. Errors in them are reported by a message."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_engine.cli import main
from rules_engine.cli.new_site import new_site
from rules_engine.core.model.errors import SetupError
from rules_engine.games import GAMES, game_class, known_games, make_game
from tests.site.outside import GAME, PLACE, install, made, on_path


@pytest.fixture
def packages(tmp_path: Path) -> Iterator[Path]:
    """Return an empty folder that is on Python's import path."""
    with on_path(tmp_path):
        yield tmp_path


def test_a_game_of_another_package_stands_behind_our_own_and_plays(packages: Path) -> None:
    made(packages)
    install(packages, {GAME: PLACE})
    known_games.cache_clear()
    assert known_games() == {**GAMES, GAME: PLACE}
    game = make_game(GAME)
    start = game.deal(1)
    after, _ = game.play(start, game.legal(start)[0])
    assert len(after.trick) == 1


def test_what_a_project_says_counts_in_its_folder_installed_or_not(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_site(packages / "outside-games", GAME)
    assert GAME not in known_games()
    monkeypatch.chdir(packages / "outside-games")
    known_games.cache_clear()
    assert game_class(GAME).id == GAME
    install(packages, {GAME: PLACE, "gone-since": PLACE})
    known_games.cache_clear()
    assert known_games() == {**GAMES, GAME: PLACE}


def test_a_project_that_can_t_be_read_is_named(
    packages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (packages / "pyproject.toml").write_text("[project", encoding="utf-8")
    monkeypatch.chdir(packages)
    known_games.cache_clear()
    assert main(["schema"]) == 2
    assert "pyproject.toml can't be read: " in capsys.readouterr().err


@pytest.mark.parametrize(("games", "told"), [
    ({"snakebit": "mine.game:Mine"},
     "the id 'snakebit' is given to more than one game, by Follow Suit (rules_engine.games.snakebit.game:Snakebit) "
     "and outside-games (mine.game:Mine): give yours another id, or uninstall all of these packages but one"),
    ({"theirs": "mine.game:Mine"},
     "the id 'theirs' is given to more than one game, by outside-games (mine.game:Mine) and other-games (other.game:Other): "),
])
def test_an_id_that_is_taken_twice_is_an_error(packages: Path, games: dict[str, str], told: str) -> None:
    install(packages, {"theirs": "other.game:Other"}, "other-games")
    install(packages, games)
    with pytest.raises(SetupError) as error:
        game_class("knueffeln")
    assert told in str(error.value)


@pytest.mark.parametrize(("point", "why"), [
    ("no_such_package.game:Mine", "No module named 'no_such_package'"),
    ("rules_engine.games.snakebit.game:Snakebitt", "rules_engine.games.snakebit.game has no class of a game called 'Snakebitt'"),
    ("rules_engine.games.snakebit.game:rules", "rules_engine.games.snakebit.game has no class of a game called 'rules'"),
    ("rules_engine.games.snakebit.game", "rules_engine.games.snakebit.game has no class of a game called ''"),
    ("rules_engine.games.snakebit.game:Snakebit", "the id of that game is 'snakebit'"),
])
def test_an_entry_point_that_leads_nowhere_is_named(
    packages: Path, capsys: pytest.CaptureFixture[str], point: str, why: str
) -> None:
    install(packages, {"mine": point})
    told = f"the entry point “mine = {point}” in followsuit.games leads to no game: {why}; "
    with pytest.raises(SetupError) as error:
        game_class("mine")
    assert told in str(error.value)
    assert game_class("snakebit").id == "snakebit"
    assert main(["schema"]) == 2
    assert told in capsys.readouterr().err


def test_a_game_that_imports_what_is_not_there_has_a_right_entry_point(packages: Path) -> None:
    (packages / "older_games").mkdir()
    (packages / "older_games" / "__init__.py").touch()
    (packages / "older_games" / "game.py").write_text("from rules_engine.core.facts import Standing\n", encoding="utf-8")
    install(packages, {"mine": "older_games.game:Mine"})
    with pytest.raises(SetupError, match=r"the game 'mine' can't be loaded: No module named 'rules_engine\.core\.facts'"):
        game_class("mine")
