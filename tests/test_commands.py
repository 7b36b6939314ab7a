"""Every command shown in README, CONTRIBUTING and docs runs, in its smallest form. `test_makefile` covers the make targets."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from rules_engine.authoring.npm import PACKAGES
from tests.commands import PAGES, PROGRAMS, ROOT, SHOWN, Words
from tests.ours import looks_at_examples
from tests.sketches.bridge_records import PBN
from tests.some import some

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
LIVING = ("serve", "--watch")
"""Words that appear in commands that run until they are stopped."""
LONG = (("followsuit", "check", "--pages"), ("followsuit", "words"), ("followsuit", "assets", "site"), ("properdocs", "build"),
        ("mkdocs", "build"), ("zensical", "build"), ("pytest",), ("python", "-m", "tests.bench.solver"),
        ("python", "-m", "tests.phrases.writing"), ("python", "-m", "tests.bench.fresh_questions"),
        ("python", "-m", "tests.bench.endings"), ("python", "-m", "tests.bench.hunt"))
"""The first words of commands that are slow even in their smallest form."""
RUN_IN_BENCH = ("tests.bench.boot", "tests.bench.seen", "tests.bench.engine", "tests.bench.dds")
"""Modules that need a browser, Node or a third-party solver; tests/bench runs them where these are installed."""


def of(*programs: str) -> pytest.MarkDecorator:
    """Parametrize a test with the shown commands that run these programs. `make test` runs one of several similar commands."""
    chosen = {(*words[:2], *(word for word in words if word.startswith("-"))): words for words in SHOWN if words[0] in programs}
    quick = {words for words in chosen.values() if not any(words[:len(each)] == each for each in LONG)}
    return pytest.mark.parametrize("words", some(sorted(words for words in SHOWN if words[0] in programs), quick, " ".join))


def run(words: Sequence[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a Python command without standard input."""
    program = [sys.executable, "-m", "rules_engine"] if words[0] == "followsuit" else [sys.executable]
    return subprocess.run([*program, *words[1:]], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          encoding="utf-8", env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment}, check=False)


def succeeds(words: Sequence[str], folder: Path, **environment: str) -> str:
    """Run a command, assert that it succeeds, and return its output."""
    done = run(words, folder, **environment)
    assert done.returncode == 0, f"{SHOWN.get(tuple(words), '')}: {' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project, because some commands write into it."""
    folder = tmp_path_factory.mktemp("maintainers") / "checkout"
    for name in ("rules_engine", "docs", "examples", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("mkdocs.yml", "pyproject.toml", "package.json", "README.md", "CONTRIBUTING.md", "Makefile"):
        shutil.copy(ROOT / name, folder)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return folder


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an author's site with the files that readers of the docs write: examples for two games, a draft and a hand."""
    folder = tmp_path_factory.mktemp("authors") / "desk"
    succeeds(("followsuit", "new-site", str(folder), "--game", "plain-trump"), ROOT)
    skipped = shutil.ignore_patterns("puzzles")
    shutil.copytree(ROOT / "examples" / "snakebit", folder / "examples" / "snakebit", ignore=skipped)
    (folder / "examples" / "snakebit" / "puzzles").mkdir()
    shutil.copy(ROOT / "examples" / "snakebit" / "puzzles" / "01.yml", folder / "examples" / "snakebit" / "puzzles")
    (folder / "drafts").mkdir()
    for name in ("my-hand.yml", "drafts/my-draft.yml", "examples/snakebit/my-first.yml"):
        shutil.copy(ROOT / "examples" / "snakebit" / "follow-suit.yml", folder / name)
    (folder / "board.pbn").write_text(PBN, encoding="utf-8")
    return folder


def test_each_program_that_a_page_names_is_run_here() -> None:
    assert {words[0] for words in SHOWN} <= {*PROGRAMS}
    assert len(SHOWN) > 80


def test_what_pages_for_maintainers_name_of_tests_and_engine_is_there() -> None:
    pages = [page for page in PAGES if page.parent in (ROOT, ROOT / "docs" / "design")]
    paths = re.compile(r"(?<![\w/])(?:tests|rules_engine)/[\w./-]*\w")
    named = {path for page in pages for path in paths.findall(page.read_text(encoding="utf-8"))}
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@looks_at_examples("snakebit")
@of("followsuit")
def test_a_command_of_followsuit_runs_as_shown(words: Words, desk: Path, checkout: Path, tmp_path: Path) -> None:
    if len(words) == 2 or words[2:] in (("--fill",), ("--watch",)):     # only mentioned in the text
        assert "usage: followsuit" in succeeds((*words, "--help"), desk)
        return
    folder = tmp_path / "desk"
    shutil.copytree(desk, folder)
    if words[1] == "new-game":
        shutil.rmtree(folder)
        succeeds(("followsuit", "new-site", str(folder), "--game", "first-game"), ROOT)
    if words[1] == "words":
        succeeds(words, checkout)
    elif set(words) & {*LIVING}:
        assert starts(words, folder)
    else:
        if words[1] == "record":
            (folder / words[3]).unlink(missing_ok=True)
        succeeds(words, ROOT if "--pages" in words else folder)


def starts(words: Sequence[str], folder: Path) -> str:
    """Start a command that runs until it is stopped, and return the first line of its output."""
    command = [sys.executable, "-m", "rules_engine", *words[1:]]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, encoding="utf-8") as running:
        try:
            assert running.stdout is not None
            return running.stdout.readline()
        finally:
            running.kill()




@of("python")
def test_a_module_that_is_shown_runs(words: Words, checkout: Path) -> None:
    module = words[2]
    if module == "build":
        pytest.skip("a program of others, which is only named")
    if module in RUN_IN_BENCH:
        assert find_spec(module)
        return
    succeeds(words, checkout)


@of("pytest")
def test_the_tests_that_a_page_names_are_there(words: Words, tmp_path: Path) -> None:
    if "plain-trump" in words:                      # a game that an author adds
        words = ("pytest", "-k", "snakebit", *words[3:])
    succeeds(("python", "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *words[1:]), ROOT)


@of("node")
def test_a_script_of_node_that_is_shown_runs(words: Words) -> None:
    subprocess.run([*words[:2], "--test-name-pattern=^$", *words[2:]], cwd=ROOT, check=True, capture_output=True)


@of("ruff", "mypy", "mkdocs", "properdocs", "zensical")
def test_a_program_that_is_shown_takes_what_it_is_given(words: Words, desk: Path, tmp_path: Path) -> None:
    if words[0] in ("ruff", "mypy"):
        assert f"$(BIN)/{' '.join(words)}\n" in MAKEFILE.replace(" &", "\n"), "`make lint` runs it"
        return
    if words[1] == "serve":
        words = (*words[:2], "--help")
    folder = tmp_path / "desk"
    shutil.copytree(desk, folder)
    succeeds(("python", "-m", *words), folder)


@of("pip", "npm")
def test_what_is_to_be_installed_is_what_we_name_elsewhere(words: Words) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {extra for word in words for extra in re.findall(r"\[(\w+)\]", word)}
    assert extras <= project["optional-dependencies"].keys()
    for word in words:
        name, sign, version = word.partition("@")
        assert not sign or PACKAGES[name] == version
