"""Tests that shuffles give the same results as a new generator from ``random_for``, although one generator is reused."""

from __future__ import annotations

import pytest

from rules_engine.games import GAMES, make_game


@pytest.mark.parametrize("game_id", GAMES)
def test_a_shuffle_sorts_by_the_numbers_of_its_purpose(game_id: str) -> None:
    game = make_game(game_id)
    for seed in (0, 7, 10**12):
        draw = game.random_for(seed, "deal").random
        numbers = {card: draw() for card in game.deck}
        assert game.shuffled(game.deck, seed, "deal") == sorted(game.deck, key=numbers.__getitem__)


def test_one_key_goes_on_with_its_numbers() -> None:
    game = make_game("snakebit")
    key, draw = game.drawing(3, "piles 0"), game.random_for(3, "piles 0").random
    assert [key(card) for card in game.deck] == [draw() for _ in game.deck]
    assert game.drawing(3, "piles 0")(None) == game.random_for(3, "piles 0").random()
