"""Tests of the coach: its advice on the reader's moves, its confidence, and that it uses only facts the reader can see."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from rules_engine.api import request
from rules_engine.api.coach import coach, review, turn_analysis
from rules_engine.api.narration import cards_to_discard
from rules_engine.api.saves import read_save
from rules_engine.api.session import Session
from rules_engine.bots import recommendation
from rules_engine.bots.worlds import Worlds
from rules_engine.core.game.game import Game
from rules_engine.games import GAMES, make_game
from tests.api.reader import answered, ask
from tests.dom import read
from tests.some import some

ASKED = 400
"""Maximum number of requests until the coach's advice is final."""


def at_a_choice(game: str, tricks: int, seed: int = 3) -> dict[str, Any]:
    """Return a practice hand in which some tricks are complete and the reader can choose among at least three moves."""
    answer = answered(op="practice", game=game, seed=seed)
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
    """Return the coach's answers for one turn, up to the final one."""
    said = [answered(op="do", save=save, do="hint")]
    while said[-1]["thinking"]:
        said.append(answered(op="do", save=save, do="hint", value="more"))
        assert len(said) < ASKED
    return said


@pytest.fixture
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the coach to a few deals, so that playing hands by its advice is quick."""
    monkeypatch.setattr(recommendation, "MOST", 6)


@pytest.mark.parametrize(("game", "compared"), [*((game, 1) for game in GAMES), ("snakebit", 20)])
@pytest.mark.usefixtures("_little_work")
def test_it_thinks_and_then_answers_once_and_its_signs_say_what_its_words_say(game: str, compared: int,
                                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "COMPARED", compared)
    save = at_a_choice(game, tricks=1 if game != "double-decker" else 0)["save"]
    first, *between, last = advice(save)
    assert first["say"].startswith("I am thinking")
    assert "<progress" in first["html"]
    assert not any("I would" in answer["html"] or "data-worth" in answer["html"] for answer in (first, *between))
    assert last["say"].startswith("I would ")
    page = read(last["html"])
    signs = [card["data-worth"] for card in page.all("#fs-hand .fs-card") if card.get("data-worth")]
    assert signs.count("best") == 1, "what is advised is marked, and nothing is better"
    assert all(sign in ("best", "≈") or sign.startswith("−") for sign in signs), signs
    turn = turn_analysis._TURNS[save]
    assert turn is not None
    assert page.all(".fs-sample p"), "what it rests on is a press away"
    if turn.judged.worlds < compared:
        assert signs == ["best"]
        assert "about as well" not in last["say"]
    elif turn.judged.sure == "even":
        assert "about as well" in last["say"]
        assert len(turn.judged.level) > 1
    else:
        assert "about as well" not in last["say"]
        assert "≈" not in signs
        assert any(sign.endswith("?") for sign in signs) == (turn.judged.sure == "probably")
    assert "data-kind=\"coach\"" in last["html"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("_little_work")
def test_the_coach_uses_only_what_the_reader_can_see(game: str) -> None:
    """The coach gives the same advice when the cards that the reader can't see are dealt again."""
    save = at_a_choice(game, tricks=2 if game != "double-decker" else 0)["save"]
    session = read_save(save)
    wanted = advice(save)[-1]
    world = Worlds(session.game.view(session.position, 0, session.memory(0, len(session.moves)))).draw(random.Random(5))
    assert world.hands != session.position.hands
    *line, last = session.line
    turn_analysis._TURNS.clear()
    request.RECENT[save] = replace(session, line=(*line, replace(last, position=world)))
    try:
        assert advice(save)[-1] == wanted
    finally:
        del request.RECENT[save]


def advised_move(session: Session) -> Any:
    """Return the move that the coach finally advises."""
    turn = turn_analysis.turn_of(session)
    if turn is None or cards_to_discard(session) > 1:
        return turn_analysis.usual_choice(session).move
    while turn.think():
        pass
    return turn.judged.move


@pytest.mark.parametrize("game", some(GAMES, ["snakebit", "knueffeln"]))
@pytest.mark.parametrize("seed", some([1, 2], [1]))
@pytest.mark.usefixtures("_little_work")
def test_the_review_never_criticizes_an_advised_move(game: str, seed: int) -> None:
    """The review uses the coach's judgement, whether cached or computed again."""
    save = answered(op="practice", game=game, seed=seed)["save"]
    while not (session := read_save(save)).position.hand_over:
        do = {"do": "play", "value": advised_move(session).text, "doubts": True} if session.readers_turn else {"do": "go"}
        answer = answered(op="do", save=save, **do)
        assert not answer["doubt"], "what was advised isn't doubted either"
        save = answer["save"]
    for forgets in (False, True):
        if forgets:
            turn_analysis._TURNS.clear()
        review._REVIEWS.clear()
        told = answered(op="do", save=save, do="review")
        while told["thinking"]:
            told = answered(op="do", save=save, do="review", value="more")
        assert told["say"].startswith("Nothing was clearly given away"), told["say"]


@pytest.mark.usefixtures("_little_work")
def test_after_a_mistake_it_asks_whether_that_is_to_stand_where_it_had_thought_about_the_turn() -> None:
    asked, answer = 0, answered(op="practice", game="snakebit", seed=5)
    while not (session := read_save(answer["save"])).position.hand_over:
        turn = turn_analysis.turn_of(session) if session.readers_turn else None
        if turn is None:
            do = {"do": "play", "value": moves_of(session)[0].text} if session.readers_turn else {"do": "go"}
            answer = answered(op="do", save=answer["save"], **do)
            continue
        unthought = [after_move(answer, move) for move in moves_of(session)]
        assert not any(after["doubt"] for after in unthought)
        while answered(op="do", save=answer["save"], do="ponder")["thinking"]:
            pass
        mistakes = [tried.move for tried in turn.judged.tried.values() if turn.judged.is_grave(tried)]
        for move in moves_of(session):
            after = after_move(answer, move)
            assert after["doubt"] == (move in mistakes and not after["over"])
            assert not after_move(answer, move, wanted=False)["doubt"], "it says nothing unless that is wanted"
            if after["doubt"]:
                assert re.match(r"Sure\? .* costs about \d+ points?( in \d+ such hands)?, as far as you can know\.", after["say"])
                bar = read(after["html"]).all(".fs-bar button")
                assert (bar[0]["data-do"], bar[0].text) == ("undo", "Take it back")
                assert answered(op="do", save=after["save"], do="undo")["save"] == answer["save"]
                assert answered(op="do", save=after["save"], do="because", doubts=True)["doubt"], "the others went on"
                asked += 1
        answer = after_move(answer, moves_of(session)[0])
    assert asked > 2


def after_move(answer: dict[str, Any], move: Any, *, wanted: bool = True) -> dict[str, Any]:
    """Return the engine's answer to a move; ``wanted`` allows the coach to question the move."""
    return answered(op="do", save=answer["save"], do="play", value=move.text, doubts=wanted)


def test_of_cards_that_are_given_away_all_are_named_and_marked() -> None:
    save = answered(op="practice", game="double-king-pedro", seed=2)["save"]
    while cards_to_discard(session := read_save(save)) < 2:
        assert not session.position.hand_over
        do = {"do": "play", "value": turn_analysis.usual_choice(session).move.text} if session.readers_turn else {"do": "go"}
        save = answered(op="do", save=save, **do)["save"]
    told = answered(op="do", save=save, do="hint")
    hinted = read(told["html"]).all("#fs-hand .fs-hint")
    assert len(hinted) == cards_to_discard(session)
    assert told["say"].count(" of ") >= len(hinted)


def test_the_coach_yields_after_each_playout() -> None:
    """With the counting clock, each request plays out a single hand, regardless of the number of legal moves."""
    save = at_a_choice("snakebit", tricks=0)["save"]
    answered(op="do", save=save, do="hint")
    thinking = turn_analysis._TURNS[save]
    assert thinking is not None
    answered(op="do", save=save, do="hint", value="more")
    assert thinking is turn_analysis._TURNS[save]
    assert thinking.judgement.trials.worlds == 0, "all moves were tried in one go"


@pytest.mark.usefixtures("_little_work")
def test_what_is_thought_about_is_heard_first_and_last() -> None:
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


def test_the_only_move_considered_is_advised() -> None:
    """Both opponents in the Double King Pedro hand have passed, so no sensible player would raise the partner's winning bid."""
    answer = answered(op="practice", game="double-king-pedro", seed=14)
    while True:
        session = read_save(answer["save"])
        if session.readers_turn:
            turn = turn_analysis.TurnAnalysis(session)
            if len(turn.player.considers(turn.view)) == 1 < len(moves_of(session)):
                break
        do = {"do": "play", "value": turn_analysis.usual_choice(session).move.text} if session.readers_turn else {"do": "go"}
        answer = answered(op="do", save=answer["save"], **do)
    assert session.position.phase == "bid"
    assert turn.player.considers(turn.view)[0].text in advice(answer["save"])[-1]["say"].casefold()
    assert "error" not in ask(op="do", save=answer["save"], do="play", value=moves_of(session)[-1].text, doubts=True)


@pytest.mark.parametrize("level", ["beginner", "plain", "strong"])
def test_the_others_play_at_the_level_that_is_asked_for(level: str) -> None:
    answer = answered(op="practice", game="snakebit", seed=3, level=level)
    assert request.RECENT[answer["save"]].level == level
    while not request.RECENT[answer["save"]].position.tricks[0] and answer["running"]:
        answer = answered(op="do", save=answer["save"], do="go", level=level)
        assert request.RECENT[answer["save"]].level == level


def test_a_level_that_is_not_there_is_refused_in_words() -> None:
    answer = ask(op="practice", game="snakebit", seed=3, level="grandmaster")
    assert answer["error"] == "'grandmaster' is no level: expected random, beginner, plain or strong."
