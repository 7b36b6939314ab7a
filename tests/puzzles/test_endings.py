"""Puzzles made from endings by swapping cards."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules_engine.games import make_game
from rules_engine.html.puzzle_html import asked_at
from rules_engine.puzzles.endgames import WHY, PuzzleQuality, Setup, changed, search_endgames
from rules_engine.puzzles.generator import GeneratedPuzzle
from rules_engine.quiz.kinds.best_move import proven
from rules_engine.scenarios.replay import replay

SETUP: Setup = {"dealer": "East", "hands": {"South": ["2H", "AS"], "West": ["3C", "9D"], "North": [], "East": ["KS", "QD"]},
                "stock": ["7S", "8S"]}


@pytest.mark.parametrize("anew", [True, False])
def test_cards_change_hands_and_none_is_lost(anew: bool) -> None:
    for seed in range(30):
        after = changed(SETUP, random.Random(seed), anew)
        assert {seat: len(hand) for seat, hand in after["hands"].items()} == {"South": 2, "West": 2, "North": 0, "East": 2}
        lies = [*after["stock"], *(card for hand in after["hands"].values() for card in hand)]
        assert Counter(lies) == Counter(["2H", "AS", "3C", "9D", "KS", "QD", "7S", "8S"])
        gone = sum((Counter(hand) - Counter(after["hands"][seat])).total() for seat, hand in SETUP["hands"].items())
        assert after["stock"] == SETUP["stock"] if anew else 1 <= gone <= 4


def test_a_bettered_ending_has_one_best_card_by_as_much_as_is_asked() -> None:
    game = make_game("double-king-pedro")
    made = next(search_endgames(game, seed=1, gap=8))
    assert isinstance(made, GeneratedPuzzle)
    run = replay(made.scenario)
    proof = proven(run, asked_at(run))
    best, second, *_ = sorted(proof.values.values(), reverse=True)
    assert [move.text for move in proof.best] == [*made.best]
    assert best - second >= 8
    assert made.scenario.puzzle is not None
    assert made.scenario.puzzle.critical >= 2
    assert made.scenario.puzzle.tempting >= 1
    assert made.tempting not in made.best


def test_an_ending_that_comes_to_nothing_says_what_it_lacks() -> None:
    assert next(search_endgames(make_game("snakebit", None, 3), seed=1, gap=100)) in {WHY[PuzzleQuality.HARDLY],
                                                                                      WHY[PuzzleQuality.SEVERAL]}
