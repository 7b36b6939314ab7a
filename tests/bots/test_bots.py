"""Which bot plays a game, and what the random bot does."""

from __future__ import annotations

import random
import sys
from types import ModuleType

import pytest

from rules_engine.bots import bot_for
from rules_engine.bots.random_bot import RandomBot
from rules_engine.games.snakebit.bot import SnakebitBot
from rules_engine.games import make_game


def test_a_game_with_a_module_of_its_own_gets_its_bot() -> None:
    assert isinstance(bot_for("snakebit"), SnakebitBot)


@pytest.mark.parametrize("game_id", ["no-such-game", "match", "", "of.another-package"])
def test_a_game_without_a_bot_is_played_at_random(game_id: str) -> None:
    assert isinstance(bot_for(game_id), RandomBot)


def test_a_dash_in_the_id_is_an_underscore_in_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("rules_engine.bots.two_words")
    monkeypatch.setattr(module, "bot", SnakebitBot, raising=False)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert isinstance(bot_for("two-words"), SnakebitBot)


def test_a_fault_inside_a_bots_module_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_engine.bots.import_module", _lacks_a_package)
    with pytest.raises(ModuleNotFoundError, match="a_package_we_lack"):
        bot_for("snakebit")


def _lacks_a_package(name: str) -> ModuleType:
    raise ModuleNotFoundError("No module named 'a_package_we_lack'", name="a_package_we_lack")


def test_the_random_bot_makes_every_legal_move_sooner_or_later_and_says_so() -> None:
    game = make_game("snakebit")
    position = game.deal(1)
    assert position.to_act is not None
    view = game.view(position, position.to_act)
    choices = [RandomBot().choose(view, random.Random(seed)) for seed in range(200)]
    legal = game.legal(position)
    assert {choice.move for choice in choices} == set(legal)
    assert {choice.reason for choice in choices} == {f"I play at random: one of the {len(legal)} moves the rules allow."}
