"""The client's scripts, tested by Node's test runner: the page's communication with the worker, and the modes of the table."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.fuzz import chunks
from tests.pyodide.interpreter import node

FUZZ = "fuzz"
SCRIPTS = sorted({path.name.removesuffix(".test.mjs") for path in Path(__file__).parent.glob("*.test.mjs")} - {FUZZ})


def run(script: str, **about: str) -> None:
    run = subprocess.run(
        [node(), "--test", str(Path(__file__).with_name(f"{script}.test.mjs"))],
        env={**os.environ, **about},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_client(script: str) -> None:
    run(script)


@chunks(100)
def test_what_comes_from_outside_is_read_whatever_it_is(seeds: range) -> None:
    run(FUZZ, FROM=str(seeds.start), TRIES=str(len(seeds)))
