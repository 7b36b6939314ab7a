"""A strategy test: questions about decisions, which the client asks in a row without answers in between.

    fs-test[data-game]                  the client adds the button that begins the test, and the reader's result
      table                           the points that bots give away
      fs-figure                         as of a quiz; the questions are printed in full
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.html.elements import Html, el
from rules_engine.html.figure import Figure, FigureStep, Frame, figure_content, figure_element, lone_question
from rules_engine.html.print_question import asked_on_paper
from rules_engine.html.question import answer_html
from rules_engine.html.trick_strip import strip_html
from rules_engine.quiz.question import Question
from rules_engine.scenarios.model import Scenario
from rules_engine.text.locale import translate
from rules_engine.text.message import NumberText, declared, say

TITLE = say("How well do you play?")


def decisions_figure(game: Game[Position], asked: Sequence[Question], losses: Sequence[Mapping[str, float]],
                     frame: Frame) -> Figure:
    """Return the figure with some questions about decisions. For each question, ``losses`` maps the options to the points that
    they give away."""
    steps: list[FigureStep] = [
        {**lone_question(question, frame.links), "lost": lost}
        for question, lost in zip(asked, losses, strict=True)]
    scenario = Scenario(game.id, game.variant, game.table.size, kind="quiz", title=translate(TITLE))
    src = frame.stored(figure_content(scenario, TITLE, steps))
    questions = el("ol", "fs-questions", [asked_on_paper(question, frame.links) for question in asked])
    answers = el("details", "fs-words", el("summary", None, say("Answers")),
                 el("ol", None, [answer_html(question, frame.links) for question in asked]))
    strip = strip_html([], [el("b", None, TITLE), questions], answers)
    return figure_element(game, scenario, TITLE, frame, src, strip, Html(steps[0]["html"]))


def strategy_test_html(game: Game[Position], bots: Mapping[str, float], figure: Html) -> Html:
    """Return a strategy test; ``bots`` maps levels to the points that bots give away in all decisions together."""
    names = {"beginner": say("like beginners"), "plain": say("as usual"), "strong": say("as well as they can")}
    rows = [el("tr", None, el("th", {"scope": "row"}, names[level]), el("td", None, NumberText(f"{lost:.0f}")))
            for level, lost in bots.items() if level in names]
    heads = [el("th", {"scope": "col"}, say("Bots that play")),
             el("th", {"scope": "col"}, [say("give away"), " (", declared(game.unit, "unit"), ")"])]
    table = el("table", None, el("thead", None, el("tr", None, heads)), el("tbody", None, rows))
    return el("fs-test", {"data-game": game.id, "data-variant": game.variant}, table, figure)
