"""Tests that the steps of the tutorial *Black Lady, from nothing to published* run, and that `--like black-lady` makes their
result."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rules_engine.cli import main
from rules_engine.cli.new_game import HEARTS, new_game
from rules_engine.cli.new_site import new_site
from tests.authoring.tutorial import STEPS, TEXT, delete, files, templates, write, written
from tests.site.tiny import ROOT, WITHOUT_NODE, python_in

MODULES = ("position", "rules", "game", "phrases", "reference", "score_form")


def run(site: Path, *arguments: str) -> str:
    """Run a Python module in the site's folder, without Node.js, and return its output."""
    ended = python_in(site, "-m", *arguments, PATH=WITHOUT_NODE)
    return ended.stdout + ended.stderr


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site after all steps of the tutorial; check the commands that the steps show."""
    site = tmp_path_factory.mktemp("tutorial") / "my-games"
    new_site(site)
    assert main(["new-game", "black-lady", "--root", str(site)]) == 0
    assert "14 hold" in run(site, "rules_engine", "check", "examples/black-lady")
    delete(site)
    for number, step in enumerate(STEPS, start=1):
        write(site, step)
        if number == 5:
            assert "points a hand" in run(site, "rules_engine", "match", "black-lady", "--deals", "2", "--one", "random")
        elif number == 6:
            assert "16 files checked, 16 hold" in run(site, "rules_engine", "check", "examples/black-lady")
            assert re.search(r"closed +2 +1 +3 +1\n", run(site, "rules_engine", "coverage", "examples/black-lady"))
    return site


def test_the_steps_show_the_whole_game() -> None:
    modules = [path.stem for path in files(TEXT) if path.parts[0] == "my_games"]
    assert [*dict.fromkeys(modules)] == ["position", "rules", "game", "__init__", "phrases", "reference", "score_form"]
    assert len(STEPS) == 9
    commands = re.findall(r"^\$ (.*)$", TEXT, re.MULTILINE)
    assert commands == ["followsuit new-game black-lady", "followsuit check examples/black-lady",
                        "followsuit coverage examples/black-lady", "pytest -k black-lady", "mkdocs build --strict"]


def test_the_result_keeps_to_the_contract_and_is_typed(followed: Path, mypy_cache: str) -> None:
    assert " passed" in run(followed, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-k", "black-lady")
    run(followed, "mypy", "--strict", "--cache-dir", mypy_cache, "my_games")
    run(followed, "ruff", "check", "--no-cache", "--ignore", "I001", "--config", str(ROOT / "pyproject.toml"), "my_games")


@pytest.mark.thorough
def test_the_result_builds(followed: Path) -> None:
    for shared in ("node_modules", ".cache"):
        (followed / shared).symlink_to(ROOT / shared)
    assert not re.search("WARNING|no page shows", run(followed, "mkdocs", "build", "--strict"))


def test_a_game_like_the_tutorials_is_the_result(followed: Path, tmp_path: Path) -> None:
    assert dict(templates()) == written(HEARTS), "write them anew: python -m tests.authoring.tutorial"
    site = tmp_path / "my-games"
    new_site(site)
    made = new_game("black-lady", site, like="black-lady")
    for path in (path for path, is_new in made.items() if is_new):
        assert (site / path).read_text(encoding="utf-8") == (followed / path).read_text(encoding="utf-8"), path
    assert files(TEXT).keys() <= made.keys()


def test_a_game_like_the_tutorials_has_any_name(tmp_path: Path) -> None:
    site = tmp_path / "clubs"
    new_site(site, "black-maria", like="black-lady")
    assert "16 files checked, 16 hold" in run(site, "rules_engine", "check", "examples")
    texts = [path.read_text(encoding="utf-8") for path in site.rglob("*") if path.suffix in (".py", ".md", ".yml", ".toml")]
    assert not [text for text in texts if re.search(r"@\w+@|\bmy_games\b|\bBlack Lady\b|black-lady/|: black-lady$", text)]
    shutil.rmtree(site)
