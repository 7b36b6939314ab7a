"""The scripts on either side of the worker, tested by Node's own test runner."""

import subprocess
from pathlib import Path

from tests.pyodide.interpreter import node


def test_the_pages_side_of_the_worker() -> None:
    run = subprocess.run(
        [node(), "--test", str(Path(__file__).with_name("engine.test.mjs"))],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
