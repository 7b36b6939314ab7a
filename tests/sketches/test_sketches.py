"""Tests that the sketches of classic games satisfy the contract for all games, and stay within the length limit."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rules_engine.api.saves import read_save
from rules_engine.api.session import READER, Session, begin_session
from rules_engine.bots import bot_for
from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice
from rules_engine.core.positions.position import Position
from rules_engine.sketches.bridge import Bridge
from rules_engine.testing import CONTRACT, begin, choice_name
from tests.api.reader import Deed, ask, does, goes_on, offered, offered_in_the_tray, seated
from tests.dom import read
from tests.sketches import SKETCHES
from tests.sketches.doppelkopf import Doppelkopf
from tests.sketches.pinochle import Pinochle
from tests.some import some

LONGEST = 210
"""Maximum number of non-blank lines in a sketch."""


def _kind(place: str) -> type[Game[Position]]:
    module, _, name = place.partition(":")
    kind: type[Game[Position]] = getattr(import_module(module), name)
    return kind


EVERY = [game for place in SKETCHES.values() for game in every_choice(_kind(place))]
"""Each sketch in every variant and for every number of players."""


@pytest.mark.parametrize("clause", CONTRACT, ids=lambda clause: clause.__name__)
@pytest.mark.parametrize("game", some(EVERY, [*{game.id: game for game in reversed(EVERY)}.values()], choice_name))
def test_a_sketch_keeps_the_contract(game: Game[Position], clause: Callable[[Game[Any]], None]) -> None:
    clause(game)


@pytest.mark.parametrize("place", SKETCHES.values(), ids=SKETCHES)
def test_a_sketch_is_short(place: str) -> None:
    text = Path(str(import_module(place.partition(":")[0]).__file__)).read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= LONGEST


@pytest.mark.parametrize("place", SKETCHES.values(), ids=SKETCHES)
def test_a_sketch_is_played_at_the_practice_table(place: str) -> None:
    game = _kind(place)()
    session = begin_session(game, {"seed": 5})
    for _ in range(400):
        session = _go(session)
        if session.position.hand_over:
            break
    assert session.position.hand_over


def _go(session: Session) -> Session:
    """Make a move for the reader or for the other seats."""
    if session.readers_turn:
        return session.play(session.game.legal(session.position)[0])
    return session.go_on() if session.waiting else session.against("random").go_on()


@pytest.mark.parametrize("name", some(SKETCHES, ["skat", "bridge"]))
def test_a_sketch_can_be_played_to_its_end_at_the_table(name: str, known: None) -> None:
    """The test sends the messages that the page would send for button clicks, including hints and the next hand."""
    answer, rng, hinted = seated(game=name, seed=4, level="random"), random.Random(name), 0
    for _press in range(600):
        assert "error" not in answer, answer
        if answer["over"] and not answer["waiting"]:
            break
        if answer["turn"] and hinted < 2 and rng.random() < 0.2:
            hint = ask(op="do", do="hint", save=answer["save"], seed=1, level="random")
            assert "error" not in hint, hint
            hinted += 1
        answer = goes_on(answer, rng)
    assert answer["over"]
    assert 'class="fs-points"' in answer["html"]
    if not answer["finished"]:
        assert not goes_on(answer, rng)["over"]


def test_a_number_that_can_be_bid_in_each_suit_is_one_key_and_its_suits_stand_below(known: None) -> None:
    answer = seated(game="bridge", seed=4, level="random", setup={"dealer": "South", "seed": 4})
    while not (answer["turn"] and read(answer["html"]).all("[data-do=number]")):
        answer = goes_on(answer, random.Random(1))
    keys = [deed.value for deed in offered(answer["html"]) if deed.do == "number"]
    assert len(set(keys)) == len(keys)
    chosen = does(answer, Deed("number", keys[-1]))
    below = [deed.value for deed in offered_in_the_tray(read(chosen["html"])) if deed.do == "play"]
    assert [move for move in below if move.endswith(keys[-1])] == [
        *(f"bid {suit} {keys[-1]}" for suit in "CDHS"), f"notrump {keys[-1]}"]
    assert "pass" in below
    assert not [deed for deed in offered(chosen["html"]) if deed.do == "bid"]
    assert len(read_save(does(chosen, Deed("play", f"bid H {keys[-1]}"))["save"]).moves) > len(read_save(answer["save"]).moves)


def test_the_reader_plays_for_dummy() -> None:
    hands = {"South": "AS KS 2C", "West": "3S 4S 3C", "North": "QS JS 5C", "East": "5S 6S 7C"}
    setup = {"hands": hands, "phase": "play", "dealer": "West", "leader": "West", "level": 1, "high": "South",
             "named_notrump": ["South"], "passes": 3, "calls": 5}
    game: Game[Any] = Bridge()
    begun = begin(game, setup)
    assert game.decides(begun.position) == 1
    led = begun.after("3S")
    assert led.position.to_act == 2
    assert game.decides(led.position) == READER
    assert game.view(led.position, 3).position.hands[2] == led.position.hands[2], "dummy lies open"
    session = begin_session(game, setup)
    session = session.against("random").others_play()
    assert session.readers_turn
    assert session.position.to_act == 2
    assert session.play("QS").position.trick[-1].seat == 2


def test_either_copy_of_a_card_may_be_written() -> None:
    hand = begin(Doppelkopf(), {"hands": {"South": "AC' 9S", "West": "KC 9C", "North": "10C 9H", "East": "9C' KS"}})
    assert hand.after("AC").position.trick[0].card.text == "AC'"
    assert hand.after("AC", "9C", "10C", "9C").position.tricks == [1, 0, 0, 0]


def test_a_meld_is_one_move_of_several_cards() -> None:
    hands = {"South": "QS JD KH QH", "West": "9C 9C' 10C 10C'", "North": "9D 9D' 10D 10D'", "East": "9S 9S' 10S 10S'"}
    game = Pinochle()
    hand = begin(game, {"hands": hands, "phase": "meld", "trump": "H", "declarer": "South",
                        "bids": {"South": 250, "West": 0, "North": 0, "East": 0}})
    assert hand.legal == {"done", "meld QS JD", "meld QH KH"}
    assert hand.after("meld KH QH").position.melds == [40, 0, 0, 0]
    assert hand.after("meld QH KH").legal == {"done", "meld QS JD"}
    assert hand.after("meld KH QH").refusal("meld KH QH") == "meld"
    refused = hand.refused("meld 9C 9D")
    assert refused is not None
    assert (refused.rule, refused.sentence) == ("not-held", "The {9D} isn't in South's hand.")


def test_bots_of_one_side_play_for_it() -> None:
    game = _kind(SKETCHES["crew"])()
    position = game.deal(3)
    while position.to_act is not None:
        choice = bot_for(game, "random").choose(game.view(position, position.to_act), game.random_for(1, position.tricks))
        position, _ = game.make(position, choice.move)
    assert position.hand_over
