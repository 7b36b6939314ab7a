"""The coach: what it says of the reader's moves, how sure it is, and that it knows no more than the reader."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from rules_engine.bots.worlds import Worlds
from rules_engine.core.game.game import Game
from rules_engine.games import GAMES, make_game
from rules_engine.table import coach, practice
from rules_engine.table.saves import read_save
from rules_engine.table.session import Session
from tests.table.reader import answered, ask

ASKED = 400
"""A coach is done after fewer slices."""


def at_a_choice(game: str, tricks: int) -> dict[str, Any]:
    """A practice hand, some tricks on, where the reader has a card to choose."""
    answer = answered(op="practice", game=game, seed=3)
    rng = random.Random(1)
    while True:
        session = read_save(answer["save"])
        position = session.position
        assert not position.hand_over, "the hand ended too soon"
        if answer["turn"] and position.phase == "play" and sum(position.tricks) >= tricks and len(moves_of(session)) > 2:
            return answer
        if session.readers_turn:
            move = rng.choice(moves_of(session))
            answer = answered(op="do", save=answer["save"], do="play", value=move.text)
        else:
            answer = answered(op="do", save=answer["save"], do="go")


def moves_of(session: Session) -> list[Any]:
    return session.game.legal(session.position)


def advice(save: str) -> list[dict[str, Any]]:
    """All that the coach says, to its end."""
    said = [answered(op="do", save=save, do="hint")]
    while said[-1]["thinking"]:
        said.append(answered(op="do", save=save, do="hint", value="more"))
        assert len(said) < ASKED
    return said


@pytest.fixture
def _an_hour_in_a_blink(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock by which the coach has time for every world it may try."""
    monkeypatch.setattr(coach, "clock", lambda: 0.0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("_an_hour_in_a_blink")
def test_it_answers_at_once_with_a_reason_and_then_in_figures(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "MOST", 20)
    save = at_a_choice(game, tricks=1 if game != "double-decker" else 0)["save"]
    first, *_, last = advice(save)
    assert first["say"].startswith("I would ")
    assert "I am trying your moves" in first["say"]
    assert "data-worth" not in first["html"]
    tried = r"Tried in (\d+) deals that fit what you have seen; on each card, by how many \w+ you end ahead"
    told = re.search(tried, last["say"])
    assert told, last["say"]
    assert int(told[1]) >= 8
    apart = r"[Tt]oo close to call|comes next: (about \d+(\.\d)?|less than 0\.1) \w+ worse"
    assert re.search(apart, last["say"]), last["say"]
    assert last["html"].count("data-worth") == len({move.card for move in moves_of(read_save(save))})
    assert 'data-kind="coach"' in last["html"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("_an_hour_in_a_blink")
def test_it_knows_what_the_reader_knows_and_no_more(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In another world that looks the same to the reader it says the same."""
    monkeypatch.setattr(coach, "MOST", 8)
    save = at_a_choice(game, tricks=2 if game != "double-decker" else 0)["save"]
    session = read_save(save)
    wanted = advice(save)[-1]
    world = Worlds(session.game.view(session.position, 0, session.memory(0, len(session.moves)))).draw(random.Random(5))
    assert world.hands != session.position.hands
    *line, last = session.line
    coach._COACHES.clear()
    practice._RECENT[save] = replace(session, line=(*line, replace(last, position=world)))
    try:
        assert advice(save)[-1] == wanted
    finally:
        del practice._RECENT[save]


def test_a_press_is_heard_between_two_hands() -> None:
    """By the tests' clock a second goes by at each look: a slice is one hand played out, whatever the number of moves."""
    save = at_a_choice("snakebit", tricks=0)["save"]
    answered(op="do", save=save, do="hint")
    thinking = coach._COACHES[save]
    assert thinking is not None
    before = next(iter(coach._COACHES.values()))
    answered(op="do", save=save, do="hint", value="more")
    assert thinking is before
    assert thinking.trials.worlds == 0, "all moves were tried in one go"


def test_it_stops_after_its_time_and_says_so() -> None:
    last = advice(at_a_choice("snakebit", tricks=0)["save"])[-1]
    assert "There was no time to try your moves in enough deals." in last["say"]


def test_what_is_refined_is_heard_first_and_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "clock", lambda: 0.0)
    said = [answer["say"] for answer in advice(at_a_choice("snakebit", tricks=2)["save"])]
    assert said[0]
    assert said[-1]
    assert not any(said[1:-1])


def test_without_a_choice_there_is_nothing_to_try() -> None:
    game: Game[Any] = make_game("snakebit")
    answer = answered(op="practice", game="snakebit", seed=3)
    while True:
        session = read_save(answer["save"])
        if session.readers_turn and len(moves_of(session)) == 1:
            break
        do = {"do": "play", "value": moves_of(session)[0].text} if session.readers_turn else {"do": "go"}
        answer = answered(op="do", save=answer["save"], **do)
    answer = answered(op="do", save=answer["save"], do="hint")
    assert "It is the only legal move." in answer["say"]
    assert not answer.get("thinking")
    assert game.id == session.game.id


@pytest.mark.parametrize("level", ["beginner", "plain", "strong"])
def test_the_others_play_at_the_level_that_is_asked_for(level: str) -> None:
    answer = answered(op="practice", game="snakebit", seed=3, level=level)
    assert practice._RECENT[answer["save"]].level == level
    while not practice._RECENT[answer["save"]].position.tricks[0] and answer["running"]:
        answer = answered(op="do", save=answer["save"], do="go", level=level)
        assert practice._RECENT[answer["save"]].level == level


def test_a_level_that_is_not_there_is_refused_in_words() -> None:
    answer = ask(op="practice", game="snakebit", seed=3, level="grandmaster")
    assert answer["error"] == "'grandmaster' is no level: expected random, beginner, plain or strong."
