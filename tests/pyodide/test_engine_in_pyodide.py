"""The engine runs inside Pyodide as it is shipped, and loads few modules of the standard library."""

import json

import pytest

from rules_engine.authoring.npm import PYODIDE_VERSION
from rules_engine.site.runtime import PYODIDE_READS
from tests.pyodide.interpreter import PACKAGE, InPyodideError, Interpreter

#: Standard modules that the engine may load in addition to the 190 or so that Pyodide starts with,
#: which include json, random, dataclasses, enum and re. Each module is fetched and compiled in the
#: reader's browser, so look for an alternative before you add a name.
ALLOWED = {"html", "html.entities"}


def test_the_pinned_python_is_the_one_that_runs(in_pyodide: Interpreter) -> None:
    assert in_pyodide.run("import pyodide; pyodide.__version__") == PYODIDE_VERSION


def test_values_and_names_cross_as_json(in_pyodide: Interpreter) -> None:
    assert in_pyodide.run("[suit] * n", suit="♠", n=2) == ["♠", "♠"]


def test_an_error_in_python_comes_back_as_its_traceback(in_pyodide: Interpreter) -> None:
    with pytest.raises(InPyodideError, match="ZeroDivisionError"):
        in_pyodide.run("1 / 0")
    assert in_pyodide.run("1 + 1") == 2


def test_the_engine_returns_text_for_any_text(in_pyodide: Interpreter) -> None:
    """Even an invalid message gets a JSON response."""
    assert json.loads(in_pyodide.handle("{}")) is not None


def test_the_start_makes_the_number_of_reads_in_the_manifest(in_pyodide: Interpreter) -> None:
    """`runtime.json` contains the number of reads from the library, from which the page computes the progress."""
    assert in_pyodide.run("LIBRARY_READS") == pytest.approx(PYODIDE_READS, abs=3)


def test_the_engine_loads_little_of_the_standard_library() -> None:
    games = sorted(path.stem for path in (PACKAGE / "games").iterdir() if not path.stem.startswith("_"))
    modules = ["rules_engine.api", *(f"rules_engine.games.{game}" for game in games)]
    with Interpreter() as fresh:
        loaded: list[str] = fresh.run(LOADED_BY, modules=modules)
    library = [name for name in loaded if name.split(".")[0] != "rules_engine"]
    offenders = sorted(set(library) - ALLOWED)
    assert not offenders, f"the engine loads {len(library)} more modules; not allowed: {offenders}"


LOADED_BY = """
import importlib, sys
for module in modules:
    importlib.import_module(module)
sorted(set(sys.modules) - MODULES_AT_START)
"""
