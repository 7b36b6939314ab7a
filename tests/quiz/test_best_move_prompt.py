"""A puzzle's question: it names the stakes (the bid or result to win) if only one card wins them, otherwise the points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.checks.check import check_file
from rules_engine.html.puzzle_html import asked_at
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.best_move_prompt import at_stake, points_so_far_text, puzzle_prompt, short_prompt, standing_text
from rules_engine.quiz.kinds.best_move import proven
from rules_engine.scenarios.replay import Replay
from tests.ours import looks_at_examples

EXAMPLES = Path(__file__).parents[2] / "examples"


def run_of(file: str) -> Replay:
    run = check_file(EXAMPLES / f"{file}.yml").run
    assert run is not None
    return run


def asked(run: Replay, reader: int | None = 0) -> tuple[str, str]:
    """Return a puzzle's question, and the sentence about the score so far."""
    place = asked_at(run)
    known = narrator_for(run.game, reader), run.moments[place].before, proven(run, place)
    return str(puzzle_prompt(*known)), str(points_so_far_text(*known))


@looks_at_examples("double-decker", "double-king-pedro", "double-knot", "euchre", "knueffeln", "snakebit")
@pytest.mark.parametrize(("file", "question", "so_far"), [
    ("double-king-pedro/puzzles/103", "East bid 48: which card brings it down, for 64 points?",
     "You and North have 0 points, they have 27."),
    ("double-king-pedro/puzzles/50", "North bid 62: which card makes it, for 64 points?",
     "You and North have 2 points, they have none."),
    ("double-king-pedro/puzzles/112", "West bid 41 and makes it: which card scores 16 points, not 8?",
     "You and North have 7 points, they have 10."),
    ("double-knot/puzzles/02", "You need one more trick for your bid of 2: which card makes it exactly, for 3 points?", ""),
    ("double-knot/puzzles/51",      # the 5ML also makes the bid, but then no opponent misses theirs
     "You need one more trick for your bid of 7: which card makes it exactly and spoils 2 other bids, for 3 points?", ""),
    ("double-knot/puzzles/teams-03",
     "You and North need 2 more tricks for a bid of 4: which card comes within a trick of it, for 2 points?",
     "You and North have 2 tricks (bid 4), they have 6 (bid 7)."),
    ("double-knot/puzzles/zero-or-all-22", "You bid 0: which card keeps you from any trick, for 4 points?", ""),
    ("knueffeln/puzzles/05", "You and Northwest need 3 more tricks, they one: which card wins the hand, for 40 cents?", ""),
    ("knueffeln/puzzles/45", "You and North have all 4 tricks: which card makes the Jann, for 100 cents?", ""),
    ("double-decker/puzzles/17", "You have 10 points: which card keeps 8 of them?", "You have 10 red so far."),
    ("double-decker/puzzles/05", "You have 2 points: which card makes it 6?", "You have 3 red, 5 blue so far."),
    ("snakebit/puzzles/109", "You have 2 points: which card keeps you from falling below 0?", "You have 2 tricks so far."),
    ("snakebit/puzzles/04", "Which card costs you no more than 2 points?", ""),
    ("euchre/puzzles/27", "North, your partner, made {S} trumps: which card makes it, for 1 point?", ""),
])
def test_it_is_asked_as_a_player_would(file: str, question: str, so_far: str) -> None:
    told, below = asked(run_of(file))
    assert told == question
    assert below == so_far or not so_far


@looks_at_examples("double-king-pedro")
def test_seats_go_by_their_names_where_nobody_reads_as_one_of_them() -> None:
    assert asked(run_of("double-king-pedro/puzzles/103"), None)[0] == (
        "South plays. East bid 48: which card brings it down, for 64 points?")


@looks_at_examples("double-king-pedro")
def test_a_contract_that_other_cards_make_as_well_is_not_at_stake() -> None:
    run = run_of("double-king-pedro/puzzles/76")        # the moves lead to 63 points, 50 points, or failing a contract of 45
    known: Any = narrator_for(run.game, 0), run.moments[asked_at(run)].before, proven(run, asked_at(run))
    assert at_stake(*known) is None
    assert str(short_prompt(*known)) == "Which card scores 63 points for you and North?"


@looks_at_examples("double-king-pedro")
def test_beside_a_hint_it_is_asked_in_short() -> None:
    run = run_of("double-king-pedro/puzzles/103")
    known = narrator_for(run.game, 0), run.moments[asked_at(run)].before, proven(run, asked_at(run))
    assert str(short_prompt(*known)) == "Which card brings it down, for 64 points?"


@looks_at_examples("double-knot", "double-king-pedro", "knueffeln")
@pytest.mark.parametrize(("file", "known"), [
    ("double-knot/puzzles/51", "The others play against you first, then for themselves."),
    ("double-knot/puzzles/teams-23", "Variant: partners."),
    ("double-king-pedro/puzzles/103", "You and North have 0 points, they have 27."),
    ("knueffeln/puzzles/05", ""),
])
def test_below_it_stands_what_no_plate_says(file: str, known: str) -> None:
    run = run_of(file)
    assert standing_text(narrator_for(run.game, 0), run.moments[asked_at(run)].before, proven(run, asked_at(run))) == known
