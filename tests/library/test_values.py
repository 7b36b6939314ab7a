"""Games, positions and hands are values: they compare by content, and their written form can be read back as an equal value."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine import begin, bot_for, deal, make_game, read_scenario, write_scenario
from rules_engine.api.session import begin_session
from rules_engine.core.game.setups import read_setup
from rules_engine.core.model.errors import SetupError
from rules_engine.library.hand import Hand
from tests.some import A_TABLE_OF_EACH_VARIANT


def moments(game: Any, seeds: int = 2) -> Iterator[Hand]:
    """Yield some points in random hands, and the end of each. For each seed, a second hand follows in the same match."""
    for seed in range(seeds):
        rng, hand = random.Random(f"{game}{seed}"), deal(game, seed)
        for _ in range(2):
            while hand.legal:
                if rng.random() < 0.2:
                    yield hand
                hand = hand.play(rng.choice(hand.legal))
            yield hand
            if hand.position.game_over or not hand.over:
                break
            hand = hand.next(seed + 50)


def test_equal_games_positions_and_hands_are_equal_and_one_in_a_set() -> None:
    assert make_game("snakebit") == make_game("snakebit") == make_game("snakebit", players=4)
    assert make_game("snakebit") != make_game("snakebit", players=3)
    assert make_game("double-knot") != make_game("double-knot", options={"pack": "basic"})
    assert make_game("snakebit", seats=["A", "B", "C", "D"]) != make_game("snakebit")
    one, same, other = deal("snakebit", 7), deal("snakebit", 7), deal("snakebit", 8)
    assert one == same != other
    assert one.position == same.position != other.position
    assert len({one, same, other}) == len({one.position, same.position, other.position}) == 2
    assert len({make_game("snakebit"), make_game("snakebit")}) == 1
    assert one.play("8WL as W") == same.play("8WL as W") != one.play("2WL as W") != one
    assert one.why("9WY") == same.why("9WY") != one.why("2MK")
    assert one.view("West") == same.view("West") != one.view("East")
    assert {one, one.position, one.game} & {"a hand", 7, "snakebit"} == set()
    assert begin(one.game, one.setup).position == one.position


@A_TABLE_OF_EACH_VARIANT
def test_a_position_is_read_back_as_it_was_written_at_every_moment_and_over(game: Any) -> None:
    for hand in moments(game):
        again = begin(game, hand.setup)
        assert again.facts == hand.facts
        assert again.legal == hand.legal, "the same moves in the same order"
        assert again.setup == hand.setup
        assert again.position.hands == hand.position.hands
        assert (again.over, again.points, str(again)) == (hand.over, hand.points, str(hand))
        if hand.over:
            assert str(again.sheet) == str(hand.sheet)
            assert again._repr_html_() == hand._repr_html_()
            assert isinstance(again.happened, list)
            assert begin_session(game, hand.setup).others_play().position.hand_over


@A_TABLE_OF_EACH_VARIANT
def test_a_bot_chooses_alike_in_a_hand_that_was_written_and_read(game: Any) -> None:
    for hand in moments(game, 1):
        if hand.over:
            continue
        read = [begin(game, hand.setup), read_scenario(write_scenario(hand))[-1]]
        views = [each.game.view(each.position, game.decides(each.position)) for each in (hand, *read)]
        for level in ("random", "beginner"):
            assert len({bot_for(game, level).choose(view, random.Random(5)).move for view in views}) == 1
        assert read[1].legal == hand.legal


@pytest.mark.parametrize(("game", "spoilt", "said"), [
    ("snakebit", {"phase": "play"}, "no seat holds a card"),
    ("snakebit", {"trick": ["South 2MK"]}, "the hand is over: leave out trick"),
    ("snakebit", {"leader": "South"}, "the hand is over: leave out leader"),
    ("double-knot", {"bids": {}}, "has a bid for every seat"),
    ("double-king-pedro", {"trump": None}, "has a declarer, a contract and a trump"),
    ("knueffeln", {"won": None}, "was void, by four cards of one suit turned up, or won"),
    ("knueffeln", {"won": {"side": "West+East", "how": "luck"}}, "'luck' is not one of"),
    ("knueffeln", {"won": {"side": "North", "how": "game"}}, "'North' is not one of"),
    ("snakebit", {"last_trick": 5}, "5 is not a mapping"),
    ("snakebit", {"last_trick": {"cards": ["South 2MK"], "winner": "Nobody"}}, "a seat: South"),
])
def test_a_hand_can_t_be_over_in_every_way(game: str, spoilt: dict[str, Any], said: str) -> None:
    over = next(each for each in moments(make_game(game)) if each.over and each.moves and each.setup.get("won", True))
    with pytest.raises(SetupError) as error:
        begin(over.game, {**over.setup, **spoilt})
    assert said in str(error.value)


def test_how_a_hand_ended_is_of_a_hand_that_is_over() -> None:
    hand = deal("double-decker", 3)
    aside = {name: cards[0] for name, cards in hand.setup["hands"].items()}
    with pytest.raises(SetupError, match="set_aside is of a hand that is over: leave it out, or say phase: over"):
        read_setup(hand.game, {**hand.setup, "set_aside": aside})
