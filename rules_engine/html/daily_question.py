"""The content of a table that asks the question of a day."""

from __future__ import annotations

from collections.abc import Mapping

from rules_engine.html.card_html import spoken
from rules_engine.html.figure import FigureContent, figure_content
from rules_engine.html.links import Links
from rules_engine.html.question import question_html
from rules_engine.quiz.question import Question
from rules_engine.scenarios.model import Scenario
from rules_engine.text.locale import translate
from rules_engine.text.message import Text, say

TITLES: Mapping[str, Text] = {
    "closed-move": say("What is best?"), "still-out": say("Count the cards"), "holder": say("Find the card")}
"""Maps the kinds of daily questions to titles."""


def daily_question(question: Question, links: Links) -> FigureContent:
    """Return the content for a table. Answering it needs no Python."""
    game, title = question.game, TITLES[question.kind]
    scenario = Scenario(game.id, game.variant, game.table.size, kind="quiz", title=translate(title))
    return figure_content(scenario, title, [
        {"html": question_html(question, links), "say": spoken(game.pack, question.prompt), "kind": "", "like": "", "rules": [],
         "shows": []}])
