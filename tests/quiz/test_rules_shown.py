"""Tests that every question depends on the rule that it is about, and can be answered by tapping."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from rules_engine.authoring.checks.check import CheckResult
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.games import known_games, make_game
from rules_engine.html.links import Links
from rules_engine.html.question import question_html
from rules_engine.quiz.generator import NoQuestion, fresh_kinds, fresh_question, template_from
from rules_engine.quiz.kinds import KINDS
from rules_engine.quiz.kinds.suit_led import SuitLed
from rules_engine.quiz.question import Question
from rules_engine.quiz.questions import answer
from rules_engine.quiz.rules_shown import rules_in_play, turns_on
from rules_engine.scenarios.replay import Replay
from rules_engine.site.model.course import asked_rules
from tests.bench.fresh_questions import steps
from tests.dom import read
from tests.quiz.quizzes import quizzes

SEEDS = range(200)
NONE = 3
"""Number of seeds without a question after which the search ends."""
SOME_AND_ALL = pytest.mark.parametrize(
    "seeds", [pytest.param(SEEDS[:4], id="some"), pytest.param(SEEDS[4:], id="all", marks=pytest.mark.thorough)])


def questions(run: Replay) -> list[Question]:
    """Return the answered questions of a scenario."""
    return [answer(run, place) for place, step in enumerate(run.scenario.script) if step.ask is not None]


def written() -> Iterator[Any]:
    """Yield every written question, with the rules that its scenario lists. The best move is proved instead."""
    for checked in quizzes():
        assert checked.run is not None
        for place, question in enumerate(questions(checked.run)):
            name = f"{checked.path.removeprefix('examples/').removesuffix('.yml')}-{place + 1}"
            if question.kind != "best-move":
                yield pytest.param(question, checked.run.scenario.rules, id=name)


def asked_in_courses() -> Iterator[Any]:
    """Yield each rule in the closing questions of a course, with each kind of question that the rule's step has."""
    for game, step, run, taught in steps():
        for rule in asked_rules(CheckResult("", scenario=run.scenario, run=run)):
            asked = questions(run)
            kinds = {question.kind for question in [each for each in asked if rule in each.rules] or asked}
            for kind in sorted(kind for kind in kinds if KINDS[kind].can_be_fresh):
                yield pytest.param(run, taught, rule, kind, id=f"{game}-{step}-{rule}-{kind}")


def can_be_answered(question: Question) -> None:
    """Assert that each part's right answer is among its options, or is an integer to enter in a field that starts at 0."""
    shown = read(str(question_html(question, Links())))
    fields = shown.all("input.fs-field")
    assert len(fields) == sum(part.answer is not None for part in question.parts)
    assert all(field["placeholder"] == "0" and "value" not in field for field in fields)
    for place, part in enumerate(question.parts):
        if part.answer is not None:
            assert {each["data-value"] for each in shown.all(f"[data-field=fs-field-{place}]")} == {"1", "-1"}
        else:
            right = sum(option.right for option in part.options)
            assert right if question.many else right == 1
    offered = [option for part in question.parts for option in part.options]
    buttons = shown.all("button[data-do=option]")
    assert [(each["data-value"], "data-right" in each) for each in buttons] == [(each.value, each.right) for each in offered]
    assert len({(place, option.value) for place, part in enumerate(question.parts) for option in part.options}) == len(buttons)


def shows_what_it_asks_for(question: Question) -> None:
    """Assert that the options can be tapped: cards in the hand of the seat asked, seats in the trick, or suits in the pack."""
    seat, laid = question.seen.seat, {each.seat: each.card for each in question.laid}
    for option in chain.from_iterable(part.options for part in question.parts):
        if option.move is not None and option.card is not None:
            assert seat is not None
            held = question.seen.position.hands[seat]
            assert option.card in held or FACE_DOWN in held
        elif option.seat is not None and laid and not option.seats:
            assert option.card == laid[option.seat]
        elif isinstance(KINDS[question.kind], SuitLed):
            assert option.value in question.game.pack.suits


@pytest.mark.parametrize(("question", "rules"), [*written()])
def test_a_written_question_turns_on_a_rule_of_its_quiz_and_can_be_answered(question: Question, rules: list[str]) -> None:
    assert not rules or not turns_on(question, rules).isdisjoint(rules)
    can_be_answered(question)
    shows_what_it_asks_for(question)


@pytest.mark.parametrize(("game", "step", "run", "taught"), [*steps()])
def test_each_step_of_a_course_is_asked_about_by_closing_questions(game: str, step: str, run: Replay, taught: list[str]) -> None:
    """Each rule asked about decides a written question on the page, which is used if Python isn't available."""
    asked = asked_rules(CheckResult("", scenario=run.scenario, run=run))
    assert asked or not run.scenario.rules
    for rule in asked:
        assert any(rule in turns_on(question, [rule]) for question in questions(run)), rule


@SOME_AND_ALL
@pytest.mark.parametrize(("run", "taught", "rule", "kind"), [*asked_in_courses()])
def test_a_fresh_question_about_a_rule_depends_on_it(run: Replay, taught: list[str], rule: str, kind: str, seeds: range) -> None:
    """A rule under which every option is right, or which never applies, has no question for any seed."""
    like, none = template_from(run, kind, (rule,)), 0
    for seed in seeds:
        try:
            question = fresh_question(run.game, kind, seed, (rule,), taught, like)
        except NoQuestion:
            none += 1
            if none == seed - seeds[0] + 1 == NONE:
                break
            continue
        assert rule in rules_in_play(question), seed
        can_be_answered(question)
        shows_what_it_asks_for(question)


@SOME_AND_ALL
@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in known_games() for kind in fresh_kinds(make_game(game))])
def test_a_fresh_question_has_the_title_of_a_rule_that_it_turns_on(game: str, kind: str, seeds: range) -> None:
    made = make_game(game)
    for seed in seeds:
        question = fresh_question(made, kind, seed)
        titles = {rule.title for rule in made.rules if rule.id in rules_in_play(question)}
        assert titles
        assert question.title in titles or KINDS[question.kind].box == "taken", seed
        can_be_answered(question)
        shows_what_it_asks_for(question)


@pytest.mark.parametrize("seed", range(12))
def test_questions_about_a_led_excuse_use_a_trick_with_one(seed: int) -> None:
    """With even seeds, the player after the Excuse is asked, who may play any card; with odd seeds, a later player."""
    run, taught = next((run, taught) for game, step, run, taught in steps() if step == "excuse-led")
    rules = ("excuse-led",)
    question = fresh_question(run.game, "legal-moves", seed, rules, taught, template_from(run, "legal-moves", rules))
    assert question.laid[0].card.text == "Excuse"
    assert all(option.right for option in question.parts[0].options) is (len(question.laid) == 1) is (seed % 2 == 0)
