"""Tests with Hearts, in which the lowest total wins: rankings, comparisons and goals."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from rules_engine.api.coach import coach
from rules_engine.api.coach.coach import hint_slip, sample
from rules_engine.api.coach.review import Review
from rules_engine.api.coach.turn_analysis import TurnAnalysis
from rules_engine.api.result import details, headline, readers_points, result_told
from rules_engine.api.session import Session, begin_session
from rules_engine.bots import Bot, BotMove, bot_for
from rules_engine.bots.match import match
from rules_engine.bots.simulation import margin
from rules_engine.bots.stats import questions_of
from rules_engine.cli import main
from rules_engine.core.game.game import Game, View, best
from rules_engine.core.model.goals import SCORE, goal_named
from rules_engine.core.positions.position import Position
from rules_engine.games.hearts import Hearts, HeartsPosition
from rules_engine.narration.narrator import narrator_for
from rules_engine.puzzles.themes.analysis import PuzzleAnalysis
from rules_engine.puzzles.themes.explanation import explanation
from rules_engine.puzzles.themes.plays import pays
from rules_engine.quiz.best_move import Proof, prove
from rules_engine.quiz.best_move_prompt import puzzle_prompt
from rules_engine.quiz.kinds.match_winner import ask_match
from rules_engine.scenarios.read import InvalidScenario, read_scenario
from rules_engine.solver.brute_force import plain_values
from rules_engine.solver.search import Search, solve
from rules_engine.testing import begin
from rules_engine.testing.matches import matches_end_and_add_up
from rules_engine.text.message import NOTHING
from tests.api.reader import ask
from tests.dom import read
from tests.sketches.whist import Whist

GAME: Game[Any] = Hearts()
WHIST: Game[Any] = Whist()
SETUP: dict[str, Any] = {
    "phase": "play", "leader": "South", "dealer": "South", "broken": True,
    "tricks": {"South": 3, "West": 3, "North": 3, "East": 1}, "points": {"South": 3, "West": 2, "North": 3, "East": 1},
    "hands": {"South": "AS 2H 3S", "West": "QS KH 4D", "North": "JS 5H 6D", "East": "4S 8H 9D"}}
"""An ending in which South has 3 points, and the Ace of Spades would take the Queen."""
HIGH = {"South": "AS KS AH", "West": "QS KH 4D", "North": "JS 5H 6D", "East": "4S 8H 9D"}
"""Hands in which South takes everything."""


PUZZLE = {"format": 1, "game": "hearts", "kind": "puzzle", "setup": SETUP, "script": [{"South": "3S", "ask": "best-move"}]}


def ending(**changes: Any) -> Position:
    position: Position = begin(GAME, SETUP | changes).position
    return position


def solved(position: Position) -> Proof:
    return prove(GAME, position, SCORE)


def over(score: list[int], before: Sequence[int] = (0, 0, 0, 0)) -> Session:
    """Return a hand that is over with this score, after totals of ``before``."""
    position = ending()
    position.score = [*before]
    GAME.close_hand(position, score)
    session = begin_session(GAME, {"seed": 1})
    return replace(session, line=(replace(session.line[0], position=position),))


class ByRank(Bot[Position]):
    """A bot that plays the highest or the lowest legal card, and passes the others."""

    def __init__(self, sign: int) -> None:
        self.sign = sign

    def choose(self, view: View[Position], rng: random.Random, heard: Sequence[Any] = ()) -> BotMove:
        sign = self.sign if view.position.phase == "play" else -self.sign
        return BotMove(max(view.legal, key=lambda move: sign * move.played.value), NOTHING)


# ---- the solver

def test_the_solver_takes_as_few_points_as_it_can() -> None:
    found = solve(GAME, ending())
    assert {move.text: value for move, value in found.values.items()} == {"AS": -16, "2H": -3, "3S": -3}
    assert [move.text for move in found.best] == ["2H", "3S"]
    assert found.values == plain_values(GAME, ending())


def test_in_the_line_each_opponent_avoids_points_too() -> None:
    search = Search(GAME, ending(hands={"South": "2S 2H", "West": "3S 3H", "North": "AS 4H", "East": "QS KH"},
                                 tricks={"South": 3, "West": 3, "North": 4, "East": 1}))
    search.run(10_000)
    end = search.start
    for _, move in search.line(next(move for move in search.values if move.text == "2H")):
        end = GAME.make(end, move)[0]
    assert end.hand_score is not None
    assert end.hand_score == [3, 2, 16, 5], "North, who must take the Queen, takes no heart besides"


def test_a_puzzle_may_ask_for_at_most_so_many_points() -> None:
    goal = goal_named("at most 3", (), low_wins=True)
    assert goal.words == "Score 3 or fewer"
    assert {move.text: value for move, value in solve(GAME, ending(), goal).values.items()} == {"AS": 0, "2H": 1, "3S": 1}
    assert goal_named("at least 3").words == "Score 3 or more"
    with pytest.raises(ValueError, match="or at least and a number of points"):
        goal_named("at most 3", WHIST.goals)


@pytest.mark.usefixtures("known")
def test_a_puzzle_of_hearts_can_t_ask_for_at_least_so_many_points() -> None:
    with pytest.raises(InvalidScenario, match="or at most and a number of points"):
        read_scenario(PUZZLE | {"goal": "at least 3"})
    assert read_scenario(PUZZLE | {"goal": "at most 3"}).goal == "at most 3"


# ---- bots

def test_a_margin_is_positive_for_the_side_with_fewer_points() -> None:
    position = ending()
    GAME.close_hand(position, [1, 13, 6, 6])
    assert [round(margin(GAME, position, seat), 1) for seat in range(4)] == [7.3, -8.7, 0.7, 0.7]


def test_the_bot_that_takes_fewer_points_wins_a_duplicate_match() -> None:
    low, high = ByRank(-1), ByRank(1)
    figure = match(GAME, low, high, 20, 1)
    assert figure.margin > figure.half_width > 0
    assert match(GAME, high, low, 20, 1).margin < 0
    assert figure.won > figure.lost


def test_the_usual_bot_gets_out_of_the_queens_way() -> None:
    position = ending(trick=["South 4S", "West 5S", "North QS"], points={"South": 3, "West": 6, "North": 3, "East": 1}, hands={
        "South": "2D 3D", "West": "3S 6D", "North": "6S 4D", "East": "AS 9S 9D"})
    assert bot_for(GAME).choose(GAME.view(position, 3), random.Random(1)).move.text == "9S"


def test_statistics_ask_whom_the_deal_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [question.asks for question in questions_of(WHIST)] == ["Who profits from the deal?"]
    monkeypatch.setattr(type(WHIST), "low_wins", True)
    assert [question.asks for question in questions_of(WHIST)] == ["Whom does the deal cost most?"]


# ---- results

@pytest.mark.parametrize(("score", "told"), [
    ([3, 7, 12, 4], "You got off best with 3 points."),
    ([4, 7, 12, 3], "You scored 4: second of four."),
    ([13, 7, 2, 4], "You scored 13: last of four."),
    ([0, 26, 0, 0], "You scored 0: first of four, level with North and East."),
])
def test_the_fewest_points_come_first(score: list[int], told: str) -> None:
    session = over(score)
    assert result_told(session) == told
    assert readers_points(session) is None, "the headline has them"


def test_the_lowest_total_wins_the_game() -> None:
    session = over([13, 0, 13, 0], [87, 60, 20, 70])
    assert headline(session) == "North wins the game with 33"
    assert details(session) == ["You finished last of four, with 100."]
    assert session.position.winners == ["North"]


def test_the_question_about_the_winner_has_the_lowest_total_as_its_answer() -> None:
    question = ask_match(GAME, over([13, 0, 13, 0], [87, 60, 20, 70]).position)
    assert [option.value for option in question.parts[0].options if option.right] == ["North"]


@pytest.mark.usefixtures("known")
def test_the_score_keeper_names_the_lowest_total() -> None:
    answer = ask(op="score", game="hearts", seats=["Anna", "Ben", "Cem", "Dora"], dealer=0,
                 hands=[{"hearts": [0, 13, 0, 0], "queen": 1}] * 4)
    assert (answer["over"], answer["winners"]) == (True, [1])
    assert [hand["totals"][0] for hand in answer["hands"]] == [26, 52, 78, 104]
    assert answer["consequences"][0]["text"] == "Anna has 104, so the game is over: Ben wins with 0."


def test_a_game_whose_end_contradicts_low_wins_breaks_the_contract() -> None:
    class Upside(Hearts):
        __module__ = Hearts.__module__

        def match_winners(self, position: HeartsPosition) -> Sequence[int]:
            return best(position.totals) if super().match_winners(position) else []

    matches_end_and_add_up(GAME)
    with pytest.raises(AssertionError, match=r"hearts has low_wins, and the match goes to .*lowest\(position.totals\)"):
        matches_end_and_add_up(cast(Game[Any], Upside()))


# ---- puzzles

@pytest.mark.parametrize(("changes", "prompt"), [
    ({"points": {"South": 0, "West": 5, "North": 3, "East": 1}}, "Which card costs you nothing? More than one does."),
    ({}, "You have 3 points: which card takes no more? More than one does."),
    ({"hands": HIGH}, "You have 3 points: which card keeps you from going above 20? More than one does."),
    ({"hands": HIGH, "points": {"South": 9, "West": 0, "North": 0, "East": 0}},
     "You have 9 points: which card makes it 0? More than one does."),
    ({"hands": HIGH, "points": {"South": 0, "West": 5, "North": 3, "East": 1}},
     "Which card costs you no more than 17 points? More than one does."),
])
def test_puzzles_ask_for_few_points(changes: dict[str, Any], prompt: str) -> None:
    position = ending(**changes)
    assert puzzle_prompt(narrator_for(GAME, 0), position, solved(position)) == prompt


def test_an_explanation_tells_the_points_as_players_count_them() -> None:
    position = ending()
    (_, plan), (_, wrong) = explanation(narrator_for(GAME, 0), position, solved(position), None)
    assert str(plan).endswith("You take none of the rest and end with 3 points.")
    assert str(wrong) == "Then you take this trick with the {AS} for 13. You take none of the rest and end with 16 points."


def test_a_trick_with_points_costs_the_side_that_takes_it() -> None:
    search = Search(GAME, ending())
    search.run(10_000)
    moves = {move.text: move for move in search.values}
    case = PuzzleAnalysis(search, moves["3S"], moves["AS"])
    assert (case.brought(case.line[0]), case.brought(case.natural[0]), case.brought(case.line[0], 1)) == (0, -13, -13)
    assert case.stands(case.natural[0].after) == -16
    assert not pays(case)
    assert pays(PuzzleAnalysis(search, moves["AS"], moves["3S"]))


@pytest.mark.usefixtures("known")
def test_the_table_of_a_puzzle_shows_how_many_points_more_a_card_costs() -> None:
    explored = ask(op="puzzle", scenario=PUZZLE, moves=[], explored=[], links={}, do="", value="")
    assert "You lead: you are sure to score no more than 3 points." in explored["say"]
    assert "each other shows how much more it costs" in explored["say"]
    worths = {card["data-card"]: card.get("data-worth") for card in read(explored["html"]).all("#fs-hand .fs-card")}
    assert worths == {"AS": "+13", "2H": "best", "3S": "best"}
    wrong = ask(op="puzzle", scenario=PUZZLE, moves=[], do="play", value="AS")
    assert wrong["say"].startswith("No: that is sure to score no more than 16 points, not 3.")


@pytest.mark.usefixtures("known")
def test_the_command_prints_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzle.yml"
    file.write_text(json.dumps(PUZZLE), encoding="utf-8")
    assert main(["solve", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  2H  sure to score no more than 3 points  best", "  3S  sure to score no more than 3 points  best",
        "  AS  sure to score no more than 16 points"]
    assert main(["solve", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["moves"] == {"2H": 3, "3S": 3, "AS": 16}


# ---- the coach

def test_the_coach_says_how_many_points_more_a_move_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "COMPARED", 10)      # the move is clear after sixteen deals
    session = begin_session(GAME, SETUP | {"leader": "West", "trick": ["West 4S", "North 5S", "East QS"],
                                         "points": {"South": 3, "West": 3, "North": 3, "East": 1}, "hands": {
        "South": "AS 3S 2D", "West": "KH 4D", "North": "5H 6D", "East": "8H 9D"}})
    turn = TurnAnalysis(session)
    while turn.think():
        pass
    (told,) = sample(session, turn.judged)
    assert "ahead of the others" in told, "with fewer points than they"
    assert re.search(r"The \{AS\} costs about 1\d points more, give or take", told)
    reply = hint_slip(session, turn)
    assert {card.text: re.sub(r"\d+", "N", badge) for card, badge in reply.badges.items()} == {"3S": "best", "AS": "+N"}


def test_a_choice_of_the_review_gives_fewer_points_with_all_cards_open() -> None:
    review = Review(over([3, 7, 12, 4]))
    review.unseen, review.done = [(5, 0)], True
    assert [answer.means for answer in review.told().answers] == ["with all cards open, 5 points fewer"]
