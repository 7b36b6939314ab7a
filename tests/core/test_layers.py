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
    "solver": {"core"},
    "bots": {"core", "solver"},
    "games": {"core", "solver", "bots"},
    "scenario": {"core", "solver", "bots", "games"},
    "view": {"core", "scenario"},
    "table": {"core", "games", "bots", "scenario", "view"},
    "authoring": {"core", "solver", "games", "bots", "scenario"},
    "drafting": {"core", "games", "scenario", "view", "authoring"},
    "cli": {"core", "solver", "games", "bots", "scenario", "view", "table", "authoring", "site"},
    "site": {"core", "games", "bots", "scenario", "view", "table", "authoring", "drafting"},
}
SHIPPED = ("core", "solver", "bots", "games", "scenario", "view", "table")
MODULES = {path: ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
           for path in ROOT.rglob("*.py")}
"""Every file with the name of its module."""


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports anywhere, those for type checking alone included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            below = [f"{node.module}.{alias.name}" for alias in node.names]
            found = [name for name in below if name in MODULES.values()]
            yield from found
            if len(found) < len(below):
                yield node.module


def test_no_module_imports_itself_in_the_end() -> None:
    """Inside layers too: follow the arrows from any module, and you never come back to it."""
    arrows = {name: {module for module in imports(path) if module in MODULES.values() and module != name}
              for path, name in MODULES.items()}
    while True:
        ends = {name for name, below in arrows.items() if not below & arrows.keys()}
        if not ends:
            break
        arrows = {name: below for name, below in arrows.items() if name not in ends}
    assert not arrows, f"a circle of imports among {sorted(arrows)}"


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


def test_what_is_always_there_is_no_layer_but_small() -> None:
    """Beside the layers stand the package itself and the kit, which may use whatever ships."""
    assert {path.stem for path in ROOT.glob("*.py")} == {"__init__", "__main__", "testing"}


def test_every_package_is_a_layer() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages == set(BELOW)
