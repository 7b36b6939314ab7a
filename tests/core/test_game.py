"""The interface that all games share, tested with the shipped games."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

from rules_engine.core.game.game_options import option_labels, option_named, unusual_options
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.errors import SetupError
from rules_engine.games import make_game
from rules_engine.games.double_king_pedro.game import DoubleKingPedro
from rules_engine.games.double_knot.game import DoubleKnot
from rules_engine.testing import over, problems


def test_hands_of_a_match_are_counted() -> None:
    game = make_game("snakebit")
    second = game.deal(2, before=over(game))
    assert second.number == 2
    second.hand_over = True
    assert game.deal(3, before=second).number == 3


def test_a_table_has_a_name_for_each_seat() -> None:
    assert make_game("snakebit", players=3, seats=["A", "B", "C"]).table.names == ("A", "B", "C")
    for names in (["A", "B", "C"], ["A", "B", "C", "D", "E"]):
        with pytest.raises(SetupError, match=f"{len(names)} seats are named for 4 players"):
            make_game("snakebit", players=4, seats=names)


@pytest.mark.parametrize("players", [0, -4, 7, True, 4.0, "4", [4]])
def test_a_number_of_players_that_a_game_is_not_for_is_refused(players: Any) -> None:
    with pytest.raises(SetupError, match=re.escape(f"is for 3 or 4 players, not {players!r}")):
        make_game("snakebit", players=players)


@pytest.mark.parametrize(("seats", "why"), [
    ([], "players, not 0"), ("ABCD", "'ABCD' is not a list"), (0, "0 is not a list"), ({"South": 1}, "is not a list")])
def test_seats_that_are_no_names_are_refused(seats: Any, why: str) -> None:
    with pytest.raises(SetupError, match=why):
        make_game("snakebit", seats=seats)


def test_a_view_is_drawn_from_ones_own_seat_and_hides_what_lies_apart() -> None:
    game = DoubleKingPedro()
    position = game.deal(1)
    assert [game.view(position, seat).home for seat in (None, 0, 2)] == [0, 0, 2]
    assert game.view(position, 2).position.kitty == [FACE_DOWN] * 5
    assert game.view(position, None).position.kitty == position.kitty


def test_of_a_trick_that_cannot_lie_so_the_first_wrong_card_is_told_alone() -> None:
    game = make_game("double-king-pedro")
    setup = {"declarer": "South", "contract": 20, "trump": "S", "leader": "South",
             "hands": {"South": "KS QS", "West": "2S 3S", "North": "4S 6S 7S", "East": "8S 9S 10S"},
             "trick": ["South AS", "West KD", "North QD"]}
    told = [problem for problem in problems(game, setup) if "at this place of the trick" in problem]
    assert [problem.partition(":")[0] for problem in told] == ["trick.1"]


def test_what_carries_over_from_the_hand_before_may_be_said_again_but_not_otherwise() -> None:
    game = make_game("double-decker")
    before = over(game)
    dealer, totals = game.table.names[game.dealer_after(before)], dict(zip(game.score_names, before.totals, strict=True))
    other = next(name for name in game.table.names if name != dealer)
    assert problems(game, {"seed": 2, "dealer": dealer, "score": totals, "round": 2}, before) == []
    assert problems(game, {"seed": 2, "dealer": other}, before) == [f"dealer: {dealer} deals next"]
    assert problems(game, {"seed": 2, "round": 1}, before) == ["round: this is number 2: it carries over from the hand before"]
    wrong = {**totals, dealer: totals[dealer] + 1}
    assert problems(game, {"seed": 2, "score": wrong}, before) == ["score: the totals carry over from the hand before"]


def test_a_seed_deals_all_cards_or_the_setup_gives_them() -> None:
    game = make_game("double-king-pedro")
    kitty = ["2H", "3H", "4H", "5H", "6H"]
    assert problems(game, {"seed": 1, "dealer": "North"}) == []
    assert problems(game, {"seed": 1, "kitty": kitty})[0] == (
        "kitty: the seed deals these cards: leave them out, or give the hands too")
    assert problems(game, {"kitty": kitty})[0] == "hands: a setup needs hands, or a seed for the engine to deal"
    assert not [told for told in problems(game, {"seed": 1, "out": ["West"]}) if "the seed deals" in told]


class ShortKnot(DoubleKnot):
    """A game whose options are named differently from their values."""

    option_words: ClassVar = {"basic": "36 cards", "basic pack": "the pack of 36"}


def test_an_option_is_called_what_its_game_says_or_else_by_its_own_word() -> None:
    assert option_labels(ShortKnot) == {"pack": "Pack", "extended": "Extended", "basic": "36 cards"}
    assert [option_named(ShortKnot, "pack", value) for value in ("basic", "extended")] == ["the pack of 36", "extended pack"]
    assert unusual_options(ShortKnot(options={"pack": "basic"})) == {"pack": "basic"}
    assert unusual_options(ShortKnot()) == {}
