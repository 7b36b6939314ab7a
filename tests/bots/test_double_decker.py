"""The Double Decker bot: legal moves that use no hidden information, true reasons, and better results than random play."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules_engine.bots import BotMove, bot_for
from rules_engine.bots.match import deals_of, margin_of_deal, match
from rules_engine.bots.random_bot import RandomBot
from rules_engine.games.double_decker import DoubleDecker
from rules_engine.games.double_decker.bot import DoubleDeckerBot, bot
from rules_engine.testing import begin
from tests.bots.worlds import moments, other_world
from tests.some import some

HANDS = 12
TABLES = [4, 5, 6, 7]
"""Numbers of players."""


def test_the_game_gets_this_bot() -> None:
    assert isinstance(bot_for(DoubleDecker()), DoubleDeckerBot)


@pytest.mark.parametrize("players", TABLES, ids="{} players".format)
def test_every_move_is_legal_and_every_reason_can_be_read(players: int) -> None:
    game = DoubleDecker(players=players)
    for position, choice in moments(game, HANDS):
        assert game.judge(position, choice.move).legal
        assert choice.reason.endswith(".")
        spoken = game.pack.plain(choice.reason)
        assert not set("{}") & set(spoken), spoken


@pytest.mark.parametrize("players", TABLES, ids="{} players".format)
def test_two_worlds_with_one_view_get_one_answer_whatever_the_random_numbers(players: int) -> None:
    game, rng, player = DoubleDecker(players=players), random.Random(players), bot()
    for position, choice in moments(game, HANDS):
        world = other_world(position, rng)
        assert player.choose(game.view(world, position.to_act), random.Random(rng.random())) == choice


@pytest.mark.parametrize("players", TABLES, ids="{} players".format)
def test_reasons_about_outstanding_cards_are_true(players: int) -> None:
    """The bot never claims that a card can't be beaten while another seat holds a higher card in its colour."""
    game = DoubleDecker(players=players)
    for position, choice in moments(game, HANDS):
        if "no card still out" in choice.reason:
            card = choice.move.played
            held = [other for seat, hand in enumerate(position.hands) if seat != position.to_act for other in hand]
            assert not [other for other in held if other.suits == card.suits and other.value > card.value]


@pytest.mark.parametrize("players", some(TABLES, TABLES[:1], "{} players".format))
def test_it_beats_random_bots(players: int) -> None:
    game = DoubleDecker(players=players)
    figure = match(game, bot(), RandomBot(), deals=40, seed=7)
    assert figure.margin - figure.half_width > 3
    assert figure.won > 10 * figure.lost


@pytest.mark.parametrize("players", TABLES, ids="{} players".format)
def test_against_itself_it_is_even_on_every_deal(players: int) -> None:
    game, player = DoubleDecker(players=players), bot()
    for deal in deals_of(1, 3):
        assert margin_of_deal(game, deal, player, player) == pytest.approx(0)


def choice_in(**setup: Any) -> BotMove:
    """Return the bot's choice as South in the position described by a setup."""
    hand = begin(DoubleDecker(), setup)
    assert hand.position.to_act == 0
    return bot().choose(hand.game.view(hand.position, 0), random.Random(0))


def test_the_last_player_takes_a_share_of_its_own_colour() -> None:
    move, reason, *_ = choice_in(
        captured={"South": {"R": 8}}, leader="West", trick=["West R9", "North R4", "East B6"],
        hands={"South": "R15 B2 G3", "West": "G4 G5", "North": "G6 G7", "East": "G8 G9"})
    assert move.text == "R15"
    assert "wins 3 {R} cards, the colour I collect" in reason


def test_it_ducks_a_colour_that_it_does_not_collect() -> None:
    move, reason, *_ = choice_in(
        captured={"South": {"R": 8}}, leader="West", trick=["West B9", "North B4", "East G6"],
        hands={"South": "B15 B2 R3", "West": "G4 G5", "North": "G16 G7", "East": "G8 G9"})
    assert move.text == "B2"
    assert reason.startswith("The {B9} beats the {B2}, so I win nothing with it")


def test_it_pays_two_points_rather_than_take_three_cards_that_count_down() -> None:
    move, reason, *_ = choice_in(
        captured={"South": {"R": 8}}, leader="West", trick=["West B9", "North R4", "East B6"],
        hands={"South": "B15 B16 G12", "West": "G4 G5", "North": "G2 G7", "East": "G8 G9"})
    assert move.text == "pass G12"
    assert "I'd rather pay two points" in reason


def test_it_takes_two_unwanted_cards_rather_than_pass_a_high_one_of_its_colour() -> None:
    move, reason, *_ = choice_in(
        captured={"South": {"R": 8}}, leader="West", trick=["West B9", "North G4", "East B6"],
        hands={"South": "G15 R16 R18", "West": "G8 G5", "North": "G2 G7", "East": "B8 B7"})
    assert move.text == "G15"
    assert "win 2 {G} cards with the {G15}; I'd rather collect {R}" in reason


def test_a_forced_pass_is_told_as_one() -> None:
    move, reason, *_ = choice_in(
        leader="West", trick=["West B9", "North G4", "East G6"],
        hands={"South": "R3 R4", "West": "G14", "North": "G2", "East": "G8"})
    assert move.verb == "pass"
    assert reason.startswith("I have neither {B} nor {G} and must pass")
