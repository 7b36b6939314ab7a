"""The client's scripts, tested by Node's own test runner: the page's side of the worker, and what lies on the table."""

import subprocess
from pathlib import Path

import pytest

from tests.pyodide.interpreter import node


@pytest.mark.parametrize("script", ["closing", "days", "engine", "journal", "memory", "modes", "puzzles", "referee", "score"])
def test_the_client(script: str) -> None:
    run = subprocess.run(
        [node(), "--test", str(Path(__file__).with_name(f"{script}.test.mjs"))],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
