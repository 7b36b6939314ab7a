"""The measurement of ``followsuit bench`` inside Pyodide under Node: the same code and the same engine."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

import rules_engine
from rules_engine.cli import bench

SCRIPT = Path(__file__).with_name("bench.mjs")
CLOCK = "() => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; }"


class NotThereError(Exception):
    """Node or Pyodide isn't there, or failed; the message says which."""


def measure_in_pyodide(pyodide: Path, games: list[str], rounds: int, seconds: float) -> list[bench.Measured]:
    """What ``bench.measure`` finds there. Raises ``NotThereError``."""
    node = shutil.which("node")
    if node is None or not (pyodide / "pyodide.mjs").is_file():
        raise NotThereError("Node.js isn't installed" if node is None else f"no Pyodide in {pyodide}: run npm ci")
    with tempfile.TemporaryDirectory() as folder:
        archive, source = Path(folder) / "rules.zip", Path(folder) / "source.py"
        _write_archive(archive)
        source.write_text(_source(games, rounds, seconds), encoding="utf-8")
        done = subprocess.run([node, str(SCRIPT), str(pyodide), str(archive), str(source)], check=False,
                              capture_output=True, encoding="utf-8")
    if done.returncode:
        raise NotThereError(f"Pyodide failed: {done.stderr[-2000:]}")
    return [bench.Measured(*row) for row in json.loads(done.stdout.splitlines()[-1])]


def _write_archive(archive: Path) -> None:
    package = Path(rules_engine.__file__).parent
    with zipfile.ZipFile(archive, "w") as file:
        for part in ("__init__.py", "core/**/*.py", "games/**/*.py"):
            for path in package.glob(part):
                file.write(path, path.relative_to(package.parent))


def _source(games: list[str], rounds: int, seconds: float) -> str:
    """The module ``bench``, which isn't shipped, with the clock of Node, and a call of it."""
    code = Path(bench.__file__).read_text(encoding="utf-8")
    return ("import json, sys, types\nfrom pyodide.code import run_js\n"
            "module = sys.modules['bench'] = types.ModuleType('bench')\n"
            f"exec({code!r}, module.__dict__)\nmodule.processor_time = run_js({CLOCK!r})\n"
            f"json.dumps(module.measure({games!r}, {rounds}, {seconds}, others=False))\n")
