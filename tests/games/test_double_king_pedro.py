"""Double King Pedro: each rule, ruling and worked case of its contract, and what holds in every hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.core.cards import FACE_DOWN
from rules_engine.core.errors import MoveRefused, SetupError
from rules_engine.core.position import Event
from rules_engine.games import make_game
from rules_engine.games.double_king_pedro import DoubleKingPedro, DoubleKingPedroPosition
from rules_engine.games.double_king_pedro.cards import POINTS, RANKED, STRENGTH
from tests.games import double_king_pedro_oracle as oracle

GAME: DoubleKingPedro = make_game("double-king-pedro")  # type: ignore[assignment]
SEATS = GAME.table.names

LOW = {"South": "2S 3S 4S", "West": "2H 3H 4H", "North": "2D 3D KD", "East": "2C QC KC"}
"""A short hand to bid on: South and West hold no face card."""


def start(**setup: Any) -> DoubleKingPedroPosition:
    return GAME.start(setup)


def in_play(hands: dict[str, str], trump: str = "H", **more: Any) -> DoubleKingPedroPosition:
    """A position in the play; South is declarer at 50 unless told otherwise."""
    return start(**({"declarer": "South", "contract": 50, "trump": trump, "hands": hands} | more))


def run(position: DoubleKingPedroPosition, *moves: str) -> tuple[DoubleKingPedroPosition, list[Event]]:
    """The position after moves by whoever is to act, with everything that happened."""
    happened: list[Event] = []
    for move in moves:
        position, events = GAME.play(position, move)
        happened += events
    return position, happened


def fact(position: DoubleKingPedroPosition, name: str) -> Any:
    return GAME.tell(position)[name]


def legal(position: DoubleKingPedroPosition) -> set[str]:
    return {move.text for move in GAME.legal(position)}


def refusal(position: DoubleKingPedroPosition, move: str) -> str:
    found = GAME.judge(position, move).refusal
    assert found is not None, f"{move} is legal"
    return found.rule


def speaks(position: DoubleKingPedroPosition, move: str) -> set[str]:
    """The rules that speak for a legal move."""
    verdict = GAME.judge(position, move)
    assert verdict.legal
    return {finding.rule for finding in verdict.findings}


def problems(**setup: Any) -> dict[tuple[str | int, ...], str]:
    with pytest.raises(SetupError) as caught:
        GAME.start(setup)
    return {problem.path: problem.message for problem in caught.value.problems}


def ids(events: list[Event]) -> set[str]:
    return {event.rule for event in events}


# ---- deal and toss


def test_deal_gives_twelve_each_and_five_to_the_kitty() -> None:
    position = GAME.deal(1)
    assert [len(hand) for hand in position.hands] == [12] * 4
    assert len(position.kitty) == 5
    assert {card for hand in position.hands for card in hand} | set(position.kitty) == set(GAME.pack)
    assert "deal" in ids(GAME.announce(position))


def test_toss_is_offered_clockwise_from_the_dealers_left_to_hands_without_a_face_card() -> None:
    position = start(hands=LOW, dealer="East")
    assert (fact(position, "phase"), fact(position, "to_act"), legal(position)) == ("toss", "South", {"toss", "keep"})
    position, _ = run(position, "keep")
    assert fact(position, "to_act") == "West"
    position, _ = run(position, "keep")
    assert (fact(position, "phase"), fact(position, "to_act")) == ("bid", "South")


def test_toss_asks_first_whoever_comes_first_after_the_dealer() -> None:
    assert fact(start(hands=LOW, dealer="South"), "to_act") == "West"


def test_toss_voids_the_hand_and_moves_the_deal() -> None:
    position, events = run(start(hands=LOW, dealer="East", score={"South+North": 40}), "toss")
    told = GAME.tell(position)
    assert (told["phase"], told["hand_over"], told["to_act"], told["next_dealer"]) == ("over", True, None, "South")
    assert told["hand_score"] == {"South+North": 0, "West+East": 0}
    assert told["score"] == {"South+North": 40, "West+East": 0}
    assert "toss" in ids(events)


@pytest.mark.parametrize("card", ["AS", "10S", "Joker"])
def test_toss_counts_neither_aces_nor_the_joker_as_faces(card: str) -> None:
    assert fact(start(hands=LOW | {"South": f"2S 3S {card}"}), "phase") == "toss"


@pytest.mark.parametrize("card", ["KS", "QS", "JS"])
def test_toss_is_not_offered_with_a_face_card(card: str) -> None:
    assert fact(start(hands=LOW | {"South": f"2S 3S {card}"}, dealer="East"), "to_act") == "West"


def test_toss_passed_by_when_nobody_may_or_the_setup_says_so() -> None:
    faces = LOW | {"South": "2S 3S KS", "West": "2H 3H KH"}
    assert fact(start(hands=faces), "phase") == "bid"
    assert fact(start(hands=LOW, phase="bid"), "phase") == "bid"
    assert refusal(start(hands=LOW, phase="bid"), "toss") == "not-now"


# ---- the auction


def auction(*calls: str) -> DoubleKingPedroPosition:
    return run(start(hands=LOW, dealer="East", phase="bid"), *calls)[0]


def test_bid_goes_clockwise_from_the_dealers_left() -> None:
    position = auction()
    assert fact(position, "to_act") == "South"
    assert fact(auction("bid 10"), "to_act") == "West"
    assert fact(auction("bid 10", "pass", "bid 11", "pass"), "to_act") == "South"


def test_bid_must_be_higher_than_the_last_and_at_most_a_hundred() -> None:
    position = auction("bid 40")
    assert refusal(position, "bid 40") == "bid"
    assert refusal(position, "bid 12") == "bid"
    assert refusal(position, "bid 0") == "bid"
    assert refusal(position, "bid 101") == "bid"
    assert "bid" in speaks(position, "bid 41")
    assert legal(position) == {"pass", "bid double", *(f"bid {number}" for number in range(41, 101))}


def test_bid_that_passed_is_passed_for_good() -> None:
    assert fact(auction("bid 1", "pass", "bid 2", "bid 3", "bid 4"), "to_act") == "North"


def test_bid_wins_when_the_three_others_have_passed() -> None:
    position = auction("bid 10", "pass", "bid 11", "pass", "pass")
    told = GAME.tell(position)
    assert (told["phase"], told["declarer"], told["contract"], told["to_act"]) == ("trump", "North", 11, "North")
    assert told["bids"] == {"South": "pass", "West": "pass", "North": 11, "East": "pass"}


def test_bid_of_the_last_one_left_in_can_not_be_a_pass() -> None:
    position = auction("pass", "pass", "pass")
    assert fact(position, "to_act") == "East"
    assert refusal(position, "pass") == "bid"
    assert "pass" not in legal(position)
    position, _ = run(position, "bid 1")
    assert (fact(position, "declarer"), fact(position, "contract")) == ("East", 1)


def test_double_is_above_every_bid_and_ends_the_auction() -> None:
    position = auction("bid 100")
    assert legal(position) == {"pass", "bid double"}
    assert "double" in speaks(position, "bid double")
    position, events = run(position, "bid double")
    told = GAME.tell(position)
    assert (told["declarer"], told["contract"], told["high_bid"]) == ("West", "double", "double")
    assert told["bids"] == {"South": 100, "West": "double", "North": None, "East": None}
    assert "double" in ids(events)


def test_kitty_goes_to_the_declarer_at_once() -> None:
    position = start(hands=LOW, kitty="AH KH QH JH 10H", phase="bid", dealer="East")
    assert fact(position, "kitty") == ["10H", "JH", "QH", "KH", "AH"]
    position, events = run(position, "bid double")
    assert fact(position, "kitty") == []
    assert fact(position, "hands")["South"] == ["2S", "3S", "4S", "10H", "JH", "QH", "KH", "AH"]
    assert "kitty" in ids(events)


def test_kitty_given_beside_a_declarer_is_in_their_hand() -> None:
    position = start(hands=LOW, kitty="AH KH", declarer="North", contract=20)
    assert fact(position, "kitty") == []
    assert fact(position, "hands")["North"] == ["KH", "AH", "2D", "3D", "KD"]


# ---- trumps


def test_name_trumps_needs_a_trump_to_lead() -> None:
    position = start(hands=LOW | {"South": "2S 3S 4D"}, declarer="South", contract=5)
    assert fact(position, "phase") == "trump"
    assert legal(position) == {"trump S", "trump D"}
    assert refusal(position, "trump H") == refusal(position, "trump C") == "name-trumps"
    assert "name-trumps" in speaks(position, "trump S")


@pytest.mark.parametrize(("card", "suits"), [("Joker", "SHDC"), ("KD", "HD"), ("9C", "SC"), ("5S", "SC"), ("QH", "H")])
def test_name_trumps_counts_the_joker_and_the_off_cards(card: str, suits: str) -> None:
    hands = {"South": card, "West": "2H", "North": "2D", "East": "2C"}
    assert legal(start(hands=hands, declarer="South", contract=5)) == {f"trump {suit}" for suit in suits}


@pytest.mark.parametrize(("trump", "cards"), [
    ("H", "AH KH KD QH JH 10H 9H 9D 8H 7H 6H 5H 5D 4H 3H 2H Joker"),
    ("D", "AD KD KH QD JD 10D 9D 9H 8D 7D 6D 5D 5H 4D 3D 2D Joker"),
    ("S", "AS KS KC QS JS 10S 9S 9C 8S 7S 6S 5S 5C 4S 3S 2S Joker"),
    ("C", "AC KC KS QC JC 10C 9C 9S 8C 7C 6C 5C 5S 4C 3C 2C Joker"),
])
def test_trumps_are_seventeen_and_rank_as_listed(trump: str, cards: str) -> None:
    assert [card.text for card in RANKED[trump]] == cards.split()
    strengths = [STRENGTH[trump][card] for card in RANKED[trump]]
    assert strengths == sorted(strengths, reverse=True)


def test_trumps_speak_for_the_cards_that_do_not_look_like_one() -> None:
    position = in_play({"South": "KD Joker", "West": "2H 3H", "North": "4H 6H", "East": "5H 7H"})
    assert "trumps" in speaks(position, "KD")
    assert "trumps" in speaks(position, "Joker")
    assert "trumps" not in speaks(run(position, "KD")[0], "2H")


# ---- passing and discarding


HEARTS = "AH KH QH JH 10H 9H 8H 7H"


def passing(**hands: str) -> DoubleKingPedroPosition:
    return start(declarer="South", contract=90, trump="H",
                 hands={"South": "", "West": "AS", "North": "2S", "East": "3S"} | hands)


def test_pass_trumps_gives_the_excess_to_the_partner() -> None:
    position = passing(South=HEARTS + " AC")
    assert (fact(position, "phase"), fact(position, "to_act")) == ("pass-trumps", "South")
    assert legal(position) == {f"give {card}" for card in HEARTS.split()}
    assert refusal(position, "give AC") == "pass-trumps"
    position, events = run(position, "give 7H", "give 8H")
    assert set(fact(position, "hands")["North"]) == {"2S", "7H", "8H"}
    assert fact(position, "phase") == "discard"
    assert "pass-trumps" in ids(events)


def test_pass_trumps_goes_on_to_the_left_of_a_partner_who_has_too_many() -> None:
    position = passing(South=HEARTS, North="6H 5H 4H 3H 2H AS", West="2S")
    position, _ = run(position, "give 7H", "give 8H")
    assert (fact(position, "phase"), fact(position, "to_act")) == ("pass-trumps", "North")
    assert "give 8H" in legal(position)
    position, _ = run(position, "give 2H")
    assert fact(position, "hands")["East"] == ["3S", "2H"]
    assert (fact(position, "phase"), fact(position, "to_act")) == ("discard", "North")


def test_pass_trumps_sends_the_partners_own_excess_left_too() -> None:
    position = passing(South="AH KH QH JH 10H 9H 8H", North="KD 9D 5D 5H 4H 3H 2H", West="2S")
    assert fact(position, "to_act") == "South"
    position, _ = run(position, "give 8H")
    assert fact(position, "to_act") == "North"
    position, _ = run(position, "give 2H", "give 3H")
    assert fact(position, "hands")["East"] == ["3S", "2H", "3H"]


def test_pass_trumps_is_settled_clockwise_from_the_declarer() -> None:
    position = passing(West=HEARTS[:-3], South="KD 9D 5D 5H 4H 3H 2H")
    assert fact(position, "to_act") == "South"
    position, _ = run(position, "give 2H")
    assert fact(position, "to_act") == "West"
    position, _ = run(position, "give AH")
    assert fact(position, "hands")["East"] == ["3S", "AH"]


def test_pass_trumps_is_finished_by_the_giver_before_the_partner_passes_on() -> None:
    position = start(declarer="South", contract=9, trump="H", hands={
        "South": "AC", "West": "KD 9D 5D 4H 3H 2H", "North": "2S", "East": "AH KH QH JH 10H 9H 8H 7H"})
    position, _ = run(position, "give 7H")
    assert fact(position, "to_act") == "East"
    position, _ = run(position, "give 8H")
    assert fact(position, "to_act") == "West"
    assert position.passed_on


def test_discard_brings_everybody_to_six_and_keeps_the_trumps() -> None:
    hands = {"South": "AH KH 2S 3S 4S 5S 6S 7S", "West": "2H 3H 8S 9S 10S JS QS", "North": "2D 3D 4D 6D 7D 8D",
             "East": "2C 3C 4C 5C 6C 7C 8C"}
    position = start(declarer="South", contract=9, trump="H", hands=hands)
    assert (fact(position, "phase"), fact(position, "to_act")) == ("discard", "South")
    assert refusal(position, "discard AH") == "discard"
    assert "discard" in speaks(position, "discard 2S")
    assert legal(position) == {f"discard {rank}S" for rank in range(2, 8)}
    position, _ = run(position, "discard 2S", "discard 3S", "discard 8S")
    assert fact(position, "to_act") == "East"
    position, _ = run(position, "discard 2C")
    assert (fact(position, "phase"), fact(position, "to_act"), fact(position, "leader")) == ("play", "South", "South")


def test_discard_refuses_off_cards_and_the_joker() -> None:
    hands = {"South": "KD Joker 2S 3S 4S 5S 6S", "West": "2H", "North": "2D", "East": "2C"}
    position = start(declarer="South", contract=9, trump="H", hands=hands)
    assert refusal(position, "discard KD") == refusal(position, "discard Joker") == "discard"


# ---- the play


PLAIN = {"South": "AH AC", "West": "2H AS", "North": "3H QS", "East": "4H JS"}


def test_opening_lead_is_the_declarers_and_a_trump() -> None:
    position = in_play(PLAIN)
    assert fact(position, "to_act") == "South"
    assert refusal(position, "AC") == "opening-lead"
    assert "opening-lead" in speaks(position, "AH")
    assert legal(position) == {"AH"}


def test_opening_lead_is_over_once_tricks_are_told_of_or_the_setup_says_so() -> None:
    assert legal(in_play(PLAIN, tricks={"South": 1})) == {"AH", "AC"}
    assert legal(in_play(PLAIN, opening=False)) == {"AH", "AC"}
    assert legal(in_play(PLAIN, leader="West")) == {"2H", "AS"}
    assert legal(in_play(PLAIN, opening=True)) == {"AH"}


def test_opening_lead_asks_nothing_of_a_setups_declarer_without_trumps() -> None:
    assert legal(in_play(PLAIN | {"South": "AC KC"})) == {"AC", "KC"}
    hands = {"South": "AC 2C 3C 4C 6C 7C 8C", "West": "2H", "North": "3H", "East": "4H"}
    position, _ = run(start(declarer="South", contract=9, trump="H", hands=hands), "discard AC")
    assert legal(position) == {"2C", "3C", "4C", "6C", "7C", "8C"}


def test_bids_and_kept_put_a_setup_in_mid_auction() -> None:
    position = start(hands=LOW, dealer="East", bids={"South": 10, "West": "pass", "North": 12, "East": "pass"})
    assert (fact(position, "phase"), fact(position, "to_act"), fact(position, "high_bid")) == ("bid", "South", 12)
    assert fact(start(hands=LOW, dealer="East", kept=["South"]), "to_act") == "West"


def test_follow_trump_when_a_trump_is_led() -> None:
    position, _ = run(in_play(PLAIN), "AH")
    assert refusal(position, "AS") == "follow-trump"
    assert legal(position) == {"2H"}
    assert "follow-trump" in speaks(position, "2H")


def test_follow_trump_with_an_off_card_or_the_joker() -> None:
    position, _ = run(in_play(PLAIN | {"West": "KD Joker", "North": "5S 5D"}), "AH")
    assert legal(position) == {"KD", "Joker"}
    assert legal(run(position, "KD")[0]) == {"5D"}


def test_out_happens_of_itself_at_the_turn_of_who_has_no_trump() -> None:
    position = in_play({"South": "AH AC", "West": "2S 3S", "North": "3H QS", "East": "4D JS"})
    position, events = run(position, "AH")
    assert (fact(position, "to_act"), fact(position, "out")) == ("North", ["West"])
    assert fact(position, "hands")["West"] == []
    assert "out" in ids(events)
    position, _ = run(position, "3H")
    assert fact(position, "out") == ["West", "East"]
    assert (fact(position, "last_trick_winner"), fact(position, "to_act")) == ("South", "South")


def test_out_players_take_no_part_in_later_tricks() -> None:
    position = in_play({"South": "AH AC", "North": "3H QS", "East": "4H JS"}, out=["West"], tricks={"South": 1})
    position, _ = run(position, "AC")
    assert fact(position, "to_act") == "North"


def test_out_comes_only_when_a_trump_must_be_played() -> None:
    position = in_play({"South": "AC AH", "West": "2S 3S", "North": "3H QS", "East": "4H JS"}, opening=False)
    position, _ = run(position, "AC")
    assert (fact(position, "to_act"), fact(position, "out")) == ("West", [])
    assert legal(position) == {"2S", "3S"}


def test_out_all_but_one_ends_the_hand_with_the_rest_counted() -> None:
    position = in_play({"South": "AH KH 2S", "West": "2C 3S 4S", "North": "3C QS 4C", "East": "4D JS 6S"},
                       points={"West+East": 40})
    position, events = run(position, "AH")
    told = GAME.tell(position)
    assert told["hand_over"]
    assert told["points"] == {"South+North": 26, "West+East": 40}
    assert told["hand_score"] == {"South+North": -50, "West+East": 40}
    assert told["tricks"] == {"South": 1, "West": 0, "North": 0, "East": 0}
    assert told["hands"] == {seat: [] for seat in SEATS}
    assert {"out", "points", "win-trick"} <= ids(events)


def test_out_at_the_setups_first_turn() -> None:
    position = in_play({"South": "AC", "West": "2S 3S", "North": "3H QS", "East": "4H JS"}, trick=["South AH"])
    assert (fact(position, "to_act"), fact(position, "out")) == ("North", ["West"])


def test_throw_off_may_be_answered_with_anything() -> None:
    position = in_play({"South": "AC AH", "West": "2H 3C", "North": "3H QS", "East": "4H JS"}, opening=False)
    assert "throw-off" in speaks(position, "AC")
    position, _ = run(position, "AC")
    assert legal(position) == {"2H", "3C"}
    assert "throw-off" in speaks(position, "2H")


@pytest.mark.parametrize(("trump", "cards", "winner"), [
    ("H", "10H KH AH 2H", "North"), ("H", "KD KH 3H 2H", "West"), ("H", "QH KD 3H 2H", "West"),
    ("H", "Joker 2H AS KS", "West"), ("H", "AC Joker AS KS", "West"), ("H", "8H 9D 9H 7H", "North"),
    ("H", "5D 4H 6C 3H", "South"), ("S", "KC AS 9C 5C", "West"), ("C", "2C Joker QS 3S", "South"),
    ("H", "2C 3S 4C 6S", "East"), ("S", "QH AD KD JH", "West"),
])
def test_win_trick_goes_to_the_highest_trump_else_the_highest_rank(trump: str, cards: str, winner: str) -> None:
    laid = [GAME.read_laid(f"{seat} {card}") for seat, card in zip(SEATS, cards.split(), strict=True)]
    position = GAME.deal(1)
    position.trump = trump
    standing = GAME.standing(position, laid)
    assert SEATS[standing.winners[""]] == winner
    assert len(standing.chain) == 4


@pytest.mark.parametrize(("trump", "order"), [("H", "DSC"), ("D", "HSC"), ("S", "CHD"), ("C", "SHD")])
def test_win_tie_has_a_full_order_of_suits(trump: str, order: str) -> None:
    strengths = [STRENGTH[trump][GAME.pack.card(f"A{suit}")] for suit in order]
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[-1] > STRENGTH[trump][GAME.pack.card(f"K{order[0]}")] or f"K{order[0]}" in {
        card.text for card in RANKED[trump]}


def test_win_tie_is_told() -> None:
    position = in_play({"South": "QS", "West": "QD", "North": "QC", "East": "2S"}, opening=False)
    position, events = run(position, "QS", "QD", "QC", "2S")
    assert fact(position, "last_trick_winner") == "West"
    assert "win-tie" in ids(events)


def test_next_lead_is_the_winners() -> None:
    position, events = run(in_play(PLAIN | {"North": "KD QS", "South": "QH AC"}), "QH", "2H", "KD", "4H")
    assert (fact(position, "leader"), fact(position, "to_act")) == ("North", "North")
    assert "next-lead" in ids(events)


@pytest.mark.parametrize("trump", "SHDC")
def test_points_are_a_hundred_in_trumps_only(trump: str) -> None:
    worth = {card.text: points for card, points in POINTS[trump].items() if points}
    off = {"S": "C", "C": "S", "H": "D", "D": "H"}[trump]
    assert worth == {f"A{trump}": 1, f"K{trump}": 25, f"K{off}": 25, f"J{trump}": 1, f"10{trump}": 1, f"9{trump}": 9,
                     f"9{off}": 9, f"5{trump}": 5, f"5{off}": 5, f"2{trump}": 1, "Joker": 18}
    assert sum(worth.values()) == 100


def test_points_of_a_trick_go_to_the_winners_side() -> None:
    position, events = run(in_play(PLAIN | {"North": "KD QS", "East": "Joker JS"}), "AH", "2H", "KD", "Joker")
    assert fact(position, "points") == {"South+North": 45, "West+East": 0}
    assert {"points", "rank"} <= ids(events)


# ---- the score


def last_trick(contract: Any, before: tuple[int, int], **more: Any) -> dict[str, Any]:
    """The facts after a last trick that brings South and North the trump King's 25."""
    position = in_play({"South": "KH", "West": "AS", "North": "QS", "East": "JS"}, contract=contract,
                       points=dict(zip(GAME.score_names, before, strict=True)), tricks={"South": 2, "West": 3}, **more)
    after = GAME.tell(run(position, "KH")[0])
    assert after["hand_over"]
    return after


@pytest.mark.parametrize(("contract", "own", "score"), [
    (65, 40, 65), (65, 39, -65), (75, 2, -75), (60, 75, 100), (1, 0, 25), (100, 75, 100),
    (100, 74, -100), ("double", 75, 200), ("double", 74, -200),
])
def test_score_of_the_declarers_side(contract: Any, own: int, score: int) -> None:
    after = last_trick(contract, (own, 75 - own))
    assert after["hand_score"] == {"South+North": score, "West+East": 75 - own}


def test_score_set_worked_cases() -> None:
    assert last_trick(65, (39, 36))["hand_score"]["South+North"] == -65
    hands = {"South": "2H", "West": "KH", "North": "QS", "East": "JS"}
    position = in_play(hands, contract=75, points={"South+North": 2, "West+East": 72}, tricks={"West": 5})
    after = GAME.tell(run(position, "2H", "KH")[0])
    assert after["points"] == {"South+North": 2, "West+East": 98}
    assert after["hand_score"] == {"South+North": -75, "West+East": 98}


@pytest.mark.parametrize(("hand", "bid"), [
    ("AH KH KD QH JH 10H", 100), ("AH KH QH JH 10H 4H", 60), ("KH KD QH JH 9H 7H", 50),
    ("QH JH 4H 6H 9H 3H", 30), ("2H 3H 4H 6H 7H JH", 0),
])
def test_holdings_of_the_source_are_in_order_of_strength(hand: str, bid: int) -> None:
    """What the source would bid on six trumps; here each at least leads, and makes its bid against nothing at all."""
    others = {"West": "2S 3S 4S 6S 7S 8S", "North": "2C 3C 4C 6C 7C 8C", "East": "9S 10S JS QS AS 9C"}
    position = in_play({"South": hand} | others, contract=bid or 1, points={"West+East": 0})
    assert legal(position) == set(hand.split())
    assert fact(run(position, hand.split()[0])[0], "hand_over")


def test_score_lines_name_their_rules() -> None:
    def rules(contract: Any, own: int) -> list[str]:
        position = in_play({"South": "KH", "West": "AS", "North": "QS", "East": "JS"}, contract=contract,
                           points={"South+North": own, "West+East": 75 - own})
        over, _ = run(position, "KH")
        lines = GAME.working(over)
        assert [sum(column) for column in zip(*(line.points for line in lines), strict=True)] == over.hand_score
        return [line.rule for line in lines]
    assert rules(60, 40) == ["score-made", "score-defenders"]
    assert rules(80, 40) == ["score-set", "score-defenders"]
    assert rules("double", 75) == rules("double", 40) == ["score-double", "score-defenders"]


def test_game_end_at_five_hundred() -> None:
    after = last_trick(60, (75, 0), score={"South+North": 400, "West+East": 0})
    assert (after["game_over"], after["winners"], after["next_dealer"]) == (True, ["South+North"], None)
    assert not last_trick(60, (75, 0), score={"South+North": 399})["game_over"]


def test_game_end_with_both_over_goes_to_the_higher_total() -> None:
    after = last_trick(50, (35, 40), score={"South+North": 450, "West+East": 465})
    assert after["score"] == {"South+North": 510, "West+East": 505}
    assert after["winners"] == ["South+North"]


def test_game_end_waits_while_both_have_the_same() -> None:
    after = last_trick(50, (35, 40), score={"South+North": 450, "West+East": 470})
    assert after["score"] == {"South+North": 510, "West+East": 510}
    assert (after["game_over"], after["winners"], after["next_dealer"]) == (False, [], "South")
    assert GAME.start({"score": after["score"], "hands": LOW}).phase == "toss"


def test_the_deal_passes_to_the_left() -> None:
    over, _ = run(start(hands=LOW, dealer="North"), "toss")
    assert fact(over, "next_dealer") == "East"
    assert GAME.deal(3, over).dealer == SEATS.index("East")


# ---- short hands


def test_a_lone_trick_leaves_the_hand_undecided() -> None:
    position = in_play({"South": "QS", "West": "QD", "North": "QC", "East": "2S"}, opening=False)
    told = GAME.tell(run(position, "QS", "QD", "QC", "2S")[0])
    assert (told["phase"], told["to_act"], told["hand_over"], told["hand_score"]) == ("play", None, False, None)
    assert (told["leader"], told["last_trick_winner"]) == ("West", "West")


@pytest.mark.parametrize("more", [{"tricks": {"West": 5}}, {"points": {"West+East": 100}, "opening": False}])
def test_a_short_hand_is_over_when_nothing_of_it_is_missing(more: dict[str, Any]) -> None:
    position = in_play({"South": "QS", "West": "QD", "North": "QC", "East": "2S"}, **more)
    assert fact(run(position, "QS", "QD", "QC", "2S")[0], "hand_over")


# ---- setups


def test_setups_start_in_the_phase_their_facts_lead_to() -> None:
    declared = {"declarer": "South", "contract": 20}
    assert start(hands=LOW).phase == "toss"
    assert start(hands=LOW, **declared).phase == "trump"
    assert start(hands=LOW, trump="H", **declared).phase == "play"
    assert passing(South=HEARTS).phase == "pass-trumps"
    assert passing(South="AH 2S 4S 6S 7S 8S 9S", North="2C").phase == "discard"
    assert start(seed=4).phase == GAME.deal(4).phase
    assert len(start(seed=4, **declared).hands[0]) == 17


def test_setup_with_a_declarer_tells_the_auction() -> None:
    position = in_play(PLAIN)
    assert fact(position, "high_bid") == 50
    assert fact(position, "bids") == {"South": 50, "West": "pass", "North": "pass", "East": "pass"}


DECLARED = {"declarer": "South", "contract": 20, "trump": "H"}
BAD_SETUPS: list[tuple[dict[str, Any], tuple[str | int, ...]]] = [
    ({}, ("hands",)),
    ({"hands": {"South": "AH", "West": "AH", "North": "2H", "East": "3H"}}, ("hands", "West")),
    ({"hands": {"South": "1H", "West": "AH", "North": "2H", "East": "3H"}}, ("hands", "South")),
    ({"hands": LOW, "kitty": "2S"}, ("kitty",)),
    ({"hands": LOW, "kitty": "AH KH QH JH 10H 9H"}, ("kitty",)),
    ({"hands": LOW | {"South": "2S"}}, ("hands",)),
    ({"hands": dict.fromkeys(LOW, "")}, ("hands",)),
    ({"seed": 1, "kitty": "2S"}, ("kitty",)),
    ({"hands": LOW, "phase": "bidding"}, ("phase",)),
    ({"hands": LOW, "phase": "play"}, ("phase",)),
    ({"hands": LOW, "trump": "H"}, ("trump",)),
    ({"hands": LOW, "declarer": "South"}, ("declarer",)),
    ({"hands": LOW, "contract": 30}, ("contract",)),
    ({"hands": LOW, "declarer": "Nobody", "contract": 30}, ("declarer",)),
    ({"hands": LOW, "declarer": "South", "contract": 0}, ("contract",)),
    ({"hands": LOW, "declarer": "South", "contract": 101}, ("contract",)),
    ({"hands": LOW, "declarer": "South", "contract": "pass"}, ("contract",)),
    ({"hands": LOW, "colour": "H"}, ("colour",)),
    ({"hands": LOW, "tricks": {"South": 1}}, ("tricks",)),
    ({"hands": LOW, "points": {"South+North": 1}}, ("points",)),
    ({"hands": LOW, "out": ["South"]}, ("out",)),
    ({"hands": LOW, "leader": "West"}, ("leader",)),
    ({"hands": LOW, "opening": False}, ("opening",)),
    ({"hands": LOW, "passed_on": True}, ("passed_on",)),
    ({"hands": LOW, "kept": ["West"]}, ("kept",)),
    ({"hands": LOW, "kept": ["South", "South"]}, ("kept",)),
    ({"hands": LOW, "bids": {"South": 200}}, ("bids", "South")),
    ({"hands": LOW, "bids": {"West": 20}}, ("bids",)),
    ({"hands": LOW, "bids": {"South": 20, "West": 10}}, ("bids",)),
    ({"hands": LOW, "bids": {"South": "double"}}, ("bids",)),
    ({"hands": LOW, "bids": dict.fromkeys(LOW, "pass")}, ("bids",)),
    ({"hands": LOW, "bids": dict.fromkeys(LOW, "pass") | {"East": 20}}, ("bids",)),
    ({"hands": LOW, "score": {"South+North": 500}}, ("score",)),
    ({"hands": LOW, "score": {"South": 5}}, ("score", "South")),
    (DECLARED | {"hands": LOW, "bids": {"South": 40}}, ("bids",)),
    (DECLARED | {"hands": LOW, "kitty": "AH"}, ("kitty",)),
    (DECLARED | {"hands": LOW | {"South": "2S"}}, ("hands",)),
    (DECLARED | {"hands": LOW, "out": ["West"]}, ("hands", "West")),
    (DECLARED | {"hands": LOW | {"West": "", "North": "", "East": ""}, "out": ["West", "North", "East"]}, ("out",)),
    (DECLARED | {"hands": LOW | {"South": ""}, "out": ["South"]}, ("leader",)),
    (DECLARED | {"hands": LOW, "points": {"South+North": 101}}, ("points", "South+North")),
    (DECLARED | {"hands": LOW, "points": {"South+North": 60, "West+East": 30}}, ("points",)),
    (DECLARED | {"hands": LOW, "tricks": {"South": 4}}, ("tricks",)),
    (DECLARED | {"hands": LOW, "opening": True, "tricks": {"South": 1}}, ("opening",)),
    (DECLARED | {"hands": LOW, "opening": True}, ("opening",)),
    (DECLARED | {"hands": PLAIN, "opening": "yes"}, ("opening",)),
    (DECLARED | {"hands": PLAIN, "trick": ["South 6H", "North 7H"]}, ("trick", 1)),
    (DECLARED | {"hands": PLAIN, "trick": ["South 6H", "West 7C"]}, ("trick", 1)),
    (DECLARED | {"hands": PLAIN, "trick": ["South 6C", "West 7C", "North 8C", "East 9C"]}, ("trick",)),
    (DECLARED | {"hands": PLAIN, "trick": ["South give 6H"]}, ("trick", 0)),
    (DECLARED | {"hands": dict.fromkeys(LOW, "")}, ("hands",)),
    (DECLARED | {"hands": LOW, "phase": "discard"}, ("phase",)),
    (DECLARED | {"hands": LOW, "giver": "South"}, ("giver",)),
    (DECLARED | {"hands": LOW | {"South": HEARTS}, "giver": "West"}, ("giver",)),
    (DECLARED | {"hands": LOW | {"South": HEARTS}, "passed_on": True}, ("passed_on",)),
    (DECLARED | {"hands": LOW | {"South": HEARTS}, "phase": "discard"}, ("phase",)),
    ({"declarer": "South", "contract": 20, "hands": LOW | {"South": ""}}, ("hands",)),
    ({"declarer": "South", "contract": 20, "hands": LOW | {"West": "2H"}}, ("hands",)),
]


@pytest.mark.parametrize(("setup", "path"), BAD_SETUPS, ids=str)
def test_a_setup_that_can_not_be_is_refused_with_its_place(setup: dict[str, Any], path: tuple[str | int, ...]) -> None:
    found = problems(**setup)
    assert path in found, found
    assert all(found.values())


def test_a_seat_left_out_before_the_play_is_a_problem() -> None:
    card = GAME.pack.card("2H")
    with pytest.raises(SetupError) as caught:
        GAME.start({"hands": {seat: hand for seat, hand in LOW.items() if seat != "West"}}, None,
                   {1: [card, GAME.pack.card("3H"), GAME.pack.card("4H")]})
    assert [problem.path for problem in caught.value.problems] == [("hands",)]


# ---- what holds in every hand


def lopsided_deal(rng: random.Random) -> dict[str, Any]:
    """A deal, often with trumps or faces bunched, so that trumps are passed and hands tossed."""
    pack = oracle.PACK[:]
    rng.shuffle(pack)
    trump, pull, kind = rng.choice("SHDC"), rng.choice([0, 5, 20]), rng.randrange(4)
    if kind in (1, 2):
        pack.sort(key=lambda card: oracle.is_trump(card, trump) * pull + rng.random() * 12, reverse=kind == 1)
    elif kind == 3:
        pack.sort(key=lambda card: (card[0] in "KQJ") * pull / 2 + rng.random() * 12)
    places = rng.sample(range(4), 4)
    return {"hands": {seat: pack[12 * place:12 * place + 12] for seat, place in zip(SEATS, places, strict=True)},
            "kitty": pack[48:], "dealer": rng.choice(SEATS)}


def pick(rng: random.Random, phase: str, choices: set[str]) -> str:
    """A move; in the auction mostly a small step or a pass, or else nearly every bid would be 100."""
    numbers = sorted(int(move[4:]) for move in choices if move[4:].isdigit())
    if phase == "bid" and numbers and rng.random() > 0.05:
        return "pass" if "pass" in choices and rng.random() < 0.5 else f"bid {rng.choice(numbers[:15])}"
    return rng.choice(sorted(choices))


def positions(hands: int, first: int = 0) -> Iterator[tuple[DoubleKingPedroPosition, str]]:
    """Every position of some random hands in which somebody is to act, with the move made there."""
    for seed in range(first, first + hands):
        rng = random.Random(seed)
        position = GAME.start(lopsided_deal(rng))
        while position.to_act is not None:
            move = pick(rng, position.phase, legal(position))
            yield position, move
            position, _ = GAME.play(position, move)


def same_facts(engine: dict[str, Any], told: dict[str, Any]) -> None:
    for name, value in told.items():
        if name == "hands":
            assert {seat: sorted(hand) for seat, hand in engine[name].items()} == {
                seat: sorted(hand) for seat, hand in value.items()}
        elif name in ("out", "kitty"):
            assert sorted(engine[name]) == sorted(value)
        else:
            assert engine[name] == value, name


def test_the_naive_telling_agrees_at_every_step() -> None:
    seen: Counter[str] = Counter()
    for seed in range(450):
        rng = random.Random(seed)
        deal = lopsided_deal(rng)
        position = GAME.start(deal)
        facts: dict[str, Any] = {}
        hand = oracle.one_hand(facts, {seat: list(cards) for seat, cards in deal["hands"].items()}, deal["kitty"],
                               deal["dealer"])
        move: str | None = None
        while True:
            try:
                phase, seat, choices = hand.send(move) if move is not None else next(hand)
            except StopIteration:
                break
            told = GAME.tell(position)
            same_facts(told, facts)
            assert (told["phase"], told["to_act"], legal(position)) == (phase, seat, choices)
            move = pick(rng, phase, choices)
            position, _ = GAME.play(position, move)
            seen[phase] += 1
            seen["on"] += position.passed_on
        assert position.hand_over
        same_facts(GAME.tell(position), facts)
        assert facts["declarer"] is None or sum(facts["points"].values()) == 100
        seen["alone"] += len(facts["out"]) == 3
    everything = ("toss", "bid", "trump", "pass-trumps", "discard", "play", "on", "alone")
    assert min(seen[kind] for kind in everything) > 20, seen


def test_the_naive_winner_and_score_agree_on_random_tricks() -> None:
    rng = random.Random(7)
    position = GAME.deal(1)
    for _ in range(4000):
        cards, trump = rng.sample(oracle.PACK, rng.randint(1, 4)), rng.choice("SHDC")
        trick = list(zip(SEATS, cards, strict=False))
        position.trump = trump
        standing = GAME.standing(position, [GAME.read_laid(f"{seat} {card}") for seat, card in trick])
        assert SEATS[standing.winners[""]] == oracle.winner_of(trick, trump)


def test_the_naive_legal_set_agrees_on_random_short_hands() -> None:
    rng = random.Random(8)
    for _ in range(1500):
        cards, size, trump = iter(rng.sample(oracle.PACK, 24)), rng.randint(2, 6), rng.choice("SHDC")
        hands = {seat: [next(cards) for _ in range(size)] for seat in SEATS}
        opening = any(oracle.is_trump(card, trump) for card in hands["South"]) and rng.random() < 0.5
        position = in_play({seat: " ".join(hand) for seat, hand in hands.items()}, trump, opening=opening)
        led = None
        while position.to_act is not None:
            seat = SEATS[position.to_act]
            choices = oracle.legal_cards(hands[seat], led, trump, opening and led is None)
            assert legal(position) == choices
            move = rng.choice(sorted(choices))
            hands[seat].remove(move)
            position, _ = run(position, move)
            if not position.trick:
                break
            led = led or move


def test_the_fast_path_is_what_the_rules_say_and_refusals_change_nothing() -> None:
    refusing = {rule.id for rule in GAME.rules if rule.can_refuse}
    assert refusing == {"bid", "name-trumps", "pass-trumps", "discard", "opening-lead", "follow-trump"}
    shown = set()
    for position, _ in positions(50):
        before = GAME.tell(position)
        verdicts = [GAME.judge(position, move) for move in GAME.candidates(position)]
        assert GAME.legal(position) == [verdict.move for verdict in verdicts if verdict.legal]
        for verdict in verdicts[:30]:
            if verdict.refusal:
                shown.add(verdict.refusal.rule)
                assert verdict.refusal.cards or verdict.refusal.rule == "bid"
                with pytest.raises(MoveRefused):
                    GAME.play(position, verdict.text)
        assert GAME.tell(position) == before
    assert shown == refusing


def test_every_card_is_somewhere() -> None:
    gone: set[str] = set()
    for position, move in positions(60, 500):
        if position.phase in ("toss", "bid"):
            gone = set()
        here = [card.text for hand in position.hands for card in hand] + [card.text for card in position.kitty]
        here += [laid.move.played.text for laid in position.trick]
        assert len(set(here)) == len(here)
        assert gone.isdisjoint(here)
        after, events = GAME.play(position, move)
        laid_down = {card.text for event in events for card in event.cards if event.rule == "out"}
        kept = {card.text for hand in after.hands for card in hand} | {card.text for card in after.kitty}
        kept |= {laid.move.played.text for laid in after.trick}
        if move.startswith("discard"):
            assert set(here) - kept == {move.split()[1]}
        elif position.phase != "play":
            assert kept == set(here)
        elif after.trick:
            assert set(here) - kept == laid_down
        gone |= set(here) - kept


def without_history(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name != "last_trick_winner"}


def test_every_position_reads_back_from_its_setup() -> None:
    phases = set()
    for position, move in positions(90, 1000):
        setup = GAME.write_setup(position)
        again = GAME.start(setup)
        assert without_history(GAME.tell(again)) == without_history(GAME.tell(position))
        assert (legal(again), again.opening, again.passed_on) == (legal(position), position.opening, position.passed_on)
        after, then = GAME.play(position, move)[0], GAME.play(again, move)[0]
        assert without_history(GAME.tell(after)) == without_history(GAME.tell(then))
        phases.add((position.phase, position.passed_on))
    assert len(phases) == 7


def test_a_whole_deal_reads_back_from_the_contracts_facts_alone() -> None:
    for position, _ in positions(60, 2000):
        setup = GAME.write_setup(position)
        told = {key: value for key, value in setup.items() if key not in ("giver", "passed_on", "bids", "kept")}
        if position.phase in ("trump", "pass-trumps", "discard", "play"):
            again = GAME.start(told)
            assert (again.to_act, again.phase, again.passed_on) == (position.to_act, position.phase, position.passed_on)


def test_views_show_no_other_card_and_leave_the_choices() -> None:
    for position, _ in positions(25, 3000):
        seat = position.to_act
        assert seat is not None
        seen = GAME.view(position, seat).position
        hidden = [card for other, hand in enumerate(seen.hands) if other != seat for card in hand] + seen.kitty
        assert set(hidden) <= {FACE_DOWN}
        assert GAME.legal(seen) == GAME.legal(position)
        for move in GAME.candidates(position)[:25]:
            assert GAME.judge(seen, move).findings == GAME.judge(position, move).findings
        assert {GAME.is_trump(seen, card) for card in hidden} <= {False}


def test_matches_add_up_and_end() -> None:
    ended = 0
    for seed in range(12):
        rng = random.Random(seed)
        position = GAME.deal(seed)
        totals = [0, 0]
        for hand in range(1, 120):
            while position.to_act is not None:
                GAME.advance(position, GAME.read_move(pick(rng, position.phase, legal(position))))
            assert position.hand_score is not None
            lines = GAME.working(position)
            assert [sum(column) for column in zip(*(line.points for line in lines), strict=True)] == position.hand_score
            totals = [before + now for before, now in zip(totals, position.hand_score, strict=True)]
            assert GAME.totals(position) == totals
            assert position.game_over == (max(totals) >= 500 and totals[0] != totals[1])
            if position.game_over:
                assert position.winners == [GAME.score_names[totals.index(max(totals))]]
                ended += 1
                break
            position = GAME.deal(seed * 1000 + hand, position)
    assert ended


def test_every_rule_is_shown_by_some_event_or_finding() -> None:
    shown: set[str] = set()
    for position, move in positions(60, 4000):
        shown |= {finding.rule for finding in GAME.judge(position, move).findings}
        shown |= ids(GAME.play(position, move)[1]) | ids(GAME.announce(position))
    shown |= ids(run(in_play({"South": "KH", "West": "AS", "North": "QS", "East": "JS"}, contract=60,
                             points={"South+North": 75}, score={"South+North": 450}), "KH")[1])
    assert {rule.id for rule in GAME.all_rules} <= shown | {"win-tie"}


def test_every_sentence_can_be_spoken() -> None:
    for position, move in positions(20, 5000):
        after, events = GAME.play(position, move)
        sentences = [finding.sentence for candidate in GAME.candidates(position)[:20]
                     for finding in GAME.judge(position, candidate).findings]
        sentences += [event.sentence for event in events] + [text for _, text in GAME.notices(after)]
        sentences += [finding.sentence for finding in GAME.standing(after, after.trick).chain]
        for sentence in sentences:
            spoken = GAME.pack.plain(sentence)
            assert spoken
            assert "{" not in spoken
            assert "None" not in spoken
