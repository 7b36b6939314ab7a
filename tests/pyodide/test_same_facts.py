"""Inside Pyodide, the rules produce the same transcripts as natively, byte for byte: every example, and random matches.

Both sides run the source of `narrator`, and the test compares digests. On a mismatch, it shows the first difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rules_engine.authoring.checks.check import scenario_files
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.testing import every_game
from tests.pyodide import narrator
from tests.pyodide.interpreter import Interpreter
from tests.some import pairwise

EXAMPLES = Path(__file__).parents[2] / "examples"
SOURCE = Path(narrator.__file__).read_text(encoding="utf-8")
SEEDS = 4
BATCH = 40
"""Number of calls per request, so that each response arrives within the interpreter's timeout."""

CHOICES: list[list[Any]] = [[game.id, game.variant, game.table.size, None, game.options] for game in pairwise(every_game())]

@cache
def texts() -> dict[str, list[Any]]:
    """Return the examples by name, including only the first puzzle of each variant, because solving puzzles takes time."""
    files = [file for file in scenario_files([EXAMPLES]) if file.parent.name != "puzzles" or file.stem.endswith("01")]
    return {file.relative_to(EXAMPLES).as_posix(): [json.dumps(read_yaml(file.read_text(encoding="utf-8")).value)]
            for file in files}


def told_inside(in_pyodide: Interpreter, call: str, arguments: Sequence[Any]) -> Iterator[str]:
    """Yield the digest of each call inside Pyodide."""
    for start in range(0, len(arguments), BATCH):
        batch = arguments[start : start + BATCH]
        yield from in_pyodide.run(f"{SOURCE}\n[digest({call}(*each)) for each in arguments]", arguments=batch)


def differing(in_pyodide: Interpreter, call: str, told: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """Yield the name of each transcript that differs, with the first difference."""
    natively = getattr(narrator, call)
    for (name, each), inside in zip(told.items(), told_inside(in_pyodide, call, list(told.values())), strict=True):
        here = natively(*each)
        if narrator.digest(here) != inside:
            there = in_pyodide.run(f"{SOURCE}\n{call}(*each)", each=each)
            yield f"{name}: {parting(here, there)}"


def parting(here: str, there: str) -> str:
    """Return the first difference between two strings."""
    at = next((at for at, (one, other) in enumerate(zip(here, there, strict=False)) if one != other), min(len(here), len(there)))
    start = max(0, at - 60)
    return f"natively …{here[start : at + 60]!r}, in Pyodide …{there[start : at + 60]!r}"


def test_every_example_tells_the_same_inside_pyodide(in_pyodide: Interpreter) -> None:
    assert texts()
    assert list(differing(in_pyodide, "scenario_told", texts())) == []


def test_random_matches_tell_the_same_inside_pyodide(in_pyodide: Interpreter) -> None:
    matches = {f"{choices}, seed {seed}": [choices, seed] for seed in range(SEEDS) for choices in CHOICES}
    assert len(matches) > 150
    assert list(differing(in_pyodide, "match_told", matches)) == []


def test_a_difference_would_be_seen(in_pyodide: Interpreter) -> None:
    inside = list(told_inside(in_pyodide, "match_told", [[CHOICES[0], 2]]))
    assert inside != [narrator.digest(narrator.match_told(CHOICES[0], 1))]
    assert parting("same here", "same there") == "natively …'same here', in Pyodide …'same there'"
