"""Tests of the testing kit's questions to the referee."""

from __future__ import annotations

import pytest

from rules_engine.games import make_game
from rules_engine.testing import at_table


def test_it_names_the_winner_and_the_legal_cards() -> None:
    game = make_game("spades")
    assert at_table(game, "KC AC 2S 3C").startswith("North takes the trick with the 2 of Spades")
    assert at_table(game, "KC", hand="AC 2S 3C") .startswith("One of these: Ace of Clubs and 3 of Clubs. Clubs were")


def test_it_asks_for_what_is_missing() -> None:
    game = make_game("hearts")
    assert at_table(game, hand="5H QS", leader="West") == "First choose above: Hearts broken."
    assert at_table(game, hand="5H 2D", leader="West", broken=True).startswith("Any of them")


@pytest.mark.parametrize(("entries", "message"), [
    ({"brokn": True}, "the form has no field 'brokn': expected "),
    ({"broken": "yes"}, "'yes' is no value of broken: expected true, ")])
def test_it_refuses_what_the_form_lacks(entries: dict[str, str | bool], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        at_table(make_game("hearts"), "KC", "", "", **entries)
