"""Counts entered for a hand with real cards: which ones are consistent, and the score sheet computed from them."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.core.game.game import Game
from rules_engine.core.game.score_form import (
    ChoiceField,
    ChoiceOption,
    Counted,
    Counting,
    Form,
    NumberField,
    Points,
    Share,
    counted_hands,
    counting_of,
)
from rules_engine.games import make_game
from rules_engine.testing import choice_name, every_game
from rules_engine.testing.matches import counted_match
from rules_engine.text.message import NOTHING

MATCHES, HANDS = 25, 8


def holds(game: Game[Any], told: Counted) -> bool:
    return counting_of(type(game)).form(game, 0).holds(told)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [*every_game()], ids=choice_name)
def test_a_match_counted_by_a_table_stands_as_the_engine_has_it(game: Game[Any]) -> None:
    assert sum(counted_match(game, seed, HANDS) for seed in range(2, MATCHES)) >= MATCHES


@pytest.mark.parametrize(("tricks", "cursed", "right"), [
    ([2, 1, 3, 0], [2, 4, 2, 0], True),
    ([2, 1, 3, 0], [1, 4, 2, 0], False),        # one cursed card isn't counted
    ([2, 1, 3, 1], [2, 4, 2, 0], False),        # one trick too many
    ([2, 1, 3, 0], [1, 4, 2, 1], False),        # a cursed card without a trick
    ([2, 0, 4, 0], [8, 0, 0, 0], True),
    ([1, 1, 4, 0], [5, 3, 0, 0], False),        # five cursed cards in one trick of four cards
    ([2, 1, 3], [2, 4, 2], False),
    ([2, 1, 3, 0.0], [2, 4, 2, 0], False),
    ([2, 1, 4, -1], [2, 4, 2, 0], False),
    (6, [2, 4, 2, 0], False),
    (None, [2, 4, 2, 0], False),
])
def test_tricks_and_cursed_cards_add_up(tricks: object, cursed: object, right: bool) -> None:
    assert holds(make_game("snakebit"), {"tricks": tricks, "cursed_taken": cursed}) is right


def test_the_case_of_the_source() -> None:
    told = {"R": [9, 5, 3, 3], "B": [2, 6, 6, 5], "G": [4, 5, 4, 2], "passed": [1, 1, 0, 0]}
    [(position, _, _)] = counted_hands(make_game("double-decker"), 0, [told])
    assert position.hand_score is not None
    assert position.hand_score[0] == 1


@pytest.mark.parametrize(("told", "right"), [
    ({"declarer": "tossed"}, True),
    ({"declarer": 0, "how": "double", "points": [100, 0]}, True),
    ({"declarer": 0, "how": "number", "points": [64, 36]}, False),      # the bid is missing
    ({"declarer": 0, "how": "number", "contract": 65, "points": [64, 36]}, True),
    ({"declarer": True, "how": "double", "points": [100, 0]}, False),
    ({}, False),
])
def test_what_follows_from_an_answer_is_asked(told: Counted, right: bool) -> None:
    assert holds(make_game("double-king-pedro"), told) is right


def test_who_sits_with_whom_hangs_on_the_dealer_of_five() -> None:
    game = make_game("knueffeln", players=5)
    counting = counting_of(type(game))
    won = counting.form(game, 2).asks[1]
    assert isinstance(won, ChoiceField)
    assert [option.seats for option in won.options] == [(0, 3), (1, 4)]


def test_a_match_ends_before_a_hand_that_does_not_add_up_and_with_the_one_that_decides_it() -> None:
    game, jann = make_game("knueffeln", "bernhard-1924"), {"won": 0, "how": "jann", "turns": 0}
    assert len([*counted_hands(game, 0, [jann, {"won": 0}, jann])]) == 1
    hands = [position for position, _, _ in counted_hands(game, 0, [jann, jann, jann])]
    assert [position.game_over for position in hands] == [False, True]


def test_a_game_that_declares_nothing_is_asked_for_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_engine.core.game.score_form.game_module", lambda kind, name: None)
    game = make_game("snakebit")
    assert isinstance(counting_of(type(game)), Points)
    [(first, lines, _), (last, _, _)] = counted_hands(game, 1, [{"points": [3, 1, 0, 2]}, {"points": [0, -14, 0, 0]}])
    assert (lines, first.totals, last.totals, last.winners) == ([], [3, 1, 0, 2], [3, -13, 0, 2], ["South"])


BOTH = ((0,), (1,))
ASKED = Form(
    [NumberField("n", NOTHING, 6), ChoiceField("how", NOTHING, [ChoiceOption(2), ChoiceOption(3)]),
     NumberField("took", NOTHING, 6, BOTH), NumberField("cards", NOTHING, 12, BOTH)],
    shares=[Share("cards", "took", 2)],
)


@pytest.mark.parametrize(("told", "right"), [
    ({}, True),
    ({"n": -1}, False),
    ({"n": 7}, False),
    ({"n": [5]}, False),            # a list, where a number is expected
    ({"how": 1}, False),
    ({"how": 4}, False),
    ({"took": 3}, False),
    ({"took": [7, 0]}, False),
    ({"cards": [3, 3]}, False),     # three cards in a two-card trick
    ({"cards": [0, 0]}, True),
])
def test_an_answer_is_one_of_those_asked_for(told: Counted, right: bool) -> None:
    assert ASKED.holds({"n": 0, "how": 2, "took": [1, 2], "cards": [2, 4], **told}) is right


def test_each_answer_goes_into_the_slot_of_its_key() -> None:
    position, tricks = make_game("snakebit").blank(), [1, 2, 3, 0]
    Counting[Any]().settle(position, {"number": 4, "trump": "M", "tricks": tricks})
    tricks.append(0)
    assert (position.number, getattr(position, "trump", ""), position.tricks) == (4, "M", [1, 2, 3, 0])
