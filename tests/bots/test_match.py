"""Duplicate matches: their results, and a win by the Snakebit bot over the random one."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest

from rules_engine.bots import RandomBot, bot_for
from rules_engine.bots.match import deals_of, margin_of_deal, match, summary
from rules_engine.cli import main
from rules_engine.core.game.setups import facts_of
from rules_engine.core.positions.position import Position
from rules_engine.games import GAMES, make_game
from tests.sketches.crew import Crew
from tests.some import some


@pytest.mark.parametrize("players", some([3, 4], [4]))
def test_the_snakebit_bot_beats_random_bots(players: int) -> None:
    game = make_game("snakebit", players=players)
    figure = match(game, bot_for(game), RandomBot[Position](), deals=300, seed=7)
    assert figure.margin - figure.half_width > 0.25
    assert figure.won > 3 * figure.lost


@pytest.mark.parametrize("players", [3, 4])
def test_a_bot_against_itself_is_even_on_every_deal(players: int) -> None:
    game = make_game("snakebit", players=players)
    player = bot_for(game)
    for deal in deals_of(1, 20):
        assert margin_of_deal(game, deal, player, player) == pytest.approx(0)


def test_a_match_is_the_same_each_time_and_another_with_another_seed() -> None:
    game = make_game("snakebit")
    first, again, other = (match(game, bot_for(game), RandomBot[Position](), 20, seed) for seed in (1, 1, 2))
    assert first == again != other


def test_the_interval_is_that_of_the_deals_mean() -> None:
    figure = summary([1.0, -1.0, 0.0, 2.0])
    assert figure.margin == pytest.approx(0.5)
    assert figure.half_width == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5)
    assert (figure.won, figure.lost, figure.even) == (2, 1, 1)
    assert figure.share_won == pytest.approx(2 / 3)


def test_the_command_prints_the_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "snakebit", "--players", "3", "--deals", "20", "--seed", "4"]) == 0
    told = capsys.readouterr().out
    assert "3 players, 20 duplicate deals of 3 tables, seed 4: plain against random" in told
    assert "points a hand (95 %)" in told


@pytest.mark.parametrize("deals", ["1", "-3", "many"])
def test_the_command_wants_deals_enough_for_an_interval(deals: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["match", "snakebit", "--deals", deals])
    assert "--deals" in capsys.readouterr().err


@pytest.mark.parametrize("game_id", some(GAMES, ["snakebit"]))
def test_two_processes_find_what_one_does(game_id: str) -> None:
    game = make_game(game_id)
    one, others = bot_for(game), bot_for(game, "random")
    with ProcessPoolExecutor(2) as executor:
        assert match(game, one, others, 12, 1, executor) == match(game, one, others, 12, 1)


def test_a_game_is_packed_and_unpacked_with_its_choices() -> None:
    game = make_game("double-knot", "zero-or-all", 4, ["Ann", "Bob", "Cid", "Dee"], {"pack": "basic"})
    again = pickle.loads(pickle.dumps(game))
    assert (again.variant, again.table.names, again.options) == (game.variant, game.table.names, game.options)
    assert facts_of(again, again.deal(3)) == facts_of(game, game.deal(3))


@pytest.mark.thorough
def test_a_match_of_a_cooperative_game_gives_all_seats_to_one_bot() -> None:
    """The Crew is cooperative, but one bot can still do better than another."""
    figure = match(Crew(), bot_for(Crew(), "plain"), bot_for(Crew(), "random"), 6, 1)
    assert figure.won + figure.lost + figure.even == 6
    assert match(Crew(), RandomBot(), RandomBot(), 6, 1).margin == 0
