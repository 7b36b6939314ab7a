"""Arrows point one way: each layer imports only what lies below it, and what ships to the browser only the standard library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules_engine

ROOT = Path(rules_engine.__file__).parent
BELOW: dict[str, set[str]] = {
    "core": set(),
    "games": {"core"},
    "bots": {"core", "games"},
    "scenario": {"core", "games"},
    "view": {"core", "scenario"},
    "browser": {"core", "games", "bots", "scenario", "view"},
    "authoring": {"core", "games", "scenario"},
    "cli": {"core", "games", "bots", "scenario", "view", "browser", "authoring"},
    "site": {"core", "games", "scenario", "view", "browser", "authoring"},
}
SHIPPED = ("core", "games", "bots", "scenario", "view", "browser")


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports anywhere, those for type checking alone left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.If)
                   and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
                   for statement in node.body for inner in ast.walk(statement)}
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("layer", BELOW)
def test_a_layer_imports_only_what_lies_below(layer: str) -> None:
    for path in (ROOT / layer).rglob("*.py"):
        for module in imports(path):
            package, _, rest = module.partition(".")
            if package == "rules_engine" and rest:
                used = rest.partition(".")[0]
                assert used in BELOW[layer] | {layer}, f"{path.relative_to(ROOT)} imports {module}"


@pytest.mark.parametrize("layer", SHIPPED)
def test_what_ships_to_the_browser_needs_the_standard_library_alone(layer: str) -> None:
    for path in (ROOT / layer).rglob("*.py"):
        for module in imports(path):
            name = module.partition(".")[0]
            assert name == "rules_engine" or name in sys.stdlib_module_names, f"{path.relative_to(ROOT)} imports {module}"


def test_every_package_is_a_layer() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages == set(BELOW)
