"""Snakebit: each test is named after the rule or ruling that it covers, and a second implementation checks the legal moves."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules_engine.core.game.setups import facts_of
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.goals import GoalSide
from rules_engine.games.snakebit import Snakebit, SnakebitPosition
from rules_engine.games.snakebit.rules import NO_CURSED
from rules_engine.testing import HandState, begin

FOUR = {"South": "5SW 2MK", "West": "9WY 4MS", "North": "6MW 3SK", "East": "2SY 7ML"}


def start(setup: dict[str, Any] | None = None, variant: str = "standard", players: int = 4) -> HandState[SnakebitPosition]:
    return begin(Snakebit(variant, players), {"trump": "K", "cursed": "Y", "hands": FOUR} | (setup or {}))


@pytest.mark.parametrize(("players", "each"), [(3, 8), (4, 6)])
def test_deal_gives_all_number_cards(players: int, each: int) -> None:
    position = Snakebit(players=players).deal(1)
    assert [len(hand) for hand in position.hands] == [each] * players
    assert {card.rank for hand in position.hands for card in hand} == set("23456789")


def test_turn_up_uses_each_ace_and_crown_once_in_six_hands() -> None:
    game = Snakebit("poison-nonesuch")
    seen = [begin(game, {"seed": 5, "hand_number": number}).position for number in range(1, 7)]
    assert sorted(position.cursed for position in seen) == sorted("MSWLYK")
    assert sorted(position.trump for position in seen) == sorted("MSWLYK")


def test_two_suits_follow_with_either() -> None:
    hand = start({"hands": FOUR | {"West": "4MS 7WY"}}).after("5SW as W")
    assert hand.legal == {"7WY"}


def test_name_suit_asks_the_leader_alone() -> None:
    hand = start()
    assert hand.refusal("5SW") == "name-suit"
    assert hand.refusal("5SW as M") == "name-suit"
    assert hand.after("5SW as W").refusal("9WY as W") == "name-suit"


@pytest.mark.parametrize(("dealer", "leader"), [("East", "South"), ("South", "West"), ("North", "East")])
def test_first_lead_is_left_of_the_dealer(dealer: str, leader: str) -> None:
    hand = start({"dealer": dealer})
    assert hand.facts["to_act"] == leader


def test_unbroken_bars_naming_not_playing() -> None:
    hand = start({"trump": "W", "cursed": "M"})
    assert hand.legal == {"5SW as S", "2MK as K"}
    assert hand.refusal("5SW as W") == "unbroken"
    assert hand.refusal("2MK as M") == "unbroken"


def test_unbroken_gives_way_when_nothing_else_can_be_led() -> None:
    hand = start({"trump": "W", "cursed": "S", "hands": {
        "South": "5SW", "West": "9WY", "North": "6MW", "East": "2SY"}})
    assert hand.legal == {"5SW as S", "5SW as W"}


def test_break_takes_a_follower() -> None:
    hand = start().after("2MK as M")
    assert hand.position.broken == frozenset()
    hand = hand.after("4MS")
    assert hand.position.broken == {"M", "S"}


def test_break_counts_cards_already_on_the_table() -> None:
    hand = start({"trick": ["South 5SW as W", "West 9WY"], "hands": {
        "South": "2MK", "West": "4MS", "North": "6MW 3SK", "East": "2SY 7ML"}})
    assert hand.position.broken == {"W", "Y"}


def test_follow_suit_binds_with_the_cards_held() -> None:
    hand = start().after("5SW as W")
    finding = hand.refused("4MS")
    assert finding is not None
    assert (finding.rule, [card.text for card in finding.cards]) == ("follow-suit", ["9WY"])
    assert "West" in finding.sentence


def test_win_trick_highest_trump_whatever_else_it_bears() -> None:
    hand = start({"trump": "M", "hands": {"South": "5ML", "West": "9LK", "North": "6MW", "East": "3LY"}})
    hand = hand.after("5ML as L", "9LK", "6MW", "3LY")
    assert hand.facts["last_trick_winner"] == "North"


def test_score_is_tricks_less_cursed_cards() -> None:
    hand = start({"tricks": {"South": 2, "East": 3}, "cursed_taken": {"South": 1, "East": 4}, "cursed": "M",
                      "hands": {"South": "6MW", "West": "9WY", "North": "3SK", "East": "2SY"}, "trump": "L"})
    hand = hand.after("6MW as W", "9WY", "3SK", "2SY")
    assert hand.position.hand_score == [1, 0, 0, -1]


def test_next_dealer_is_on_the_left() -> None:
    hand = start({"dealer": "West", "leader": "South", "hands": {
        "South": "6MW", "West": "9WY", "North": "3SK", "East": "2SY"}}).after("6MW as W", "9WY", "3SK", "2SY")
    assert hand.facts["next_dealer"] == "North"


@pytest.mark.parametrize(("total", "over"), [(-12, False), (-13, True), (-20, True)])
def test_game_end_at_minus_thirteen(total: int, over: bool) -> None:
    hand = start({"score": {"East": total}, "hands": {
        "South": "6MW", "West": "8WL", "North": "3SK", "East": "2MK"}}).after("6MW as W", "8WL", "3SK", "2MK")
    assert hand.position.game_over is over
    assert bool(hand.position.winners) is over


def test_game_end_shares_a_tie() -> None:
    hand = start({"score": {"East": -13, "South": 1, "West": 1}, "trump": "L", "hands": {
        "South": "6MW", "West": "8WL", "North": "3SK", "East": "2MK"}}).after("6MW as W", "8WL", "3SK", "2MK")
    assert hand.position.totals == [1, 2, 0, -13]
    assert hand.position.winners == ["West"]


def test_goal_no_cursed_is_to_take_none_from_here_on() -> None:
    taken = {"cursed_taken": {"South": 1}, "tricks": {"South": 1}}
    hand = start({"cursed": "W", "trump": "L", "broken": ["W", "L"]} | taken | {"hands": {
        "South": "6MW 2SY", "West": "9WY 3SK", "North": "5YK 4YK", "East": "2MK 8YK"}})
    south, west = (GoalSide(hand.position, (seat,), seat) for seat in (0, 1))
    assert NO_CURSED.settled(south, hand.position) is None
    after = hand.after("6MW as W", "9WY", "5YK", "2MK")
    assert after.position.cursed_taken == [1, 2, 0, 0]
    assert NO_CURSED.settled(south, after.position) is None
    assert NO_CURSED.settled(west, after.position) == 0
    over = after.played_out().position
    assert over.hand_over
    assert (NO_CURSED.settled(south, over), NO_CURSED.settled(west, over)) == (1, 0)


@pytest.mark.parametrize(("number", "over"), [(5, False), (6, True)])
def test_six_hands_and_only_then(number: int, over: bool) -> None:
    hand = start({"hand_number": number, "score": {"East": -30}, "hands": {
        "South": "6MW", "West": "8WL", "North": "3SK", "East": "2MK"}}, "poison-nonesuch").after("6MW as W", "8WL", "3SK", "2MK")
    assert hand.position.game_over is over


@pytest.mark.parametrize(("change", "path", "told"), [
    ({"hands": FOUR | {"West": "5SW 4MS"}}, ("hands", "West"), "5SW is in two places"),
    ({"hands": FOUR | {"West": "9WY"}}, ("hands",), "same number"),
    ({"hands": FOUR | {"West": "AM 9WY"}}, ("hands", "West"), "not in this game's pack"),
    ({"hands": FOUR | {"West": "QS 9WY"}}, ("hands", "West"), "expected a card"),
    ({"hands": FOUR | {"Nobody": "8WL"}}, ("hands", "Nobody"), "is no seat"),
    ({"hands": None}, ("hands",), "needs hands, or a seed"),
    ({"trump": None}, ("trump",), "gives trump too"),
    ({"trump": "H"}, ("trump",), "expected a suit"),
    ({"dealer": "Nobody"}, ("dealer",), "expected a seat"),
    ({"broken": ["M", "M"]}, ("broken",), "each suit once"),
    ({"tricks": {"South": -1}}, ("tricks", "South"), "0 or more"),
    ({"tricks": {"South": 5}}, ("tricks",), "more than the 6 cards"),
    ({"cursed_taken": {"South": 9}}, ("cursed_taken", "South"), "from 0 to 8"),
    ({"score": {"South": "many"}}, ("score", "South"), "whole number"),
    ({"hand_number": 0}, ("hand_number",), "1 or more"),
    ({"phase": "bid"}, ("phase",), "is not one of play, over"),
    ({"colour": "red"}, ("colour",), "unknown key"),
    ({"trick": ["South 8WL"]}, ("trick", 0), "The leader names the suit"),
    ({"trick": ["South 8WL as M"]}, ("trick", 0), "The leader names the suit"),
    ({"trick": ["South 8WL as W", "North 7WY"]}, ("trick", 1), "West comes at this place"),
])
def test_an_impossible_setup_is_refused_with_its_place(change: dict[str, Any], path: tuple[Any, ...], told: str) -> None:
    with pytest.raises(SetupError) as caught:
        start(change)
    assert any(problem.path == path and told in problem.message for problem in caught.value.problems), caught.value


def test_all_faults_of_a_setup_come_at_once() -> None:
    with pytest.raises(SetupError) as caught:
        start({"trump": "H", "dealer": "Nobody", "colour": 1})
    assert len(caught.value.problems) == 3


class SnakebitOracle:
    """A second implementation of the specification in another style. It uses sets of strings and shares no code with the engine.
    """

    def __init__(self, told: dict[str, Any]) -> None:
        self.trump, self.cursed, self.broken = told["trump"], told["cursed"], set(told["broken"])
        self.hand = set(told["hands"][told["to_act"]]) if told["to_act"] else set()
        self.trick = [entry.split(" ")[1:] for entry in told["trick"]]

    def legal(self) -> set[str]:
        if self.trick:
            led = self.trick[0][2]
            bearing = {card for card in self.hand if led in card[1:]}
            return bearing or self.hand
        every = {(card, suit) for card in self.hand for suit in card[1:]}
        shut = {self.trump, self.cursed} - self.broken
        free = {(card, suit) for card, suit in every if suit not in shut}
        return {f"{card} as {suit}" for card, suit in (free or every)}


def winner_by_sorting(entries: list[str], trump: str) -> str:
    led = entries[0].split(" ")[3]
    cards = [(entry.split(" ")[1], entry.split(" ")[0]) for entry in entries]
    for suit in (trump, led):
        bearing = sorted((card[0], seat) for card, seat in cards if suit in card[1:])
        if bearing:
            return bearing[-1][1]
    raise AssertionError(entries)


@pytest.mark.parametrize("players", [3, 4])
def test_engine_and_oracle_agree_on_random_hands(players: int) -> None:
    game = Snakebit(players=players)
    for seed in range(300):
        rng = random.Random(seed)
        position, lying = game.deal(seed), list[str]()
        taken: dict[str, int] = dict.fromkeys(game.table.names, 0)
        while position.to_act is not None:
            assert {move.text for move in game.legal(position)} == SnakebitOracle(facts_of(game, position)).legal()
            move = rng.choice(game.legal(position))
            lying.append(f"{game.table.names[position.to_act]} {move.text}")
            position, _ = game.play(position, move)
            if len(lying) == players:
                winner = winner_by_sorting(lying, position.trump)
                assert facts_of(game, position)["last_trick_winner"] == winner
                taken[winner] += 1 - sum(position.cursed in entry.split(" ")[1][1:] for entry in lying)
                lying = []
        assert facts_of(game, position)["hand_score"] == taken
