"""The score sheet: a table with a line for each rule, the hand's points and the totals."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game import Game
from rules_engine.core.happened import signed
from rules_engine.core.position import Position
from rules_engine.core.telling import telling_of
from rules_engine.view.face import rule_link
from rules_engine.view.html import Html, el
from rules_engine.view.links import Links


def score_html(game: Game[Position], over: Position, links: Links) -> Html:
    """The sheet of a hand that is over."""
    telling = telling_of(game)
    lines = [_row([telling.label(line), " ", rule_link(game, line.rule.id, links)], line.points, "")
             for line in game.sheet(over)]
    return el("div", {"class": "fs-sheet", "data-search-exclude": True, "data-columns": len(game.score_names)}, el(
        "table", "fs-points", el("caption", None, "Score of this hand"),
        el("thead", None, el("tr", None, el("th", {"scope": "col"}, "Line"),
                             [el("th", {"scope": "col"}, el("span", None, name)) for name in game.score_names])),
        el("tbody", None, lines, _row(["This hand"], over.hand_score or (), "fs-sum"),
           _row(["Total"], over.totals, "fs-total"))))


def _row(label: list[str], points: Sequence[int], kind: str) -> Html:
    return el("tr", {"class": kind or None}, el("th", {"scope": "row"}, label),
              [el("td", None, signed(value)) for value in points])
