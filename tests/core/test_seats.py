"""Tests for the names of seats in sentences: players are named, except the reader, who is "you"."""

from __future__ import annotations

from rules_engine.core.model.events import Event
from rules_engine.core.model.seats import DEFAULT_SEATS, Table
from rules_engine.games import make_game
from rules_engine.narration.narrator import narrator_for

TABLE = Table(DEFAULT_SEATS[4])
SOUTH, WEST, NORTH, EAST = TABLE.seats


def test_a_book_calls_seats_by_their_names() -> None:
    assert TABLE.called(SOUTH) == "South"
    assert TABLE.called((WEST, EAST)) == "West and East"


def test_who_reads_is_you_and_comes_first() -> None:
    read = TABLE.read_by(NORTH)
    assert read.called(NORTH) == "you"
    assert read.called((SOUTH, NORTH)) == "you and South"
    assert read.names == TABLE.names


def test_a_side_is_read_back_from_its_name() -> None:
    assert TABLE.read_side(TABLE.side_name((NORTH, SOUTH))) == (SOUTH, NORTH)
    assert TABLE.read_side("West") == (WEST,)


def test_a_telling_makes_its_reader_you() -> None:
    game = make_game("snakebit")
    position = game.deal(1)
    leads = Event("first-lead", "lead", SOUTH)
    assert narrator_for(game).event(position, leads) == "Left of the dealer, South leads."
    assert narrator_for(game, reader=SOUTH).event(position, leads) == "Left of the dealer, you lead."
    assert narrator_for(game, reader=SOUTH).name((SOUTH, NORTH)) == "You and North"
    assert narrator_for(game, reader=SOUTH).score_names == ["You", "West", "North", "East"]
    assert position.name(SOUTH) == "South"


def test_a_move_is_told_and_asked_for_without_a_code() -> None:
    game = make_game("snakebit")
    position, read = game.deal(1), game.notation.read_move
    told = narrator_for(game, reader=SOUTH)
    assert told.move_request(position, read("7WY as W")) == "lead the {7WY} as {W}"
    assert told.move_sentence(position, SOUTH, read("7WY as W")) == "You lead the {7WY} as {W}."
    following, _ = game.play(position, game.legal(position)[0])
    assert told.move_sentence(following, WEST, read("7WY")) == "West plays the {7WY}."
    pedro = make_game("double-king-pedro")
    auction, told = pedro.deal(1), narrator_for(pedro)
    assert told.move_sentence(auction, WEST, pedro.notation.read_move("discard 5C"), hidden=True) == "West discards a card."
    assert told.move_request(auction, pedro.notation.read_move("trump H")) == "name {H} as trumps"
