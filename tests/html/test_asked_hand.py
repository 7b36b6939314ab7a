"""Tests that a question shows the facts that decide its answer: the hand of the seat asked, and the captured cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import check_file
from rules_engine.games import make_game
from rules_engine.html.links import Links
from rules_engine.html.question import question_html
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.generator import fresh_question, template_from
from rules_engine.quiz.questions import answer

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize(("step", "cards"), [("name", 17), ("toss", 12), ("bid", 12)])
def test_the_hand_of_who_is_asked_lies_open(step: str, cards: int) -> None:
    run = check_file(EXAMPLES / f"double-king-pedro/learn/{step}.yml").run
    assert run is not None
    place = next(place for place, each in enumerate(run.scenario.script) if each.ask is not None)
    html = str(question_html(answer(run, place), Links()))
    assert re.findall(r'fs-asked-hand" data-n="(\d+)"', html) == [str(cards)]


@pytest.mark.parametrize(("step", "said"), [
    ("toss", ["toss the hand", "keep the hand"]), ("name", ["Spades", "Hearts", "Diamonds", "Clubs"]),
    ("bid", ["pass", "bid 37", "bid 83", "bid 99", "bid 100", "bid double"])])
def test_what_may_be_said_is_asked_for_in_a_players_words(step: str, said: list[str]) -> None:
    run = check_file(EXAMPLES / f"double-king-pedro/learn/{step}.yml").run
    assert run is not None
    place = next(place for place, each in enumerate(run.scenario.script) if each.ask is not None)
    html = str(question_html(answer(run, place), Links()))
    options = re.findall(r'<button type="button" class="fs-option"[^>]*>(.*?)</button>', html)
    assert [re.sub("<.*?>|\u2060", "", option) for option in options] == said


def test_a_hand_whose_cards_are_the_options_is_not_shown_twice() -> None:
    run = check_file(EXAMPLES / "double-king-pedro/learn/follow.yml").run
    assert run is not None
    place = next(place for place, each in enumerate(run.scenario.script) if each.ask is not None)
    assert "fs-asked-hand" not in question_html(answer(run, place), Links())


@pytest.mark.parametrize("file", ["double-king-pedro/learn/points.yml", "double-king-pedro/learn/end.yml",
                                  "snakebit/learn/next-dealer.yml", "knueffeln/learn/five-tricks.yml"])
def test_what_makes_an_answer_right_isnt_said_of_the_wrong_ones_too(file: str) -> None:
    run = check_file(EXAMPLES / file).run
    assert run is not None
    place = next(place for place, each in enumerate(run.scenario.script) if each.ask is not None)
    html = str(question_html(answer(run, place), Links()))
    assert html.count('class="fs-reason"') == html.count('class="fs-yes"') == 1


@pytest.mark.parametrize(("kind", "laid"), [("own-score", False), ("hand-score", True)])
def test_counted_cards_and_the_last_trick_make_up_the_pack(kind: str, laid: bool) -> None:
    """A card passed in the last trick isn't counted twice. Of the 60 cards, each player keeps one in the end. A learner who is
    asked for a single score needn't judge the last trick."""
    game = make_game("double-decker")
    for seed in range(12):
        question = fresh_question(game, kind, seed)
        assert bool(question.laid) == laid
        narrator, seen = narrator_for(game), question.seen.position
        told = " ".join(game.pack.plain(narrator.trick_count_text(seen, seat)) for seat in game.table.seats)
        assert sum(map(int, re.findall(r"\d+", told))) + len(question.laid) == 60 - game.table.size


@pytest.mark.parametrize("file", [
    "double-king-pedro/learn/name.yml", "double-king-pedro/learn/end.yml", "double-decker/learn/tied.yml",
    "double-knot/learn/excuse-led.yml"])
def test_a_rule_that_deals_hardly_bring_is_asked_like_its_example(file: str) -> None:
    run = check_file(EXAMPLES / file).run
    assert run is not None
    kind = next(each.ask.kind for each in run.scenario.script if each.ask is not None)
    rules = run.scenario.rules
    every = [rule.id for rule in run.game.rules]
    asked = [fresh_question(run.game, kind, seed, rules, every, template_from(run, kind)) for seed in (0, 2, 4)]
    assert all(not question.rules.isdisjoint(rules) for question in asked)
    assert len({str(question_html(question, Links())) for question in asked}) == len(asked)


@pytest.mark.parametrize("file", ["double-decker/well/tie.yml", "double-decker/well/price.yml",
                                  "double-king-pedro/well/catch.yml"])
def test_a_reason_is_about_its_own_option_in_the_order_shown(file: str) -> None:
    run = check_file(EXAMPLES / file).run
    assert run is not None
    html = str(question_html(answer(run, 0), Links()))
    options = ["data-right" in each for each in re.findall(r'<button[^>]*data-do="option"[^>]*>', html)]
    reasons = re.findall(r'<li class="fs-reason"( data-right)?[^>]*data-of="(\d+)"', html)
    assert options.count(True) == 1
    assert {int(place): bool(right) for right, place in reasons} == dict(enumerate(options))
