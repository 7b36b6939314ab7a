"""The best-move question, invalid puzzles, and generated puzzles."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.checks.check import check_file, check_text, scenario_files
from rules_engine.games import known_games, make_game
from rules_engine.puzzles.generator import PuzzleCandidate, puzzle_summary, puzzles, written
from rules_engine.puzzles.themes import IDEAS
from rules_engine.puzzles.themes.analysis import PuzzleAnalysis
from rules_engine.quiz.questions import answer
from rules_engine.scenarios.model import PuzzleInfo, write_scenario
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import replay
from rules_engine.scenarios.written_text import reworded, texts_of
from rules_engine.solver.search import Search
from tests.ours import OURS, looks_at_examples
from tests.some import some

EXAMPLES = Path(__file__).parents[2] / "examples"
HANDS = {"South": ["2SY", "5SW", "8YK"], "West": ["9WY", "3LY", "7WY"], "North": ["6LK", "4YK", "7ML"],
         "East": ["6SY", "8MS", "9MS"]}


def puzzle(**changed: Any) -> str:
    """Return a Snakebit puzzle as text; ``changed`` replaces keys in its setup."""
    setup = {"dealer": "East", "leader": "South", "cursed": "Y", "trump": "K", "broken": ["Y", "K"], "hands": HANDS} | changed
    return json.dumps({"format": 1, "game": "snakebit", "kind": "puzzle", "setup": setup, "script": [{"ask": "best-move"}]})


def told(text: str) -> str:
    return " ".join(problem.told() for problem in check_text(text, "p.yml").problems)


def test_right_is_what_is_sure_of_most_and_every_option_says_what_it_is_worth() -> None:
    run = replay(read_scenario(json.loads(puzzle())))
    part, = answer(run, 0).parts
    values = {option.value: option.worth for option in part.options}
    most = max(worth for worth in values.values() if worth is not None)
    assert {option.value for option in part.options if option.right} == {move for move, worth in values.items() if worth == most}
    assert all("ure to score" in option.why.sentence for option in part.options)
    assert {move.text for move in run.game.legal(run.start)} == set(values)


def test_a_long_list_is_shortened_but_keeps_the_right_ones() -> None:
    plain = json.loads(puzzle()) | {"script": [{"ask": {"kind": "best-move", "choices": 2}}]}
    part, = answer(replay(read_scenario(plain)), 0).parts
    assert any(option.right for option in part.options)
    assert len(part.options) == max(2, sum(option.right for option in part.options))


@pytest.mark.parametrize(("text", "fault"), [
    (puzzle(leader="East", trick=["East 9WY as W"], hands=HANDS | {"West": ["9MS", "3LY", "7WY"], "East": ["6SY", "8MS"]}),
     "there is one legal move"),
    (puzzle(hands={seat: cards[:1] for seat, cards in HANDS.items()}), "every legal move is as good"),
    (puzzle().replace('"puzzle"', '"puzzle", "goal": "win"'), "'win' can't be read here: expected a goal"),
])
def test_a_puzzle_that_is_none_is_an_error_with_its_reason(text: str, fault: str) -> None:
    assert fault in told(text)


@pytest.mark.parametrize(("words", "fault"), [
    ({"plan": "Keep the {8YK}, lead {Y}."}, ""),
    ({"plan": "Keep the {10H}."}, "braces hold a card or a suit of this pack, not {10H}"),
    ({"why_not": {"10H": "No."}}, "why_not: 10H is no move here; there are 2SY as S"),
    ({"why_not": {"BEST": "No."}}, "is a best move; say what is good about it in the plan"),
    ({"why_not": {"WORST": "It takes the {9H}."}}, "not {9H}"),
    ({"why_not": {"WORST": "It takes {"}}, "not {"),
])
def test_an_authors_words_are_about_moves_that_fail_and_cards_that_there_are(words: Any, fault: str) -> None:
    part, = answer(replay(read_scenario(json.loads(puzzle()))), 0).parts
    best, worst = (next(option.value for option in part.options if option.right is right) for right in (True, False))
    said = json.loads(json.dumps(words).replace("BEST", best).replace("WORST", worst))
    text = json.dumps(json.loads(puzzle()) | {"puzzle": {"idea": "card", "rating": 1000, **said}})
    assert fault in told(text)
    assert bool(told(text)) is bool(fault)


def test_an_authors_words_are_written_again_and_put_into_other_languages() -> None:
    plain = json.loads(puzzle()) | {"puzzle": {"idea": "card", "rating": 1000, "plan": "So", "why_not": {"8YK as K": "For"}}}
    scenario = read_scenario(plain)
    assert write_scenario(scenario)["puzzle"] == plain["puzzle"]
    assert texts_of(scenario) == ["So", "For"]
    put = reworded(replay(scenario), lambda text: {"So": "Darum", "For": "Denn"}.get(text, text)).scenario.puzzle
    assert put is not None
    assert (put.plan, put.why_not) == ("Darum", {"8YK as K": "Denn"})


def test_a_puzzle_that_would_search_for_an_hour_is_given_up_within_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_engine.quiz.best_move.LIMIT", 5000)
    monkeypatch.setattr("rules_engine.quiz.best_move.prove.__defaults__", (5000,))
    plain = {"format": 1, "game": "double-decker", "kind": "puzzle", "setup": {"seed": 1}, "script": [{"ask": "best-move"}]}
    assert "not solved within 5,000 cards" in told(json.dumps(plain))


@pytest.mark.parametrize("game_id", some(known_games(), ["snakebit", "double-king-pedro"]))
def test_puzzles_that_the_engine_makes_hold_and_come_again(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_engine.puzzles.generator.CARDS", (3,))
    monkeypatch.setattr("rules_engine.puzzles.generator.EFFORT", 600)
    game = make_game(game_id)
    found, = islice(puzzles(game, 5), 1)
    made = [written(game, found)]
    assert found_out_again(found) == found.info._replace(rating=0, tempting=0)
    again = [written(game, found) for found in islice(puzzles(game, 5), 1)]
    assert made == again
    for scenario in made:
        plain = write_scenario(scenario)
        assert read_scenario(plain) == scenario
        assert told(json.dumps(plain)) == ""


def found_out_again(found: PuzzleCandidate) -> PuzzleInfo:
    """Return a puzzle's summary from a new search, as when a file is checked."""
    search = Search(found.search.game, found.search.start)
    search.run(1_000_000)
    moves = {move.text: move for move in search.values}
    return puzzle_summary(PuzzleAnalysis(search, search.solution.best[0], moves[found.info.natural]), found.info.missed)


@looks_at_examples(*OURS)
def test_the_puzzles_that_are_shipped_are_many_and_no_two_alike() -> None:
    for game_id in OURS:
        files = list(scenario_files([EXAMPLES / game_id / "puzzles"]))
        read = [check_file(path).scenario for path in files[:1]]
        assert len(files) >= 30
        assert len({path.read_text(encoding="utf-8") for path in files}) == len(files)
        assert all(scenario and scenario.puzzle and scenario.puzzle.idea in IDEAS for scenario in read)
