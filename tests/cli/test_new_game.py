"""``followsuit new-game`` makes a game that can be played, satisfies the contract for games, and has a page that builds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rules_engine.cli import main
from rules_engine.cli.new_game import HEARTS, TEMPLATES
from rules_engine.cli.new_site import TEMPLATES as SITE_TEMPLATES
from rules_engine.games import GAMES
from rules_engine.site.runtime import shipped_modules
from tests.site.tiny import WITHOUT_NODE

ROOT = Path(__file__).resolve().parents[2]
UNWANTED = shutil.ignore_patterns("*.pyc.*")
UNWANTED_EXAMPLES = shutil.ignore_patterns("puzzles")
"""Files that aren't copied: puzzles would have to be solved again, and temporary bytecode files may vanish during the copy."""


def copy_of(folder: Path, *names: str) -> Path:
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=UNWANTED_EXAMPLES if name == "examples" else UNWANTED)
        else:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def files(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the repository to which a game was added. The copy has no puzzles, and so no daily puzzles."""
    root = copy_of(tmp_path_factory.mktemp("copy"), "rules_engine", "docs", "examples", "mkdocs.yml", "pyproject.toml",
                   "tests/contract", "tests/conftest.py", "tests/ours.py", "tests/some.py", "THIRD-PARTY-NOTICES.md")
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    assert main(["new-game", "old-maids-trump", "--title", "Old Maid’s Trump", "--root", str(root)]) == 0
    home = root / "docs" / "index.md"
    home.write_text(home.read_text(encoding="utf-8").replace("```puzzles\ntoday\n```\n", ""), encoding="utf-8")
    return root


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a folder with copies of the repository files that `new-game` changes."""
    return copy_of(tmp_path, "rules_engine/games/registry.py", "mkdocs.yml")


def run(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a Python module with the engine in the copy."""
    return subprocess.run([sys.executable, "-m", *arguments], cwd=root, capture_output=True, encoding="utf-8", check=False,
                          env=os.environ | {"PYTHONPATH": str(root), "NO_MKDOCS_2_WARNING": "1"} | environment)


@pytest.mark.parametrize("command", ["check", "coverage"])
def test_its_scenarios_hold_and_show_every_rule(made: Path, command: str) -> None:
    told = run(made, "rules_engine", command, "examples/old-maids-trump")
    assert told.returncode == 0, told.stdout + told.stderr
    assert ("14 files checked, 14 hold" if command == "check" else "follow-suit") in told.stdout


@pytest.mark.thorough                                           # tests/cli/test_new_site.py checks this for a second game
def test_it_holds_to_the_contract(made: Path) -> None:
    told = run(made, "pytest", "-q", "-p", "no:cacheprovider", "tests/contract", "-k", "old-maids-trump")
    assert told.returncode == 0, told.stdout[-3000:]
    assert " passed" in told.stdout


@pytest.mark.thorough                                           # builds the complete site with one more game
def test_the_site_builds_with_its_page(made: Path) -> None:
    told = run(made, "mkdocs", "build", "--strict", "--site-dir", "built", PATH=WITHOUT_NODE)
    assert told.returncode == 0, told.stdout[-3000:] + told.stderr[-3000:]
    page = (made / "built" / "games" / "old-maids-trump" / "index.html").read_text(encoding="utf-8")
    assert 'id="rule-follow-suit"' in page
    assert 'class="fs-reference" data-game="old-maids-trump"' in page
    assert "<h1" in page
    assert "Old Maid’s Trump" in page


def test_its_code_is_typed_and_tidy(made: Path) -> None:
    module = "rules_engine/games/old_maids_trump"
    for told in (run(made, "ruff", "check", "--no-cache", module), run(made, "mypy", "--cache-dir", os.devnull, module)):
        assert told.returncode == 0, told.stdout + told.stderr


def test_it_says_what_it_made_and_what_is_missing(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files(small)
    assert main(["new-game", "nil", "--title", "No", "--root", str(small)]) == 0
    told = capsys.readouterr().out
    after = files(small)
    for path in after:
        if after[path] != before.get(path):
            assert f"{'changed' if path in before else 'made   '} {path.as_posix()}\n" in told
    assert set(before) < set(after)
    assert "Still missing" in told
    assert "rules_engine/games/nil/bot.py" in told
    assert '- "No":\n          - games/nil/index.md\n' in (small / "mkdocs.yml").read_text(encoding="utf-8")
    assert not re.search(rb"@\w+@", b"".join(after[path] for path in after if path not in before))


@pytest.mark.parametrize(("arguments", "reason"), [
    (["Big-Game"], "take small letters"),
    (["../evil"], "take small letters"),
    (["two--hyphens"], "take small letters"),
    (["class"], "add a word"),
    (["position"], "add a word"),
    (["no"], "add a word"),
    (["index"], "add a word"),
    (["snakebit"], "already: choose another name"),
    (["fine", "--title", "No: <b>"], "can't be a title"),
])
def test_a_name_that_won_t_do_is_refused_with_a_way_out(
    small: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    before = files(small)
    assert main(["new-game", *arguments, "--root", str(small)]) == 2
    assert reason in capsys.readouterr().err
    assert files(small) == before


def test_nothing_is_written_over(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (small / "examples" / "mine").mkdir(parents=True)
    before = files(small)
    assert main(["new-game", "mine", "--root", str(small)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert files(small) == before


def test_outside_the_repository_it_says_where_to_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "mine", "--root", str(tmp_path)]) == 2
    assert "--root" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_templates_are_in_the_wheel_and_stay_out_of_the_browser() -> None:
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    package = ROOT / "rules_engine"
    templates = [file for folder in (TEMPLATES, HEARTS, SITE_TEMPLATES) for file in folder.rglob("*") if file.is_file()]
    packed = {file for pattern in patterns["rules_engine"] for file in package.glob(pattern)}
    packed |= {inner for file in packed if file.is_dir() for inner in file.rglob("*")}
    assert set(templates) <= packed
    assert not [file for file in templates if file.name.startswith(".")], "setuptools passes over these"
    assert not [path for path in shipped_modules(package, GAMES) if "new_" in path]
