"""Puzzles made from the reader's own choices that gave something away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.api.saves import read_save
from rules_engine.bots import recommendation
from rules_engine.games import GAMES
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import replay
from tests.api.reader import answered, ask
from tests.api.test_review import played, reviewed
from tests.dom import read

SEEDS = {"snakebit": 3, "double-decker": 7, "double-knot": 21, "double-king-pedro": 20, "knueffeln": 85}


@pytest.fixture(scope="module", params=[game for game in GAMES if game in SEEDS])
def hand(request: pytest.FixtureRequest) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the save of a finished hand, and the answers during its review."""
    with pytest.MonkeyPatch.context() as quick:
        quick.setattr(recommendation, "MOST", 2)
        save = played(request.param, SEEDS[request.param])
        yield save, reviewed(save)


def asked(answer: dict[str, Any], deed: str) -> list[int]:
    """Return the indices of the choices to which the buttons for an action refer."""
    return [int(button["data-value"]) for button in read(answer["html"]).all(f"button[data-do={deed}]")]


def places(save: str, review: dict[str, Any]) -> list[int]:
    """Return the indices of all choices offered as puzzles, in the review or in its details."""
    told = [asked(answered(op="do", save=save, do="choice", value=str(place)), "own") for place in asked(review, "choice")]
    return [*asked(review, "own"), *(place for each in told for place in each)]


def test_what_the_review_sets_is_the_position_as_it_lay_and_the_move_made_there_fails(
        hand: tuple[str, list[dict[str, Any]]]) -> None:
    save, said = hand
    session, found = read_save(save), places(save, said[-1])
    assert found
    for place in found:
        made = answered(op="ownpuzzle", save=save, place=place)
        assert made["title"] == f"Trick {session.trick_number(place)} of a hand of yours"
        run, before = replay(read_scenario(made["scenario"])), session.line[place].position
        assert [{*hand} for hand in run.start.hands] == [{*hand} for hand in before.hands]
        assert [(laid.seat, laid.move) for laid in run.start.trick] == [(laid.seat, laid.move) for laid in before.trick]
        assert made["scenario"]["puzzle"]["natural"] == session.moves[place].text
        begun = answered(op="puzzle", scenario=made["scenario"], moves=[], do="")
        assert re.search(r"\b[Ww]hich (card|move) [^.]+\?", begun["say"])
        move = session.moves[place].text
        assert answered(op="puzzle", scenario=made["scenario"], moves=[], do="play", value=move)["wrong"]
        shown = answered(op="puzzle", scenario=made["scenario"], moves=[], do="show")
        assert not shown["wrong"]
        assert shown["help"] == 4


def test_what_cost_nothing_or_isn_t_a_choice_in_play_makes_no_puzzle(hand: tuple[str, list[dict[str, Any]]]) -> None:
    save, _ = hand
    session = read_save(save)
    forced = [place for place in range(len(session.moves)) if session.line[place].position.leader is not None
              and len(session.game.legal(session.line[place].position)) == 1]
    for place in forced[:1]:
        assert answered(op="ownpuzzle", save=save, place=place) == {"scenario": None}
    for place in (-1, len(session.moves)):
        assert ask(op="ownpuzzle", save=save, place=place)["error"] == "There is no such choice in this hand."
