"""Double King Pedro: each rule, ruling and worked case of its specification, and invariants of every hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.core.game.setups import read_setup, write_setup
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.goals import GoalSide
from rules_engine.games.double_king_pedro import DoubleKingPedro, DoubleKingPedroPosition
from rules_engine.games.double_king_pedro.rules import CONTRACT, POINTS, RANKED, STRENGTH, receiver
from rules_engine.narration.narrator import narrator_for
from rules_engine.testing import HandState, begin
from tests.games import double_king_pedro_oracle as oracle

Pedro = HandState[DoubleKingPedroPosition]

GAME = DoubleKingPedro()
SEATS = GAME.table.names

LOW = {"South": "2S 3S 4S", "West": "2H 3H 4H", "North": "2D 3D KD", "East": "2C QC KC"}
"""Short hands for tests of bidding, in which South and West hold no face card."""


def start(**setup: Any) -> Pedro:
    return begin(GAME, setup)


def in_play(hands: dict[str, str], trump: str = "H", **more: Any) -> Pedro:
    """Return a hand in play; by default, South is declarer at 50."""
    return start(**({"declarer": "South", "contract": 50, "trump": trump, "hands": hands} | more))


def problems(setup: dict[str, Any]) -> dict[tuple[str | int, ...], str]:
    with pytest.raises(SetupError) as caught:
        read_setup(GAME, setup)
    return {problem.path: problem.message for problem in caught.value.problems}


def happened(hand: Pedro) -> set[str]:
    """Return the ids of the rules that caused the events in the last move."""
    return {told.event.rule for told in hand.happened}


# ---- deal and toss


def test_deal_gives_twelve_each_and_five_to_the_kitty() -> None:
    position = GAME.deal(1)
    assert [len(hand) for hand in position.hands] == [12] * 4
    assert len(position.kitty) == 5
    assert {card for hand in position.hands for card in hand} | set(position.kitty) == set(GAME.pack)
    assert "deal" in {event.rule for event in narrator_for(GAME).dealt(position)}


def test_toss_is_offered_clockwise_from_the_dealers_left_to_hands_without_a_face_card() -> None:
    hand = start(hands=LOW, dealer="East")
    assert (hand.facts["phase"], hand.facts["to_act"], hand.legal) == ("toss", "South", {"toss", "keep"})
    hand = hand.after("keep")
    assert hand.facts["to_act"] == "West"
    hand = hand.after("keep")
    assert (hand.facts["phase"], hand.facts["to_act"]) == ("bid", "South")


def test_toss_asks_first_whoever_comes_first_after_the_dealer() -> None:
    assert start(hands=LOW, dealer="South").facts["to_act"] == "West"


def test_toss_voids_the_hand_and_moves_the_deal() -> None:
    hand = start(hands=LOW, dealer="East", score={"South+North": 40}).after("toss")
    told = hand.facts
    assert (told["phase"], told["hand_over"], told["to_act"], told["next_dealer"]) == ("over", True, None, "South")
    assert told["hand_score"] == {"South+North": 0, "West+East": 0}
    assert told["score"] == {"South+North": 40, "West+East": 0}
    assert "toss" in happened(hand)


@pytest.mark.parametrize("card", ["AS", "10S", "Joker"])
def test_toss_counts_neither_aces_nor_the_joker_as_faces(card: str) -> None:
    assert start(hands=LOW | {"South": f"2S 3S {card}"}).facts["phase"] == "toss"


@pytest.mark.parametrize("card", ["KS", "QS", "JS"])
def test_toss_is_not_offered_with_a_face_card(card: str) -> None:
    assert start(hands=LOW | {"South": f"2S 3S {card}"}, dealer="East").facts["to_act"] == "West"


def test_toss_passed_by_when_nobody_may_or_the_setup_says_so() -> None:
    faces = LOW | {"South": "2S 3S KS", "West": "2H 3H KH"}
    assert start(hands=faces).facts["phase"] == "bid"
    assert start(hands=LOW, phase="bid").facts["phase"] == "bid"
    assert start(hands=LOW, phase="bid").refusal("toss") == "not-now"


# ---- the auction


def auction(*calls: str) -> Pedro:
    return start(hands=LOW, dealer="East", phase="bid").after(*calls)


def test_bid_goes_clockwise_from_the_dealers_left() -> None:
    hand = auction()
    assert hand.facts["to_act"] == "South"
    assert auction("bid 10").facts["to_act"] == "West"
    assert auction("bid 10", "pass", "bid 11", "pass").facts["to_act"] == "South"


def test_bid_must_be_higher_than_the_last_and_at_most_a_hundred() -> None:
    hand = auction("bid 40")
    assert hand.refusal("bid 40") == "bid"
    assert hand.refusal("bid 12") == "bid"
    assert hand.refusal("bid 0") == "bid"
    assert hand.refusal("bid 101") == "bid"
    assert "bid" in hand.permitting("bid 41")
    assert hand.legal == {"pass", "bid double", *(f"bid {number}" for number in range(41, 101))}


def test_bid_that_passed_is_passed_for_good() -> None:
    assert auction("bid 1", "pass", "bid 2", "bid 3", "bid 4").facts["to_act"] == "North"


def test_bids_are_told_from_the_lowest_up_however_often_they_went_round() -> None:
    hand = auction("bid 43", "bid 44", "pass", "bid 45", "bid 46")
    told = " ".join(known.sentence for known in narrator_for(hand.game).question_context(hand.position, "legal-moves"))
    numbers = [int(word) for word in told.replace(",", " ").split() if word.isdigit()]
    assert numbers == sorted(numbers)
    assert told.endswith("passed.")


def test_bid_wins_when_the_three_others_have_passed() -> None:
    hand = auction("bid 10", "pass", "bid 11", "pass", "pass")
    told = hand.facts
    assert (told["phase"], told["declarer"], told["contract"], told["to_act"]) == ("trump", "North", 11, "North")
    assert told["bids"] == {"South": "pass", "West": "pass", "North": 11, "East": "pass"}


def test_bid_of_the_last_one_left_in_can_not_be_a_pass() -> None:
    hand = auction("pass", "pass", "pass")
    assert hand.facts["to_act"] == "East"
    assert hand.refusal("pass") == "bid"
    assert "pass" not in hand.legal
    hand = hand.after("bid 1")
    assert (hand.facts["declarer"], hand.facts["contract"]) == ("East", 1)


def test_double_is_above_every_bid_and_ends_the_auction() -> None:
    hand = auction("bid 100")
    assert hand.legal == {"pass", "bid double"}
    assert "double" in hand.permitting("bid double")
    hand = hand.after("bid double")
    told = hand.facts
    assert (told["declarer"], told["contract"], told["high_bid"]) == ("West", "double", "double")
    assert told["bids"] == {"South": 100, "West": "double", "North": None, "East": None}
    assert "double" in happened(hand)


def test_kitty_goes_to_the_declarer_at_once() -> None:
    hand = start(hands=LOW, kitty="AH KH QH JH 10H", phase="bid", dealer="East")
    assert hand.facts["kitty"] == ["10H", "JH", "QH", "KH", "AH"]
    hand = hand.after("bid double")
    assert hand.facts["kitty"] == []
    assert hand.facts["hands"]["South"] == ["2S", "3S", "4S", "10H", "JH", "QH", "KH", "AH"]
    assert "kitty" in happened(hand)


def test_kitty_given_beside_a_declarer_is_in_their_hand() -> None:
    hand = start(hands=LOW, kitty="AH KH", declarer="North", contract=20)
    assert hand.facts["kitty"] == []
    assert hand.facts["hands"]["North"] == ["KH", "AH", "2D", "3D", "KD"]


# ---- trumps


def test_name_trumps_needs_a_trump_to_lead() -> None:
    hand = start(hands=LOW | {"South": "2S 3S 4D"}, declarer="South", contract=5)
    assert hand.facts["phase"] == "trump"
    assert hand.legal == {"trump S", "trump D"}
    assert hand.refusal("trump H") == hand.refusal("trump C") == "name-trumps"
    assert "name-trumps" in hand.permitting("trump S")


@pytest.mark.parametrize(("card", "suits"), [("Joker", "SHDC"), ("KD", "HD"), ("9C", "SC"), ("5S", "SC"), ("QH", "H")])
def test_name_trumps_counts_the_joker_and_the_off_cards(card: str, suits: str) -> None:
    hands = {"South": card, "West": "2H", "North": "2D", "East": "2C"}
    assert start(hands=hands, declarer="South", contract=5).legal == {f"trump {suit}" for suit in suits}


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
    hand = in_play({"South": "KD Joker", "West": "2H 3H", "North": "4H 6H", "East": "5H 7H"})
    assert "trumps" in hand.permitting("KD")
    assert "trumps" in hand.permitting("Joker")
    assert "trumps" not in hand.after("KD").permitting("2H")


# ---- passing and discarding


HEARTS = "AH KH QH JH 10H 9H 8H 7H"


def passing(**hands: str) -> Pedro:
    return start(declarer="South", contract=90, trump="H",
                 hands={"South": "", "West": "AS", "North": "2S", "East": "3S"} | hands)


def test_pass_trumps_gives_the_excess_to_the_partner() -> None:
    hand = passing(South=HEARTS + " AC")
    assert (hand.facts["phase"], hand.facts["to_act"]) == ("pass-trumps", "South")
    assert hand.legal == {f"give {card}" for card in HEARTS.split()}
    assert hand.refusal("give AC") == "pass-trumps"
    hand = hand.after("give 7H", "give 8H")
    assert set(hand.facts["hands"]["North"]) == {"2S", "7H", "8H"}
    assert hand.facts["phase"] == "discard"
    assert "pass-trumps" in happened(hand)


def test_pass_trumps_goes_on_to_the_left_of_a_partner_who_has_too_many() -> None:
    hand = passing(South=HEARTS, North="6H 5H 4H 3H 2H AS", West="2S")
    hand = hand.after("give 7H", "give 8H")
    assert (hand.facts["phase"], hand.facts["to_act"]) == ("pass-trumps", "North")
    assert "give 8H" in hand.legal
    hand = hand.after("give 2H")
    assert hand.facts["hands"]["East"] == ["3S", "2H"]
    assert (hand.facts["phase"], hand.facts["to_act"]) == ("discard", "North")


def test_pass_trumps_sends_the_partners_own_excess_left_too() -> None:
    hand = passing(South="AH KH QH JH 10H 9H 8H", North="KD 9D 5D 5H 4H 3H 2H", West="2S")
    assert hand.facts["to_act"] == "South"
    hand = hand.after("give 8H")
    assert hand.facts["to_act"] == "North"
    hand = hand.after("give 2H", "give 3H")
    assert hand.facts["hands"]["East"] == ["3S", "2H", "3H"]


def test_pass_trumps_is_settled_clockwise_from_the_declarer() -> None:
    hand = passing(West=HEARTS[:-3], South="KD 9D 5D 5H 4H 3H 2H")
    assert hand.facts["to_act"] == "South"
    hand = hand.after("give 2H")
    assert hand.facts["to_act"] == "West"
    hand = hand.after("give AH")
    assert hand.facts["hands"]["East"] == ["3S", "AH"]


def test_pass_trumps_is_finished_by_the_giver_before_the_partner_passes_on() -> None:
    hand = start(declarer="South", contract=9, trump="H", hands={
        "South": "AC", "West": "KD 9D 5D 4H 3H 2H", "North": "2S", "East": "AH KH QH JH 10H 9H 8H 7H"})
    hand = hand.after("give 7H")
    assert hand.facts["to_act"] == "East"
    hand = hand.after("give 8H")
    assert hand.facts["to_act"] == "West"
    assert hand.position.passed_on


def test_discard_brings_everybody_to_six_and_keeps_the_trumps() -> None:
    hands = {"South": "AH KH 2S 3S 4S 5S 6S 7S", "West": "2H 3H 8S 9S 10S JS QS", "North": "2D 3D 4D 6D 7D 8D",
             "East": "2C 3C 4C 5C 6C 7C 8C"}
    hand = start(declarer="South", contract=9, trump="H", hands=hands)
    assert (hand.facts["phase"], hand.facts["to_act"]) == ("discard", "South")
    assert hand.refusal("discard AH") == "discard"
    assert "discard" in hand.permitting("discard 2S")
    assert hand.legal == {f"discard {rank}S" for rank in range(2, 8)}
    hand = hand.after("discard 2S", "discard 3S", "discard 8S")
    assert hand.facts["to_act"] == "East"
    hand = hand.after("discard 2C")
    assert (hand.facts["phase"], hand.facts["to_act"], hand.facts["leader"]) == ("play", "South", "South")


def test_discard_refuses_off_cards_and_the_joker() -> None:
    hands = {"South": "KD Joker 2S 3S 4S 5S 6S", "West": "2H", "North": "2D", "East": "2C"}
    hand = start(declarer="South", contract=9, trump="H", hands=hands)
    assert hand.refusal("discard KD") == hand.refusal("discard Joker") == "discard"


# ---- the play


PLAIN = {"South": "AH AC", "West": "2H AS", "North": "3H QS", "East": "4H JS"}


def test_opening_lead_is_the_declarers_and_a_trump() -> None:
    hand = in_play(PLAIN)
    assert hand.facts["to_act"] == "South"
    assert hand.refusal("AC") == "opening-lead"
    assert "opening-lead" in hand.permitting("AH")
    assert hand.legal == {"AH"}


def test_opening_lead_is_over_once_tricks_are_told_of_or_the_setup_says_so() -> None:
    assert in_play(PLAIN, tricks={"South": 1}).legal == {"AH", "AC"}
    assert in_play(PLAIN, opening=False).legal == {"AH", "AC"}
    assert in_play(PLAIN, leader="West").legal == {"2H", "AS"}
    assert in_play(PLAIN, opening=True).legal == {"AH"}


def test_opening_lead_asks_nothing_of_a_setups_declarer_without_trumps() -> None:
    assert in_play(PLAIN | {"South": "AC KC"}).legal == {"AC", "KC"}
    hands = {"South": "AC 2C 3C 4C 6C 7C 8C", "West": "2H", "North": "3H", "East": "4H"}
    hand = start(declarer="South", contract=9, trump="H", hands=hands).after("discard AC")
    assert hand.legal == {"2C", "3C", "4C", "6C", "7C", "8C"}


def test_bids_and_kept_put_a_setup_in_mid_auction() -> None:
    hand = start(hands=LOW, dealer="East", bids={"South": 10, "West": "pass", "North": 12, "East": "pass"})
    assert (hand.facts["phase"], hand.facts["to_act"], hand.facts["high_bid"]) == ("bid", "South", 12)
    assert start(hands=LOW, dealer="East", kept=["South"]).facts["to_act"] == "West"


def test_who_kept_a_hand_is_known_until_the_auction_is_won() -> None:
    asked = frozenset({0, 1})
    bidding = start(hands=LOW, dealer="East", phase="bid")
    assert bidding.position.kept == asked
    assert start(hands=LOW, dealer="East").after("keep", "keep", "bid 3").position.kept == asked
    assert bidding.after("bid 3", "pass", "pass", "pass").position.kept == frozenset()
    calls = {"South": 10, "West": "pass"}
    assert start(hands=LOW, dealer="East", bids=calls).position.kept == asked
    assert start(hands=LOW, dealer="East", bids=calls, kept=["South", "West"]).position.kept == asked
    assert start(hands=LOW, dealer="East", bids=calls, kept=["West"]).position.kept == asked


def test_follow_trump_when_a_trump_is_led() -> None:
    hand = in_play(PLAIN).after("AH")
    assert hand.refusal("AS") == "follow-trump"
    assert hand.legal == {"2H"}
    assert "follow-trump" in hand.permitting("2H")


def test_follow_trump_with_an_off_card_or_the_joker() -> None:
    hand = in_play(PLAIN | {"West": "KD Joker", "North": "5S 5D"}).after("AH")
    assert hand.legal == {"KD", "Joker"}
    assert hand.after("KD").legal == {"5D"}


def test_out_happens_of_itself_at_the_turn_of_who_has_no_trump() -> None:
    hand = in_play({"South": "AH AC", "West": "2S 3S", "North": "3H QS", "East": "4D JS"})
    hand = hand.after("AH")
    assert (hand.facts["to_act"], hand.facts["out"]) == ("North", ["West"])
    assert hand.facts["hands"]["West"] == []
    assert "out" in happened(hand)
    hand = hand.after("3H")
    assert hand.facts["out"] == ["West", "East"]
    assert (hand.facts["last_trick_winner"], hand.facts["to_act"]) == ("South", "South")


def test_out_players_take_no_part_in_later_tricks() -> None:
    hand = in_play({"South": "AH AC", "North": "3H QS", "East": "4H JS"}, out=["West"], tricks={"South": 1})
    hand = hand.after("AC")
    assert hand.facts["to_act"] == "North"


def test_out_comes_only_when_a_trump_must_be_played() -> None:
    hand = in_play({"South": "AC AH", "West": "2S 3S", "North": "3H QS", "East": "4H JS"}, opening=False)
    hand = hand.after("AC")
    assert (hand.facts["to_act"], hand.facts["out"]) == ("West", [])
    assert hand.legal == {"2S", "3S"}


def test_out_all_but_one_ends_the_hand_with_the_rest_counted() -> None:
    hand = in_play({"South": "AH KH 2S", "West": "2C 3S 4S", "North": "3C QS 4C", "East": "4D JS 6S"},
                       points={"West+East": 40})
    hand = hand.after("AH")
    told = hand.facts
    assert told["hand_over"]
    assert told["points"] == {"South+North": 26, "West+East": 40}
    assert told["hand_score"] == {"South+North": -50, "West+East": 40}
    assert told["tricks"] == {"South": 1, "West": 0, "North": 0, "East": 0}
    assert told["hands"] == {seat: [] for seat in SEATS}
    assert {"out", "points", "win-trick"} <= happened(hand)


def test_out_at_the_setups_first_turn() -> None:
    hand = in_play({"South": "AC", "West": "2S 3S", "North": "3H QS", "East": "4H JS"}, trick=["South AH"])
    assert (hand.facts["to_act"], hand.facts["out"]) == ("North", ["West"])


def test_throw_off_may_be_answered_with_anything() -> None:
    hand = in_play({"South": "AC AH", "West": "2H 3C", "North": "3H QS", "East": "4H JS"}, opening=False)
    assert "throw-off" in hand.permitting("AC")
    hand = hand.after("AC")
    assert hand.legal == {"2H", "3C"}
    assert "throw-off" in hand.permitting("2H")


@pytest.mark.parametrize(("trump", "cards", "winner"), [
    ("H", "10H KH AH 2H", "North"), ("H", "KD KH 3H 2H", "West"), ("H", "QH KD 3H 2H", "West"),
    ("H", "Joker 2H AS KS", "West"), ("H", "AC Joker AS KS", "West"), ("H", "8H 9D 9H 7H", "North"),
    ("H", "5D 4H 6C 3H", "South"), ("S", "KC AS 9C 5C", "West"), ("C", "2C Joker QS 3S", "South"),
    ("H", "2C 3S 4C 6S", "East"), ("S", "QH AD KD JH", "West"),
])
def test_win_trick_goes_to_the_highest_trump_else_the_highest_rank(trump: str, cards: str, winner: str) -> None:
    laid = [GAME.notation.read_laid(f"{seat} {card}") for seat, card in zip(SEATS, cards.split(), strict=True)]
    position = GAME.deal(1)
    position.trump = trump
    assert SEATS[GAME.winners(position, laid)[""]] == winner
    assert len(narrator_for(GAME).trick_explanation(position, laid)) == 4


@pytest.mark.parametrize(("trump", "order"), [("H", "DSC"), ("D", "HSC"), ("S", "CHD"), ("C", "SHD")])
def test_win_tie_has_a_full_order_of_suits(trump: str, order: str) -> None:
    strengths = [STRENGTH[trump][GAME.pack.card(f"A{suit}")] for suit in order]
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[-1] > STRENGTH[trump][GAME.pack.card(f"K{order[0]}")] or f"K{order[0]}" in {
        card.text for card in RANKED[trump]}


def test_win_tie_is_told() -> None:
    hand = in_play({"South": "QS", "West": "QD", "North": "QC", "East": "2S"}, opening=False)
    hand = hand.after("QS", "QD", "QC", "2S")
    assert hand.facts["last_trick_winner"] == "West"
    assert "win-tie" in happened(hand)


def test_next_lead_is_the_winners() -> None:
    hand = in_play(PLAIN | {"North": "KD QS", "South": "QH AC"}).after("QH", "2H", "KD", "4H")
    assert (hand.facts["leader"], hand.facts["to_act"]) == ("North", "North")
    assert "next-lead" in happened(hand)


@pytest.mark.parametrize("trump", "SHDC")
def test_points_are_a_hundred_in_trumps_only(trump: str) -> None:
    worth = {card.text: points for card, points in POINTS[trump].items() if points}
    off = {"S": "C", "C": "S", "H": "D", "D": "H"}[trump]
    assert worth == {f"A{trump}": 1, f"K{trump}": 25, f"K{off}": 25, f"J{trump}": 1, f"10{trump}": 1, f"9{trump}": 9,
                     f"9{off}": 9, f"5{trump}": 5, f"5{off}": 5, f"2{trump}": 1, "Joker": 18}
    assert sum(worth.values()) == 100


def test_points_of_a_trick_go_to_the_winners_side() -> None:
    hand = in_play(PLAIN | {"North": "KD QS", "East": "Joker JS"}).after("AH", "2H", "KD", "Joker")
    assert hand.facts["points"] == {"South+North": 45, "West+East": 0}
    assert {"points", "rank"} <= happened(hand)


# ---- the score


def last_trick(contract: Any, before: tuple[int, int], **more: Any) -> dict[str, Any]:
    """Return the facts after a last trick that gives South and North 25 points for the King of trumps.

    The key ``told`` holds the rules narrated.
    """
    hand = in_play({"South": "KH", "West": "AS", "North": "QS", "East": "JS"}, contract=contract,
                       points=dict(zip(GAME.score_names, before, strict=True)), tricks={"South": 2, "West": 3}, **more)
    hand = hand.after("KH")
    assert hand.facts["hand_over"]
    return {**hand.facts, "told": happened(hand)}


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
    hand = in_play(hands, contract=75, points={"South+North": 2, "West+East": 72}, tricks={"South": 1, "West": 4})
    after = hand.after("2H", "KH").facts
    assert after["points"] == {"South+North": 2, "West+East": 98}
    assert after["hand_score"] == {"South+North": -75, "West+East": 98}


@pytest.mark.parametrize(("held", "bid"), [
    ("AH KH KD QH JH 10H", 100), ("AH KH QH JH 10H 4H", 60), ("KH KD QH JH 9H 7H", 50),
    ("QH JH 4H 6H 9H 3H", 30), ("2H 3H 4H 6H 7H JH", 0),
])
def test_holdings_of_the_source_are_in_order_of_strength(held: str, bid: int) -> None:
    """The bids that the rules' source recommends for six trumps. Each must succeed when the opponents have no trumps."""
    others = {"West": "2S 3S 4S 6S 7S 8S", "North": "2C 3C 4C 6C 7C 8C", "East": "9S 10S JS QS AS 9C"}
    hand = in_play({"South": held} | others, contract=bid or 1, points={"West+East": 0})
    assert hand.legal == set(held.split())
    assert hand.after(held.split()[0]).facts["hand_over"]


def test_score_lines_name_their_rules() -> None:
    def rules(contract: Any, own: int) -> list[str]:
        hand = in_play({"South": "KH", "West": "AS", "North": "QS", "East": "JS"}, contract=contract,
                   points={"South+North": own, "West+East": 75 - own})
        return [finding.rule for finding in narrator_for(GAME).score(hand.after("KH").position)]
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
    assert last_trick(50, (35, 40), score={"South+North": 450, "West+East": 475})["winners"] == ["West+East"]


@pytest.mark.parametrize(("own", "other"), [(450, 400), (400, 400), (464, 459), (390, 385)])
def test_game_end_is_told_of_a_tie_alone_while_the_match_goes_on(own: int, other: int) -> None:
    after = last_trick(50, (35, 40), score={"South+North": own - 60, "West+East": other - 40})
    assert not after["game_over"]
    assert "game-end" not in after["told"]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("declarer", SEATS)
@pytest.mark.parametrize("points", [49, 50])
def test_goal_contract_is_to_make_ones_own_or_beat_theirs(points: int, declarer: str, seat: int) -> None:
    """South and North get the last 25 points, for the King of trumps."""
    place = SEATS.index(declarer) % 2
    before = (75 - points, points) if place else (points - 25, 100 - points)
    hand = in_play({"South": "KH", "West": "AS", "North": "QS", "East": "JS"}, declarer=declarer, leader="South",
                   points=dict(zip(GAME.score_names, before, strict=True)), tricks={"South": 2, "West": 3})
    seeker = GoalSide(hand.position, GAME.score_sides()[seat % 2], seat % 2)
    assert CONTRACT.settled(seeker, hand.position) is None
    over = hand.after("KH").position
    assert over.points[place] == points
    assert CONTRACT.settled(seeker, over) == int((points == 50) == (seat % 2 == place))


def test_game_end_waits_while_both_have_the_same() -> None:
    after = last_trick(50, (35, 40), score={"South+North": 450, "West+East": 470})
    assert after["score"] == {"South+North": 510, "West+East": 510}
    assert (after["game_over"], after["winners"], after["next_dealer"]) == (False, [], "South")
    assert "game-end" in after["told"]
    assert start(score=after["score"], hands=LOW).facts["phase"] == "toss"


def test_the_deal_passes_to_the_left() -> None:
    over = start(hands=LOW, dealer="North").after("toss")
    assert over.facts["next_dealer"] == "East"
    assert GAME.deal(3, over.position).dealer == SEATS.index("East")


# ---- short hands


def test_a_lone_trick_leaves_the_hand_undecided() -> None:
    hand = in_play({"South": "QS", "West": "QD", "North": "QC", "East": "2S"}, opening=False)
    told = hand.after("QS", "QD", "QC", "2S").facts
    assert (told["phase"], told["to_act"], told["hand_over"], told["hand_score"]) == ("play", None, False, None)
    assert (told["leader"], told["last_trick_winner"]) == ("West", "West")


@pytest.mark.parametrize("more", [{"tricks": {"West": 5}}, {"points": {"West+East": 100}, "opening": False}])
def test_a_short_hand_is_over_when_nothing_of_it_is_missing(more: dict[str, Any]) -> None:
    hand = in_play({"South": "QS", "West": "QD", "North": "QC", "East": "2S"}, **more)
    assert hand.after("QS", "QD", "QC", "2S").facts["hand_over"]


# ---- setups


def test_setups_start_in_the_phase_their_facts_lead_to() -> None:
    declared = {"declarer": "South", "contract": 20}
    assert start(hands=LOW).facts["phase"] == "toss"
    assert start(hands=LOW, **declared).facts["phase"] == "trump"
    assert start(hands=LOW, trump="H", **declared).facts["phase"] == "play"
    assert passing(South=HEARTS).facts["phase"] == "pass-trumps"
    assert passing(South="AH 2S 4S 6S 7S 8S 9S", North="2C").facts["phase"] == "discard"
    assert start(seed=4).facts["phase"] == GAME.deal(4).phase
    assert len(start(seed=4, **declared).position.hands[0]) == 17


def test_setup_with_a_declarer_tells_the_auction() -> None:
    hand = in_play(PLAIN)
    assert hand.facts["high_bid"] == 50
    assert hand.facts["bids"] == {"South": 50, "West": "pass", "North": "pass", "East": "pass"}


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
    (DECLARED | {"hands": LOW, "kitty": "AH"}, ("hands",)),
    (DECLARED | {"hands": LOW | {"South": "2S"}}, ("hands",)),
    (DECLARED | {"hands": LOW, "out": ["West"]}, ("hands", "West")),
    (DECLARED | {"hands": LOW | {"West": "", "North": "", "East": ""}, "out": ["West", "North", "East"]}, ("out",)),
    (DECLARED | {"hands": LOW | {"South": ""}, "out": ["South"]}, ("leader",)),
    (DECLARED | {"hands": LOW, "points": {"South+North": 101}}, ("points", "South+North")),
    (DECLARED | {"hands": LOW, "points": {"South+North": 60, "West+East": 30}}, ("points",)),
    (DECLARED | {"hands": LOW, "tricks": {"South": 4}}, ("tricks",)),
    (DECLARED | {"hands": LOW, "tricks": {"South": 3}, "points": {"West+East": 1}}, ("points",)),
    (DECLARED | {"hands": LOW, "opening": True, "tricks": {"South": 1}}, ("opening",)),
    (DECLARED | {"hands": LOW, "opening": True}, ("opening",)),
    (DECLARED | {"hands": PLAIN, "opening": "yes"}, ("opening",)),
    (DECLARED | {"hands": PLAIN, "trick": ["South 6H", "North 7H"]}, ("trick", 1)),
    (DECLARED | {"hands": PLAIN, "trick": ["South 6H", "West 7C"]}, ("trick", 1)),
    (DECLARED | {"hands": PLAIN, "trick": ["South 6C", "West 7C", "North 8C", "East 9C"]}, ("trick",)),
    (DECLARED | {"hands": PLAIN, "trick": ["South give 6H"]}, ("trick", 0)),
    (DECLARED | {"hands": dict.fromkeys(LOW, "")}, ("hands",)),
    (DECLARED | {"hands": LOW, "phase": "discard"}, ("phase",)),
    (DECLARED | {"hands": LOW | {"South": HEARTS}, "phase": "discard"}, ("phase",)),
    ({"declarer": "South", "contract": 20, "hands": LOW | {"South": ""}}, ("hands",)),
    ({"declarer": "South", "contract": 20, "hands": LOW, "phase": "play"}, ("trump",)),
    ({"hands": LOW, "phase": "discard"}, ("phase",)),
    ({"declarer": "South", "contract": 20, "hands": LOW | {"West": "2H"}}, ("hands",)),
]


@pytest.mark.parametrize(("setup", "path"), BAD_SETUPS, ids=str)
def test_a_setup_that_can_not_be_is_refused_with_its_place(setup: dict[str, Any], path: tuple[str | int, ...]) -> None:
    found = problems(setup)
    assert path in found, found
    assert all(found.values())


def test_a_seat_left_out_before_the_play_is_a_problem() -> None:
    filled = {1: GAME.pack.read_cards("2H 3H 4H")}
    with pytest.raises(SetupError) as caught:
        read_setup(GAME, {"hands": {seat: hand for seat, hand in LOW.items() if seat != "West"}}, None, filled)
    assert [problem.path for problem in caught.value.problems] == [("hands",)]


# ---- invariants of every hand


def lopsided_deal(rng: random.Random) -> dict[str, Any]:
    """Return a random deal. Trumps or face cards are often concentrated in few hands, so that players pass trumps or toss."""
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
    """Return a random move; in the auction usually a small step or a pass, because uniformly random bids would soon reach
    100."""
    numbers = sorted(int(move[4:]) for move in choices if move[4:].isdigit())
    if phase == "bid" and numbers and rng.random() > 0.05:
        return "pass" if "pass" in choices and rng.random() < 0.5 else f"bid {rng.choice(numbers[:15])}"
    return rng.choice(sorted(choices))


def moments(hands: int, first: int = 0) -> Iterator[tuple[Pedro, str]]:
    """Yield every position in random hands in which a seat is to act, with the move made."""
    for seed in range(first, first + hands):
        rng = random.Random(seed)
        hand = start(**lopsided_deal(rng))
        while hand.position.to_act is not None:
            move = pick(rng, hand.position.phase, hand.legal)
            yield hand, move
            hand = hand.after(move)


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
        hand = start(**deal)
        facts: dict[str, Any] = {}
        naive = oracle.one_hand(facts, {seat: list(cards) for seat, cards in deal["hands"].items()}, deal["kitty"],
                                deal["dealer"])
        move: str | None = None
        while True:
            try:
                phase, seat, choices = naive.send(move) if move is not None else next(naive)
            except StopIteration:
                break
            told = hand.facts
            same_facts(told, facts)
            assert (told["phase"], told["to_act"], hand.legal) == (phase, seat, choices)
            move = pick(rng, phase, choices)
            hand = hand.after(move)
            seen[phase] += 1
            seen["on"] += hand.position.passed_on
        assert hand.facts["hand_over"]
        same_facts(hand.facts, facts)
        assert facts["declarer"] is None or sum(facts["points"].values()) == 100
        seen["alone"] += len(facts["out"]) == 3
    everything = ("toss", "bid", "trump", "pass-trumps", "discard", "play", "on", "alone")
    assert min(seen[kind] for kind in everything) > 20, seen


def test_the_naive_winner_agrees_on_random_tricks() -> None:
    rng = random.Random(7)
    position = GAME.deal(1)
    for _ in range(4000):
        cards, trump = rng.sample(oracle.PACK, rng.randint(1, 4)), rng.choice("SHDC")
        trick = list(zip(SEATS, cards, strict=False))
        position.trump = trump
        winners = GAME.winners(position, [GAME.notation.read_laid(f"{seat} {card}") for seat, card in trick])
        assert SEATS[winners[""]] == oracle.winner_of(trick, trump)


def test_the_naive_legal_set_agrees_on_random_short_hands() -> None:
    rng = random.Random(8)
    for _ in range(1500):
        cards, size, trump = iter(rng.sample(oracle.PACK, 24)), rng.randint(2, 6), rng.choice("SHDC")
        hands = {seat: [next(cards) for _ in range(size)] for seat in SEATS}
        opening = any(oracle.is_trump(card, trump) for card in hands["South"]) and rng.random() < 0.5
        hand = in_play({seat: " ".join(held) for seat, held in hands.items()}, trump, opening=opening)
        led = None
        while hand.position.to_act is not None:
            seat = SEATS[hand.position.to_act]
            choices = oracle.legal_cards(hands[seat], led, trump, opening and led is None)
            assert hand.legal == choices
            move = rng.choice(sorted(choices))
            hands[seat].remove(move)
            hand = hand.after(move)
            if not hand.position.trick:
                break
            led = led or move


def test_every_rule_that_can_refuse_does_and_names_the_cards_that_bind() -> None:
    refusing = {rule.id for rule in GAME.rules if rule.can_refuse}
    assert refusing == {"bid", "name-trumps", "pass-trumps", "discard", "opening-lead", "follow-trump"}
    shown = set()
    for hand, _ in moments(50):
        refusals = [(move, hand.refused(move)) for move in GAME.candidates(hand.position)]
        assert GAME.legal(hand.position) == [move for move, refusal in refusals if refusal is None]
        for _, refusal in refusals:
            if refusal is not None:
                shown.add(refusal.rule)
                assert refusal.cards or refusal.rule == "bid"
    assert shown == refusing


def cards_of(position: DoubleKingPedroPosition) -> list[str]:
    """Return the cards in the hands, the kitty and the current trick."""
    return [card.text for cards in (*position.hands, position.kitty, [laid.card for laid in position.trick])
            for card in cards]


def test_every_card_is_somewhere() -> None:
    gone: set[str] = set()
    for hand, move in moments(60, 500):
        if hand.position.phase in ("toss", "bid"):
            gone = set()
        here = cards_of(hand.position)
        assert len(set(here)) == len(here)
        assert gone.isdisjoint(here)
        after = hand.after(move)
        lost = set(here) - set(cards_of(after.position))
        if move.startswith("discard"):
            assert lost == {move.split()[1]}
        elif hand.position.phase != "play":
            assert not lost
        elif after.position.trick:
            events = [told.event for told in after.happened]
            assert lost == {card.text for event in events for card in event.cards if event.rule == "out"}
        gone |= lost


def without_history(hand: Pedro) -> dict[str, Any]:
    return {name: value for name, value in hand.facts.items() if name != "last_trick_winner"}


def test_every_position_reads_back_from_its_setup() -> None:
    phases = set()
    for hand, move in moments(90, 1000):
        again = start(**write_setup(GAME, hand.position))
        one, other = hand.position, again.position
        assert without_history(again) == without_history(hand)
        assert (again.legal, other.opening, other.passed_on) == (hand.legal, one.opening, one.passed_on)
        assert without_history(again.after(move)) == without_history(hand.after(move))
        phases.add((one.phase, one.passed_on))
    assert len(phases) == 7


def test_a_whole_deal_reads_back_from_the_contracts_facts_alone() -> None:
    for hand, _ in moments(40, 2000):
        setup, position = write_setup(GAME, hand.position), hand.position
        told = {key: value for key, value in setup.items() if key not in ("giver", "passed_on", "bids", "kept")}
        if position.phase in ("trump", "pass-trumps", "discard", "play"):
            again = start(**told).position
            assert (again.to_act, again.phase, again.passed_on) == (position.to_act, position.phase, position.passed_on)


def test_nobody_sees_the_kitty() -> None:
    position = GAME.deal(1)
    for seat in GAME.table.seats:
        assert GAME.view(position, seat).position.kitty == [FACE_DOWN] * 5
    assert position.kitty != [FACE_DOWN] * 5


def sentences(hand: Pedro, move: str) -> Iterator[str]:
    """Yield every sentence about a move and its results."""
    after, narrator = hand.after(move), narrator_for(GAME)
    for candidate in GAME.candidates(hand.position)[:20]:
        yield from (finding.sentence for finding in hand.why(candidate))
    yield from (told.sentence for told in after.happened)
    yield from (text for _, text in narrator.public_facts(after.position))
    yield from (finding.sentence for finding in narrator.trick_explanation(after.position, after.position.trick))


def test_every_sentence_can_be_spoken() -> None:
    for hand, move in moments(20, 5000):
        for sentence in sentences(hand, move):
            spoken = GAME.pack.plain(sentence)
            assert spoken
            assert "{" not in spoken
            assert "None" not in spoken


@pytest.mark.parametrize(("passed_on", "receivers"), [(False, [2, 3, 0, 1]), (True, [1, 2, 3, 0])])
def test_trumps_go_to_the_partner_and_on_to_the_next(passed_on: bool, receivers: list[int]) -> None:
    position = DoubleKingPedro().deal(1)
    position.passed_on = passed_on
    assert [receiver(position, seat) for seat in range(4)] == receivers
