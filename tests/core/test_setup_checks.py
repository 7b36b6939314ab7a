"""Limits for setups: no more cards than the pack has, and no card in two locations."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import make_game
from rules_engine.games.hearts import Hearts
from rules_engine.testing import problems

PEDRO = make_game("double-king-pedro")
PLAY: Mapping[str, JsonValue] = {"declarer": "South", "contract": 20, "trump": "S", "opening": False, "leader": "South"}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "4", "3", "2")
SUITS = {"South": "S", "West": "H", "North": "D", "East": "C"}


def hands(cards: Mapping[str, int]) -> dict[str, str]:
    """Return hands of this size, each in a different suit."""
    return {seat: " ".join(f"{rank}{SUITS[seat]}" for rank in RANKS[:count])
            for seat, count in cards.items()}


@pytest.mark.parametrize(("taken", "held", "fits"), [(2, 4, True), (3, 4, False), (4, 4, False), (1, 5, True)])
def test_tricks_taken_and_cards_held_are_no_more_than_are_played(taken: int, held: int, fits: bool) -> None:
    setup = {**PLAY, "tricks": {"South": taken}, "hands": hands(dict.fromkeys(SUITS, held))}
    told = [problem for problem in problems(PEDRO, setup) if "more than the" in problem]
    assert told == ([] if fits else [f"tricks: {taken} tricks taken and {held} cards in hand are more than the 6 cards that each "
                                     "player plays"])


@pytest.mark.parametrize(("declarer", "others", "fits"), [
    (10, 5, True), (11, 5, False), (12, 12, True), (12, 7, True), (12, 6, False), (5, 6, False)])
def test_who_picked_the_kitty_up_may_hold_its_cards_beside(declarer: int, others: int, fits: bool) -> None:
    setup = {"phase": "trump", "declarer": "South", "contract": 20,
             "hands": hands(dict.fromkeys(SUITS, others) | {"South": declarer})}
    assert [problem for problem in problems(PEDRO, setup) if "the same number" in problem] == ([] if fits else [
        "hands: every seat's cards, in hand and on the table, must come to the same number: "
        f"South {declarer - (5 if declarer > others else 0)}, West {others}, North {others} and East {others}"])


def test_a_card_in_two_places_is_told_with_both() -> None:
    held = hands(dict.fromkeys(SUITS, 3))
    assert problems(PEDRO, {**PLAY, "hands": {**held, "West": "KH QH AS"}}) == [
        "hands.West: AS is in two places: the hand of South and the hand of West"]
    assert problems(PEDRO, {**PLAY, "hands": held, "trick": ["South QS"]})[0] == (
        "trick.0: QS is in two places: the hand of South and the trick")


@pytest.mark.parametrize(("game", "key", "value", "told"), [
    ("double-king-pedro", "out", ["West", "West"], "each seat once"),
    ("double-king-pedro", "out", ["West", "North", "West"], "each seat once"),
    ("knueffeln", "chosen", "H H", "each suit once"), ("knueffeln", "chosen", ["S", "H", "S"], "each suit once")])
def test_what_is_named_twice_is_told(game: str, key: str, value: JsonValue, told: str) -> None:
    assert [problem for problem in problems(make_game(game), {key: value}) if problem.startswith(f"{key}:") and told in problem]


@pytest.mark.parametrize(("game", "key", "value"), [
    ("double-king-pedro", "out", ["West", "North"]), ("knueffeln", "chosen", "S H")])
def test_what_is_named_once_is_right(game: str, key: str, value: JsonValue) -> None:
    assert not [problem for problem in problems(make_game(game), {key: value}) if "once" in problem]


HEARTS: Mapping[str, JsonValue] = {
    "phase": "play", "leader": "South", "dealer": "South", "broken": True,
    "hands": {"South": "AS 2H", "West": "2S 3C", "North": "JS 5C", "East": "4S 8C"}}
"""An ending of Hearts with one penalty point in sight; the pack has 26."""


@pytest.mark.parametrize(("taken", "tricks", "told"), [
    (25, 11, None), (20, 0, None), (26, 0, 27), (26, 11, 27), (24, 11, 25), (0, 11, 1)])
def test_points_taken_agree_with_the_cards(taken: int, tricks: int, told: int | None) -> None:
    """Without a number of tricks, a setup doesn't say where the other cards are."""
    setup = {**HEARTS, "points": {"South": taken}, "tricks": {"South": tricks}}
    assert problems(Hearts(), setup) == ([] if told is None else [
        f"points: {taken} taken and 1 in hands, piles and the trick come to {told}, but there are 26"])
