"""The engine for other pages: its wheel in Pyodide's lock file, loaded like any package."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.chromium.server import ROOT

VERSIONS = ("python3.14", "python3.13", "python3.12")
PYENV = Path.home() / ".pyenv" / "versions"

LOADED = """
const [folder, root] = process.argv.slice(1);
const { loadPyodide } = await import(`${root}/node_modules/pyodide/pyodide.mjs`);
const pyodide = await loadPyodide({
  indexURL: `${root}/node_modules/pyodide/`, lockFileURL: `${folder}/pyodide-lock.json`, packageBaseUrl: `${folder}/`,
});
// PyYAML, which only authors need, comes from Pyodide's own host, and there is none here
const loaded = await pyodide.loadPackage("followsuit", { messageCallback: () => {}, errorCallback: () => {} });
const legal = pyodide.runPython(`
from rules_engine.games import make_game
game = make_game("snakebit")
len(game.legal(game.deal(7)))`);
console.log(JSON.stringify({ loaded: loaded.map(({ name }) => name), legal }));
"""


def new_python() -> str | None:
    """Return a Python that can run pyodide-build, or None."""
    for python in (*VERSIONS, *(str(found) for found in sorted(PYENV.glob("3.1[2-9]*/bin/python3"), reverse=True))):
        try:
            subprocess.run([python, "-c", "import sys, venv; sys.exit(sys.version_info < (3, 12))"], check=True,
                           capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return python
    return None


@pytest.mark.thorough
def test_other_pages_load_the_engine_by_name(tmp_path: Path) -> None:
    python = new_python()
    if python is None:
        pytest.skip("pyodide-build needs Python 3.12 or newer, and there is none")
    made = subprocess.run(["make", "pyodide-lock", f"OUT={tmp_path}", f"PYTHON_NEW={python}"], cwd=ROOT, encoding="utf-8",
                          capture_output=True, check=False)
    assert made.returncode == 0, made.stderr
    entry = json.loads((tmp_path / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]["followsuit"]
    assert entry["imports"] == ["rules_engine"]
    assert (tmp_path / entry["file_name"]).is_file()
    told = subprocess.run(["node", "--input-type=module", "-e", LOADED, str(tmp_path), str(ROOT)], encoding="utf-8",
                          capture_output=True, check=True).stdout
    assert json.loads(told) == {"loaded": ["followsuit"], "legal": 8}
