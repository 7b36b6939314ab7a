"""Fresh questions, generated in the browser."""

from __future__ import annotations

from rules_engine.api.protocol import QuizAnswer, QuizMessage
from rules_engine.api.request import game_of, links_of, named
from rules_engine.html.card_html import spoken
from rules_engine.html.question import question_html
from rules_engine.quiz.generator import fresh_question, template_from
from rules_engine.quiz.kinds import KINDS
from rules_engine.quiz.rules_shown import turns_on
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import replay
from rules_engine.text.message import joined


def quiz_answer(message: QuizMessage) -> QuizAnswer:
    """Return a fresh question of the requested ``kind``. With a ``scenario``, it resembles that scenario's question. Raises
    ``InvalidMessage`` if there is no such kind."""
    game = game_of(message)
    named({name: kind for name, kind in KINDS.items() if kind.can_be_fresh}, message["kind"])
    example = message.get("scenario")
    rules = tuple(message.get("rules", ()))
    like = template_from(replay(read_scenario(example)), message["kind"], rules) if example is not None else None
    question = fresh_question(game, message["kind"], int(message["seed"]), rules, message.get("taught", ()), like)
    told = spoken(game.pack, joined([question.intro, question.prompt]))
    return {"html": question_html(question, links_of(message), str(message["seed"])), "say": told, "title": question.title,
            "focus": "fs-lead", "rules": sorted(question.rules), "shows": sorted(turns_on(question, rules) - question.rules)}
