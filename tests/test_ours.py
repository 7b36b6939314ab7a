"""In a fork without our games' pages and examples, the tests that need them are skipped; other failures still count."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ours import ROOT

TESTS = """\
\"\"\"What snakebit's examples say.\"\"\"

from tests.ours import looks_at_examples, skip_without_examples


def test_that_fails_in_a_module_that_names_snakebit():
    assert False


@looks_at_examples("snakebit")
def test_that_looks_at_examples():
    assert False


@looks_at_examples("knueffeln")
def test_that_looks_at_others():
    assert True


def test_that_finds_none_when_it_has_begun():
    skip_without_examples("snakebit")
    assert False
"""


@pytest.fixture
def fork(tmp_path: Path) -> Path:
    """Return a fork whose site shows only Knüffeln, with examples for that game only."""
    (tmp_path / "examples" / "knueffeln").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    for name in ("tests/conftest.py", "tests/ours.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "mkdocs.yml").write_text("site_name: Fork\nplugins:\n  - followsuit: {games: [knueffeln]}\n", encoding="utf-8")
    (tmp_path / "tests" / "test_fork.py").write_text(TESTS, encoding="utf-8")
    return tmp_path


def test_a_failure_stays_one(fork: Path) -> None:
    ended = subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "tests"],
                           cwd=fork, check=False, capture_output=True, encoding="utf-8",
                           env=os.environ | {"PYTHONPATH": os.pathsep.join([str(fork), str(ROOT)])})
    assert ended.returncode == 1
    assert "1 failed, 1 passed, 2 skipped" in ended.stdout, ended.stdout
    assert "FAILED tests/test_fork.py::test_that_fails_in_a_module_that_names_snakebit" in ended.stdout
    assert "mkdocs.yml doesn't declare snakebit, and examples of it aren't there" in ended.stdout
