"""The JSON Schema for scenario files, for completion and validation in editors.

It is derived from the model of the scenario reader.
"""

from __future__ import annotations

from collections.abc import Collection

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import OTHER_KEYS, fact_kinds, settable
from rules_engine.core.model.seats import DEFAULT_SEATS, MAX_SEATS
from rules_engine.core.positions.field_types import FieldType, Schema
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, known_games, make_game
from rules_engine.scenarios.model import (
    ASK_KEYS,
    ASKS,
    DEAL_KEYS,
    FORMAT,
    KINDS,
    MIN_CHOICES,
    PUZZLE_KEYS,
    SCENARIO_KEYS,
    STEP_KEYS,
    WITNESS_KEYS,
)

TEXT: Schema = {"type": ["string", "integer"]}
NAME: Schema = {"type": "string", "minLength": 1}
WHOLE: Schema = {"type": "integer", "minimum": 0}
CHOICES: Schema = {"type": "integer", "minimum": MIN_CHOICES}
WITNESS: Schema = {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(WITNESS_KEYS, TEXT)}
WHY_NOT: Schema = {"type": "object", "additionalProperties": TEXT}
MISSED: Schema = {"type": "object", "additionalProperties": WHOLE}
PUZZLE_KINDS = (TEXT, WHOLE, TEXT, WITNESS, WITNESS, WITNESS, MISSED, WHOLE, WHOLE, {"type": "boolean"}, TEXT, WHY_NOT)
OTHER: dict[str, Schema] = {
    "seats": {"type": "array", "items": TEXT, "minItems": min(DEFAULT_SEATS), "maxItems": MAX_SEATS, "uniqueItems": True},
    "seed": {"type": "integer"}}
assert set(OTHER) == set(OTHER_KEYS)


def scenario_schema() -> Schema:
    """Return the schema for scenarios, including the setups, facts and rules of each known game."""
    games = {game_id: [make_game(game_id, variant) for variant in game_class(game_id).variants]
             for game_id in known_games()}
    properties = _of_all(games)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A Follow Suit scenario",
        "type": "object", "required": ["format", "game"], "additionalProperties": False, "properties": properties,
        "allOf": [{"if": {"properties": {"game": {"const": game_id}}}, "then": {"properties": _of_game(variants)}}
                  for game_id, variants in games.items()],
    }


def game_schema(game: Game[Position]) -> Schema:
    """Return the schema for scenarios of one game with a chosen variant, number of players and options."""
    return {"type": "object", "properties": _of_all(known_games()) | _of_game([game])}


def _of_all(games: Collection[str]) -> dict[str, Schema]:
    """Return the properties that every scenario has."""
    properties: dict[str, Schema] = {
        "format": {"const": FORMAT}, "game": {"enum": list(games)}, "variant": NAME,
        "players": {"type": "integer"}, "options": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
        "kind": {"enum": list(KINDS)}, "goal": NAME,
        "puzzle": {"type": "object", "additionalProperties": False,
                   "properties": dict(zip(PUZZLE_KEYS, PUZZLE_KINDS, strict=True))},
        "title": TEXT,
        "rules": {"type": "array", "items": {"type": "string"}},
        "intro": TEXT, "setup": {"type": "object"}, "script": {"type": "array", "items": {"type": "object"}},
    }
    assert set(properties) == set(SCENARIO_KEYS)
    return properties


def _of_game(variants: list[Game[Position]]) -> dict[str, Schema]:
    """Return the properties specific to one game, for all its variants together."""
    game = variants[0]
    facts = {name: _nullable(kind, variant) for variant in variants for name, kind in fact_kinds(variant).items()}
    setup = {"type": "object", "additionalProperties": False,
             "properties": OTHER | {key: schema for variant in variants for key, schema in _setup(variant).items()}}
    return {
        "variant": {"enum": list(game.variants)},
        "players": {"enum": list(game.player_counts)},
        "rules": {"type": "array", "items": {"enum": [rule.id for rule in game.book.rules]}},
        "options": {"type": "object", "additionalProperties": False,
                    "properties": {name: {"enum": [*values, *(int(value) for value in values if value.isdecimal())]}
                                   for name, values in game.option_values.items()}},
        "setup": setup,
        "script": {"type": "array", "items": _step(facts, setup)},
    }


def _setup(game: Game[Position]) -> dict[str, Schema]:
    """Return the setup properties of a game, other than the seats' names and a seed."""
    fields = {key: field.kind for key, field in settable(game).items() if field.kind is not None}
    return {key: _nullable(kind, game) for key, kind in {**fields, **game.positions.setup_keys}.items()}


def _step(facts: dict[str, Schema], setup: Schema) -> Schema:
    expect = {"type": "object", "additionalProperties": False, "properties": facts}
    asked: Schema = {"anyOf": [{"enum": list(ASKS)}, {
        "type": "object", "additionalProperties": False,
        "properties": dict(zip(ASK_KEYS, ({"enum": list(ASKS)}, CHOICES), strict=True))}]}
    keys: dict[str, Schema] = {
        "note": TEXT, "legal": {"type": ["array", "string"], "items": {"type": "string"}},
        "illegal": {"type": "object", "additionalProperties": {"type": "string"}}, "expect": expect, "ask": asked,
        "choices": CHOICES, "deal": setup}
    assert set(keys) == set(STEP_KEYS)
    assert set(DEAL_KEYS) <= set(keys)
    return {"type": "object", "properties": keys, "additionalProperties": {"type": "string"}}


def _nullable(kind: FieldType[JsonValue], game: Game[Position]) -> Schema:
    return {"anyOf": [kind.schema(game.notation), {"type": "null"}]}
