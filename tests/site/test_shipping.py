"""Files shipped to browsers for a site's games: the games' modules and those that they import, wherever they are installed."""

from __future__ import annotations

import ast
import gzip
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import SimpleNamespace

import pytest

from rules_engine.core.model.cards import Card, Pack, Suit
from rules_engine.games import GAMES
from rules_engine.site.files import assets
from rules_engine.site.files.assets import PACKAGE, client_files
from rules_engine.site.files.offline import AT_TABLE, MODES
from rules_engine.site.runtime import GamesNotShipped, RuntimeFilesError, shipped_modules
from rules_engine.site.runtime.engine_archive import without_docstrings
from tests.site.outside import GAME, OutsideSite, install, on_path

OURS = {"snakebit": "rules_engine.games.snakebit.game:Snakebit"}
FILES = {
    "mine/__init__.py": "",
    "mine/page.py": "import mkdocs\n",
    "mine/cards.py": "from statistics import mean\n",
    "mine/whist/game.py": "from mine import cards\nfrom . import rules\n\nclass Whist:\n    pass\n",
    "mine/whist/rules.py": "from __future__ import annotations\n",
    "mine/whist/phrases.py": "import rules_engine.core.model.cards\n",
    "mine/whist/reference.py": "import yaml\n",
    "mine/whist/bot/__init__.py": "from mine.whist.bot.playing import *\n",
    "mine/whist/bot/playing.py": "def bot():\n    from ... import deep\n",
    "mine/deep.py": "",
    "theirs/game.py": "import mine.cards\nfrom rules_engine.games.snakebit.rules import book\n",
}


@pytest.fixture
def packages(tmp_path: Path) -> Iterator[Path]:
    """Install two packages, one without `__init__.py`."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    install(tmp_path, {"whist": "mine.whist.game:Whist"}, "mine")
    install(tmp_path, {"theirs": "theirs.game:Theirs"}, "theirs")
    with on_path(tmp_path):
        yield tmp_path


def games_in(*games: str) -> set[str]:
    """Return the files shipped for these games in addition to the engine."""
    return set(shipped_modules(PACKAGE, games)) - set(shipped_modules(PACKAGE, ()))


def registry(*games: str) -> dict[str, object]:
    """Return the contents of the shipped registry."""
    said: dict[str, object] = {}
    exec(shipped_modules(PACKAGE, games)["rules_engine/games/registry.py"], said)
    return said


def test_of_our_own_games_those_go_that_the_site_shows() -> None:
    assert {path.split("/")[2] for path in games_in("snakebit")} == {"snakebit"}
    assert "rules_engine/games/snakebit/reference.py" not in games_in("snakebit")
    assert not [path for path in shipped_modules(PACKAGE, ()) if path.startswith("rules_engine/games/") and path.count("/") > 2]
    assert registry("snakebit")["GAMES"] == OURS


@pytest.mark.parametrize("source", [
    '"""Of a module."""\nX = 1\n"""Of X,\nlonger."""  # left\n',
    'class A:\n    """Of a class.\n\n    """\n\n    def b(self) -> str:\n        "Of Ü."\n        return """not one"""\n',
    '\ufeff"""Behind a mark of its order."""\r\nX = 1\r\n',
])
def test_docstrings_stay_at_home_and_lines_keep_their_numbers(source: str) -> None:
    def statements(text: bytes) -> list[tuple[str, int]]:
        return [(ast.dump(node), node.lineno) for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Assign | ast.Return)]

    left = without_docstrings(source.encode())
    assert statements(left) == statements(source.encode())
    assert b"Of " not in left
    assert b"Behind" not in left


def test_all_that_ships_is_the_source_less_its_docstrings() -> None:
    for path, content in shipped_modules(PACKAGE, ()).items():
        if not path.endswith("registry.py"):
            ours = (PACKAGE.parent / path).read_bytes()
            assert content.count(b"\n") == ours.count(b"\n")
            assert undocumented(content) == undocumented(ours), path


def undocumented(source: bytes) -> str:
    """Return a module's syntax tree without its docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    return ast.dump(tree)


def test_a_game_from_outside_goes_with_what_it_imports_and_nothing_else(packages: Path) -> None:
    assert games_in("whist") == FILES.keys() - {"mine/page.py", "mine/whist/reference.py", "theirs/game.py"}
    said = registry("whist")
    assert said["GAMES"] == {"whist": "mine.whist.game:Whist"}
    assert "statistics" in said["MODULES"]  # type: ignore[operator]
    assert {"mine.cards", "mine.whist.bot.playing"} <= set(said["PARTS"]["whist"])  # type: ignore[index]


def test_a_game_may_rest_on_another_package_with_games(packages: Path) -> None:
    shipped = games_in("theirs")
    assert {"theirs/game.py", "mine/__init__.py", "mine/cards.py", "rules_engine/games/snakebit/rules.py"} <= shipped
    assert "mine/whist/game.py" not in shipped


def test_what_is_shipped_is_what_the_files_hold_now(packages: Path) -> None:
    (packages / "mine" / "cards.py").write_text("ACE = 14\n", encoding="utf-8")
    assert shipped_modules(PACKAGE, ["whist"])["mine/cards.py"] == b"ACE = 14\n"


@pytest.mark.parametrize(("statement", "name"), [
    ("import numpy.linalg", "numpy.linalg"),
    ("from numpy.linalg import norm", "numpy.linalg"),
    ("from mine import fast", "mine.fast"),
    ("import mine.nowhere", "mine.nowhere"),
    ("import rules_engine.testing", "rules_engine.testing"),
    ("from rules_engine.core.game import reference_card", "rules_engine.core.game.reference_card"),
])
def test_what_can_t_come_along_is_named_with_file_and_line(packages: Path, statement: str, name: str) -> None:
    (packages / "mine" / f"fast{EXTENSION_SUFFIXES[0]}").write_bytes(b"")
    (packages / "mine" / "cards.py").write_text(f"\ndef deal():\n    {statement}\n", encoding="utf-8")
    with pytest.raises(GamesNotShipped) as error:
        shipped_modules(PACKAGE, ["snakebit", "whist"])
    assert error.value.reasons == {"whist": [f"{packages}/mine/cards.py:3 imports {name}"]}


@pytest.mark.parametrize("around", ["try:\n    {}\nexcept ImportError:\n    pass\n",
                                    "try:\n    {}\nexcept (ModuleNotFoundError, OSError):\n    pass\n",
                                    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {}\n",
                                    "import typing\nif typing.TYPE_CHECKING:\n    {}\n"])
def test_what_it_can_do_without_stays_at_home(packages: Path, around: str) -> None:
    (packages / "mine" / "cards.py").write_text(around.format("import numpy"), encoding="utf-8")
    assert "mine/cards.py" in games_in("whist")


def test_two_packs_of_one_id_can_t_be_drawn_on_one_site(monkeypatch: pytest.MonkeyPatch) -> None:
    packs = {game: Pack("own", [Suit("a", "Acorns", "a")], [Card("own", "3a", "3", "a", 3, "3")]) for game in ("mine", "yours")}
    monkeypatch.setattr(assets, "game_class", lambda game: SimpleNamespace(pack=packs[game]))
    assert assets.packs_of(["mine", "mine"]) == [packs["mine"]]
    with pytest.raises(RuntimeFilesError, match="the pack of yours has the id of another pack, 'own': give it one of its own"):
        assets.packs_of(["mine", "yours"])


def test_a_site_whose_game_can_t_be_played_isn_t_built_and_says_why(tmp_path: Path) -> None:
    site = OutsideSite(tmp_path)
    site.without_hand()
    rules = site.folder / "outside_games" / "old_maids_trump" / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n\nimport yaml\n", encoding="utf-8")
    line = len(rules.read_text(encoding="utf-8").splitlines())
    result = site.build_apart(PYTHONPATH=site.path)
    assert result.status == 1
    assert "followsuit found 1 problem:" in result.said
    why = f"outside_games/old_maids_trump/rules.py:{line} imports yaml"
    assert f"docs/games/{GAME}/rules.md:1: the game {GAME} can't be played in the reader's browser: {why} — " in result.said


def test_an_entry_point_that_leads_nowhere_is_a_fault_of_the_configuration(tmp_path: Path) -> None:
    site = OutsideSite(tmp_path)
    site.without_hand()
    install(site.packages, {"mine": "mine.game:Mine"}, "mine")
    assert site.build_apart(PYTHONPATH=site.path).status == 0
    site.write("mkdocs.yml", site.read("mkdocs.yml").replace(f"[{GAME}]", f"[{GAME}, mine]"))
    result = site.build_apart(PYTHONPATH=site.path)
    assert result.status == 1
    assert "the entry point “mine = mine.game:Mine” in followsuit.games leads to no game: No module named 'mine'" in result.said
    assert "Traceback" not in result.said
    install(site.packages, {GAME: "mine.game:Mine"}, "theirs")
    result = site.build_apart(PYTHONPATH=site.path)
    assert f"the id '{GAME}' is given to more than one game, by theirs (mine.game:Mine) and outside-games" in result.said
    assert "Traceback" not in result.said


def test_pages_load_few_bytes_before_any_action() -> None:
    """The limits apply to the compressed sizes of scripts and styles that aren't loaded on demand."""
    later = {"page/search-worker.js", "python/engine-catalogue.js", "offline/keep-whole-site.js"}
    files = {file.path: len(gzip.compress(file.read())) for file in client_files(GAMES, ["de"])}
    later |= {"page/course.js", "page/course-reference.js", "page/course-final-quiz.js", "page/course-progress.js"}
    later |= {"page/booklet.js", "shared/progress.js"}
    later |= {"page/fresh-questions.js", "page/known-games.js"}
    later |= {"page/progress-page.js", "page/review-session.js", "page/progress-badges.js",
              "shared/due-rules.js", "shared/spaced-repetition.js"}
    later |= {"page/print-cards.js", "page/print-sheets.js", "page/print-reference.js", "page/paper.js"}
    later |= {"page/rendering.js", "shared/fetched.js"}
    later |= {*MODES} | {name for name in files if name.startswith(("playground/", "embed/"))}
    later |= {*AT_TABLE, "page/game-list.js", "page/games.js", "page/home.js"}
    later.add("page/day-question.js")
    later |= {"page/day-puzzles.js", "page/day-summary.js", "page/calendar.js", "page/puzzles.js", "shared/rating.js"}
    later |= {"table/language-redirect.js", "shared/seen-from.js", "page/strategy-test.js"}
    assert len(later) == 81
    assert later < set(files)
    assert sum(size for name, size in files.items() if name not in later) <= 56_500


def test_notes_stay_with_those_who_change_scripts_and_styles() -> None:
    for file in client_files(GAMES, ["de"]):
        assert b"/*" not in file.read(), file.path
