"""A chart of means with confidence intervals: a table with a drawing in each row.

    details.fs-stats > summary, table.fs-means, p
      tr > th, td > svg, td, td         a row for each group: name, interval as a line, mean, number of hands
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.html.elements import Html, el
from rules_engine.text.message import NumberText, Text, declared, say

WIDE, HIGH, DOT, EDGE = 200, 16, 4, 6
"""Dimensions of the drawing, in SVG units: width, height, radius of the dot, and margin."""


class Bar(NamedTuple):
    """A row in the chart: a group's name, its mean, half the width of the interval, and its number of hands."""

    name: Text
    mean: float
    half_width: float
    hands: int


class _Scale(NamedTuple):
    """The range of values that a drawing covers."""

    least: float
    most: float

    def at(self, value: float) -> float:
        return round(EDGE + (WIDE - 2 * EDGE) * (value - self.least) / (self.most - self.least), 1)


def plot_html(asks: Text, groups: Text, unit: str, bars: Sequence[Bar], source: Text, command: str) -> Html:
    """Return a collapsed chart with the question ``asks`` as its title. ``groups`` is the heading above the groups' names,
    ``source`` describes the sample, and ``command`` computes it."""
    scale = _scale(unit, bars)
    counted = unit if unit == "%" else declared(unit, "unit")
    head = el("tr", None, el("th", {"scope": "col"}, groups), el("td", None),
              el("th", {"scope": "col"}, counted), el("th", {"scope": "col"}, say("hands")))
    return el("details", {"class": "fs-stats", "data-search-exclude": True},
              el("summary", None, asks),
              el("table", "fs-means", el("thead", None, head), el("tbody", None, [_row(bar, scale) for bar in bars])),
              el("p", {"title": command}, say("{source}. After the ±: how far chance may have moved a mean (95 % interval).",
                                              source=source)))


def _scale(unit: str, bars: Sequence[Bar]) -> _Scale:
    if unit == "%":
        return _Scale(0, 100)
    ends = [end for bar in bars for end in (bar.mean - bar.half_width, bar.mean + bar.half_width)]
    least, most = min(ends), max(ends)
    if min(abs(least), abs(most)) <= most - least:      # include zero if it is close
        least, most = min(0, least), max(0, most)
    return _Scale(least, most if most > least else least + 1)


def _row(bar: Bar, scale: _Scale) -> Html:
    return el("tr", None, el("th", {"scope": "row"}, bar.name), el("td", None, _drawn(bar, scale)),
              el("td", None, figure_text(bar)), el("td", None, NumberText(f"{bar.hands:,}")))


def _drawn(bar: Bar, scale: _Scale) -> Html:
    low, high = (min(max(end, scale.least), scale.most) for end in (bar.mean - bar.half_width, bar.mean + bar.half_width))
    middle = HIGH // 2
    return el("svg", {"viewBox": f"0 0 {WIDE} {HIGH}", "aria-hidden": "true"},
              el("path", {"class": "fs-zero", "d": f"M{scale.at(0)} 0V{HIGH}"}) if scale.least <= 0 <= scale.most else None,
              el("path", {"d": f"M{scale.at(low)} {middle}H{scale.at(high)}"}),
              el("circle", {"cx": str(scale.at(bar.mean)), "cy": str(middle), "r": str(DOT)}))


def figure_text(bar: Bar) -> Text:
    """Return a mean and its interval, rounded to the precision that the interval justifies: ``−0.52 ± 0.04``."""
    digits = 0 if bar.half_width >= 10 else 1 if bar.half_width >= 1 else 2
    mean, half = NumberText(f"{bar.mean:.{digits}f}".replace("-", "−")), NumberText(f"{bar.half_width:.{digits}f}")
    return say("{mean} ± {half}", mean=mean, half=half)
