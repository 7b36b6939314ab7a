"""The client's types are generated from the engine's, and up to date."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict, get_type_hints

import pytest

from rules_engine.site import client_types


def test_the_file_is_as_the_engine_has_it() -> None:
    assert client_types.FILE.read_text(encoding="utf-8") == client_types.client_types(), (
        "make it anew: python -m rules_engine.site.client_types")


@pytest.mark.parametrize("operation", client_types.OPERATIONS)
def test_a_message_names_what_answers_it(operation: str) -> None:
    assert f'    op: "{operation}";' in client_types.client_types()
    message, _ = client_types.exchange(client_types.OPERATIONS[operation])
    assert str(get_type_hints(message)["op"]) == f"typing.Literal['{operation}']"


def test_a_mapping_is_an_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers(message: SampleMessage) -> SampleAnswer:
        raise NotImplementedError
    monkeypatch.setattr(client_types, "OPERATIONS", {"try": answers})
    text = client_types.client_types()
    assert '  interface SampleMessage {\n    name: string;\n    times?: number;\n    below: SampleAnswer[];\n  }' in text
    assert '  interface SampleAnswer {\n    found: Record<string, (string | null)[]>;\n  }' in text
    assert '  interface Operations {\n    try: { message: SampleMessage; answer: SampleAnswer };\n  }' in text


def test_what_has_no_type_in_the_scripts_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers(message: SampleMessage) -> set[str]:
        raise NotImplementedError
    monkeypatch.setattr(client_types, "OPERATIONS", {"try": answers})
    with pytest.raises(TypeError, match="set"):
        client_types.client_types()


class SampleAnswer(TypedDict):
    """A sample response."""

    found: Mapping[str, list[str | None]]


class SampleMessage(TypedDict):
    """A sample message."""

    name: str
    times: NotRequired[int]
    below: list[SampleAnswer]
