"""Exploring a puzzle: the reader moves for every seat, and each card shows the result that it guarantees to its side."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules_engine.api.handlers import puzzle_explore
from rules_engine.api.session import what_if
from rules_engine.core.model.events import signed
from rules_engine.html.puzzle_html import asked_at
from rules_engine.html.score import gained
from rules_engine.solver.search import solve
from tests.api.reader import Answer, answered, ask
from tests.api.test_puzzle import Solving
from tests.dom import read
from tests.ours import OURS, looks_at_examples

pytestmark = looks_at_examples(*OURS)


def explored(puzzle: Solving, moves: list[str], deed: str = "", value: str = "", **also: Any) -> Answer:
    """Return the engine's answer to an action while the reader explores the puzzle, moving for every seat."""
    return answered(op="puzzle", scenario=puzzle.scenario, moves=[], explored=moves, do=deed, value=value, **also)


def bar(answer: Answer) -> dict[str, bool]:
    """Map the label of each toolbar button to whether the button is enabled."""
    return {button.text: "aria-disabled" not in button for button in read(answer["html"]).all("#fs-bar button")}


@pytest.mark.parametrize("game", OURS)
def test_every_seats_cards_show_what_its_own_side_is_sure_of_to_the_end_of_the_hand(game: str) -> None:
    puzzle = next(each for each in (Solving(game, f"{number:02}") for number in range(2, 20)) if not each.proof.goal.yes)
    moves, rng = list[str](), random.Random(game)
    start, acted = asked_at(puzzle.run), set[int]()
    while True:
        answer = explored(puzzle, moves)
        session = what_if(puzzle.run, start, moves)
        position = session.position
        if position.to_act is None:
            break
        acted.add(position.to_act)
        assert answer["focus"] == "fs-hand"
        found = solve(session.game, position)
        assert position.to_act in found.side
        low = session.game.low_wins
        sure = (f"sure to score {found.most} " if not low else "sure to score nothing" if not found.most else
                f"sure to score no more than {-found.most} ")
        assert sure.replace("-", "−") in answer["say"]
        for card in read(answer["html"]).all("#fs-hand .fs-card"):
            worths = [value for move, value in found.values.items()
                      if move.card is not None and (move.other or move.card).text == card["data-card"]]
            less = max(worths) - found.most if worths else None
            told = "" if less is None else "best" if not less else gained(-less) if low else signed(less)
            assert card.get("data-worth") == told
        moves.append(rng.choice(session.game.legal(position)).text)
    assert len(acted) > 1
    assert answer["focus"] == "fs-do-leave"
    assert ("Nobody is to move" in answer["say"]) is (position.hand_score is None)
    assert bar(answer) == {"Take back": True, "Back to the puzzle": True}


def test_a_move_is_taken_back_and_a_forbidden_one_says_why() -> None:
    for puzzle in (Solving("double-king-pedro", f"{number:02}") for number in range(1, 51)):
        best = puzzle.proof.best[0].text
        after = explored(puzzle, [], "play", best)
        shut = next((card for card in read(after["html"]).all("#fs-hand button.fs-card") if "aria-disabled" in card), None)
        if shut is not None:
            break
    assert shut is not None
    first = explored(puzzle, [])
    assert bar(first) == {"Take back": False, "Back to the puzzle": True}
    assert ["You move for every seat." in answer["html"] for answer in (first, after)] == [True, False]
    assert [first[what] for what in ("wrong", "over", "help", "hints")] == [False, False, 0, 0]
    assert after["explored"] == [best]
    assert explored(puzzle, after["explored"], "back")["html"] == first["html"]
    refused = explored(puzzle, after["explored"], "play", shut["data-value"])
    assert refused["explored"] == after["explored"]
    assert "can't play" in refused["say"]
    assert refused["focus"] == ""
    assert read(refused["html"]).all("#fs-hand .fs-best"), "what the others are worth stays there"


def test_a_card_with_several_ways_says_what_each_is_worth() -> None:
    puzzle = Solving("snakebit")
    best, other = (next(move for move in puzzle.proof.values if (move in puzzle.proof.best) is right) for right in (True, False))
    for move in (best, other):
        answer = explored(puzzle, [], "pick", move.played.text)
        assert answer["picked"] == move.played.text
        assert "data-worth" not in read(answer["html"]).one("#fs-hand .fs-picked")
        way, = (each for each in read(answer["html"]).all("#fs-answers button") if each["data-value"] == move.text)
        assert way.text.endswith("best" if move is best else signed(puzzle.proof.values[move] - puzzle.proof.most))


def test_how_far_the_puzzle_is_solved_stays_as_it_is() -> None:
    puzzle = Solving("double-knot")
    wrong = min(puzzle.proof.values, key=puzzle.proof.values.__getitem__)
    solved = puzzle.told("play", wrong.text)
    assert {"Try other cards", "Show values"} <= {label for label, ready in bar(solved).items() if ready}
    tried = answered(op="puzzle", scenario=puzzle.scenario, moves=solved["moves"], explored=[], do="play",
                     value=puzzle.proof.best[0].text)
    assert tried["moves"] == solved["moves"]
    assert not tried["wrong"]
    back = answered(op="puzzle", scenario=puzzle.scenario, moves=solved["moves"], do="leave")
    assert (back["moves"], back["wrong"]) == (solved["moves"], True)
    assert back["explored"] is None


def test_nothing_is_to_be_explored_before_a_puzzle_was_tried() -> None:
    assert not bar(Solving("snakebit").told())["Try other cards"]


def test_a_position_that_is_too_deep_says_so_in_place_of_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_explore, "LIMIT", 1)
    puzzle_explore._VALUED.clear()
    puzzle = Solving("snakebit", "04")
    answer = explored(puzzle, [])
    assert puzzle_explore.TOO_DEEP in answer["say"]
    assert not any(card.get("data-worth") for card in read(answer["html"]).all("#fs-hand .fs-card"))
    assert explored(puzzle, [], "play", puzzle.proof.best[0].text)["explored"], "it can be played all the same"
    puzzle_explore._VALUED.clear()


def test_moves_that_cannot_have_been_made_are_damage() -> None:
    puzzle = Solving("snakebit")
    assert ask(op="puzzle", scenario=puzzle.scenario, moves=[], explored=["XX"])["kind"] == "damaged"
