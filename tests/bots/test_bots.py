"""Selection of a game's bot, and the random bot."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from rules_engine.api.session import new_session
from rules_engine.bots import RandomBot, bot_for
from rules_engine.bots.beginner import Beginner
from rules_engine.bots.match import match
from rules_engine.bots.sampling_bot import SamplingBot
from rules_engine.core.positions.position import Position
from rules_engine.games import known_games, make_game
from rules_engine.games.snakebit import Snakebit
from rules_engine.games.snakebit.bot import SnakebitBot
from rules_engine.testing import begin


class WithoutBot(Snakebit):
    """A game whose package has no bot."""

    __module__ = "rules_engine.core.game.game"


def test_a_game_with_a_bot_beside_it_gets_it() -> None:
    assert isinstance(bot_for(make_game("snakebit")), SnakebitBot)


def test_a_game_without_a_bot_is_played_by_one_that_tries_its_moves() -> None:
    player = bot_for(WithoutBot())
    assert isinstance(player, SamplingBot)
    assert isinstance(player.player, RandomBot)


def test_the_default_bot_beats_random_play_and_makes_its_bids() -> None:
    """Even a bot without knowledge of Double Knot makes bids whose sum is close to the number of tricks."""
    figure = match(WithoutBot(), bot_for(WithoutBot()), RandomBot(), deals=12, seed=3)
    assert figure.margin - figure.half_width > 0, figure
    game = make_game("double-knot", players=3)
    player = SamplingBot(RandomBot[Position](), worlds=12)
    bids, reasons = [], set[str]()
    for deal in range(3):
        position, rng = game.deal(deal), random.Random(deal)
        while position.phase == "bid":
            choice = player.choose(game.view(position, position.to_act), rng)
            bids.append(choice.move.number or 0)
            reasons.add(str(choice.reason))
            game.advance(position, choice.move)
    assert any("I tried my" in reason for reason in reasons), reasons
    assert not any("random" in reason for reason in reasons), reasons
    tricks = 3 * game.hand_size()
    assert tricks / 2 <= sum(bids) <= tricks * 1.5, bids


def test_a_fault_inside_a_bots_module_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_engine.core.game.game_modules.import_module", _lacks_a_package)
    with pytest.raises(ModuleNotFoundError, match="a_package_we_lack"):
        bot_for(make_game("snakebit"))


def _lacks_a_package(name: str) -> ModuleType:
    raise ModuleNotFoundError("No module named 'a_package_we_lack'", name="a_package_we_lack")


def test_the_random_bot_makes_every_legal_move_sooner_or_later_and_says_so() -> None:
    game = make_game("snakebit")
    position = game.deal(1)
    assert position.to_act is not None
    view = game.view(position, position.to_act)
    choices = [RandomBot[Position]().choose(view, random.Random(seed)) for seed in range(200)]
    legal = game.legal(position)
    assert {choice.move for choice in choices} == set(legal)
    assert {choice.reason for choice in choices} == {f"I play at random: one of {len(legal)} legal moves."}


@pytest.mark.parametrize("name", known_games())
def test_the_move_alone_is_the_one_that_is_chosen_with_a_reason(name: str) -> None:
    game, bot = make_game(name), bot_for(make_game(name))
    for seed in range(3):
        position = game.deal(seed)
        while position.to_act is not None:
            view, legal = game.view(position, position.to_act), game.legal(position)
            move = bot.choose(view, random.Random(seed)).move
            assert bot.move(view, random.Random(seed)) is move
            evident = bot.evident(position, legal)
            assert evident is bot.evident(view.position, legal), "it looks at nothing hidden"
            assert evident in (None, move)
            game.advance(position, move)


def test_a_beginner_wins_what_it_can_with_its_highest_card_and_otherwise_plays_low() -> None:
    hands = {"South": "KS 7S 3S 2D", "West": "QS 5S 4S 3D", "North": "JS 8S 6S 4D", "East": "AS 10S 9H 5H"}
    position = begin(make_game("double-king-pedro"), {
        "dealer": "East", "declarer": "South", "contract": 50, "trump": "S", "leader": "South", "hands": hands}).position
    game, rng, played = make_game("double-king-pedro"), random.Random(1), []
    for _ in range(4):
        played.append(bot_for(game, "beginner").choose(game.view(position, position.to_act), rng).move.text)
        position, _ = game.make(position, game.notation.read_move(played[-1]))
    assert played == ["KS", "4S", "4D", "AS"] or played == ["KS", "4S", "6S", "AS"], played


def test_a_beginner_leaves_a_trick_that_costs_points_or_breaks_its_bid() -> None:
    game = make_game("snakebit")
    position = begin(game, {"cursed": "S", "trump": "Y", "leader": "West", "trick": ["West 4MS as M", "North 5ML", "East 2MK"],
                            "hands": {"South": "6MW 8MS 3MW", "West": "5YK 6SY", "North": "4WL 4YK", "East": "7WY 3SK"}}).position
    assert bot_for(game, "beginner").choose(game.view(position, 0), random.Random(1)).move.text == "3MW"


def test_the_readers_partner_plays_a_level_better_than_beginners() -> None:
    session = new_session("double-king-pedro", 3).against("beginner")
    kinds = {seat: type(session._bot_of(session.position, seat)) for seat in (1, 2, 3)}
    assert kinds[1] is kinds[3] is Beginner
    assert kinds[2] is type(bot_for(session.game))
