"""Widgets as they stand in a page: whole without a script, escaped, and with ids that stay."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rules_engine.authoring.check import Checked, check_file, check_text, scenario_files
from rules_engine.games import known_games, make_game
from rules_engine.scenario.fresh import fresh_question
from rules_engine.view.html import Html, el, escape
from rules_engine.view.links import Links
from rules_engine.view.question import question_html
from rules_engine.view.signs import signs_css
from rules_engine.view.widgets import Frame, example_widget, practice_widget, quiz_widget

EXAMPLES = Path(__file__).parents[2] / "examples"
WIDGETS = {"example": example_widget, "quiz": quiz_widget, "practice": practice_widget}
FRAME = Frame("fs-x", Links("../snakebit/", "../"), lambda text: escape(text))
FILES = list(scenario_files([EXAMPLES / "snakebit"]))


def widget(checked: Checked) -> str:
    assert checked.run is not None
    assert checked.scenario is not None
    return WIDGETS[checked.scenario.kind](checked.run, FRAME)


class _Balanced(HTMLParser):
    """Checks that tags close in order, and collects ids outside templates."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("br", "hr", "input"):
            self.open.append(tag)
        if "template" not in self.open:
            self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_widgets_are_well_formed_with_each_id_once(path: Path) -> None:
    parser = _Balanced()
    parser.feed(widget(check_file(path)))
    parser.close()
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids))


def test_every_step_stands_in_the_page_with_its_note_and_its_reasons() -> None:
    checked = check_file(EXAMPLES / "snakebit" / "follow-suit.yml")
    html = widget(checked)
    static = re.sub(r"<template.*?</template>", "", html, flags=re.S)
    assert static.count('class="fs-step"') == 4
    assert "gives West a second cursed card" in static
    assert "were led, and West holds" in static
    assert 'href="../snakebit/#rule-follow-suit"' in static
    assert html.count("<template") == 5


def test_every_answer_stands_in_the_page() -> None:
    html = widget(check_file(EXAMPLES / "snakebit" / "quiz-follow.yml"))
    assert html.count("<details") == 2
    assert html.count('class="fs-reason"') == 12


@pytest.mark.parametrize("game", list(known_games()))
@pytest.mark.parametrize("kind", ["trick-winner", "next-leader"])
def test_a_question_about_the_winner_does_not_tell_it(game: str, kind: str) -> None:
    """Not before the answer is opened."""
    for seed in range(5):
        html = question_html(fresh_question(make_game(game), kind, seed), "w", Links("", ""))
        asked, answer = html.split("<details")
        assert "fs-laid" in asked
        assert not re.search("winning|took it|fs-winning", asked)
        assert answer


def test_general_refusals_link_to_the_page_of_all_games() -> None:
    assert FRAME.links.rule("turn-order") == "../#rule-turn-order"


def test_texts_of_a_scenario_are_escaped() -> None:
    nasty = "<script>alert(1)</script>"
    text = f"""format: 1
game: snakebit
title: "{nasty}"
intro: "{nasty}"
setup:
  seats: ["<i>a</i>", b, c, d]
  trump: K
  cursed: Y
  hands: {{"<i>a</i>": 5SW, b: 9WY, c: 6MW, d: 2SY}}
script:
  - "<i>a</i>": 5SW as W
    note: "{nasty}"
"""
    checked = check_text(text, "x")
    assert checked.problems == []
    html = widget(checked)
    assert "<script" not in html
    assert "<i>a" not in html
    assert "</script>alert" not in html


def test_el_escapes_all_but_what_is_html() -> None:
    assert el("p", {"title": '"<'}, "a & b", Html("<b>c</b>")) == '<p title="&quot;&lt;">a &amp; b<b>c</b></p>'
    assert el("input", {"hidden": True, "value": None}) == "<input hidden>"


def test_each_suit_of_each_pack_has_a_sign() -> None:
    css = signs_css()
    for suit in ("decktet-M", "decktet-K", "french-S", "double-decker-G"):
        assert f'[data-suit="{suit}"]' in css
    assert css.count("--fs-sign") == 13
