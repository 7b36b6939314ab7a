"""The recipes on the authors' pages, parsed and followed literally in a site made by `new-site`."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path
from typing import NamedTuple

PAGES = Path(__file__).resolve().parents[2] / "docs" / "authors" / "recipes"
PAGE = (PAGES / "index.md").read_text(encoding="utf-8")
"""The page that lists the recipes and explains their format."""
GAME = "plain-trump"
PIECE = re.compile(r'^(```|~~~)\w+ title="([\w./-]+)(?:: (.+?))?"\n(.*?)^\1$', re.DOTALL | re.MULTILINE)
Place = ast.stmt | ast.expr


class Piece(NamedTuple):
    """Text that a recipe inserts at one location in a file."""

    file: str
    where: str
    text: str


class Recipe(NamedTuple):
    """A recipe: the names of its prerequisite recipes, and its pieces of text."""

    first: list[str]
    pieces: list[Piece]


def _recipes() -> dict[str, Recipe]:
    found = {}
    for name, file in re.findall(r"^\| \[(.+?)\]\(([\w-]+\.md)\) \|", PAGE, flags=re.MULTILINE):
        _, _, text = (PAGES / file).read_text(encoding="utf-8").partition(f"\n# {name}\n")
        before = re.match(r"\s*First (.+?)\. ", text, re.DOTALL)
        found[name] = Recipe(re.findall(r"\[(.+?)\]", before[1]) if before else [],
                             [Piece(file, where, body) for _, file, where, body in PIECE.findall(text)])
    assert len(found) == len(list(PAGES.iterdir())) - 1, "each recipe is in the list"
    return found


RECIPES = _recipes()
_SAID, _, _NEED = PAGE.partition("add `phase: play`")[2].partition("these need it:")
NEED_IT = re.findall(r"\]\(([\w-]+)\.md\)", _SAID)
"""Recipes that add a stage before the play, so that examples set in the play need `phase: play`."""
IN_THE_PLAY = re.findall(r"`([\w-]+\.yml)`", _NEED.partition("\n\n")[0])
"""Example files that start in the play phase, and therefore need `phase: play` in these recipes."""


def steps(name: str) -> list[str]:
    """Return the names of the recipes to follow, in order: the recipe's prerequisites, then the recipe itself."""
    return [step for first in RECIPES[name].first for step in steps(first)] + [name]


def follow(site: Path, name: str) -> None:
    """Follow a recipe and its prerequisites, after removing the course and the puzzles as the recipes page requires."""
    shutil.rmtree(site / "examples" / GAME / "puzzles")
    for example in (site / "examples" / GAME).glob("learn-*.yml"):
        example.unlink()
    menu = site / "mkdocs.yml"
    for gone in ("learn.md", "puzzles.md"):
        (site / "docs" / "games" / GAME / gone).unlink()
        menu.write_text(menu.read_text(encoding="utf-8").replace(f"          - games/{GAME}/{gone}\n", ""), encoding="utf-8")
    for step in steps(name):
        for piece in RECIPES[step].pieces:
            _put(site, piece)
        if step.casefold().replace(" ", "-") in NEED_IT:
            for example in IN_THE_PLAY:
                file = site / "examples" / GAME / example
                if "phase: play" not in (text := file.read_text(encoding="utf-8")):
                    file.write_text(text.replace("\nsetup:\n", "\nsetup:\n  phase: play\n"), encoding="utf-8")


def _put(site: Path, piece: Piece) -> None:
    (package,) = {path.parent for path in site.glob("*/plain_trump/rules.py")}
    file = package / piece.file if piece.file.endswith(".py") else site / piece.file
    if not piece.where:
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(_patched(before, piece.text) if piece.text.startswith("-") else piece.text, encoding="utf-8")
        return
    text, (how, targets) = file.read_text(encoding="utf-8"), _places(piece.where)
    if file.suffix == ".md":
        text = _beside_heading(text, how, targets[0], piece.text)
    elif how == "imports":
        text = _imported(text, piece.text)
    else:
        text = _placed(text, how, targets, piece.text)
    file.write_text(text, encoding="utf-8")


def _places(where: str) -> tuple[str, list[str]]:
    for how in ("imports", "in place of", "after", "before"):
        if where.startswith(how):
            return how, [each.strip() for each in re.split(r", | and ", where.removeprefix(how).strip())]
    raise AssertionError(f"nobody can tell where {where!r} is")


def _patched(text: str, change: str) -> str:
    """Return the text with each group of lines marked `-` replaced by the lines marked `+` that follow it in ``change``."""
    for gone, come in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", change, re.MULTILINE):
        old, new = (re.sub(r"^.", "", part, flags=re.MULTILINE) for part in (gone, come))
        assert text.count(old) == 1, f"{old!r} stands in the file {text.count(old)} times"
        text = text.replace(old, new)
    return text


IMPORT = re.compile(r"^from rules_engine\.author import (\([^)]*\)|[^\n]+)\n", re.MULTILINE)


def _imported(text: str, line: str) -> str:
    """Return the module with the names in ``line`` added to its import from `rules_engine.author`."""
    (new,), (old,) = IMPORT.findall(line), IMPORT.findall(text)
    names = [*dict.fromkeys(re.findall(r"\w+", f"{old} {new}"))]
    return IMPORT.sub(lambda _: f"from rules_engine.author import (\n    {', '.join(names)},\n)\n", text)


def _beside_heading(text: str, how: str, heading: str, new: str) -> str:
    (at,) = [found.start() for found in re.finditer(rf"^{re.escape(heading)}( \{{.*)?$", text, re.MULTILINE)]
    end = at
    if how == "in place of":
        end = text.find("\n#", at + 1) + 1
    return f"{text[:at]}{new}\n{text[end:]}"


def _placed(text: str, how: str, targets: list[str], new: str) -> str:
    """Return the module with code inserted after, before or in place of the named targets."""
    parts = [new.rstrip("\n")]
    if len(targets) > 1:
        wrapped = f"class _:\n{new}" if new.startswith(" ") else new
        body = ast.parse(wrapped).body[0].body if new.startswith(" ") else ast.parse(wrapped).body   # type: ignore[attr-defined]
        parts = ["\n".join(wrapped.splitlines()[_first(node) - 1:node.end_lineno]) for node in body]
        assert len(parts) == len(targets), f"{len(parts)} definitions for {targets}"
    for target, part in zip(targets, parts, strict=True):
        node, lines = _named(text, target), text.splitlines()
        if isinstance(node, ast.expr):
            text = _in_expression(lines, node, how, part)
            continue
        first, last = _first(node) - 1, node.end_lineno or 0
        gap = [""] * (2 if re.match("@|def ", part) else 1 if re.match(" +def ", part) else 0)
        if how == "after":
            lines[last:last] = [*gap, *part.splitlines()]
        else:
            lines[first:first if how == "before" else last] = [*part.splitlines(), *(gap if how == "before" else [])]
        text = "\n".join(lines) + "\n"
    return text


def _in_expression(lines: list[str], node: ast.expr, how: str, part: str) -> str:
    row, end = node.lineno - 1, (node.end_lineno or 0) - 1
    if how == "before":
        lines[row:row] = part.splitlines()
    else:
        lines[row:end + 1] = [lines[row][:node.col_offset] + part + lines[end][node.end_col_offset:]]
    return "\n".join(lines) + "\n"


def _first(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min([node.lineno, *(each.lineno for each in decorators)])


def _named(text: str, target: str) -> Place:
    """Return the node that a name refers to: a definition, a registration under `words.`, or a part of a rule's card."""
    module = ast.parse(text)
    bodies = [module.body, *(node.body for node in module.body if isinstance(node, ast.ClassDef))]
    nodes = [node for body in bodies for node in body]
    found: list[Place] = [node for node in nodes if target in _names(node)]
    found = found or [node for node in ast.walk(module) if isinstance(node, ast.Call) and node.args
                      and ast.unparse(node.func) == "Statement" and ast.unparse(node.args[0]) == target]
    found = found or [node for node in ast.walk(module) if isinstance(node, ast.Call) and node.args
                      and ast.unparse(node.args[0]) == target and ast.unparse(node.func)[0].isupper()]
    assert len(found) == 1, f"{target} is there {len(found)} times"
    return found[0]


def _names(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef):
        return {node.name, *(ast.unparse(each).removeprefix("words.") for each in node.decorator_list)} - {"_"}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {ast.unparse(each) for each in targets}
