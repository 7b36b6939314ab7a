"""The Snakebit bot: legal moves that use no hidden information, true reasons, and play that follows its plans."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules_engine.bots import BotMove
from rules_engine.games import make_game
from rules_engine.games.snakebit import Snakebit
from rules_engine.games.snakebit.bot import bot
from rules_engine.testing import begin
from tests.bots.worlds import moments, other_world

HANDS = 50
TABLES = [pytest.param(players, id=f"{players} players") for players in (3, 4)]


@pytest.mark.parametrize("players", TABLES)
def test_every_move_is_legal(players: int) -> None:
    game = make_game("snakebit", players=players)
    for position, choice in moments(game, HANDS):
        assert game.judge(position, choice.move).legal


@pytest.mark.parametrize("players", TABLES)
def test_every_choice_has_a_reason_whose_marks_name_cards_and_suits(players: int) -> None:
    game = make_game("snakebit", players=players)
    for _, choice in moments(game, HANDS):
        assert choice.reason.endswith(".")
        assert "{}" not in choice.reason
        spoken = game.pack.plain(choice.reason)
        assert "{" not in spoken
        assert "}" not in spoken


@pytest.mark.parametrize("players", TABLES)
def test_two_worlds_with_one_view_get_one_answer(players: int) -> None:
    game, rng, player = Snakebit(players=players), random.Random(players), bot()
    for seed, (position, choice) in enumerate(moments(game, HANDS)):
        world = other_world(position, rng)
        assert player.choose(game.view(world, position.to_act), random.Random(seed)) == choice


def choice_in(players: int = 4, **setup: Any) -> BotMove:
    """Return the bot's choice as South in the position described by a setup."""
    hand = begin(Snakebit(players=players), setup)
    assert hand.position.to_act == 0
    return bot().choose(hand.game.view(hand.position, 0), random.Random(0))


def test_the_last_player_takes_a_clean_trick_with_the_cheapest_winner() -> None:
    move, reason, *_ = choice_in(
        cursed="S", trump="Y", leader="West", trick=["West 5ML as L", "North 4WL", "East 2WL"],
        hands={"South": "3LY 6LK 8WL 9LK", "West": "5YK 6SY 7SK", "North": "2MK 4YK 8YK", "East": "3MW 3SK 9MS"})
    assert move.text == "6LK", "cheaper than the 3, a trump"
    assert "I play last and there is no cursed card in the trick, so the {6LK}" in reason


def test_a_cursed_trick_is_left_to_others_with_the_highest_loser() -> None:
    move, reason, *_ = choice_in(
        cursed="S", trump="Y", leader="West", trick=["West 9MS as M", "North 4MS", "East 2MK"],
        hands={"South": "6MW 8MS 3MW 9LK", "West": "5YK 6SY 7SK", "North": "4WL 4YK 8YK", "East": "7WY 3SK 5SW"})
    assert move.text == "8MS"
    assert "{9MS} beats the {8MS}" in reason


def test_a_clean_sure_winner_is_led_when_nobody_holds_a_cursed_card() -> None:
    move, reason, *_ = choice_in(
        cursed="S", trump="Y", cursed_taken={"West": 8}, leader="South",
        hands={"South": "9LK 2WL", "West": "5ML 6MW", "North": "4WL 2MK", "East": "6LK 8WL"})
    assert move.text.startswith("9LK as ")
    assert "Nobody else holds a cursed card" in reason


def test_a_low_card_draws_the_broken_cursed_suit() -> None:
    move, reason, *_ = choice_in(
        cursed="S", trump="L", broken=["S"], leader="South",
        hands={"South": "2SY 8WL", "West": "4MS 6SY", "North": "7SK 9MS", "East": "3SK 5SW"})
    assert move.text == "2SY as S"
    assert "the cursed suit" in reason
