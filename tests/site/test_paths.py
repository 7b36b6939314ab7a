"""Outlines are scaled and moved, with every type of path command; shapes of the same colour are merged into one path."""

from __future__ import annotations

import pytest

from rules_engine.core.model.pack_art import Stroke
from rules_engine.pictures.svg_paths import in_place, moved, painted


@pytest.mark.parametrize(("path", "expected"), [
    ("M1 2L3 4l1-1z", "M12 24L16 28l2-2z"),
    ("M0 0H5h5V5v-5", "M10 20H20h10V30v-10"),
    ("M0 0 1 1", "M10 20 12 22"),
    ("M.5.5c1 2 3 4 5 6S7 8 9 10", "M11 21c2 4 6 8 10 12S24 36 28 40"),
    ("M0 0A3 4 30 1 0 5 6", "M10 20A6 8 30 1 0 20 32"),
    ("M0 0a3 4 30 0 1-5-6 1 1 0 1 1 2 2", "M10 20a6 8 30 0 1-10-12 2 2 0 1 1 4 4"),
])
def test_moved(path: str, expected: str) -> None:
    assert moved(Stroke(path, 1.5), 10, 20, 2) == Stroke(expected, 3)


def test_in_place() -> None:
    assert list(in_place([Stroke("M0 0L24 24")], 4, 6, 12)) == [Stroke("M4 6L16 18")]
    assert list(in_place([Stroke("M60 30")], 4, 6, 30, of=60)) == [Stroke("M34 21")]


def test_painted_with_few_elements() -> None:
    drawn = painted([Stroke("M1 1"), Stroke("M2 2", 3), Stroke("M3 3"), Stroke("M4 4", 3), Stroke("M5 5", 2)], "red")
    assert drawn.count("<path") == 3
    assert "fill='red' fill-rule='evenodd' d='M1 1M3 3'" in drawn
    assert "stroke='red' stroke-width='3'" in drawn
    assert "d='M2 2M4 4'" in drawn
