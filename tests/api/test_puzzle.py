"""Puzzles at the table: the responses to right moves, wrong moves and requests for the solution."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules_engine.api.session import what_if
from rules_engine.authoring.checks.check import CheckResult, check_file
from rules_engine.core.model.moves import Move
from rules_engine.html.puzzle_html import asked_at
from rules_engine.quiz.best_move import Proof, naive_move
from rules_engine.scenarios.model import write_scenario
from tests.api.reader import Answer, answered
from tests.dom import read
from tests.ours import OURS, looks_at_examples

pytestmark = looks_at_examples(*OURS)

ROOT = Path(__file__).resolve().parents[2]
WORSE = ("No: that is only sure to score ", "No: that is sure to score no more than ")
"""The beginnings of the answer to a wrong move, where the highest score wins and where the lowest wins."""


class Solving:
    """A shipped puzzle with its proof. ``name`` is the puzzle's two-digit number, starting at 01."""

    def __init__(self, game: str, name: str = "01") -> None:
        files = sorted((ROOT / "examples" / game / "puzzles").glob("*.yml"))
        checked: CheckResult = check_file(files[int(name) - 1])
        assert checked.run is not None
        self.run = checked.run
        self.proof: Proof = self.run.proofs[asked_at(self.run)]
        self.scenario: Any = write_scenario(self.run.scenario)

    def told(self, deed: str = "", value: str = "", *moves: Move) -> Answer:
        """Return the engine's answer to an action after the given moves."""
        return answered(op="puzzle", scenario=self.scenario, moves=[move.text for move in moves], do=deed, value=value)


@pytest.mark.parametrize("game", OURS)
def test_the_reader_is_you(game: str) -> None:
    puzzle = Solving(game)
    seat = puzzle.run.game.table.names[puzzle.run.moments[asked_at(puzzle.run)].before.actor]
    answer = puzzle.told()
    assert re.search(r"\b[Yy]ou\b", answer["say"])
    assert read(answer["html"]).one("#fs-own .fs-name").text == "You"
    wrong = min(puzzle.proof.values, key=puzzle.proof.values.__getitem__)
    for each in (answer, puzzle.told("play", wrong.text), puzzle.told("show"), puzzle.told("values", "", wrong)):
        assert seat not in each["say"].split()


@pytest.mark.parametrize("game", OURS)
def test_a_wrong_move_is_shown_to_fail(game: str) -> None:
    told = 0
    for puzzle in (Solving(game, name) for name in ("01", "02", "03")):
        for move, value in puzzle.proof.values.items():
            say = puzzle.told("play", move.text)["say"]
            right = value == puzzle.proof.most
            wrong = ("No: that fails. ",) if puzzle.proof.goal.yes else WORSE
            assert say.startswith(("Right: ", "Solved.") if right else wrong)
            assert not (right and "If everybody plays their best" in say)
            told += "If everybody plays their best from here, " in say
    assert told, "no wrong move left a trick to be played"


def test_what_the_table_showed_is_not_called_right() -> None:
    puzzle = Solving("snakebit")
    said = puzzle.told("show")["say"]
    assert said.startswith(puzzle.proof.best[0].played.name)
    assert "Right" not in said


def test_a_card_with_a_single_move_is_played_at_once() -> None:
    """In Double Decker, players may pass a card, except when leading."""
    puzzle = next(found for number in range(1, 20) if not (found := Solving("double-decker", f"{number:02}")).run.moments[
        asked_at(found.run)].before.trick)
    best = puzzle.proof.best[0]
    answer = puzzle.told("pick", best.played.text)
    assert not answer["picked"]
    assert answer["moves"][0] == best.text


def test_moves_of_which_the_same_is_to_be_said_are_told_together_the_best_first() -> None:
    for puzzle in (Solving("knueffeln", f"{number:02}") for number in range(1, 51)):
        told = puzzle.told("values", "", puzzle.proof.best[0])["say"]
        if len(puzzle.proof.values) > told.count("sure to score") and len(puzzle.proof.best) == 1:
            break
    assert len(puzzle.proof.values) > told.count("sure to score") > 1
    most = str(max(puzzle.proof.values.values())).replace("-", "−")
    assert told.startswith(f"{puzzle.proof.best[0].played.name}: sure to score {most}")
    listed = [name for part in told.split(". ") if ": sure" in part for name in part.partition(":")[0].split(", ")]
    assert sorted(listed) == sorted(move.played.name for move in puzzle.proof.values)


@pytest.mark.parametrize("game", OURS)
def test_a_puzzle_that_is_solved_lies_there_again_with_what_was_told(game: str) -> None:
    puzzle = Solving(game)
    answer = puzzle.told("show")
    for _ in range(30):
        if answer["over"]:
            break
        ready = read(answer["html"]).one("#fs-do-go")
        deed = "show" if "aria-disabled" in ready else "go"
        answer = answered(op="puzzle", scenario=puzzle.scenario, moves=answer["moves"], do=deed)
    assert answer["over"]
    again = answered(op="puzzle", scenario=puzzle.scenario, moves=answer["moves"])
    assert again["say"].startswith("Solved.")
    assert again["moves"] == answer["moves"]


def test_a_player_who_sits_out_is_not_mentioned() -> None:
    """In a five-player Knüffeln puzzle, the dealer has found no partner and sits out."""
    for number in range(1, 51):
        puzzle = Solving("knueffeln", f"{number:02}")
        start, names = puzzle.run.moments[asked_at(puzzle.run)].before, puzzle.run.game.table.names
        if idle := {names[seat] for seat in puzzle.run.game.table.seats if not start.hands[seat]}:
            break
    assert idle
    said = read(puzzle.told()["html"]).one("#fs-slip").text
    assert "they " in said
    assert not idle & set(said.replace(",", "").split())


@pytest.mark.parametrize("game", OURS)
def test_nobody_is_asked_for_the_only_card_that_there_is(game: str) -> None:
    puzzle = Solving(game)
    answer = puzzle.told()
    presses = 0
    while not answer["over"]:
        session = what_if(puzzle.run, asked_at(puzzle.run), tuple(answer["moves"]))
        asked = "hich card " in answer["say"].partition("?")[0]
        assert not asked or len(session.game.legal(session.position)) > 1
        waits = 'id="fs-do-go"' in answer["html"] and read(answer["html"]).one("#fs-do-go").get("aria-disabled") != "true"
        answer = puzzle.told("go" if waits else "show", "", *map(session.game.notation.read_move, answer["moves"]))
        presses += 1
        assert presses < 30


def test_once_it_is_solved_the_card_that_tempts_is_shown_to_fail() -> None:
    told = 0
    for name in ("01", "02", "03", "04", "05"):
        puzzle = Solving("snakebit", name)
        start = puzzle.run.moments[asked_at(puzzle.run)].before
        tempting = naive_move(puzzle.run.game, start, puzzle.proof)
        answer = puzzle.told("show")
        while not answer["over"]:
            moves = [puzzle.run.game.notation.read_move(move) for move in answer["moves"]]
            waits = read(answer["html"]).one("#fs-do-go").get("aria-disabled") is None
            answer = puzzle.told("go" if waits else "show", "", *moves)
        asks = f"Why not {'lead' if not start.trick else 'play'} the {tempting.played.name}" if tempting else "Why not"
        assert (asks in answer["say"]) == (tempting is not None)
        points = [point.text for point in read(answer["html"]).all("#fs-felt li")]
        assert [point.partition(":")[0] for point in points[:2]] == ["The idea", "The plan"], "point by point, not in one lump"
        assert len(points) > 2
        told += tempting is not None
    assert told > 2


def test_that_it_is_the_right_card_is_not_told_where_the_plan_is_an_authors() -> None:
    files = sorted((ROOT / "examples" / "snakebit" / "puzzles").glob("*.yml"))
    puzzle = Solving("snakebit", str(1 + [file.stem for file in files].index("68")))
    told = puzzle.run.scenario.puzzle
    assert told is not None
    assert (told.idea, bool(told.plan)) == ("card", True)
    answer = puzzle.told("show")
    while not answer["over"]:
        moves = [puzzle.run.game.notation.read_move(move) for move in answer["moves"]]
        waits = read(answer["html"]).one("#fs-do-go").get("aria-disabled") is None
        answer = puzzle.told("go" if waits else "show", "", *moves)
    points = [point.text for point in read(answer["html"]).all("#fs-felt li")]
    assert points[0].startswith("The plan:")


def test_hints_tell_more_each_time_and_at_last_the_card() -> None:
    for game in OURS:
        puzzle, levels, said = Solving(game), list[int](), list[str]()
        answer = puzzle.told()
        while not answer["moves"]:
            answer = answered(op="puzzle", scenario=puzzle.scenario, moves=[], do="hint", hints=len(levels))
            levels.append(answer["help"])
            said.append(answer["say"])
        assert levels == sorted(set(levels))
        assert levels[-1] == 4
        assert any("Why not " in each for each in said[:-1])
        assert all(sentence in later for earlier, later in pairwise(said[:-1])
                   for sentence in earlier.partition("? ")[2].split(". ")), "those before stay"
        assert answer["moves"][0] in {move.text for move in puzzle.proof.best}
        for hint in said[:-1]:
            assert "hich card " in hint.partition("?")[0] or "hich move " in hint.partition("?")[0], "it can be read again"
            assert not hint.startswith(f"{puzzle.proof.best[0].played.name}:")


@pytest.mark.parametrize("game", OURS)
def test_after_a_mistake_values_are_those_of_that_choice_and_the_way_back_tells_the_mistake_again(game: str) -> None:
    puzzle = Solving(game)
    wrong = min(puzzle.proof.values, key=puzzle.proof.values.__getitem__)
    failed = puzzle.told("play", wrong.text)
    made = [puzzle.run.game.notation.read_move(move) for move in failed["moves"]]
    values = puzzle.told("values", "", *made)
    assert 'data-worth="best"' in values["html"]
    assert f'data-card="{wrong.played.text}"' in values["html"].partition('id="fs-own"')[2]
    assert values["say"].count("sure to score") > 1
    assert values["moves"] == failed["moves"]
    for deed in ("leave", ""):      # "leave" hides the values of the moves; "" opens the puzzle again
        again = puzzle.told(deed, "", *made)
        assert again["say"].startswith(WORSE)
        assert again["moves"] == failed["moves"]
    anew = puzzle.told("again", "", *made)
    assert anew["moves"] == []
    assert "hich " in anew["say"].partition("?")[0]


def own_cards(answer: Answer) -> tuple[set[str], set[str]]:
    """Return the cards in the solver's hand, and the subset of them that show a value."""
    cards = read(answer["html"]).one("#fs-own").all("[data-card]")
    return {card["data-card"] for card in cards}, {card["data-card"] for card in cards if "data-worth" in card}


@pytest.mark.parametrize("game", OURS)
def test_values_are_those_of_the_latest_choice_made_and_never_of_one_that_is_to_come(game: str) -> None:
    puzzle = Solving(game)
    assert own_cards(puzzle.told("values"))[1] == set(), "nothing is told before the first choice"
    answer, latest = puzzle.told(), 0
    while not answer["over"]:
        made = [puzzle.run.game.notation.read_move(move) for move in answer["moves"]]
        waits = read(answer["html"]).one("#fs-do-go").get("aria-disabled") != "true"
        latest = latest if waits else len(made)
        answer = puzzle.told("go" if waits else "show", "", *made)
        made = [puzzle.run.game.notation.read_move(move) for move in answer["moves"]]
        values = puzzle.told("values", "", *made)
        then = what_if(puzzle.run, asked_at(puzzle.run), tuple(answer["moves"])).line[0 if answer["over"] else latest].position
        held, worth = own_cards(values)
        assert held == {card.text for card in then.hands[then.actor]}
        assert worth == {card.text for move in puzzle.run.game.legal(then) if (card := move.other or move.card) is not None}
        assert values["moves"] == answer["moves"]
        again = puzzle.told("leave", "", *made)
        assert own_cards(again) == (own_cards(answer)[0], set())
