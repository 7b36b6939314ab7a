"""Euchre: each rule, ruling and worked case of its specification, setups of every phase, and random hands against a second
implementation."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from rules_engine.core.game.game_options import each_variant, every_choice
from rules_engine.core.model.errors import SetupError
from rules_engine.games.euchre import Euchre, EuchrePosition
from rules_engine.narration.narrator import narrator_for
from rules_engine.testing import HandState, begin, choice_name, problems
from tests.games import euchre_oracle as oracle
from tests.some import some

GAME, STICK, BRITISH = Euchre(), Euchre("stick-the-dealer"), Euchre("british")
PARTNER = Euchre(options={"partner-orders": "alone"})
DEFEND = Euchre(options={"defend-alone": "allowed"})
HANDS = {"South": "JH JD AS", "West": "AH 9S 9C", "North": "KH 10S 10C", "East": "QH QS QC"}
SIDES = ("South+North", "West+East")
OVER = {"phase": "over", "hands": dict.fromkeys(HANDS, "")}


def start(game: Euchre = GAME, **setup: Any) -> HandState[EuchrePosition]:
    return begin(game, {"dealer": "East", "hands": HANDS, **setup})


def made(game: Euchre = GAME, **setup: Any) -> HandState[EuchrePosition]:
    """Return a hand in which South made Hearts trumps."""
    return start(game, **{"maker": "South", "trump": "H", **setup})


def last_trick(won: int, game: Euchre = GAME, **setup: Any) -> dict[str, Any]:
    """Return the facts after a hand in which South and North, the makers, take ``won`` tricks."""
    takes = won > 0 and setup.pop("takes", True)
    hands = {"South": "JH" if takes else "9C", "West": "9S" if takes else "AC", "North": "10C", "East": "9D"}
    taken = {"South": won - takes, "West": 5 - won - (not takes)}
    hand = made(game, hands=hands, tricks=taken, phase="play", **setup)
    while hand.position.to_act is not None:
        hand = hand.after(next(iter(hand.legal)))
    return hand.facts


# ---- the deal and the pack

@pytest.mark.parametrize(("game", "cards"), [
    (GAME, 24), (Euchre(options={"pack": "32"}), 32), (BRITISH, 25), (STICK, 24)], ids=str)
def test_five_cards_each_and_one_turned_up(game: Euchre, cards: int) -> None:
    position = next(position for position in map(game.deal, range(9)) if position.phase == "order")
    assert len(game.deck) == cards
    assert [*map(len, position.hands)] == [5] * 4
    assert position.turned_up is not None
    assert position.turned_up not in [card for hand in position.hands for card in hand]


def test_the_british_pack_has_the_joker_and_no_sevens() -> None:
    assert BRITISH.deck[-1].text == "Joker"
    with pytest.raises(SetupError, match="'32' is not one of 24"):
        Euchre("british", options={"pack": "32"})
    assert [game.variant for game in each_variant(Euchre(options={"pack": "32"}))] == ["standard", "stick-the-dealer"]


# ---- making trumps

def test_each_in_turn_passes_or_orders_up() -> None:
    hand = start(turned_up="9H")
    assert (hand.facts["phase"], hand.facts["to_act"], hand.legal) == ("order", "South", {"pass", "order up"})
    hand = hand.after("pass", "pass", "order up")
    assert {key: hand.facts[key] for key in ("maker", "trump", "passes", "phase", "to_act", "turned_up")} == {
        "maker": "North", "trump": "H", "passes": 2, "phase": "alone", "to_act": "North", "turned_up": "9H"}


def test_the_dealer_takes_the_card_and_may_lay_it_away_again() -> None:
    hand = start(turned_up="9H").after("order up", "together")
    assert (hand.facts["phase"], hand.facts["to_act"], hand.facts["turned_up"]) == ("discard", "East", None)
    assert hand.legal == {"discard 9H", "discard QH", "discard QS", "discard QC"}
    hand = hand.after("discard 9H")
    assert (hand.facts["phase"], hand.facts["to_act"]) == ("play", "South")
    assert [card.text for card in hand.position.hands[3]] == ["QH", "QS", "QC"]


def test_the_card_laid_away_is_told_only_to_the_dealer() -> None:
    hand = start(turned_up="9H").after("order up", "together", "discard QC")
    assert GAME.pack.plain(hand.happened[0].sentence) == "East discards a card."
    own = begin(GAME, {"dealer": "South", "hands": HANDS, "maker": "South", "trump": "H", "phase": "alone",
                       "turned_up": "9H"}).after("together", "discard AS")
    assert [card.text for card in own.position.hands[0]] == ["JH", "JD", "9H"]


def test_after_four_passes_the_suit_is_barred() -> None:
    hand = start(turned_up="9H").after("pass", "pass", "pass", "pass")
    assert {key: hand.facts[key] for key in ("phase", "to_act", "turned_up", "turned_down", "passes")} == {
        "phase": "name", "to_act": "South", "turned_up": None, "turned_down": "H", "passes": 4}
    assert hand.legal == {"pass", "name S", "name D", "name C"}
    assert hand.refusal("name H") == "turned-down"
    assert hand.refusal("order up") == "not-now"
    hand = hand.after("name D", "together")
    assert (hand.facts["phase"], hand.facts["trump"], hand.facts["maker"]) == ("play", "D", "South")


def test_trumps_may_be_made_without_one_in_hand() -> None:
    """Ruling 3 of the specification."""
    hand = start(turned_up="9D", hands={**HANDS, "South": "KS JS AS"}).after("order up")
    assert hand.facts["trump"] == "D"


@pytest.mark.parametrize("game", [GAME, BRITISH], ids=choice_name)
def test_if_all_pass_twice_the_hand_is_thrown_in(game: Euchre) -> None:
    hand = start(game, turned_up="9H").after(*["pass"] * 8)
    assert {key: hand.facts[key] for key in ("hand_over", "hand_score", "next_dealer", "passes")} == {
        "hand_over": True, "hand_score": dict.fromkeys(SIDES, 0), "next_dealer": "South", "passes": 8}


def test_stuck_the_dealer_must_name_a_suit() -> None:
    hand = start(STICK, turned_up="9H").after(*["pass"] * 7)
    assert (hand.facts["to_act"], hand.refusal("pass")) == ("East", "stick")
    assert hand.legal == {"name S", "name D", "name C"}
    assert start(STICK, turned_up="9H").after(*["pass"] * 6).refusal("pass") is None


# ---- playing alone

def test_a_lone_makers_partner_sits_out_and_keeps_the_cards() -> None:
    hand = start(turned_up="9H").after("order up", "alone", "discard 9H", "JH", "AH")
    assert (hand.facts["to_act"], hand.facts["alone"]) == ("East", "South")
    hand = hand.played_out()
    assert hand.facts["hand_over"]
    assert [card.text for card in hand.position.hands[2]] == ["KH", "10S", "10C"]


def test_nobody_discards_if_the_dealer_sits_out() -> None:
    """Ruling 2 of the specification."""
    hand = start(turned_up="9H").after("pass", "order up", "alone")
    assert (hand.facts["phase"], hand.facts["to_act"], hand.facts["turned_up"]) == ("play", "South", "9H")
    assert len(hand.position.hands[3]) == 3


@pytest.mark.parametrize(("dealer", "maker", "leads"), [
    ("East", "South", "South"), ("South", "South", "West"), ("North", "West", "South"), ("West", "South", "East"),
    ("South", "East", "North")])
def test_the_first_player_left_of_the_dealer_leads_who_is_not_sitting_out(dealer: str, maker: str, leads: str) -> None:
    """Ruling 5 of the specification."""
    assert made(dealer=dealer, maker=maker, alone=maker).facts["leader"] == leads


def test_the_dealers_partner_who_orders_up_plays_alone_by_the_option() -> None:
    """Ruling 4 of the specification."""
    hand = start(PARTNER, turned_up="9H").after("pass", "order up")
    assert (hand.facts["phase"], hand.facts["alone"]) == ("play", "West")
    for moves in (("order up",), ("pass", "pass", "order up"), ("pass", "pass", "pass", "pass", "pass", "name S")):
        assert start(PARTNER, turned_up="9H").after(*moves).facts["phase"] == "alone"


def test_the_opponents_of_a_lone_maker_are_asked_from_the_dealers_left() -> None:
    """Ruling 6 of the specification."""
    hand = start(DEFEND, turned_up="9H").after("order up", "alone")
    assert (hand.facts["phase"], hand.facts["to_act"], hand.legal) == ("defend", "West", {"alone", "together"})
    assert hand.after("alone").facts["defends_alone"] == "West"
    assert hand.after("alone").facts["phase"] == "play", "the dealer sits out, so nobody discards"
    hand = hand.after("together")
    assert (hand.facts["phase"], hand.facts["to_act"]) == ("defend", "East")
    assert hand.after("alone").facts["phase"] == "discard"
    assert hand.after("together").facts["defends_alone"] is None
    assert start(turned_up="9H").after("order up", "alone").facts["phase"] == "discard"
    assert start(DEFEND, turned_up="9H").after("order up", "together").facts["phase"] == "discard"


def test_questions_state_who_plays_alone() -> None:
    hand = made(DEFEND, phase="play", alone="South", defends_alone="West", hands={"South": "JH", "West": "9S"})
    known = [each.sentence for each in narrator_for(DEFEND).question_context(hand.position, "hand-score")]
    assert known == ["South made {H} trumps.", "South plays alone.", "West plays alone."]


def test_two_who_play_alone_play_each_other() -> None:
    hand = made(DEFEND, alone="South", defends_alone="West").after("JH", "AH")
    assert hand.facts["tricks"] == {"South": 1, "West": 0, "North": 0, "East": 0}


# ---- the play

def test_trumps_rank_from_the_right_bower_down() -> None:
    position = made().position
    ranked = [GAME.pack.card(text) for text in ("JH", "JD", "AH", "KH", "QH", "10H", "9H")]
    for high, low in pairwise(ranked):
        for laid in ((high, low), (low, high)):
            moves = [GAME.notation.read_move(card.text).laid[seat] for seat, card in enumerate(laid)]
            assert laid[GAME.winners(position, moves)[""]] is high


def test_the_left_bower_follows_trumps_and_not_its_own_suit() -> None:
    hearts = made(leader="West", hands={**HANDS, "South": "JD 9D AS"}).after("AH", "KH", "QH")
    assert (hearts.legal, hearts.refusal("9D")) == ({"JD"}, "follow-suit")
    diamonds = made(leader="West", hands={**HANDS, "West": "AD 9S 9C", "South": "JD 9D AS"}).after("AD", "KH", "QH")
    assert (diamonds.legal, diamonds.refusal("JD")) == ({"9D"}, "follow-suit")
    alone = made(leader="West", hands={**HANDS, "West": "AD 9S 9C", "South": "JD AC AS"}).after("AD", "KH", "QH")
    assert alone.legal == {"JD", "AC", "AS"}
    assert "left bower" in GAME.pack.plain(diamonds.why("JD")[0].sentence)


def test_a_led_left_bower_draws_trumps() -> None:
    hand = made(leader="South", hands={**HANDS, "West": "AD 9H 9C"}).after("JD")
    assert hand.legal == {"9H"}


def test_the_highest_card_of_the_suit_led_wins_without_a_trump() -> None:
    hand = made(leader="West", hands={"South": "9C", "West": "10S", "North": "AD", "East": "KS"})
    assert hand.after("10S", "AD", "KS", "9C").facts["last_trick_winner"] == "East"


# ---- the score

@pytest.mark.parametrize(("won", "alone", "against", "points"), [
    (3, False, False, (1, 0)), (4, False, False, (1, 0)), (5, False, False, (2, 0)), (2, False, False, (0, 2)),
    (0, False, False, (0, 2)), (3, True, False, (1, 0)), (4, True, False, (1, 0)), (5, True, False, (4, 0)),
    (2, True, False, (0, 2)), (2, True, True, (0, 4)), (3, True, True, (1, 0)), (5, True, True, (4, 0))])
def test_what_the_tricks_score(won: int, alone: bool, against: bool, points: tuple[int, int]) -> None:
    """The worked cases, and ruling 7, of the specification."""
    seats = {"alone": "South" if alone else None, "defends_alone": "West" if against else None}
    facts = last_trick(won, DEFEND, **seats)
    assert facts["hand_score"] == dict(zip(SIDES, points, strict=True))


@pytest.mark.parametrize(("game", "target"), [(GAME, 10), (STICK, 10), (BRITISH, 21)], ids=["standard", "stick", "british"])
def test_the_first_side_with_the_target_wins(game: Euchre, target: int) -> None:
    end = last_trick(3, game, score={"South+North": target - 1, "West+East": target - 1})
    assert (end["game_over"], end["winners"], end["next_dealer"]) == (True, ["South+North"], None)
    on = last_trick(3, game, score={"South+North": target - 2, "West+East": target - 1})
    assert (on["game_over"], on["next_dealer"]) == (False, "South")


# ---- the British game

def test_the_benny_is_the_highest_trump() -> None:
    hands = {"South": "JH 9S", "West": "Joker 9C", "North": "KH 10S", "East": "QH QS"}
    hand = begin(BRITISH, {"dealer": "East", "hands": hands, "maker": "South", "trump": "H"}).after("JH")
    assert hand.legal == {"Joker"}
    assert hand.after("Joker", "KH", "QH").facts["last_trick_winner"] == "West"


def test_a_benny_turned_up_is_the_dealers() -> None:
    """Ruling 8 of the specification."""
    hand = start(BRITISH, turned_up="Joker")
    assert (hand.facts["phase"], hand.facts["to_act"]) == ("benny", "East")
    assert hand.legal == {f"name {suit}" for suit in "SHDC"}
    assert hand.refusal("pass") == "not-now"
    hand = hand.after("name C")
    assert (hand.facts["maker"], hand.facts["trump"], hand.facts["phase"]) == ("East", "C", "alone")
    hand = hand.after("alone")
    assert (hand.facts["phase"], hand.facts["turned_up"]) == ("discard", None)
    assert "discard Joker" in hand.legal
    assert hand.after("discard QS").facts["to_act"] == "South"


# ---- setups

@pytest.mark.parametrize(("setup", "phase", "to_act"), [
    ({"turned_up": "9H"}, "order", "South"),
    ({"turned_up": "9H", "passes": 3}, "order", "East"),
    ({"turned_up": "9H", "passes": 4}, "name", "South"),
    ({"turned_down": "H", "passes": 7}, "name", "East"),
    ({"phase": "name", "turned_down": "H"}, "name", "South"),
    ({"phase": "alone", "maker": "South", "trump": "H", "turned_up": "9H"}, "alone", "South"),
    ({"phase": "alone", "maker": "South", "trump": "D", "turned_up": "9H", "passes": 4}, "alone", "South"),
    ({"maker": "South", "trump": "H", "hands": {**HANDS, "East": "9H QH QS QC"}}, "discard", "East"),
    ({"maker": "South", "trump": "H"}, "play", "South"),
    ({"maker": "North", "trump": "H", "alone": "North", "hands": {**HANDS, "South": ""}}, "play", "West"),
    ({"maker": "West", "trump": "H", "alone": "West", "turned_up": "9H"}, "play", "South"),
    ({"maker": "South", "trump": "H", "alone": "South", "hands": {**HANDS, "North": "", "East": "9H QH QS QC"}},
     "discard", "East"),
    ({"maker": "South", "trump": "H", "trick": ["West 9S"], "hands": {**HANDS, "West": "AH 9C"}}, "play", "North")])
def test_a_setup_starts_where_the_contract_says(setup: dict[str, Any], phase: str, to_act: str) -> None:
    facts = start(**setup).facts
    assert (facts["phase"], facts["to_act"]) == (phase, to_act)


def test_a_card_turned_up_counts_as_turned_down_after_four_passes() -> None:
    facts = start(turned_up="9H", passes=4).facts
    assert (facts["turned_up"], facts["turned_down"]) == (None, "H")
    named = start(phase="alone", maker="South", trump="D", turned_up="9H", passes=4).after("together")
    assert (named.facts["phase"], named.facts["turned_down"]) == ("play", "H")
    ordered = start(phase="alone", maker="South", trump="H", turned_up="9H").after("together")
    assert ordered.facts["phase"] == "discard"


def test_a_setup_of_the_defence() -> None:
    hand = start(DEFEND, phase="defend", maker="South", trump="H", alone="South", turned_up="9H")
    assert hand.facts["to_act"] == "West"
    assert hand.after("together").facts["to_act"] == "East"


@pytest.mark.parametrize(("setup", "told"), [
    ({}, "in the phase order a card lies face up"),
    ({"turned_up": "9H", "maker": "South"}, "trumps have a maker"),
    ({"trump": "H"}, "trumps have a maker"),
    ({"phase": "play"}, "trumps are made before this phase"),
    ({"turned_up": "9H", "passes": 8}, "the hand is thrown in"),
    ({"turned_up": "9H", "passes": 2, "phase": "name"}, "all four have passed"),
    ({"turned_up": "9H", "score": {"South+North": 10}}, "with 10 points a side has won"),
    ({"maker": "South", "trump": "H", "alone": "West"}, "only the maker plays alone"),
    ({"maker": "South", "trump": "H", "defends_alone": "West"}, "only an opponent of a lone maker"),
    ({"turned_up": "AH"}, "AH is in two places: the hand of West and the turned_up"),
    (OVER, "a hand that was played has a maker"),
    (OVER | {"maker": "South", "passes": 8}, "trumps weren't made if all passed twice"),
    (OVER | {"maker": "South", "alone": "West"}, "only the maker plays alone"),
    (OVER | {"maker": "South", "defends_alone": "West"}, "only an opponent of a lone maker"),
    (OVER | {"maker": "South", "tricks": {"South": 4, "West": 2}}, "6 tricks are more than the 5 of a hand")])
def test_a_setup_that_contradicts_itself_is_refused(setup: dict[str, Any], told: str) -> None:
    assert any(told in problem for problem in problems(GAME, {"dealer": "East", "hands": HANDS, **setup}))


def test_a_stuck_dealer_never_ends_a_hand_by_passing() -> None:
    assert problems(STICK, OVER | {"passes": 8}) == ["passes: the dealer may not pass last"]


def test_nobody_passes_over_a_benny() -> None:
    setup = {"dealer": "East", "hands": HANDS, "turned_up": "Joker", "passes": 1}
    assert "with a Benny turned up nobody passes" in problems(BRITISH, setup)[0]


# ---- random hands

@pytest.mark.parametrize("game", some(every_choice(Euchre), [
    GAME, STICK, Euchre("british", options={"partner-orders": "alone", "defend-alone": "allowed"})], choice_name))
def test_random_hands_agree_with_a_second_implementation(game: Euchre) -> None:
    for seed in range(150):
        rng = random.Random(seed)
        position = game.deal(seed, dealer=seed % 4)
        assert position.turned_up is not None
        hands = {name: [card.text for card in hand] for name, hand in zip(oracle.SEATS, position.hands, strict=True)}
        naive = oracle.one_hand(hands, position.turned_up.text, oracle.SEATS[seed % 4], game.variant, game.options)
        step, points = next(naive), dict[str, int]()
        while position.to_act is not None:
            legal = {move.text for move in game.legal(position)}
            assert step == (position.phase, oracle.SEATS[position.to_act], legal)
            # Passes are rare among all moves, so that second rounds and lone hands occur too.
            move = "pass" if "pass" in legal and rng.random() < 0.6 else rng.choice(sorted(legal))
            position, _ = game.play(position, move)
            try:
                step = naive.send(move)
            except StopIteration as end:
                points = end.value
        assert dict(zip(SIDES, position.hand_score or (), strict=True)) == points
