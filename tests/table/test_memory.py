"""Want of memory is the one fault that isn't an answer: the page has to start Python anew."""

from __future__ import annotations

import json

import pytest

from rules_engine.browser import handle, messages


def test_want_of_memory_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(message: messages.Message) -> messages.Answer:
        raise MemoryError
    monkeypatch.setitem(messages._OPS, "practice", greedy)
    with pytest.raises(MemoryError):
        handle(json.dumps({"op": "practice"}))
