"""A fresh question, in the browser."""

from __future__ import annotations

from rules_engine.core.words.sentences import joined
from rules_engine.scenario import read_scenario, replay
from rules_engine.scenario.askable import FINDERS
from rules_engine.scenario.fresh import fresh_question, like_of
from rules_engine.scenario.rules_shown import turns_on
from rules_engine.table.hand_answer import game_of
from rules_engine.table.protocol import QuizAnswer, QuizMessage
from rules_engine.table.sent import links_of, named
from rules_engine.view.face import spoken
from rules_engine.view.question import question_html


def quiz_answer(message: QuizMessage) -> QuizAnswer:
    """Return a fresh question; in a course one like that of the step."""
    game = game_of(message)
    named(FINDERS, message["kind"])
    example = message.get("scenario")
    rules = tuple(message.get("rules", ()))
    like = like_of(replay(read_scenario(example)), message["kind"], rules) if example is not None else None
    question = fresh_question(game, message["kind"], int(message["seed"]), rules, message.get("taught", ()), like)
    told = spoken(game.pack, joined([question.intro, question.prompt]))
    return {"html": question_html(question, links_of(message), str(message["seed"])), "say": told, "title": question.title,
            "focus": "fs-lead", "rules": sorted(question.rules), "shows": sorted(turns_on(question, rules) - question.rules)}
