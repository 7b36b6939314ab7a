"""Tests that each layer imports only from the layers below it, and that code for browsers needs only the standard library."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import rules_engine

ROOT = Path(rules_engine.__file__).parent
BELOW: dict[str, set[str]] = {
    "text": set(),
    "core": {"text"},
    "narration": {"text", "core"},
    "solver": {"text", "core"},
    "bots": {"text", "core", "solver"},
    "author": {"text", "core", "narration", "solver", "bots"},
    "games": {"text", "core", "narration", "solver", "bots", "author"},
    "scenarios": {"core", "narration", "solver", "bots", "games"},
    "sketches": {"text", "core", "narration", "games", "scenarios"},
    "quiz": {"text", "core", "narration", "solver", "bots", "scenarios"},
    "puzzles": {"text", "core", "narration", "solver", "bots", "scenarios", "quiz"},
    "html": {"text", "core", "narration", "scenarios", "quiz", "puzzles"},
    "pictures": {"text", "core", "narration", "scenarios", "quiz", "html"},
    "api": {"text", "core", "narration", "bots", "games", "scenarios", "quiz", "puzzles", "html", "pictures"},
    "authoring": {"text", "core", "narration", "solver", "bots", "games", "scenarios", "quiz", "puzzles", "pictures"},
    "playground": {"core", "games", "scenarios", "sketches", "quiz", "puzzles", "html", "authoring"},
    "site": {"text", "core", "narration", "bots", "games", "scenarios", "quiz", "html", "pictures", "api", "authoring",
             "playground"},
    "cli": {"text", "core", "narration", "solver", "bots", "games", "scenarios", "sketches", "quiz", "puzzles", "html",
            "pictures", "api", "authoring", "site"},
    "library": {"text", "core", "narration", "solver", "bots", "games", "scenarios", "html", "pictures", "authoring", "site"},
}
SHIPPED = ("text", "core", "narration", "solver", "bots", "author", "games", "scenarios", "quiz", "puzzles", "html", "pictures",
           "api")
MODULES = {path: ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
           for path in ROOT.rglob("*.py")}
"""Maps every Python file in the package to its module name."""


def read(path: str) -> str:
    """Return the text of a file in the repository."""
    return (ROOT.parent / path).read_text(encoding="utf-8")


def imports(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports, also inside functions or for type checking."""
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
    arrows = {name: {module for module in imports(path) if module in MODULES.values() and module != name}
              for path, name in MODULES.items()}
    assert arrows.pop("rules_engine"), "the door: it leads everywhere, and only once somebody asks it for a name"
    assert in_circles(arrows) == []


def test_nobody_inside_goes_out_by_the_door() -> None:
    """Names re-exported by the package are for its users; internal code imports from the defining modules."""
    outside = [path for path in MODULES for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
               if isinstance(node, ast.ImportFrom) and node.module == "rules_engine"]
    assert outside == []


@pytest.mark.parametrize("layer", ["core", "site"])
def test_folders_of_a_layer_have_no_import_cycles(layer: str) -> None:
    arrows: dict[str, set[str]] = {}
    for path in (ROOT / layer).rglob("*.py"):
        used = {place[2] for module in imports(path) if (place := module.split("."))[1:2] == [layer] and len(place) > 2}
        arrows.setdefault(folder_of(path, layer), set()).update(used)
    arrows = {folder: below - {folder} for folder, below in arrows.items()}
    assert len(arrows) >= 4
    assert in_circles(arrows) == []


def folder_of(path: Path, layer: str) -> str:
    """Return the subfolder of a layer that contains a file, or the file's own name."""
    return path.relative_to(ROOT / layer).parts[0].partition(".")[0]


def in_circles(arrows: Mapping[str, set[str]]) -> list[str]:
    """Return the names that are in dependency cycles or depend on one."""
    left = dict(arrows)
    while ends := {name for name, below in left.items() if not below & left.keys()}:
        left = {name: below for name, below in left.items() if name not in ends}
    return sorted(left)


@pytest.mark.parametrize("layer", BELOW)
def test_a_layer_imports_only_what_lies_below(layer: str) -> None:
    for path in (ROOT / layer).rglob("*.py"):
        for module in imports(path):
            package, _, rest = module.partition(".")
            if package == "rules_engine" and rest:
                used = rest.partition(".")[0]
                assert used in BELOW[layer] | {layer, "_lazy_names", "_version"}, f"{path.relative_to(ROOT)} imports {module}"


@pytest.mark.parametrize("layer", SHIPPED)
def test_what_ships_to_the_browser_needs_the_standard_library_alone(layer: str) -> None:
    for path in (ROOT / layer).rglob("*.py"):
        for module in imports(path):
            name = module.partition(".")[0]
            assert name == "rules_engine" or name in sys.stdlib_module_names, f"{path.relative_to(ROOT)} imports {module}"


def test_no_modules_are_outside_the_layers() -> None:
    """The package, its lazy names, its version and `python -m` are the only top-level modules."""
    assert {path.stem for path in ROOT.glob("*.py")} == {"__init__", "__main__", "_lazy_names", "_version"}


def test_every_package_is_a_layer() -> None:
    """The testing kit is outside the layers, and may use all shipped code."""
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages == {*BELOW, "testing"}


def test_the_documented_layers_are_the_actual_ones() -> None:
    """The package's docstring, the design page and CONTRIBUTING.md list the layers in the same order."""
    package = re.findall(r"`(\w+)`", (rules_engine.__doc__ or "").partition("from the ground up, are")[2])
    design = re.findall(r"^\| `rules_engine/(\w+)` \|.*\| ([\w, ]+) \|$", read("docs/design/index.md"), re.MULTILINE)
    told = read("CONTRIBUTING.md").partition("## Layers")[2].partition("## ")[0]
    contributing = re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE)
    assert package == contributing == [layer for layer, _ in design]
    assert {layer: set(below.split(", ")) - {"nothing"} for layer, below in design} == BELOW
    for place, layer in enumerate(package):
        assert BELOW[layer] <= set(package[:place]), layer


def test_the_readme_tells_every_layer() -> None:
    table = read("README.md").partition("## Repository layout")[2].partition("## ")[0]
    assert {*BELOW, "testing"} <= set(re.findall(r"`(?:rules_engine/)?([\w.]+)`", table))
