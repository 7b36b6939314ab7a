"""Tests that only a few sessions are cached.

``MemoryError`` and import errors for standard modules propagate, so that the page can restart Python.
"""

from __future__ import annotations

import json
from contextlib import nullcontext

import pytest

from rules_engine.api import handle, request
from rules_engine.api.handlers import practice
from rules_engine.api.protocol import FaultAnswer, Message

PRACTICE = {"op": "practice", "game": "snakebit", "seed": 1}


def test_want_of_memory_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(message: Message) -> FaultAnswer:
        raise MemoryError
    monkeypatch.setattr(practice, "practice_answer", greedy)
    with pytest.raises(MemoryError):
        handle(json.dumps(PRACTICE))


@pytest.mark.parametrize(("module", "raised"), [
    ("csv", True), ("xml.dom", True), ("rules_engine.games.mine.bot", False), (None, False)])
def test_a_missing_standard_library_module_is_raised(monkeypatch: pytest.MonkeyPatch, module: str | None, raised: bool) -> None:
    """A Pyodide snapshot may lack a standard module. A missing engine module is reported in the answer."""
    def late(message: Message) -> FaultAnswer:
        raise ModuleNotFoundError("No such module", name=module)
    monkeypatch.setattr(practice, "practice_answer", late)
    with pytest.raises(ModuleNotFoundError) if raised else nullcontext():
        assert json.loads(handle(json.dumps(PRACTICE)))["kind"] == "fault"


def test_few_sessions_are_kept() -> None:
    for seed in range(12):
        told = {"op": "practice", "game": "snakebit", "seed": seed, "links": {"game": "", "general": ""}}
        assert "error" not in json.loads(handle(json.dumps(told)))
    assert 0 < len(request.RECENT) <= 8
