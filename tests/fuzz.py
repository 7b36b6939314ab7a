"""Random damage for fuzz tests: malformed data such as a link, a file or storage may contain. It is reproducible from a seed."""

from __future__ import annotations

import random

import pytest

from rules_engine.core.positions.json_values import JsonValue

MARKUP = "<img src=x onerror=alert(1)>"
ODD: tuple[JsonValue, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 1.5, 10**6, -10**12, 10**30, float("nan"), "", "x", "South", "standard", "5SW", "0", "-1",
    "None", "x" * 300, "\0", "\ud800", MARKUP, "{0}", "{", "__proto__", "constructor", "１", [], {}, [[]], [{}], {"": None},
    {"x": 1}, [1, 2, 3], ["South"])
"""Values of every type, and strings that are special to some parser."""
SIGNS = "\0\t\n .,:;-_#%&{}[]()<>'\"\\|*?!@`~01aZéß漢\ud800\ufeff"
CHUNKS = 10


def chunks(few: int, many: int = 100_000) -> pytest.MarkDecorator:
    """Parametrize a test with ranges of seeds: `make test` tries a few, `make thorough` many, in parallel chunks."""
    size = many // CHUNKS
    parts = [pytest.param(range(place * size, (place + 1) * size), id=f"{place * size}-{(place + 1) * size}",
                          marks=pytest.mark.thorough) for place in range(CHUNKS)]
    return pytest.mark.parametrize("seeds", [pytest.param(range(few), id=str(few)), *parts])


def damaged(value: JsonValue, chance: random.Random) -> JsonValue:
    """Return a copy of a JSON value with one to three random changes."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        value = _changed(value, chance)
    return value


def _changed(value: JsonValue, chance: random.Random) -> JsonValue:
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice([*value])
        return _entry_changed(value, key, chance)
    if isinstance(value, list) and value and chance.random() < 0.85:
        return _list_changed(value, chance.randrange(len(value)), chance)
    if isinstance(value, str) and chance.random() < 0.5:
        return damaged_text(value, chance)
    if isinstance(value, int) and chance.random() < 0.5:
        return value + chance.choice((-1, 1, 2, 100))
    return chance.choice(ODD)


def _entry_changed(value: dict[str, JsonValue], key: str, chance: random.Random) -> JsonValue:
    kind = chance.random()
    if kind < 0.15:
        return {name: each for name, each in value.items() if name != key}
    if kind < 0.25:
        return {**value, str(chance.choice(ODD)): value[key]}
    return {**value, key: _changed(value[key], chance)}


def _list_changed(value: list[JsonValue], place: int, chance: random.Random) -> JsonValue:
    kind = chance.random()
    if kind < 0.15:
        return [*value[:place], *value[place + 1:]]
    if kind < 0.3:
        return [*value[:place], value[place], *value[place:]]
    return [*value[:place], _changed(value[place], chance), *value[place + 1:]]


def damaged_text(text: str, chance: random.Random) -> str:
    """Return the text with a random part inserted, replaced, removed, moved or duplicated."""
    place, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    return chance.choice((
        lambda: text[:place],
        lambda: text[:place] + chance.choice(SIGNS) + text[place:],
        lambda: text[:place] + chance.choice(SIGNS) + text[place + 1:],
        lambda: text[:place] + text[place:end] * 2 + text[end:],
        lambda: text[:place] + text[end:],
        lambda: text[end:] + text[place:end] + text[:place],
    ))()
