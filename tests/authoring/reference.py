"""The tables on the authors' reference pages, generated from docstrings: ``python -m tests.authoring.reference`` writes
them.

A comment on a page selects the contents of its table: a class, some names in a class or module, or a section of a class:

    <!-- rules_engine.narration.narrator.Words -->
    <!-- rules_engine.core.model.moves: play make_move -->
    <!-- rules_engine.core.game.game.Game # what may be -->

and ``<!-- kinds -->`` selects the table of field types.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

from rules_engine.core.positions import field_types
from rules_engine.core.positions.field_types import FieldType

PAGES = [Path(__file__).resolve().parents[2] / "docs" / "authors" / name for name in ("reference.md", "beside.md")]
TABLE = re.compile(r"^(<!-- ([\w.]+)(:| #)? ?(.*?) ?-->\n)(?:`from [^`]+`\n)?(?:\n(?:\|.*\n)+)?", re.MULTILINE)
SAMPLES: dict[str, tuple[FieldType[Any], Any]] = {
    "NUMBER": (field_types.NUMBER, 3),
    "FLAG": (field_types.FLAG, True),
    "TEXT": (field_types.TEXT, "open"),
    "SEAT": (field_types.SEAT, "East"),
    "SEATS": (field_types.SEATS, ["South", "East"]),
    "SUIT": (field_types.SUIT, "H"),
    "SUITS": (field_types.SUITS, ["H", "S"]),
    "SUIT_SET": (field_types.SUIT_SET, ["S", "H"]),
    "CARD": (field_types.CARD, "QS"),
    "ONE_CARD": (field_types.ONE_CARD, "QS"),
    "HAND": (field_types.HAND, ["QS", "5H"]),
    "PILE": (field_types.PILE, ["5H", "QS"]),
    "TRICK": (field_types.TRICK, ["South 4D", "West AC"]),
    "LAST_TRICK": (field_types.LAST_TRICK, {"cards": ["South 4D", "West AC"], "winner": "South"}),
    "SIDES": (field_types.SIDES, ["South"]),
    "Number(least=0, most=13)": (field_types.Number(least=0, most=13), 7),
    'NumberOrWord("nil", least=1)': (field_types.NumberOrWord("nil", least=1), "nil"),
    'OneOf("misère", "solo")': (field_types.OneOf("misère", "solo"), "solo"),
    "Cards(elsewhere=True)": (field_types.Cards(elsewhere=True), ["QS"]),
    "BySeat(NUMBER)": (field_types.BySeat(field_types.NUMBER), {"South": 0, "West": 2, "North": 0, "East": 1}),
    "BySide(NUMBER)": (field_types.BySide(field_types.NUMBER), {"South": 5, "West": 0, "North": 0, "East": 9}),
    "BySuit(FLAG)": (field_types.BySuit(field_types.FLAG), {"S": False, "H": True, "D": False, "C": False}),
    "Nullable(NUMBER)": (field_types.Nullable(field_types.NUMBER), 4),
    "MappingOf(NUMBER)": (field_types.MappingOf(field_types.NUMBER), {"pot": 12}),
}
"""Maps the declaration of each field type to the type and an example value."""
LIKE_A_HAND = {"PILE": "The same, in an order that is kept.",
               "Cards(elsewhere=True)": "Cards that are only noted here, and lie elsewhere too."}


class Member(NamedTuple):
    """A row in a table: a name, its signature, its description, and the section of the class that contains it."""

    name: str
    written: str
    said: str
    part: str


def said(doc: str) -> str:
    """Return the first paragraph of a docstring as Markdown."""
    return " ".join(inspect.cleandoc(doc).partition("\n\n")[0].split()).replace("``", "`")


def listed(doc: str) -> dict[str, str]:
    """Return the names that a docstring lists, one per line, with their descriptions."""
    found, names = dict[str, str](), list[str]()
    for line in inspect.cleandoc(doc).splitlines():
        if row := re.match(r"((?:``\w+``,? )+) *(.*)", line):
            names = re.findall(r"``(\w+)``", row[1])
            found |= dict.fromkeys(names, row[2])
        elif line.startswith("   ") and names:
            found |= {name: f"{found[name]} {line.strip()}" for name in names}
        else:
            names = []
    return {name: text.replace("``", "`") for name, text in found.items()}


@cache
def _tree(module: str) -> tuple[ast.Module, list[str]]:
    source = inspect.getsource(import_module(module))
    return ast.parse(source), source.splitlines()


def members(place: str) -> list[Member]:
    """Return the public members of a module or of one of its classes, in source order."""
    module, _, name = place.rpartition(".")
    tree, lines = _tree(module if name[0].isupper() else place)
    if not name[0].isupper():
        return list(_members(tree.body, lines, {}))
    (of_class,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    return list(_members(of_class.body, lines, listed(ast.get_docstring(of_class) or "")))


def _members(body: list[ast.stmt], lines: list[str], known: dict[str, str]) -> Iterator[Member]:
    left = dict(known)
    for node, behind in zip(body, [*body[1:], None], strict=True):
        part = next((line.partition("# ---- ")[2] for line in reversed(lines[:node.lineno]) if "# ---- " in line), "")
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield Member(node.name, _call(node), said(ast.get_docstring(node) or ""), part)
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield Member(node.name, f"{node.name}({', '.join(_fields(node))})", said(ast.get_docstring(node) or ""), part)
        elif isinstance(node, ast.AnnAssign) and not (name := ast.unparse(node.target)).startswith("_"):
            doc = said(behind.value.value) if _is_text(behind) else ""       # type: ignore[union-attr]
            yield Member(name, f"{name}: {_type(node.annotation)}", left.pop(name, doc), part)
    for name, text in left.items():
        yield Member(name, name, text, "")


def _fields(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        if isinstance(each, ast.AnnAssign):
            yield ast.unparse(each.target) + (f"={ast.unparse(each.value)}" if each.value else "")


def _is_text(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _type(annotation: ast.expr) -> str:
    return _plain(re.sub(r"^ClassVar\[(.*)\]$", r"\1", ast.unparse(annotation)))


def _plain(kind: str) -> str:
    """Return a type without vertical bars, which would end a table cell."""
    return re.sub(r"rules_engine\.[\w.]+\.|~", "", kind).replace(" | ", " or ").replace("typing.Any", "Any")


def _call(node: ast.FunctionDef) -> str:
    if any("property" in ast.unparse(each) for each in node.decorator_list):
        return node.name
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(each.arg) for each in node.args.args if each.arg != "self"],
        vararg=node.args.vararg and ast.arg(node.args.vararg.arg), kwarg=None, defaults=node.args.defaults,
        kwonlyargs=[ast.arg(each.arg) for each in node.args.kwonlyargs], kw_defaults=node.args.kw_defaults)
    return f"{node.name}({ast.unparse(arguments)})"


def table(place: str, how: str, which: str) -> str:
    """Return the reference table that a comment on a page selects, as Markdown."""
    if place == "kinds":
        return _rows("In `position.py` | A position holds | What it is | An example says", _kinds())
    found = members(place)
    if how == ":":
        by_name = {each.name: each for each in found}
        found = [by_name[name] for name in which.split()]
    elif how:
        found = [each for each in found if each.part.endswith(which)]
    assert found, f"{place} has nothing called {which}"
    for each in found:
        assert each.said, f"nothing is said of {place}.{each.name}"
    return _rows("Name | What it is", (f"`{each.written}` | {each.said}" for each in found))


def _kinds() -> Iterator[str]:
    for written, (kind, value) in SAMPLES.items():
        what = LIKE_A_HAND.get(written) or said(type(kind).__doc__ or "")
        yield f"`{written}` | `{_held(kind)}` | {what} | `{_flow(value)}`"


def _held(kind: FieldType[Any]) -> str:
    """Return the name of the type of a field's values."""
    (held,) = next(get_args(base) for each in type(kind).__mro__ for base in each.__dict__.get("__orig_bases__", ())
                   if get_origin(base) is FieldType)
    told = _plain(held.__name__ if isinstance(held, type) and not get_args(held) else str(held))
    inside = getattr(kind, "kind", None)
    return re.sub(r"\bT\b", _held(inside), re.sub(r"typing\.Optional\[T\]", "T or None", told)) if inside else told


def _flow(value: Any) -> str:
    """Return a plain value as YAML on one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_flow(each)}' for key, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _rows(head: str, rows: Iterator[str]) -> str:
    ruled = "|".join("---" for _ in head.split(" | "))
    return "".join(f"| {row} |\n" for row in (head, *rows)).replace("\n", f"\n|{ruled}|\n", 1)


def imported(place: str, how: str, which: str) -> str:
    """Return the line that imports what a table is about, in code quotes. Raises ``AssertionError`` if it can't be imported."""
    module, _, last = place.rpartition(".")
    if place == "kinds":
        names = [written.partition("(")[0] for written in SAMPLES]
    else:
        names = [{"Field": "field"}.get(last, last)] if last[0].isupper() else which.split()
    home = "rules_engine.testing" if "testing" in module else "rules_engine.author"
    assert all(hasattr(import_module(home), name) for name in names), f"{home} lacks some of {', '.join(names)}"
    return f"`from {home} import {', '.join(dict.fromkeys(names))}`\n" if how != " #" else ""


def renewed(text: str) -> str:
    """Return a page with its tables regenerated, each below the line that imports its names."""
    def made(found: re.Match[str]) -> str:
        asked = found[2], found[3] or "", found[4]
        return f"{found[1]}{imported(*asked)}\n{table(*asked)}"

    return TABLE.sub(made, text)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
