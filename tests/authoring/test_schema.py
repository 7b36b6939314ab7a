"""The JSON schema for scenario files, which accepts every file that the parser accepts, and also refuses unknown keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules_engine.authoring.checks.check import scenario_files
from rules_engine.authoring.schema import scenario_schema
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import replay

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    schema = scenario_schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_every_example_fits(validator: Draft202012Validator) -> None:
    for path in scenario_files([EXAMPLES]):
        errors = [error.message for error in validator.iter_errors(read_yaml(path.read_text(encoding="utf-8")).value)]
        assert errors == [], path


@pytest.mark.parametrize("change", [
    {"colour": "red"}, {"game": "whist"}, {"variant": "none"}, {"kind": "story"}, {"rules": ["no-such"]},
    {"setup": {"colour": 1}}, {"script": [{"expect": {"mood": 1}}]}, {"script": [{"ask": "who"}]}, {"format": 2},
    {"players": 0}, {"players": 7}, {"players": "4"}, {"variant": ""}, {"goal": ""}, {"goal": 3}, {"rules": [None]},
    {"rules": [""]}, {"options": []}, {"options": {"pack": ""}}, {"puzzle": {"rating": -1}}, {"setup": {"seats": []}},
    {"setup": {"seats": ["A"] * 4}}, {"setup": {"seats": "ABCD"}}, {"setup": {"seed": "1"}},
    {"script": [{"ask": "legal-moves", "choices": 1}]},
])
def test_what_the_reader_refuses_the_schema_refuses(validator: Draft202012Validator, change: dict[str, Any]) -> None:
    plain = {"format": 1, "game": "snakebit", "setup": {"seed": 1}} | change
    assert list(validator.iter_errors(plain))
    with pytest.raises(RulesEngineError):
        replay(read_scenario(plain))
