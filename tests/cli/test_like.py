"""``--like``: a new game starts as a copy of a shipped game. The copy builds, plays, and satisfies the contract for games."""

from __future__ import annotations

import ast
import json
import re
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring import copy_game
from rules_engine.cli import main
from rules_engine.cli.new_game import LIKE, new_game
from rules_engine.cli.new_site import new_site
from rules_engine.games import GAMES, game_class
from rules_engine.text.message import listed
from tests.ours import looks_at_examples
from tests.site.tiny import ROOT, WITHOUT_NODE, python_in

HERS = {"id": "hers", "module": "hers", "Class": "Hers", "Title": "Her Own", "package": "my_games"}


def run(site: Path, *arguments: str) -> str:
    """Run a Python module in the site's folder, without Node.js, and return its output."""
    ended = python_in(site, "-m", *arguments, PATH=WITHOUT_NODE)
    return ended.stdout + ended.stderr


@looks_at_examples("snakebit", "double-knot")
@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_builds_plays_and_holds_to_the_contract(tmp_path: Path, mypy_cache: str, game: str) -> None:
    site = tmp_path / "my-games"
    new_site(site, "hers", "Her Own", game)
    for shared in ("node_modules", ".cache"):
        (site / shared).symlink_to(ROOT / shared)
    run(site, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0")
    run(site, "mypy", "--strict", "--cache-dir", mypy_cache, "my_games")
    run(site, "ruff", "check", "--no-cache", "--ignore", "I001", "--config", str(ROOT / "pyproject.toml"), "my_games")
    assert not re.search("WARNING|no page shows|shows nothing", run(site, "mkdocs", "build", "--strict"))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_in_a_copy_goes_by_the_old_name_but_where_it_says_so(game: str) -> None:
    files, kind = copy_game.files_like(copy_game.model_of(game), HERS), game_class(game)
    for path, text in files.items():
        if path.name == "__init__.py" and path.parent.name == "hers":
            assert f"from {kind.name}, and meant to be changed" in text
            text = text.replace(ast.get_docstring(ast.parse(text), clean=False) or "", "")
        assert "rules_engine.games." not in text, path
        assert f"game: {game}\n" not in text, path
        assert not re.search(rf'\bid\b.* = "{game}"|\b{kind.__name__}Position\b', text), path
        if kind.name in {suit.name for suit in kind.pack.suits.values()}:
            assert path.suffix != ".py" or kind.name not in (ast.get_docstring(ast.parse(text)) or ""), path
            continue
        if path.suffix == ".py":
            names = rf"(?<!-)\b({kind.__name__}|{game.replace('-', '_')})\b"     # A rule's id may contain the game's.
            assert not re.search(names, text.replace(kind.name, "")), path
        assert kind.name not in text or path.suffix == ".md", path
    assert files[Path("my_games/hers/LICENSE")].startswith("MIT License")


@pytest.mark.parametrize("game", ["hearts", "spades"])
def test_the_name_of_a_suit_stays_where_it_means_the_suit(game: str) -> None:
    model = copy_game.model_of(game)
    files, suit = copy_game.files_like(model, HERS), model.kind.name
    copied = files[Path("my_games/hers/phrases.py")]
    assert copied.count(f'say("{suit}")') == model.modules[Path("phrases.py")].count(f'say("{suit}")') > 0
    assert "{hers}" not in copied
    assert 'name = "Her Own"' in files[Path("my_games/hers/game.py")]


def test_our_pages_aren_t_copied() -> None:
    page = copy_game.files_like(copy_game.model_of("double-knot"), HERS)[Path("docs/games/hers/rules.md")]
    assert re.findall(r"\{ #rule-([\w-]+) \}", page) == [rule.id for rule in game_class("double-knot").book.rules]
    pages = [file.read_text(encoding="utf-8") for file in (ROOT / "docs/games/double-knot").glob("*.md")]
    ours = {line for text in pages for line in text.splitlines() if len(line) > 40 and not line.startswith("#")}
    assert ours.isdisjoint(page.splitlines())


@pytest.mark.parametrize("game", GAMES)
def test_for_each_part_of_a_game_it_says_what_to_read(game: str) -> None:
    model = copy_game.model_of(game)
    parts = dict(copy_game.parts_to_read(model.kind, model.modules))
    assert {*model.kind.mechanisms} <= parts.keys()
    for part, places in parts.items():
        assert places, part
        for place in places:
            found = re.fullmatch(r"([\w/]+\.py):(\d+) (\w+)", place)
            assert found
            assert found[3] in model.modules[Path(found[1])].splitlines()[int(found[2]) - 1]


def test_it_goes_into_the_repository_too_and_says_what_to_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in ("rules_engine/games/registry.py", "mkdocs.yml"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    assert main(["new-game", "nil", "--like", "double-knot", "--root", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "made    rules_engine/games/nil/bot.py\n" in told
    assert re.search(r"- bidding: rules\.py:\d+ bid_once, ", told)
    assert not (tmp_path / "rules_engine/games/nil/LICENSE").exists()
    assert '"nil": "rules_engine.games.nil.game:Nil"' in (tmp_path / "rules_engine/games/registry.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(("arguments", "reason"), [
    (["mine", "--like", "snakebite"], "'snakebite' is no game of Follow Suit's: did you mean snakebit?"),
    (["mine", "--like", "whist"], f"choose one of {listed(LIKE)}"),
    (["side-result", "--like", "double-knot"], "add a word"),
])
def test_what_won_t_do_is_refused_with_a_way_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    new_site(tmp_path / "cards")
    before = sorted(tmp_path.rglob("*"))
    assert main(["new-game", *arguments, "--root", str(tmp_path / "cards")]) == 2
    assert reason in capsys.readouterr().err
    assert main(["new-site", str(tmp_path / "others"), "--game", *arguments]) == 2
    assert reason in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


@looks_at_examples("snakebit", "double-knot")
def test_a_second_game_may_be_a_copy(tmp_path: Path) -> None:
    new_site(tmp_path / "cards")
    made = new_game("nil", tmp_path / "cards", like="snakebit")
    assert made[Path("cards/nil/rules.py")]
    assert made[Path("examples/nil/follow-suit.yml")]


@looks_at_examples("snakebit", "double-knot")
def test_the_wheel_has_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setuptools, commands = pytest.importorskip("setuptools"), dict[str, Any]()
    monkeypatch.setattr(setuptools, "setup", lambda cmdclass: commands.update(cmdclass))
    runpy.run_path(str(ROOT / "setup.py"))
    (tmp_path / "rules_engine" / "authoring").mkdir(parents=True)
    build = commands["build_py"](setuptools.Distribution())
    build.build_lib, build.editable_mode = str(tmp_path), False
    monkeypatch.setattr(setuptools.command.build_py.build_py, "run", lambda self: None)
    build.run()
    packed = tmp_path / "rules_engine" / "authoring" / "examples.json"
    assert json.loads(packed.read_text(encoding="utf-8")) == {game: copy_game.examples_of(game) for game in sorted(GAMES)}
    monkeypatch.setattr(copy_game, "EXAMPLES", packed)
    assert copy_game.examples_of("snakebit")["follow-suit.yml"].startswith("format: 1\n")
