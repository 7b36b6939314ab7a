"""The score sheet: what each side made of the hand, a line for each rule, the hand's points and the totals.

    div.fs-sheet[data-columns] > table.fs-points
      tbody > tr.fs-past          the hands before, where the match is over: totals with what each hand brought
      tbody > tr.fs-account       what counts: bids, tricks, cards
              tr > th > a.fs-rule, small    a rule that brought points, and what it brings; tr.fs-sum, tr.fs-total
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import add

from rules_engine.core.model.events import Event, Line, signed
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import sentence
from rules_engine.html.elements import Child, Html, el, split_in_two
from rules_engine.html.links import Links
from rules_engine.narration.narrator import Narrator
from rules_engine.text.message import NOTHING, NumberText, Text, as_text, say

Scores = Sequence[Sequence[int]]
"""What hands brought, each as a number for each side."""
LISTED = 9
"""So many hands of a match have a line each; those before have one together."""


def score_html(
    narrator: Narrator[Position], over: Position, links: Links, events: Sequence[Event] = (), past: Scores = ()
) -> Html:
    """Return the sheet of a hand that is over: ``events`` is what happened in it, as far as that is known.

    ``past``  the hands before it, of a match that has ended with it
    """
    lines, score = scored_lines(narrator, over), over.hand_score or ()
    rows = [_account(narrator, label, counts) for label, counts in narrator.accounts(over, events) if any(map(str, counts))]
    rows += [_line(narrator, line, links) for line in lines]
    rows += [_row(say("This hand"), map(gained, score), "fs-sum")] if len(lines) != 1 else []
    plays = narrator.reader is not None
    rows += [_row(say("Total"), map(signed, over.totals), "fs-total")] if plays or tuple(over.totals) != tuple(score) else []
    columns = len(narrator.game.score_names)
    return el("div", {"class": "fs-sheet", "data-search-exclude": True, "data-columns": columns}, el(
        "table", "fs-points", el("caption", "fs-unseen", say("Score of this hand")), _heads(narrator),
        el("tbody", None, _past_rows(past, over)) if past else None, el("tbody", None, rows)))


def match_html(narrator: Narrator[Position], past: Scores, totals: Sequence[int]) -> Html | None:
    """Return the hands of a match so far, a line each with the totals after it; nothing before the first is over."""
    if not any(totals) and not past:
        return None
    return el("table", "fs-points fs-totals", el("caption", None, say("Score")), _heads(narrator),
              el("tbody", None, _hands(past, totals), _row(say("Total"), map(signed, totals), "fs-total")))


def scored_lines(narrator: Narrator[Position], over: Position) -> list[Line]:
    """Return the lines that brought somebody something, or the first where none did."""
    lines = narrator.game.sheet(over)
    return [line for line in lines if any(line.points)] or lines[:1]


def score_names(narrator: Narrator[Position]) -> Sequence[Text]:
    """Return the heads of the columns: “We” and “They” for a reader who plays on one of two sides."""
    sides, reader = narrator.game.score_sides(), narrator.reader
    if reader is not None and len(sides) == 2 and len(sides[0]) > 1:
        return [say("{ours:Us|Them}", ours=reader in side) for side in sides]
    return narrator.score_names


def gained(points: int) -> Text:
    """Return points as what was gained or lost: ``+2``, ``−3``, ``0``."""
    return NumberText(f"+{points}") if points > 0 else signed(points)


def _heads(narrator: Narrator[Position]) -> Html:
    sides = zip(score_names(narrator), narrator.game.score_sides(), strict=True)
    return el("thead", None, el("tr", None, el("td"), [
        el("th", {"scope": "col", "class": "fs-ours" if narrator.reader in side else None}, split_in_two(name))
        for name, side in sides]))


def _account(narrator: Narrator[Position], label: Text, counts: Sequence[Text | int]) -> Html:
    pack = narrator.game.pack
    return _row(sentence(pack, label), [sentence(pack, as_text(count)) for count in counts], "fs-account")


def _line(narrator: Narrator[Position], line: Line, links: Links) -> Html:
    """What one rule brought; a side to which it brought nothing has nothing there."""
    means = narrator.means(line)
    label = [el("a", {"class": "fs-rule", "href": links.rule(line.rule.id)}, narrator.label(line)),
             el("small", None, " ", means) if means else None]
    return _row(label, [gained(points) if points else NOTHING for points in line.points])


def _past_rows(past: Scores, over: Position) -> list[Html]:
    score = over.hand_score or ()
    before = [total - points for total, points in zip(over.totals, score, strict=True)]
    return _hands(past, before)


def _hands(past: Scores, totals: Sequence[int]) -> list[Html]:
    """A row for each hand: what it brought, and the totals after it; the first of many have one together.

    What a match began with, if not with nothing, is the first row.
    """
    if not past:
        return []
    begun = [total - sum(each) for total, each in zip(totals, zip(*past, strict=True), strict=True)]
    stood = list(accumulate(past, lambda before, points: [*map(add, before, points)], initial=begun))
    early = max(0, len(past) - LISTED)
    first = [_row(say("Hands 1 to {n}", n=early) if early else say("Before"), map(signed, stood[early]), "fs-past")]
    return [*(first if early or any(begun) else []), *(
        _row(say("Hand {n}", n=place + 1), map(_stands, stood[place + 1], past[place]), "fs-past")
        for place in range(early, len(past)))]


def _stands(total: int, points: int) -> list[Child]:
    return [el("small", None, gained(points)), " ", signed(total)]


def _row(label: Child, cells: Iterable[Child], kind: str = "") -> Html:
    return el("tr", {"class": kind or None}, el("th", {"scope": "row"}, label), [el("td", None, cell) for cell in cells])
