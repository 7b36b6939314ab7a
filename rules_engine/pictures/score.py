"""The picture of a score sheet: the points of a finished hand by rule, their sum, and the totals."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.events import Event
from rules_engine.core.positions.position import Position
from rules_engine.html.score import ScoreRow, score_names, score_rows
from rules_engine.narration.narrator import Narrator
from rules_engine.pictures.drawing import Drawing
from rules_engine.pictures.lettering import LineOfWords, lines, words
from rules_engine.pictures.table import CORNER, LINE_GAP, TEXT
from rules_engine.pictures.themes import theme_named
from rules_engine.text.locale import translate
from rules_engine.text.message import joined, say

LABEL, MARGIN, GAP = 290, 18, 24
"""Maximum width of the labels, the margin, and the gap between two columns."""
_STRONG = ("fs-sum", "fs-total")
"""The rows that add others up: they are bold, with a line above them."""


def score_svg(narrator: Narrator[Position], over: Position, events: Sequence[Event] = (), *, theme: str = "light") -> str:
    """Return a picture of the score sheet of a finished hand; ``events`` are those of the hand, if known.

    Raises ``RulesEngineError`` for an unknown theme.
    """
    drawing, pack = Drawing(narrator.game, theme_named(theme)), narrator.game.pack
    rows = [ScoreRow(say("Score of this hand"), score_names(narrator), "fs-head"), *score_rows(narrator, over, events)]
    labels = [lines(pack, words(pack, joined([row.label, row.means]), _is_bold(row)), TEXT, LABEL) for row in rows]
    cells = [[lines(pack, words(pack, cell, _is_bold(row), names=False), TEXT) for cell in row.cells] for row in rows]
    columns = [max(_width(row[column]) for row in cells) for column in range(len(cells[0]))]
    left = max(map(_width, labels))
    width, high = left + sum(columns) + GAP * len(columns) + 2 * MARGIN, float(MARGIN)
    for row, label, numbers in zip(rows, labels, cells, strict=True):
        if row.kind in _STRONG:
            drawing.box(MARGIN, high - 1, width - 2 * MARGIN, 1, drawing.theme.soft)
        ink = drawing.theme.slip_ink if _is_bold(row) or not row.kind else drawing.theme.soft
        for place, line in enumerate(label):
            drawing.words(MARGIN, high + TEXT * (place * LINE_GAP + 1.2), TEXT, line, ink)
        right = MARGIN + left
        for column, number in zip(columns, numbers, strict=True):
            right += GAP + column
            for line in number:
                drawing.words(right, high + TEXT * 1.2, TEXT, line, ink, "end")
        high += TEXT * LINE_GAP * max(1, len(label)) + 6
    height = round(high + MARGIN - 6)
    front, drawing.marks = drawing.marks, []
    drawing.box(0.5, 0.5, round(width) - 1, height - 1, drawing.theme.slip, CORNER, drawing.theme.line)
    drawing.marks += front
    told = "\n".join(translate(joined([row.label, joined(row.cells, ", ")], ": ")) for row in rows)
    return drawing.svg(round(width), height, f"{narrator.game.name}: {translate(say('Score of this hand'))}", told)


def _is_bold(row: ScoreRow) -> bool:
    return row.kind in _STRONG or row.kind == "fs-head"


def _width(rows: Sequence[LineOfWords]) -> float:
    return max((row.width for row in rows), default=0)
