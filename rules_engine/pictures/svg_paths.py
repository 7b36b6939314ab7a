"""Positions outlines and joins them into few SVG paths, since each element in a card face costs time for every card on a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import cycle

from rules_engine.core.model.pack_art import Stroke

_PART = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_ALONG = {"H": "x", "V": "y", "A": "rr---xy", "Z": "-"}
"""Types of the numbers in each path command: coordinates (x, y), radii (r), or unscaled values (-). The default is xy."""


def moved(mark: Stroke, x: float, y: float, scale: float) -> Stroke:
    """Return a stroke scaled and then moved by ``x`` and ``y``."""
    offset = {"x": x, "y": y}
    parts = []
    for command, text in _PART.findall(mark.path):
        kinds = _ALONG.get(command.upper(), "xy")
        numbers = [float(number) if kind == "-" else float(number) * scale + (offset.get(kind, 0) if command.isupper() else 0)
                   for number, kind in zip(_NUMBER.findall(text), cycle(kinds), strict=False)]
        parts.append(command + " ".join(f"{round(number, 2):g}" for number in numbers).replace(" -", "-"))
    return Stroke("".join(parts), mark.width * scale)


def in_place(marks: Iterable[Stroke], x: float, y: float, size: float, of: float = 24) -> Iterator[Stroke]:
    """Return strokes, drawn in a square with side ``of``, scaled to side ``size`` and moved to the corner ``x``, ``y``."""
    return (moved(mark, x, y, size / of) for mark in marks)


def painted(marks: Iterable[Stroke], colour: str) -> str:
    """Return strokes with one colour as SVG: one path for all filled shapes, and one path for each line width."""
    paths: dict[float, str] = {}
    for mark in marks:
        width = round(mark.width, 2)
        paths[width] = paths.get(width, "") + mark.path
    return "".join(f"<path {_paint(width, colour)} d='{path}'/>" for width, path in paths.items())


def _paint(width: float, colour: str) -> str:
    if not width:
        return f"fill='{colour}' fill-rule='evenodd'"
    return f"fill='none' stroke='{colour}' stroke-width='{width:g}' stroke-linecap='round' stroke-linejoin='round'"
