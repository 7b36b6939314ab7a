"""Review questions about the rules of a game, derived from its quizzes.

A rule can be reviewed if the answer to a quiz question depends on it; quizzes that list the rule are preferred. The engine
generates fresh questions of the same kind: about the rule alone if the answer depends on it, otherwise also about the other rules
in the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules_engine.core.model.rules import AnyRule
from rules_engine.games import game_class
from rules_engine.quiz.generator import FRESH
from rules_engine.quiz.question import Question
from rules_engine.quiz.questions import answer
from rules_engine.quiz.rules_shown import turns_on
from rules_engine.scenarios.model import Scenario
from rules_engine.scenarios.replay import Replay
from rules_engine.site.model.site_model import SiteModel
from rules_engine.text.message import Text

MOST_WAYS = 2
"""Maximum number of request templates for each rule."""


class AskedRule(NamedTuple):
    """A rule that can be reviewed.

    ``rule``   its id
    ``title``  its title
    ``quiz``   a scenario file with a question about it
    ``ways``   possible requests for a fresh question about it, each as its message fields
    """

    rule: str
    title: Text
    quiz: str
    ways: list[dict[str, object]]


class _RuleQuestion(NamedTuple):
    """A quiz question whose answer depends on a rule.

    ``meant``  whether the quiz lists the rule
    ``quiz``   the scenario file
    ``way``    the message fields of a request for a fresh question of this kind
    """

    meant: bool
    quiz: str
    way: dict[str, object]


def asked_rules(book: SiteModel, game: str) -> list[AskedRule]:
    """Return the rules of a game that its quizzes ask about, in the order of its rule book."""
    found: dict[str, list[_RuleQuestion]] = {}
    for name, run in quizzes(book, game):
        for question in _questions(run):
            for rule in turns_on(question, run.scenario.rules):
                way = _way(run.scenario, question, rule)
                found.setdefault(rule, []).append(_RuleQuestion(rule in run.scenario.rules, name, way))
    return [_asked(rule, [each for each in found[rule.id] if each.meant] or found[rule.id])
            for rule in game_class(game).book.rules if rule.id in found]


def _asked(rule: AnyRule, found: list[_RuleQuestion]) -> AskedRule:
    """Return a rule with at most ``MOST_WAYS`` distinct requests for fresh questions."""
    ways = [each.way for each in found if each.way["kind"] in FRESH]
    once = [way for place, way in enumerate(ways) if way not in ways[:place]]
    return AskedRule(rule.id, rule.title, found[0].quiz, once[:MOST_WAYS])


def quizzes(book: SiteModel, game: str) -> Iterator[tuple[str, Replay]]:
    """Yield the quizzes of a game that have no problems, each as file name and replay."""
    peek = book.peek or (lambda name: book.scenarios[name].scenario)
    for name in sorted(book.scenarios):
        read = peek(name)
        if read is not None and read.kind == "quiz" and read.game == game:
            checked = book.scenarios[name]
            if checked.run is not None and not checked.problems:
                yield name, checked.run


def _questions(run: Replay) -> list[Question]:
    return [answer(run, place) for place, step in enumerate(run.scenario.script) if step.ask is not None]


def _way(scenario: Scenario, question: Question, rule: str) -> dict[str, object]:
    rules = [rule] if rule in question.rules else sorted({rule, *question.rules})
    given = {"variant": scenario.variant, "players": scenario.players, "options": dict(scenario.options or {})}
    return {"kind": question.kind, "rules": rules} | {name: value for name, value in given.items() if value}
