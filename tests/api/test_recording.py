"""Hands recorded in the browser as scenario files, which must pass the checks for authors."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine.api.saves import read_save, write_save
from rules_engine.api.session import new_session
from rules_engine.authoring.checks.check import check_text
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.core.game.setups import facts_of
from rules_engine.games import known_games
from rules_engine.scenarios.replay import Replay
from tests.api.reader import answered, ask, seated
from tests.ours import skip_without_examples

skip_without_examples("snakebit", whole_module=True)

STORY = read_yaml(Path("examples/snakebit/follow-suit.yml").read_text(encoding="utf-8")).value
NEXT_HAND = read_yaml(Path("examples/snakebit/next-hand.yml").read_text(encoding="utf-8")).value


def holds(text: str) -> Replay:
    checked = check_text(text, "recorded.yml")
    assert checked.problems == []
    assert checked.run is not None
    return checked.run


@pytest.mark.parametrize("game_id", known_games())
def test_a_practice_hand_is_saved_as_an_example_and_copied_as_a_quiz(game_id: str) -> None:
    session = new_session(game_id, 5).others_play()
    while not session.position.hand_over:
        session = session.rest() if session.waiting else session.play(session.game.legal(session.position)[0]).others_play()
        save = write_save(session)
        quiz = answered(op="record", save=save, kind="quiz")
        asked = holds(quiz["text"]).moments[-1]
        assert asked.before.to_act == 0
        assert quiz["name"] == f"{game_id}-quiz.yml"
    example = answered(op="record", save=write_save(session), kind="example")
    run = holds(example["text"])
    assert example["name"] == f"{game_id}-example.yml"
    assert facts_of(run.game, run.end) == facts_of(session.game, session.position)


def test_at_the_readers_turn_a_quiz_asks_what_may_be_done_now() -> None:
    answer = seated(game="snakebit", seed=4)
    session = read_save(answer["save"])
    assert session.readers_turn
    asked = holds(answered(op="record", save=answer["save"], kind="quiz")["text"]).moments[-1]
    assert asked.move is None
    assert {*session.game.legal(session.position)} == {*session.game.legal(asked.before)}


@pytest.mark.parametrize(("kind", "told"), [("example", "Nobody has done anything yet"), ("quiz", "nothing to decide yet")])
def test_where_nothing_has_been_done_nothing_is_written_and_that_is_said(kind: str, told: str) -> None:
    session = new_session("snakebit", 4, setup={"dealer": "South"})
    assert not session.readers_turn
    answer = answered(op="record", save=write_save(session), kind=kind)
    assert answer["text"] == answer["name"] == ""
    assert told in answer["say"]


def test_an_example_varied_becomes_one_of_its_own() -> None:
    run = holds(answered(op="record", scenario=STORY, step=1, moves=["9WY"], kind="example")["text"])
    assert [str(moment.move) for moment in run.moments] == [next(iter(STORY["script"][0].values())), "9WY"]
    asked = holds(answered(op="record", scenario=STORY, step=1, moves=[], kind="quiz")["text"]).moments[-1]
    assert asked.before.to_act == 1


def test_an_example_of_several_hands_is_recorded_from_its_last_deal() -> None:
    steps = len(NEXT_HAND["script"])
    dealt = max(place for place, step in enumerate(NEXT_HAND["script"]) if "deal" in step)
    for step in range(dealt + 1, steps + 1):
        answer = answered(op="record", scenario=NEXT_HAND, step=step, moves=[], kind="example")
        if answer["text"]:
            assert len(holds(answer["text"]).moments) <= step - dealt - 1


@pytest.mark.parametrize("message", [{"kind": "novel", "save": ""}, {"kind": "quiz", "scenario": STORY, "step": 99}])
def test_what_cannot_be_recorded_is_told(message: dict[str, object]) -> None:
    if "save" in message:
        message |= {"save": write_save(new_session("snakebit", 4))}
    assert ask(op="record", **message)["error"]


def test_a_puzzle_is_saved_as_it_is_and_what_was_played_of_it_as_an_example_or_quiz() -> None:
    file = sorted(Path("examples/snakebit/puzzles").glob("*.yml"))[0]
    scenario = read_yaml(file.read_text(encoding="utf-8")).value
    kept = answered(op="record", scenario=scenario, moves=[], kind="puzzle")
    assert kept["name"] == "snakebit-puzzle.yml"
    assert holds(kept["text"]).scenario == holds(file.read_text(encoding="utf-8")).scenario
    played = answered(op="puzzle", scenario=scenario, moves=[], do="show")["moves"]
    example = holds(answered(op="record", scenario=scenario, moves=played, kind="example")["text"])
    assert [str(moment.move) for moment in example.moments][-len(played):] == played
    assert holds(answered(op="record", scenario=scenario, moves=played, kind="quiz")["text"]).scenario.kind == "quiz"
    assert answered(op="record", scenario=scenario, moves=[], kind="example")["say"]
