"""The score sheet: each side's points in the hand by rule, their sum, and the totals.

    div.fs-sheet[data-columns] > table.fs-points
      tbody > tr.fs-past          if the match is over, the points and totals for each earlier hand
      tbody > tr.fs-account       the counts behind the score: bids, tricks, cards
              tr > th > a.fs-rule, small    a scoring rule and its meaning; tr.fs-sum, tr.fs-before, tr.fs-total

Up to four sides are columns. With more, the table is turned: each side is a row, and the cells have the classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import add
from typing import NamedTuple

from rules_engine.core.model.events import Event, Line, signed
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import sentence
from rules_engine.html.elements import Child, Html, el, join, split_in_two
from rules_engine.html.links import Links
from rules_engine.narration.narrator import Narrator
from rules_engine.text.message import NOTHING, NumberText, Text, as_text, joined, say

Scores = Sequence[Sequence[int]]
"""The scores of several hands; each has one number for each side."""
LISTED = 9
"""Maximum number of hands listed individually; earlier ones share a row."""
FEW_LISTED = 3
"""Maximum number of hands listed next to the table if the hands are columns."""
MAX_COLUMNS = 4
"""Maximum number of sides that are columns."""


class ScoreRow(NamedTuple):
    """A row of numbers: its label, a cell for each side, its class, and what the label means.

    ``rule``  the id of the rule whose title is the label; empty if there is none
    """

    label: Text
    cells: Sequence[Text]
    kind: str = ""
    means: Text = NOTHING
    rule: str = ""


class _Row(NamedTuple):
    """A row as HTML: its label, a cell for each side, and its class."""

    label: Child
    cells: Sequence[Child]
    kind: str = ""


def score_html(narrator: Narrator[Position], over: Position, links: Links, events: Sequence[Event] = (), past: Scores = (),
               number: int = 0) -> Html:
    """Return the score sheet of a finished hand.

    ``events``  the events of the hand, if known
    ``past``    the scores of earlier hands, if the match is over
    ``number``  the number of the hand in the reader's match; 0 outside a match
    """
    rows = [_shown(narrator, row, links) for row in score_rows(narrator, over, events, bool(past), number)]
    groups = [_hands(past, _before(over)), rows] if past else [rows]
    return el("div", {"class": "fs-sheet", "data-search-exclude": True, "data-columns": len(over.hand_score or ())},
              _tables(narrator, groups, el("caption", "fs-unseen", say("Score of this hand")), "fs-points"))


def score_rows(narrator: Narrator[Position], over: Position, events: Sequence[Event] = (), lists_hands: bool = False,
               number: int = 0) -> list[ScoreRow]:
    """Return the rows of a finished hand; ``lists_hands`` if the sheet lists the earlier hands, and so the points before."""
    lines, score, before = scored_lines(narrator, over), over.hand_score or (), _before(over)
    rows = [ScoreRow(label, [*map(as_text, counts)], "fs-account")
            for label, counts in narrator.accounts(over, events) if any(map(str, counts))]
    rows += [_line(narrator, line) for line in lines]
    plays = narrator.reader is not None
    if any(before) or (len(lines) != 1 and not plays):
        rows.append(ScoreRow(say("This hand"), [*map(gained, score)], "fs-sum"))
    if any(before) and not lists_hands:
        rows.append(ScoreRow(say("Before"), [*map(signed, before)], "fs-before"))
    if plays or any(before):
        target = _target(narrator, over, number) if number else NOTHING
        rows.append(ScoreRow(say("Total"), [*map(signed, over.totals)], "fs-total", target))
    return rows


def _before(over: Position) -> list[int]:
    """Return the totals before a finished hand."""
    return [total - points for total, points in zip(over.totals, over.hand_score or (), strict=True)]


def match_html(narrator: Narrator[Position], past: Scores, totals: Sequence[int]) -> Html | None:
    """Return the score of a match, with a row for each hand and the totals; None before the first hand is over."""
    if not any(totals) and not past:
        return None
    listed = LISTED if len(totals) <= MAX_COLUMNS else FEW_LISTED
    rows = [*_hands(past, totals, listed), _row(say("Total"), map(signed, totals), "fs-total")]
    return join(_tables(narrator, [rows], el("caption", None, say("Score")), "fs-points fs-totals"))


def scored_lines(narrator: Narrator[Position], over: Position) -> list[Line]:
    """Return the lines of the score sheet that have points for any side, or the first line if there are none."""
    lines = narrator.game.sheet(over)
    return [line for line in lines if any(line.points)] or lines[:1]


def score_names(narrator: Narrator[Position]) -> Sequence[Text]:
    """Return the column headings: “Us” and “Them” if the reader plays on one of two partnerships, otherwise the sides' names."""
    sides, reader = narrator.game.score_sides(), narrator.reader
    if reader is not None and len(sides) == 2 and len(sides[0]) > 1:
        return [say("{ours:Us|Them}", ours=reader in side) for side in sides]
    return narrator.score_names


def gained(points: int) -> Text:
    """Return points with a sign: ``+2``, ``−3``, ``0``."""
    return NumberText(f"+{points}") if points > 0 else signed(points)


# ---- tables

def _tables(narrator: Narrator[Position], groups: Sequence[Sequence[_Row]], caption: Html, kind: str) -> Html | list[Html]:
    """Return groups of rows as one table or, if there are too many sides for columns, as a turned table for each group."""
    if len(narrator.game.score_sides()) <= MAX_COLUMNS:
        return _upright(narrator, groups, caption, kind)
    return [_turned(narrator, rows, caption, kind) for rows in groups]


def _upright(narrator: Narrator[Position], groups: Sequence[Sequence[_Row]], caption: Html, kind: str) -> Html:
    sides = _sides(narrator)
    heads = el("tr", None, el("td"), [el("th", {"scope": "col", "class": ours}, name) for name, ours in sides])
    return el("table", kind, caption, el("thead", None, heads), [el("tbody", None, [
        el("tr", {"class": row.kind or None}, el("th", {"scope": "row"}, row.label),
           [el("td", {"class": sides[place][1]}, cell) for place, cell in enumerate(row.cells)])
        for row in rows]) for rows in groups])


def _turned(narrator: Narrator[Position], rows: Sequence[_Row], caption: Html, kind: str) -> Html:
    heads = el("tr", None, el("td"), [el("th", {"scope": "col", "class": row.kind or None}, row.label) for row in rows])
    return el("table", f"{kind} fs-turned", caption, el("thead", None, heads), el("tbody", None, [
        el("tr", {"class": ours}, el("th", {"scope": "row"}, name),
           [el("td", {"class": row.kind or None}, row.cells[side]) for row in rows])
        for side, (name, ours) in enumerate(_sides(narrator))]))


def _sides(narrator: Narrator[Position]) -> list[tuple[Child, str | None]]:
    """Return each side's name and class."""
    return [(split_in_two(name), "fs-ours" if narrator.reader in side else None)
            for name, side in zip(score_names(narrator), narrator.game.score_sides(), strict=True)]


# ---- rows

def _row(label: Child, cells: Iterable[Child], kind: str = "") -> _Row:
    return _Row(label, [*cells], kind)


def _shown(narrator: Narrator[Position], row: ScoreRow, links: Links) -> _Row:
    """Return a row as HTML."""
    pack = narrator.game.pack
    told = sentence(pack, row.label)
    label = el("a", {"class": "fs-rule", "href": links.rule(row.rule)}, told) if row.rule else told
    means = el("small", None, " ", row.means) if row.means else None
    return _row([label, means], [sentence(pack, cell) for cell in row.cells], row.kind)


def _line(narrator: Narrator[Position], line: Line) -> ScoreRow:
    """Return the row for a scoring rule. The cells of sides without points are empty."""
    cells = [gained(points) if points else NOTHING for points in line.points]
    return ScoreRow(narrator.label(line), cells, means=narrator.means(line), rule=line.rule.id)


def _target(narrator: Narrator[Position], over: Position, number: int) -> Text:
    """Return the end of the match in a few words, such as ``To 500``; empty if it isn't declared after the hand's number."""
    _, *facts = narrator.match(over, number)
    return joined([joined(fact) for fact in facts], ", ")


def _hands(past: Scores, totals: Sequence[int], listed: int = LISTED) -> list[_Row]:
    """Return a row for each hand, with its points and the totals after it. In a long match, the early hands share one row.

    If the match didn't begin at zero, the first row shows the initial totals.
    """
    if not past:
        return []
    begun = [total - sum(each) for total, each in zip(totals, zip(*past, strict=True), strict=True)]
    stood = list(accumulate(past, lambda before, points: [*map(add, before, points)], initial=begun))
    early = max(0, len(past) - listed)
    first = [_row(say("Hands 1 to {n}", n=early) if early else say("Before"), map(signed, stood[early]), "fs-past")]
    return [*(first if early or any(begun) else []), *(
        _row(say("Hand {n}", n=place + 1), map(_stands, stood[place + 1], past[place]), "fs-past")
        for place in range(early, len(past)))]


def _stands(total: int, points: int) -> list[Child]:
    return [el("small", None, gained(points)), " ", signed(total)]
