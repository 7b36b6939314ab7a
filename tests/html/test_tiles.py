"""The text on a game's tile, its entry on the home page."""

from __future__ import annotations

import re

import pytest

from rules_engine.games import GAMES, game_class
from rules_engine.html.tiles import GameTile, PuzzleTile, facts, puzzle_tiles_html, table_tiles_html, tiles_html


@pytest.mark.parametrize(("game", "cards"), [
    ("snakebit", "36 cards of the Decktet"), ("double-knot", "44 or 45 cards of the Decktet"), ("double-king-pedro", "53 cards"),
    ("knueffeln", "48 cards"), ("double-decker", "60 or 63 cards")])
def test_a_tile_tells_every_size_of_the_pack(game: str, cards: str) -> None:
    assert facts(game_class(game)())[1] == cards


@pytest.mark.parametrize("game", GAMES)
def test_a_tile_doesn_t_depend_on_the_number_of_players_chosen(game: str) -> None:
    kind = game_class(game)
    assert {facts(kind(players=count)) for count in kind().players_allowed()} == {facts(kind())}


@pytest.mark.parametrize("game", ["double-decker", "knueffeln"])
def test_where_nobody_has_to_follow_it_is_said(game: str) -> None:
    assert "no duty to follow" in game_class(game).mechanisms


def test_a_tile_leads_to_every_page_of_its_game() -> None:
    made = game_class("snakebit")()
    tile = tiles_html([GameTile(made, "Take tricks.", "overview/", "rules/", "play/", "", "puzzles/", "card/")])
    assert re.findall(r'<a href="([^"]*)"', tile) == ["overview/", "rules/", "play/", "puzzles/", "card/"]


def test_a_tile_of_puzzles_says_how_many_there_are_of_each() -> None:
    made = game_class("snakebit")()
    tile = puzzle_tiles_html([PuzzleTile(GameTile(made, "", "overview/", "rules/", "play/", "", "puzzles/"), (4, 24, 22))])
    assert "4 easy, 24 middling, 22 hard" in tile
    assert 'data-of="50"' in tile
    assert re.findall(r'<a href="([^"]*)"', tile) == ["puzzles/"]


def test_a_tile_for_real_tables_leads_to_each_of_their_tools_that_is_there() -> None:
    snakebit = GameTile(game_class("snakebit")(), "", "", "rules/", "", "", card="card/", table="table/", score="score/")
    tiles = table_tiles_html([snakebit, snakebit._replace(score="", card=""), snakebit._replace(table="")])
    tools = ["table/", "table/#fs:table:trick", "table/#fs:table:turn"]
    assert re.findall(r'<a href="([^"]*)"', tiles) == [*tools, "score/", "card/", *tools]
