"""Every target in the Makefile: quick ones run in their smallest form, the others are checked with a dry run."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.commands import ROOT, SHOWN, Words

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE)
SET_UP = ("venv", "site", "dev", "node", "release", "mutants", "pyodide-build")
MADE = [option for name in SET_UP for option in ("-o", f".make/{name}")]
"""Options with which `make` treats its set-up targets as up to date."""
OF_MAKE = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")
FILES = ("Makefile", "pyproject.toml", "package.json", "package-lock.json", "requirements", "rules_engine", "docs", "examples",
         "tests", "mkdocs.yml", ".venv", "node_modules", ".cache")


def outside_make() -> dict[str, str]:
    """Return the environment without the variables that make sets."""
    return {name: value for name, value in os.environ.items() if name not in OF_MAKE}


def make(*arguments: str, folder: Path = ROOT) -> str:
    """Run make without its set-up targets and return its output."""
    done = subprocess.run(["make", *MADE, *arguments], cwd=folder, env=outside_make(), stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"make {' '.join(arguments)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("words", [words for words in SHOWN if words[0] == "make"], ids=" ".join)
def test_a_target_that_a_page_names_is_there(words: Words) -> None:
    assert make("--dry-run", *words[1:])


@pytest.mark.parametrize("target", TARGETS)
def test_what_a_target_runs_is_there(target: str) -> None:
    printed = make("--dry-run", target)
    for module in re.findall(r"python3? -m ([\w.]+)", printed):
        assert module in ("venv", "pip") or find_spec(module), module
    for path in re.findall(r"(?<![\w/.-])((?:tests|rules_engine|docs|requirements)/[\w./-]+)", printed):
        assert (ROOT / path).exists(), path


@pytest.fixture
def workshop(tmp_path: Path) -> Path:
    """Return a folder with symbolic links to our files, so that make doesn't write its output among them."""
    for name in FILES:
        if (ROOT / name).exists():
            (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / ".make").mkdir()
    return tmp_path


def test_help_names_each_target_that_has_one(workshop: Path) -> None:
    told = make(folder=workshop)
    for target in re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE):
        assert re.search(rf"^{target} ", told, re.MULTILINE)


def test_a_tag_is_that_of_the_version(workshop: Path) -> None:
    make("tag", "PYTHON=.venv/bin/python", "TAG=v0.1.0", folder=workshop)


def test_the_engine_is_measured(workshop: Path) -> None:
    assert "| snakebit |" in make("bench", "ARGS=snakebit --rounds 1 --seconds 0", folder=workshop)


def test_the_site_is_served(workshop: Path) -> None:
    with subprocess.Popen(["make", *MADE, "serve", "PORT=0"], cwd=workshop, env=outside_make(), stdout=subprocess.PIPE,
                          encoding="utf-8", start_new_session=True) as running:
        assert running.stdout is not None
        try:
            assert any("http://" in line for line in running.stdout)
        finally:
            os.killpg(running.pid, signal.SIGKILL)


def test_what_make_made_is_removed_and_layout_is_mended(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    (tmp_path / "module.py").write_text("import sys\nimport os\nprint(os, sys)\n", encoding="utf-8")
    make("format", folder=tmp_path)
    assert (tmp_path / "module.py").read_text(encoding="utf-8") == "import os\nimport sys\n\nprint(os, sys)\n"
    make("clean", folder=tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == {"Makefile", "pyproject.toml", "module.py"}


@pytest.mark.thorough
def test_the_site_is_built(workshop: Path) -> None:
    make("build", folder=workshop)
    assert (workshop / "site" / "index.html").is_file()


@pytest.mark.thorough
def test_both_distributions_are_made_and_checked(tmp_path: Path) -> None:
    make("release-check", f"OUT={tmp_path}")
    assert len([*tmp_path.glob("followsuit*.whl")]) == 2


@pytest.mark.thorough
def test_the_locks_are_those_that_are_made(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "package.json", "package-lock.json"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    make("lock", "PYTHON=python3", folder=tmp_path)
    for file in (*(ROOT / "requirements").iterdir(), ROOT / "package-lock.json"):
        assert (tmp_path / file.relative_to(ROOT)).read_text(encoding="utf-8") == file.read_text(encoding="utf-8"), file.name


@pytest.mark.thorough
def test_a_module_is_broken_in_one_place(workshop: Path) -> None:
    told = make("mutants", "MUTANTS=rules_engine/core/model/seats.py", "TESTS=tests/core/test_seats.py", "ARGS=--sample 1")
    assert told
