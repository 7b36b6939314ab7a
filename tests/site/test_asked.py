"""Repeated questions about rules: new ones similar to the quiz, or the quiz itself if none can be generated."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from rules_engine.authoring.checks.check import CheckResult, check_text
from rules_engine.authoring.translations.catalogues import engine_words
from rules_engine.games import GAMES, game_class, make_game
from rules_engine.html.figure import Figure
from rules_engine.html.links import Links
from rules_engine.quiz.generator import fresh_question
from rules_engine.quiz.questions import answer
from rules_engine.quiz.rules_shown import turns_on
from rules_engine.site.fences.progress_page import game_plain, know_html
from rules_engine.site.model.rule_questions import asked_rules, quizzes
from rules_engine.site.model.scenarios import look_at_scenario, scenarios_below
from rules_engine.site.model.site_model import SiteModel
from rules_engine.text.locale import Catalogue, use_language
from tests.site.test_course import written
from tests.site.tiny import ROOT
from tests.some import some

DEALS = 3
"""Number of deals that a session tries in its search for a deal to which a rule applies."""


def book(**files: CheckResult) -> SiteModel:
    """Return a site with Snakebit quizzes."""
    return SiteModel({"snakebit": "games/snakebit/rules.md"}, (), {f"{name}.yml": file for name, file in files.items()})


def test_a_rule_on_which_the_answer_rests_is_asked_by_itself() -> None:
    (asked,) = asked_rules(book(one=written("win-trick")), "snakebit")
    assert asked == ("win-trick", "Who takes the trick", "one.yml", [{"kind": "trick-winner", "rules": ["win-trick"]}])


def test_a_rule_that_a_question_only_shows_is_asked_with_those_on_which_the_answer_rests() -> None:
    """The table shows the trump suit, which was determined by the card turned up."""
    turn_up, win_trick = asked_rules(book(one=written("turn-up, win-trick")), "snakebit")
    assert turn_up.ways == [{"kind": "trick-winner", "rules": ["turn-up", "win-trick"]}]
    assert win_trick.ways == [{"kind": "trick-winner", "rules": ["win-trick"]}]


def test_a_rule_that_is_only_listed_is_not_asked_about() -> None:
    (asked,) = asked_rules(book(one=written("deal, two-suits, win-trick")), "snakebit")
    assert asked.rule == "win-trick"


def test_a_quiz_that_is_about_a_rule_comes_before_those_that_merely_rest_on_it() -> None:
    asked = {each.rule: each for each in asked_rules(book(
        a=written("two-suits"), b=written("follow-suit", "legal-moves"), c=written("win-trick")), "snakebit")}
    assert asked["win-trick"].quiz == "c.yml"
    assert [way["kind"] for way in asked["win-trick"].ways] == ["trick-winner"]


def test_what_is_wrong_or_no_quiz_asks_nothing() -> None:
    wrong = check_text("format: 1\nkind: quiz\ngame: snakebit\n", "examples/here.yml")
    assert asked_rules(book(wrong=wrong), "snakebit") == []


@cache
def ours(game: str) -> SiteModel:
    """Return a game's scenarios, except puzzles: these ask about no rule, and checking them would require a proof."""
    files = [(name, file) for name, file in scenarios_below(ROOT / "examples", [game]) if "puzzles" not in file.parts]
    return SiteModel({game: ""}, (), {name: look_at_scenario(file, name, None) for name, file in files})


def turned_on(game: str) -> set[str]:
    """Return the rules that decide the questions written for a game."""
    found = set[str]()
    for _, run in quizzes(ours(game), game):
        asked = [answer(run, place) for place, step in enumerate(run.scenario.script) if step.ask is not None]
        found.update(rule for question in asked for rule in turns_on(question, run.scenario.rules))
    return found


@pytest.mark.parametrize("game", some(GAMES, ["knueffeln"]))
def test_the_rules_of_our_games_are_asked_about_but_those_that_decide_no_question(game: str) -> None:
    asked, rules = asked_rules(ours(game), game), [rule.id for rule in game_class(game).book.rules]
    assert [each.rule for each in asked] == [rule for rule in rules if rule in turned_on(game)]
    assert 5 * len(asked) > 4 * len(rules)
    for each in asked:
        for way in each.ways:
            made = make_game(game, variant=way.get("variant"), players=way.get("players"), options=way.get("options"))  # type: ignore[arg-type]
            fresh_question(made, str(way["kind"]), 1, tuple(way["rules"]))  # type: ignore[arg-type]


def test_the_page_has_the_rules_and_their_quizzes_in_a_file() -> None:
    files: dict[str, bytes] = {}

    def put_file(place: str, content: bytes, kind: str) -> str:
        files[place] = content
        return f"{place}{kind}"

    html = know_html(book(), {"snakebit": "learn/"}, lambda game: Links("rules/"), lambda name, run: pytest.fail(name), put_file)
    assert 'data-src="know/json"' in html
    assert "fs-needs" in html
    assert "fs-table" not in html  # there are no questions to show
    (game,) = json.loads(files["know/"])["games"]
    assert (game["id"], game["page"], game["course"], game["rules"]) == ("snakebit", "rules/", "learn/", [])


def test_a_german_page_calls_rules_as_german_pages_do() -> None:
    figure = SimpleNamespace(src="figure.json")
    with use_language(Catalogue("de", engine_words("de", ["knueffeln"]))):
        game = game_plain(ours("knueffeln"), "knueffeln", "", Links(), lambda name, run: cast(Figure, figure))
    rules = cast(list[dict[str, object]], game["rules"])
    assert [each["title"] for each in rules][:2] == ["Zwei Farben werden gewählt", "Das Geben geht reihum"]
    assert {each["quiz"] for each in rules} == {"figure.json"}


def test_our_page_in_either_language_shows_it() -> None:
    for page in ("know.md", "de/know.md"):
        assert "```know\n```" in Path(ROOT / "docs" / page).read_text(encoding="utf-8")
