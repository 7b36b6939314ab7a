"""The coach in a course, which explains each taught rule once, when the rule matters, and is otherwise silent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from rules_engine.api.lesson_tips import learnt
from rules_engine.api.session import new_session
from rules_engine.html.slip import Slip
from tests.api.reader import ask

TAUGHT = {"snakebit": ["unbroken", "follow-suit", "win-trick"], "knueffeln": ["ole", "beater", "no-power"]}


def spoken(game: str, taught: Sequence[str]) -> Iterator[Slip]:
    """Yield the coach's messages in a hand in which the reader always plays the first legal move."""
    session = new_session(game, 7, setup={"dealer": "East"})
    while session.position.to_act is not None:
        if session.readers_turn:
            reply = learnt(session, taught)
            if reply is not None:
                yield reply.slip
            session = session.play(session.game.legal(session.position)[0].text)
        else:
            assert learnt(session, taught) is None
            session = session.go_on()


@pytest.mark.parametrize("game", TAUGHT)
def test_each_rule_that_was_taught_is_spoken_of_once(game: str) -> None:
    said = [*spoken(game, TAUGHT[game])]
    rules = [rule for slip in said for _, rule in slip.more]
    assert len(rules) > 1
    assert sorted(rules) == sorted({*rules} & {*TAUGHT[game]})
    assert {slip.kind for slip in said} == {"coach"}


def test_what_was_not_taught_is_not_spoken_of() -> None:
    assert [rule for slip in spoken("snakebit", ["win-trick"]) for _, rule in slip.more] == ["win-trick"]
    assert [*spoken("snakebit", [])] == []


def test_who_takes_the_trick_is_told_of_the_card_that_is_ahead_now() -> None:
    lengths = set[int]()
    for seed in range(1, 9):
        session = new_session("snakebit", seed)
        while session.position.to_act is not None:
            trick, reply = session.position.trick, learnt(session, ["win-trick"])
            if reply is not None:
                lengths.add(len(trick))
                assert reply.slip.lead == session.narrator.trick_explanation(session.position, trick)[-1].sentence
                break
            session = session.play(session.game.legal(session.position)[0].text) if session.readers_turn else session.go_on()
    assert lengths == {2, 3}


def test_a_hand_of_a_course_is_dealt_with_its_coach() -> None:
    setup = {"dealer": "East"}
    told = [ask(op="practice", game="snakebit", seed=6, setup=setup, **beside)["html"]
            for beside in ({"level": "beginner", "taught": ["unbroken"]}, {})]
    assert ['data-kind="coach"' in html for html in told] == [True, False]
