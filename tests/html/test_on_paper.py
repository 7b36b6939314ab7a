"""Tests that questions in a course can be answered on paper: the page contains everything that the table shows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import check_file
from rules_engine.html.elements import escape
from rules_engine.html.figure import FIGURES, FigureContent, Frame
from rules_engine.html.links import Links
from rules_engine.site.model.course_coverage import courses_in
from tests.dom import Node, read

ROOT = Path(__file__).resolve().parents[2]
ASKS = sorted({step.file for course in courses_in(ROOT / "docs/games").values() for step in course.steps
               if step.fences[0][0] == "quiz"})


def plain(text: str) -> str:
    return " ".join(text.split())


def on_the_table(stage: Node) -> list[str]:
    """Return the texts on a table: facts, seat plates, the middle, the slip (message panel) and the options."""
    told = [fact.text for fact in stage.all(".fs-fact b")]
    told += [sign["title"] for sign in stage.all(".fs-plate [title]")]
    told += [mark.text for mark in stage.all(".fs-plate em") if "title" not in mark and "fs-turn" not in mark.classes]
    told += [line.text for part in (".fs-box li", "#fs-slip p", "legend", "label") for line in stage.all(part)]
    told += [option.text for option in stage.all("#fs-own .fs-option") if "data-card" not in option]
    return [plain(each) for each in told]


@pytest.mark.parametrize("file", ASKS)
def test_what_the_table_of_a_question_shows_stands_on_paper(file: str) -> None:
    run = check_file(ROOT / "examples" / file).run
    assert run is not None
    brought: list[FigureContent] = []

    def stored(content: FigureContent) -> str:
        brought.append(content)
        return "x.json"

    frame = Frame("fs-x", Links(), escape, stored, taught=())
    paper = read(FIGURES["quiz"](run, frame).html).all(".fs-asked")
    stages = [read(step["html"]) for step in brought[0]["steps"]]
    for stage, asked in zip(stages, paper, strict=True):
        lacking = [told for told in on_the_table(stage) if told not in plain(asked.text)]
        assert lacking == []
        cards, printed = (Counter(card["data-card"] for card in each.all(".fs-card[data-card]")) for each in (stage, asked))
        assert cards - printed == Counter()
