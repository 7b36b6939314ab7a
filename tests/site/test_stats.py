"""The fenced block `stats`: data from a file shown as a table, or a message about an error in the data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.authoring.stats import FILE, StoredStatistics
from rules_engine.bots.stats import Mean
from rules_engine.html.chart import Bar, figure_text, plot_html
from rules_engine.site.model.site_model import SiteModel
from rules_engine.text.message import NOTHING, Text, say
from tests.site.tiny import rendered

STORED = StoredStatistics("followsuit stats snakebit --hands 500 --seed 1", "snakebit", "poison-nonesuch", 3, 500, "plain",
                {"cursed": [Mean(0, 40, 40, -0.25, 0.2), Mean(1, 90, 60, 0.5, 0.05)]})

ASKS, BID = say("What does it bring?"), say("tricks bid")


@pytest.fixture
def book(tmp_path: Path) -> SiteModel:
    file = tmp_path / "snakebit" / FILE
    file.parent.mkdir()
    file.write_text(STORED.text(), encoding="utf-8")
    return SiteModel({"snakebit": "games/snakebit/rules.md", "double-knot": "games/double-knot/rules.md"}, (), {}, tmp_path)


def fence(body: str, words: str = "") -> str:
    return f"# Title\n\n```stats{words}\n{body}\n```\n"


def test_it_shows_each_group_with_its_interval_and_says_of_what(book: SiteModel) -> None:
    html = rendered(fence("snakebit cursed"), book)
    assert "<summary>What do the cursed cards in your hand cost?</summary>" in html
    assert re.findall(r'<th scope="row">(\d)</th>', html) == ["0", "1"]
    assert "<td>−0.25 ± 0.20</td><td>40</td>" in html
    assert "500 hands by plain bots, 3 players, Poison Nonesuch" in html
    assert f'title="{STORED.command}"' in html
    assert STORED.command not in re.sub(r"<[^>]*>", "", html)
    assert not book.pages["index.md"].problems


@pytest.mark.parametrize(("body", "words", "message", "hint"), [
    ("snakebit hearts", "", "there are no figures on “hearts”", "there are on cursed"),
    ("whist bid", "", "“whist” is no game of this site", "snakebit, double-knot"),
    ("double-knot bid", "", f"there is no file .*/double-knot/{FILE} with figures", "followsuit stats double-knot --write"),
    ("snakebit cursed", " wide", "only the word stats may follow the fence's backquotes or tildes", ""),
])
def test_what_is_wrong_is_told_with_its_line_and_a_way_out(
    book: SiteModel, body: str, words: str, message: str, hint: str
) -> None:
    html = rendered(fence(body, words), book)
    (problem,) = book.pages["index.md"].problems
    assert re.search(message, problem.message)
    assert hint in problem.hint
    assert problem.line == 3
    assert "fs-fault" in html


def test_a_file_that_is_no_such_file_is_told(book: SiteModel) -> None:
    (book.examples / "snakebit" / FILE).write_text("{}", encoding="utf-8")
    rendered(fence("snakebit cursed"), book)
    assert "can't be read" in book.pages["index.md"].problems[0].message


def test_the_drawing_holds_every_interval_and_zero() -> None:
    html = plot_html(ASKS, BID, "points", [Bar(Text("1"), -4, 1, 9), Bar(Text("2"), 10, 2, 9)], Text("9 hands"), "command")
    places = [float(each) for each in re.findall(r"[MHV](\d+\.?\d*)", html)]
    assert all(0 <= place <= 200 for place in places)
    zero = float(re.findall(r'class="fs-zero" d="M([\d.]+)', html)[0])
    low, high = map(float, re.findall(r'd="M([\d.]+) 8H([\d.]+)', html)[0])
    assert low < high < zero, "four points lost lie left of nothing"


def test_nothing_is_left_out_of_the_drawing_where_it_is_far() -> None:
    near = plot_html(ASKS, BID, "points", [Bar(Text("1"), 1, 0.5, 9), Bar(Text("2"), 2, 0.5, 9)], NOTHING, "")
    far = plot_html(ASKS, BID, "points", [Bar(Text("1"), 40, 0.5, 9), Bar(Text("2"), 41, 0.5, 9)], NOTHING, "")
    assert near.count("fs-zero") == 2
    assert "fs-zero" not in far


@pytest.mark.parametrize(("mean", "half_width", "text"), [
    (-0.5186, 0.0432, "−0.52 ± 0.04"), (41.18, 3.46, "41.2 ± 3.5"), (120.4, 17.7, "120 ± 18")])
def test_a_figure_has_as_many_digits_as_its_interval_allows(mean: float, half_width: float, text: str) -> None:
    assert figure_text(Bar(NOTHING, mean, half_width, 1)) == text
