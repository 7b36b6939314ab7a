"""The content of a table that asks the question of a day."""

from __future__ import annotations

from rules_engine.html.figure import FigureContent, figure_content, lone_question
from rules_engine.html.links import Links
from rules_engine.quiz.question import Question
from rules_engine.quiz.turn_questions import TURN_QUESTIONS
from rules_engine.scenarios.model import Scenario
from rules_engine.text.locale import translate


def daily_question(question: Question, links: Links) -> FigureContent:
    """Return the content for a table. Answering it needs no Python."""
    game, title = question.game, TURN_QUESTIONS[question.kind].title
    scenario = Scenario(game.id, game.variant, game.table.size, kind="quiz", title=translate(title))
    return figure_content(scenario, title, [lone_question(question, links)])
