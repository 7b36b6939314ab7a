"""The score sheet: a table with a line for each rule, the hand's points and the totals."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.events import signed
from rules_engine.core.positions.position import Position
from rules_engine.core.telling.telling import Telling
from rules_engine.core.words.sentences import Text, say
from rules_engine.view.face import rule_link
from rules_engine.view.html import Child, Html, el, in_two
from rules_engine.view.links import Links


def score_html(telling: Telling[Position], over: Position, links: Links) -> Html:
    """Return the sheet of a hand that is over."""
    game, names = telling.game, score_names(telling)
    lines = [_row([telling.label(line), " ", rule_link(game, line.rule.id, links)], line.points, "")
             for line in game.sheet(over)]
    return el("div", {"class": "fs-sheet", "data-search-exclude": True, "data-columns": len(names)}, el(
        "table", "fs-points", el("caption", "fs-unseen", say("Score of this hand")),
        el("thead", None, el("tr", None, el("td"), [el("th", {"scope": "col"}, in_two(name)) for name in names])),
        el("tbody", None, lines, _row([say("This hand")], over.hand_score or (), "fs-sum"),
           _row([say("Total")], over.totals, "fs-total"))))


def score_names(telling: Telling[Position]) -> Sequence[Text]:
    """Return the heads of the columns: “We” and “They” for a reader who plays on one of two sides."""
    sides, reader = telling.game.score_sides(), telling.reader
    if reader is not None and len(sides) == 2 and len(sides[0]) > 1:
        return [say("Us") if reader in side else say("Them") for side in sides]
    return telling.score_names


def _row(label: list[Child], points: Sequence[int], kind: str) -> Html:
    return el("tr", {"class": kind or None}, el("th", {"scope": "row"}, label),
              [el("td", None, signed(value)) for value in points])
