"""Few sessions are kept; and want of memory is the one fault that isn't an answer: the page has to start Python anew."""

from __future__ import annotations

import json

import pytest

from rules_engine.table import handle, messages


def test_want_of_memory_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(message: messages.Message) -> messages.Answer:
        raise MemoryError
    monkeypatch.setitem(messages._OPS, "practice", greedy)
    with pytest.raises(MemoryError):
        handle(json.dumps({"op": "practice"}))


def test_few_sessions_are_kept() -> None:
    for seed in range(12):
        told = {"op": "practice", "game": "snakebit", "seed": seed, "links": {"game": "", "general": ""}}
        assert "error" not in json.loads(handle(json.dumps(told)))
    assert 0 < len(messages._RECENT) <= 8
