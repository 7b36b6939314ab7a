"""Fixtures for the tests inside Pyodide: one interpreter per session."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pyodide.interpreter import Interpreter, NotSetUpError


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder as a Pyodide test, except those in a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents and not item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.pyodide)


@pytest.fixture(scope="session")
def in_pyodide() -> Iterator[Interpreter]:
    """Return an interpreter that runs Pyodide with the engine: `in_pyodide.run(source, **names)`, `in_pyodide.handle(text)`."""
    try:
        interpreter = Interpreter()
    except NotSetUpError as problem:
        pytest.fail(str(problem), pytrace=False)
    with interpreter:
        yield interpreter
