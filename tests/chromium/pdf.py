"""The shapes that Chromium draws on the pages of a PDF, in millimetres from the upper left corner."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

PER_MM = 72 / 25.4
_PAGE = re.compile(rb"/Type /Page\n.*?/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]\s*/Contents (\d+) 0 R", re.DOTALL)
_DRAWS = {"f", "f*", "S", "B", "W", "W*"}

Matrix = tuple[float, float, float, float, float, float]


class Box(NamedTuple):
    """The bounding box of a shape or of its clipping path, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top


class Side(NamedTuple):
    """A page: its size, and the shapes drawn on it, with lines kept separate from boxes."""

    width: float
    height: float
    boxes: list[Box]
    lines: list[Box]

    def sized(self, width: float, height: float, within: float) -> list[Box]:
        """Return the boxes with the given size, row by row."""
        found = {Box(*(round(each, 1) for each in box)) for box in self.boxes
                 if abs(box.size[0] - width) <= within and abs(box.size[1] - height) <= within}
        return sorted(found, key=lambda box: (round(box.top), box.left))


def sides(pdf: bytes) -> list[Side]:
    """Return the pages in a PDF."""
    return [_side(pdf, float(width), float(height), contents.decode()) for width, height, contents in _PAGE.findall(pdf)]


def _side(pdf: bytes, width: float, height: float, contents: str) -> Side:
    stream = re.search(rf"\n{contents} 0 obj.*?stream\r?\n(.*?)\nendstream".encode(), pdf, re.DOTALL)
    assert stream is not None, contents
    content = zlib.decompressobj().decompress(stream[1]).decode("latin1")
    paths = [[(x / PER_MM, (height - y) / PER_MM) for x, y in path] for path in _paths(content)]
    lines = [_box(path[at:at + 2]) for path in paths for at in range(0, len(path), 2)]
    return Side(width / PER_MM, height / PER_MM, [_box(path) for path in paths], lines)


def _box(path: list[tuple[float, float]]) -> Box:
    xs, ys = zip(*path, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _paths(content: str) -> Iterator[list[tuple[float, float]]]:
    """Yield the points of each path, in points from the lower left corner. Curves are reduced to their end points."""
    matrix, kept, path, given = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), list[Matrix](), list[tuple[float, float]](), list[float]()
    for word in content.split():
        if re.fullmatch(r"[-+.\d]+", word):
            given.append(float(word))
            continue
        if word == "q":
            kept.append(matrix)
        elif word == "Q":
            matrix = kept.pop()
        elif word == "cm":
            matrix = _after(given, matrix)
        elif word in {"m", "l", "c"}:
            path.append(_placed(given[-2], given[-1], matrix))
        elif word == "re":
            x, y, width, height = given[-4:]
            path += [_placed(x, y, matrix), _placed(x + width, y + height, matrix)]
        elif word in _DRAWS and path:
            yield path
            path = []
        given = []


def _after(given: list[float], matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = given[-6:]
    (x, y), (ax, ay), (cx, cy) = (_placed(*each, matrix) for each in ((e, f), (e + a, f + b), (e + c, f + d)))
    return ax - x, ay - y, cx - x, cy - y, x, y


def _placed(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
