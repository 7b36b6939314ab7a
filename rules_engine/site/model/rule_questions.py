"""How each rule of a game can be asked about again, going by its quizzes.

A quiz asks about the rules that its scenario lists, and its questions turn on some, which the engine finds. A rule on which no
question turns isn't asked about. Where an answer rests on the rule, a fresh question is to be about that rule alone.
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
"""So many ways to ask about a rule are told."""


class AskedRule(NamedTuple):
    """A rule that can be asked about: ``ways`` are what the engine is told for a fresh question; ``quiz`` is the scenario file
    with a question on it."""

    rule: str
    title: Text
    quiz: str
    ways: list[dict[str, object]]


class _RuleQuestion(NamedTuple):
    """A question of a quiz that turns on a rule; ``meant``, if the quiz is about the rule."""

    meant: bool
    quiz: str
    way: dict[str, object]


def asked_rules(book: SiteModel, game: str) -> list[AskedRule]:
    """Return the rules of a game that its quizzes ask about, in the order of its book."""
    found: dict[str, list[_RuleQuestion]] = {}
    for name, run in quizzes(book, game):
        for question in _questions(run):
            for rule in turns_on(question, run.scenario.rules):
                way = _way(run.scenario, question, rule)
                found.setdefault(rule, []).append(_RuleQuestion(rule in run.scenario.rules, name, way))
    return [_asked(rule, [each for each in found[rule.id] if each.meant] or found[rule.id])
            for rule in game_class(game).book.rules if rule.id in found]


def _asked(rule: AnyRule, found: list[_RuleQuestion]) -> AskedRule:
    """A rule with the first ways to ask about it that differ."""
    ways = [each.way for each in found if each.way["kind"] in FRESH]
    once = [way for place, way in enumerate(ways) if way not in ways[:place]]
    return AskedRule(rule.id, rule.title, found[0].quiz, once[:MOST_WAYS])


def quizzes(book: SiteModel, game: str) -> Iterator[tuple[str, Replay]]:
    """Yield the quizzes of a game in which nothing is wrong, each with the name of its file."""
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
