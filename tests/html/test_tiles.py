"""The text on a game's tile, its entry on the home page."""

from __future__ import annotations

import re
from typing import cast

import pytest

from rules_engine.core.game.cover import cover_of
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.games import GAMES, game_class
from rules_engine.html.tiles import (
    FamiliarGame,
    GameTile,
    PuzzleTile,
    comparison_html,
    covers_html,
    facts,
    facts_html,
    familiar_html,
    finder_html,
    first_hands_html,
    puzzle_tiles_html,
    sample,
    table_tiles_html,
    which_html,
)
from tests.sketches import skat, whist


@pytest.mark.parametrize(("game", "cards"), [
    ("snakebit", "36 cards of the Decktet"), ("double-knot", "44 or 45 cards of the Decktet"),
    ("double-king-pedro", "53 cards of an ordinary pack"), ("knueffeln", "48 cards of an ordinary pack"),
    ("double-decker", "60 or 63 cards")])
def test_a_tile_tells_every_size_of_the_pack(game: str, cards: str) -> None:
    assert facts(game_class(game)())[1] == cards


@pytest.mark.parametrize("game", GAMES)
def test_a_tile_doesn_t_depend_on_the_number_of_players_chosen(game: str) -> None:
    kind = game_class(game)
    assert {facts(kind(players=count)) for count in kind().players_allowed()} == {facts(kind())}


@pytest.mark.parametrize("game", ["double-decker", "knueffeln"])
def test_where_nobody_has_to_follow_it_is_said(game: str) -> None:
    assert "no duty to follow" in game_class(game).mechanisms


SNAKEBIT = GameTile(game_class("snakebit")(), "Take tricks.", "overview/", "rules/", "play/", "", "puzzles/", "card/", "learn/",
                    like="Hearts, with a poison suit")
KNUEFFELN = GameTile(game_class("knueffeln")(), "Two against two.", "", "knueffeln/", "", "")


def test_a_cover_is_one_link_to_the_game_s_first_page() -> None:
    tiles = covers_html([SNAKEBIT, KNUEFFELN])
    assert re.findall(r'<a href="([^"]*)"', tiles) == ["overview/", "knueffeln/"]
    assert [each.count("data-icon") for each in tiles.split("<li")[1:]] == [3, 3]
    assert "30 minutes<" in tiles
    assert "3 minutes a hand<" in tiles


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_ours_has_a_cover_of_its_own(game: str) -> None:
    cover = cover_of(game_class(game))
    assert re.fullmatch(r"#[0-9a-f]{6}", cover.ground)
    assert cover.ground != cover.ground_on_dark
    assert "<path" in cover.emblem
    assert len(sample(game_class(game)())) == 3
    assert len({cover_of(game_class(each)).ground for each in GAMES}) == len(GAMES)


@pytest.mark.parametrize("name", ["Whist", "Skat"])
def test_a_game_without_a_cover_gets_a_colour_and_cards(name: str) -> None:
    kind = cast("type[Game[Position]]", {"Whist": whist.Whist, "Skat": skat.Skat}[name])
    assert re.fullmatch(r"#[0-9a-f]{6}", cover_of(kind).ground)
    assert not cover_of(kind).emblem
    assert len(sample(kind())) == 3


def test_a_chip_selects_games_by_a_word_that_they_share() -> None:
    found = finder_html([SNAKEBIT, KNUEFFELN])
    chips, fits = re.findall(r'data-fit="([^"]*)"', found), re.findall(r'data-fits="([^"]*)"', found)
    assert {"players-3", "players-5", "time-20", "time-45", "pack-decktet", "pack-french", "mood-talk"} <= {*chips}
    assert "time-longer" not in chips
    assert [{"players-3", "time-45", "mood-avoiding-cards"} <= {*each.split()} for each in fits] == [True, False]
    assert [{"players-5", "time-20", "mood-talk"} <= {*each.split()} for each in fits] == [False, True]
    assert "hidden" in found.partition("<ul")[0]


def test_one_game_needs_no_filters() -> None:
    assert "data-fit=" not in finder_html([SNAKEBIT])


def test_covers_on_several_shelves_are_below_their_headings() -> None:
    games = (KNUEFFELN, "Finds"), (SNAKEBIT, "Classics"), (SNAKEBIT, "Finds")
    tiles = covers_html([game._replace(shelf=shelf) for game, shelf in games])
    assert re.findall(r'<h3>([^<]*)</h3>|data-game="([^"]*)"', tiles) == [
        ("Finds", ""), ("", "knueffeln"), ("", "snakebit"), ("Classics", ""), ("", "snakebit")]
    assert "<h3>" not in covers_html([KNUEFFELN, SNAKEBIT])


def test_three_questions_have_an_answer_for_everybody() -> None:
    asked = which_html([SNAKEBIT, KNUEFFELN]).partition("<ul")[0]
    assert re.findall(r"<b>([^<]*)</b>", asked) == [
        "How many of you are there?", "Which cards do you have?", "What do you feel like?"]
    assert asked.count('data-fit=""') == 3
    assert {"mood-talk", "mood-avoiding-cards", "alone", "partners"} <= {*re.findall(r'data-fit="([^"]+)"', asked)}


def test_first_hands_are_dealt_where_a_game_can_be_played() -> None:
    assert re.findall(r'href="([^"]*)">([^<]*)', first_hands_html([SNAKEBIT, KNUEFFELN])) == [("play/#deal", "Snakebit")]


def test_the_comparison_has_a_row_for_each_game_and_a_number_to_sort_by() -> None:
    rows = comparison_html([SNAKEBIT, KNUEFFELN]).split("<tr>")[2:]
    assert [re.findall(r'data-order="(\d+)"', row) for row in rows] == [["3", "30", "36", "3"], ["4", "3", "48", "5"]]


def test_an_overview_has_four_facts_and_two_ways_on() -> None:
    told = facts_html(SNAKEBIT, 10)
    assert re.findall(r"<dd>([^<]*)", told) == [
        "3–4 players", "30 minutes", "36 cards of the Decktet", "Hearts, with a poison suit"]
    assert re.findall(r'href="([^"]*)">([^<]*)', told) == [("learn/", "Learn in 10 minutes"), ("play/", "Play a hand")]
    assert "<a" not in facts_html(KNUEFFELN, 0)


def test_who_knows_a_game_reads_what_differs() -> None:
    told = familiar_html({"Hearts": [FamiliarGame(SNAKEBIT, "There are trumps."), FamiliarGame(KNUEFFELN, "Nobody follows.")]})
    assert re.findall(r'href="([^"]*)">([^<]*)</a>: ([^<]*)', told) == [
        ("learn/", "Snakebit", "There are trumps."), ("knueffeln/", "Knüffeln", "Nobody follows.")]


def test_a_tile_of_puzzles_says_how_many_there_are_of_each() -> None:
    made = game_class("snakebit")()
    tile = puzzle_tiles_html([PuzzleTile(GameTile(made, "", "overview/", "rules/", "play/", "", "puzzles/"), (4, 24, 22))])
    assert "4 easy, 24 medium, 22 hard" in tile
    assert 'data-of="50"' in tile
    assert re.findall(r'<a href="([^"]*)"', tile) == ["puzzles/"]


def test_a_tile_for_real_tables_leads_to_each_of_their_tools_that_is_there() -> None:
    snakebit = GameTile(game_class("snakebit")(), "", "", "rules/", "", "", card="card/", table="table/", score="score/")
    tiles = table_tiles_html([snakebit, snakebit._replace(score="", card=""), snakebit._replace(table="")])
    tools = ["table/", "table/#fs:table:trick", "table/#fs:table:turn"]
    assert re.findall(r'<a href="([^"]*)"', tiles) == [*tools, "score/", "card/", *tools]
