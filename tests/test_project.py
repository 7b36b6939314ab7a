"""The promises made in README, and the lock files."""

import json
import re
import tomllib
from pathlib import Path
from types import FunctionType

import pytest

from rules_engine.cli import main
from rules_engine.core.game.trick_game import TrickGame
from rules_engine.games import game_class, known_games

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON_LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def samples(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_scenario_in_the_readme_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, sample in enumerate(samples("yaml")):
        (tmp_path / f"{number}.yaml").write_text(sample, encoding="utf-8")
    status = main(["check", str(tmp_path)])
    assert status == 0, capsys.readouterr()


def test_every_make_target_of_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", README, re.MULTILINE))
    assert {"serve", "test"} <= named <= targets


def test_every_file_and_folder_of_the_readme_exists() -> None:
    table = README.split("## Repository layout")[1].split("##")[0]
    for cell in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE):
        base = ROOT
        for number, name in enumerate(re.findall(r"`([^`]+)`", cell)):
            path = (base if number else ROOT) / name
            path = path if path.exists() else ROOT / name
            assert path.is_dir(), name
            base = path.parent
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (ROOT / link).exists(), link


def test_every_source_folder_of_the_site_exists() -> None:
    """The Makefile suppresses error messages from `find`, so a missing folder would go unnoticed."""
    (sources,) = re.findall(r"^SITE_SOURCES := \$\(shell find (.*?) -type f", (ROOT / "Makefile").read_text(encoding="utf-8"),
                            re.MULTILINE)
    assert "docs" in sources.split()
    assert [name for name in sources.split() if not (ROOT / name).exists()] == []


def test_limited_constructs_do_not_become_more_frequent() -> None:
    """The test limits the uses of `Any` and `!important`, and the number of shared methods that a game overrides."""
    sources = [file.read_text(encoding="utf-8") for file in (ROOT / "rules_engine").rglob("*.py")]
    styles = [file.read_text(encoding="utf-8") for part in ("rules_engine", "docs") for file in (ROOT / part).rglob("*.css")]
    own = {game: {name for name, what in vars(game_class(game)).items() if isinstance(what, (FunctionType, property))}
           for game in known_games()}
    assert sum(len(re.findall(r"\bAny\b(?! [a-z{])", source)) for source in sources) <= 131, "as a type, not as a word"
    assert sum(style.count("!important") for style in styles) < 10
    assert {game: names for game, names in own.items() if len(names & {*dir(TrickGame)}) > 11} == {}


def test_no_rule_of_ruff_is_selected_and_left_out() -> None:
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    assert "E" in rules["select"]
    assert set(rules["select"]).isdisjoint(rules["ignore"])


@pytest.mark.parametrize("lock", PYTHON_LOCKS, ids=lambda path: path.name)
def test_every_python_package_is_pinned_with_hashes(lock: Path) -> None:
    entries = re.split(r"\n(?=[a-z])", re.sub(r"^#.*\n", "", lock.read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert len(entries) > 10
    for entry in entries:
        assert re.match(r"[\w.-]+==[\w.]+ ", entry), entry[:60]
        assert "--hash=sha256:" in entry, entry[:60]


def test_every_npm_package_is_pinned_with_its_integrity() -> None:
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    for version in (wanted["dependencies"] | wanted["devDependencies"]).values():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, package in packages.items():
        assert not name or package["integrity"].startswith("sha512-"), name


@pytest.mark.parametrize("lock", [*PYTHON_LOCKS, ROOT / "package-lock.json"], ids=lambda path: path.name)
def test_lock_files_contain_no_download_urls(lock: Path) -> None:
    """The installer chooses the registry or a mirror; the hashes guarantee the content."""
    thanks = r'"funding": \[[^]]*\]|"url": "[^"]*"'    # npm lists links for funding a package's authors
    text = re.sub(thanks, "", lock.read_text(encoding="utf-8"))
    assert not re.search(r"https?://|file:|--(extra-)?index-url|--find-links|\"resolved\"", text)
