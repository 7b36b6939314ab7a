"""What a tile tells of a game."""

from __future__ import annotations

import pytest

from rules_engine.games import GAMES, game_class
from rules_engine.view.tiles import facts


@pytest.mark.parametrize(("game", "cards"), [
    ("snakebit", "24 cards of the Decktet"), ("double-knot", "44 or 45 cards of the Decktet"), ("double-king-pedro", "53 cards"),
    ("knueffeln", "48 cards"), ("double-decker", "60 or 63 cards")])
def test_a_tile_tells_every_size_of_the_pack(game: str, cards: str) -> None:
    assert facts(game_class(game)())[1] == cards


@pytest.mark.parametrize("game", GAMES)
def test_a_tile_doesn_t_depend_on_the_number_of_players_chosen(game: str) -> None:
    kind = game_class(game)
    assert {facts(kind(players=count)) for count in kind().players_allowed()} == {facts(kind())}
