"""Tests that the samples on the page *In Python* are correct, and that its notebook is up to date and runs."""

from __future__ import annotations

import ast
import doctest
import json
from typing import Any

import pytest

from rules_engine.core.model.errors import RulesEngineError
from tests.library.notebook import NOTEBOOK, PAGE, PART, notebook, samples

TEXT = PAGE.read_text(encoding="utf-8")


def test_every_sample_gives_what_stands_beneath_it(capsys: pytest.CaptureFixture[str]) -> None:
    tried = [example for found in PART.finditer(TEXT) if found[1] == "pycon" for example in samples(found[2])]
    assert len(tried) > 30
    test = doctest.DocTest(tried, {}, "in-python", str(PAGE), 0, None)
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False).run(test)
    assert not failed, capsys.readouterr().out


def test_the_notebook_says_the_same() -> None:
    assert NOTEBOOK.read_text(encoding="utf-8") == notebook(TEXT), "write it anew: python -m tests.library.notebook"


def test_the_notebook_runs_and_shows_hands_answers_sheets_and_means() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    shown = [_shown("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"]
    drawn = [type(value).__name__ for value in shown if hasattr(value, "_repr_html_")]
    assert drawn == ["Hand", "SeatView", "Hand", "MoveRuling", "MatchResult", "Sheet", "SimulationResult"]
    assert [isinstance(value, RulesEngineError) for value in shown] == [
        "raises-exception" in cell["metadata"].get("tags", []) for cell in cells if cell["cell_type"] == "code"]


def _shown(source: str, names: dict[str, Any]) -> object:
    """Run a cell like a notebook, and return the value of its last line or the error that it raises on purpose."""
    *before, last = ast.parse(source).body
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    try:
        if isinstance(last, ast.Expr):
            value: object = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            return value
        exec(compile(ast.Module([last], []), "cell", "exec"), names)
    except RulesEngineError as error:
        return error
    return None
