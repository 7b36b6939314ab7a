"""YAML that would take seconds to parse or exhaust memory, which is reported immediately with its line and column."""

from __future__ import annotations

import time

import pytest
import yaml

from rules_engine.authoring import yaml_text
from rules_engine.authoring.yaml_text import DEEPEST, InvalidYaml, read_yaml

NINE = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{place}: &a{place} [{', '.join([f'*a{place - 1}'] * 9)}]\n" for place in range(1, 9))


@pytest.fixture(params=["native", "in browsers"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use PyYAML's C loader, or the pure Python loader that browsers use."""
    if request.param == "in browsers":
        monkeypatch.setattr(yaml_text, "_Loader", yaml.BaseLoader)


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(("text", "line", "told"), [
    ("game: snakebit\n\tplayers: 3\n", 2, "there is a tab in column 1: indent with spaces"),
    (NINE, 5, "the alias in column 10 is one too many"),
    ("rules: " + "[" * 5000, 1, f"column 48 is more than {DEEPEST} brackets or indents deep"),
    ("rules: " + "[" * 5000 + "]" * 5000, 1, "column 48 is more than"),
    ('{"rules": ' + "[" * 5000 + "]" * 5000 + "}", 1, "is more than"),
    ("".join(f"{' ' * place}a:\n" for place in range(3000)), DEEPEST + 2, "is more than"),
    ("game: &a [*a]", 1, "a text can't begin with * or &"),
])
def test_what_would_grow_is_told_at_once(text: str, line: int, told: str) -> None:
    began = time.process_time()
    with pytest.raises(InvalidYaml) as refused:
        read_yaml(text)
    assert time.process_time() - began < 1
    assert refused.value.line == line
    assert told in refused.value.message


@pytest.mark.usefixtures("loader")
def test_an_alias_is_what_it_stands_for_with_its_lines() -> None:
    found = read_yaml("a: &a\n  b: 1\nc: [x, *a]\n")
    assert found.value == {"a": {"b": 1}, "c": ["x", {"b": 1}]}
    assert found.line(("c", 1, "b")) == 2
