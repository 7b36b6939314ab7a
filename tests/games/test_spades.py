"""Spades: the rules, rulings and worked cases of its specification, then random hands compared with the oracle."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice
from rules_engine.core.game.setups import read_setup, write_match, write_setup
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.goals import GoalSide
from rules_engine.core.positions.position import Position
from rules_engine.games.spades import Spades, SpadesPosition
from rules_engine.games.spades.rules import GOALS
from rules_engine.narration.narrator import narrator_for
from rules_engine.testing import HandState, begin, choice_name, problems
from tests.games.spades_oracle import PACK, SEATS, SpadesOracle

FOUR = {"South": "AS 2H", "West": "KS 3H", "North": "4H 5H", "East": "6H 7D"}
PLAIN = {"South": 4, "West": 3, "North": 3, "East": 3}
CHOICES = [*every_choice(Spades)]
NAMES = [choice_name(cast("Game[Position]", each)) for each in CHOICES]


def game(variant: str = "standard", players: int = 4, **options: str) -> Spades:
    return Spades(variant, players, None, {name.replace("_", "-"): value for name, value in options.items()})


def start(setup: dict[str, Any], blind_nil: str = "none") -> HandState[SpadesPosition]:
    return begin(game(blind_nil=blind_nil), setup)


def ended(bids: list[Any], tricks: list[int], bags: int = 0, played: Spades | None = None) -> HandState[SpadesPosition]:
    """Return a finished hand with these bids and tricks by seat; the first side has these bags from earlier hands."""
    played = played or game()
    names = played.table.names
    return begin(played, {"phase": "over", "hands": dict.fromkeys(names, ""), "bids": dict(zip(names, bids, strict=True)),
                          "tricks": dict(zip(names, tricks, strict=True)), "bags": {played.score_names[0]: bags}})


# ---- worked cases of the specification, and the rulings about the score

@pytest.mark.parametrize(("bids", "tricks", "before", "points", "bags", "failed"), [
    ([4, 3, 3, 3], [5, 2, 4, 2], 5, 72, 7, "apart"),
    ([3, 3, 3, 3], [3, 4, 2, 4], 0, -60, 0, "apart"),
    ([5, 3, "nil", 3], [5, 4, 0, 4], 0, 150, 0, "apart"),
    ([5, 3, "nil", 3], [4, 4, 2, 3], 0, -148, 2, "apart"),
    ([5, 3, "nil", 3], [4, 4, 2, 3], 0, -49, 1, "count"),
    ([3, 2, 3, 2], [5, 2, 4, 2], 8, -37, 1, "apart"),
    ([5, 3, "nil", 3], [3, 4, 1, 5], 0, -149, 1, "apart"),
    ([5, 3, "nil", 3], [3, 4, 1, 5], 0, -150, 0, "count"),
    (["nil", 3, "nil", 3], [1, 5, 2, 5], 0, -197, 3, "apart"),
    (["nil", 3, "nil", 3], [1, 5, 2, 5], 0, -197, 3, "count"),
    ([1, 3, "nil", 3], [13, 0, 0, 0], 9, 10 + 100 + 12 - 200, 1, "apart"),
    (["nil", 3, 1, 3], [9, 0, 4, 0], 9, 10 - 100 + 12 - 200, 1, "apart"),
    ([13, 1, 13, 1], [6, 0, 7, 0], 0, -260, 0, "apart"),
])
def test_a_hand_scores(bids: list[Any], tricks: list[int], before: int, points: int, bags: int, failed: str) -> None:
    hand = ended(bids, tricks, before, game(failed_nil=failed))
    assert hand.position.hand_score is not None
    assert hand.position.hand_score[0] == points
    assert hand.facts["bags"]["South+North"] == bags


@pytest.mark.parametrize(("bid", "tricks", "points"), [("blind nil", 0, 240), ("blind nil", 1, -159), ("nil", 0, 140)])
def test_a_blind_nil_counts_double(bid: str, tricks: int, points: int) -> None:
    hand = ended([bid, 3, 4, 3], [tricks, 4, 4, 5 - tricks], 0, game(blind_nil="behind-100"))
    assert hand.facts["hand_score"]["South+North"] == points


def test_in_cutthroat_each_scores_alone() -> None:
    hand = ended([4, 3, "nil"], [6, 2, 9], 9, game("cutthroat", 3))
    assert hand.position.hand_score == [42 - 100, -30, 9 - 100]
    assert hand.facts["bags"] == {"South": 1, "West": 0, "East": 9}


def test_bags_and_totals_are_carried_to_the_next_hand() -> None:
    before = ended([4, 3, 3, 3], [5, 2, 4, 2], 5).position
    following = game().deal(2, before=before)
    assert (following.bags, following.score, following.dealer) == ([7, 0], [72, -60], 0)
    begun = read_setup(game(), {"seed": 2, **write_match(game(), following)})
    assert begun.bags == [7, 0]
    named = {"South+North": 7, "West+East": 0}
    assert problems(game(), {"seed": 2, "bags": named}, before) == []
    assert problems(game(), {"seed": 2, "bags": named | {"West+East": 3}}, before) == [
        "bags: the bags carry over from the hand before"]


@pytest.mark.parametrize(("score", "winners"), [
    ([430, 300], ["South+North"]), ([429, 300], []), ([440, 600], ["West+East"]), ([440, 450], []), ([-900, 300], [])])
def test_the_match_ends_at_500_for_the_side_alone_in_the_lead(score: list[int], winners: list[str]) -> None:
    names = game().table.names
    hand = begin(game(), {"phase": "over", "hands": dict.fromkeys(names, ""), "bids": PLAIN,
                          "tricks": {"South": 7, "West": 2, "East": 4},
                          "score": dict(zip(game().score_names, score, strict=True))})
    assert hand.position.hand_score == [70, 60]
    assert hand.position.winners == winners


# ---- bids

def test_each_bids_once_from_the_dealers_left() -> None:
    hand = HandState(game(), game().deal(3))
    assert hand.legal == {"bid nil", *(f"bid {n}" for n in range(1, 14))}
    assert [hand.refusal(move) for move in ("bid 0", "bid 14", "bid blind nil", "pass", "AS")] == [
        "bid", "bid", "blind-nil", "not-a-move", "not-now"]
    after = hand.after("bid 13", "bid 1", "bid 13")
    assert (after.position.bids, after.position.to_act) == ([13, 1, 13, None], 3)
    assert after.after("bid nil").position.phase == "play"
    assert len(HandState(game("cutthroat", 3), game("cutthroat", 3).deal(1)).legal) == 18


@pytest.mark.parametrize(("score", "option", "rule"), [
    ([0, 100], "behind-100", None), ([0, 99], "behind-100", "blind-nil"), ([100, 0], "with-exchange", "blind-nil"),
    ([-50, 60], "with-exchange", None), ([0, 300], "none", "blind-nil")])
def test_blind_nil_is_for_a_side_a_hundred_behind(score: list[int], option: str, rule: str | None) -> None:
    played = game(blind_nil=option)
    hand = begin(played, {"seed": 1, "score": dict(zip(played.score_names, score, strict=True))})
    assert hand.refusal("bid blind nil") == rule


@pytest.mark.parametrize(("score", "behind"), [(0, "not behind"), (1, "only 1 behind"), (99, "only 99 behind")])
def test_a_refused_blind_nil_names_the_points_behind(score: int, behind: str) -> None:
    played = game(blind_nil="behind-100")
    hand = begin(played, {"seed": 1, "score": {"South+North": 0, "West+East": score}})
    assert narrator_for(played, 0).findings(hand.position, "bid blind nil")[-1].sentence == (
        f"Blind nil is only for a side at least 100 points behind, and you and North are {behind}.")


def test_cutthroat_never_has_blind_nil() -> None:
    assert game("cutthroat", 4, blind_nil="with-exchange") == game("cutthroat", 4)
    assert len({*CHOICES}) == len(CHOICES) == 10
    assert problems(game("cutthroat"), {"hands": FOUR, "bids": {"South": "blind nil"}}) == [
        "bids.South: blind nil isn't played: choose it with the option blind-nil"]


def test_a_question_about_the_score_states_the_option_about_broken_nils() -> None:
    sentence = "The tricks of a broken nil count towards the partner's bid."
    for failed, bids in (("count", PLAIN | {"North": "nil"}), ("count", PLAIN), ("apart", PLAIN | {"North": "nil"})):
        played = game(failed_nil=failed)
        hand = begin(played, {"hands": FOUR, "bids": bids})
        known = [each.sentence for each in narrator_for(played).question_context(hand.position, "hand-score")]
        assert (sentence in known) is (failed == "count" and "nil" in bids.values())


# ---- the exchange

def exchange(bids: list[Any], **more: Any) -> HandState[SpadesPosition]:
    names = game().table.names
    return start({"hands": {"South": "2S 3S 4S", "West": "2H 3H 4H", "North": "2D 3D 4D", "East": "2C 3C 4C"},
                  "bids": dict(zip(names, bids, strict=True)), "phase": "exchange"} | more, blind_nil="with-exchange")


def test_the_blind_bidder_gives_two_cards_and_gets_two_back() -> None:
    hand = exchange(["blind nil", 3, 4, 3])
    assert hand.legal == {"give 2S", "give 3S", "give 4S"}
    assert [hand.refusal("give 2D"), hand.refusal("give 3S", 2), hand.refusal("2S")] == ["not-held", "turn-order", "not-now"]
    hand = hand.after("give 4S", "give 2S")
    assert (hand.position.to_act, hand.facts["given"], hand.facts["exchanged"]) == (2, 2, [])
    assert hand.legal == {f"give {card}" for card in ("4S", "2S", "2D", "3D", "4D")}
    hand = hand.after("give 2S", "give 2D")
    assert (hand.position.phase, hand.position.to_act, hand.facts["given"], hand.facts["exchanged"]) == ("play", 0, 0, ["South"])
    assert hand.facts["hands"]["South"] == ["2S", "3S", "2D"]


@pytest.mark.parametrize("partner", ["nil", "blind nil"])
def test_there_is_no_exchange_if_the_partner_bid_nil(partner: str) -> None:
    with pytest.raises(SetupError, match="nobody is to move in the phase exchange"):
        exchange(["blind nil", 3, partner, 3])


def test_there_is_no_exchange_with_a_single_card_each() -> None:
    hands = {name: cards.split()[0] for name, cards in FOUR.items()}
    score = {"South+North": 0, "West+East": 100}
    hand = start({"hands": hands, "score": score}, blind_nil="with-exchange").after("bid blind nil", "bid 1", "bid 1", "bid 1")
    assert (hand.position.phase, hand.facts["exchanged"]) == ("play", [])


def test_the_card_given_is_named_only_to_the_partners() -> None:
    hand = exchange(["blind nil", 3, 4, 3])
    position, events = hand.game.play(hand.position, "give 4S")
    told = {reader: narrator_for(hand.game, reader).events(position, events)[0].sentence for reader in (0, 1, 2)}
    assert told == {0: "You give the {4S} to North.", 1: "South gives a card to North.", 2: "South gives the {4S} to you."}


# ---- where a setup starts

def test_a_setup_starts_in_play_with_a_bid_for_every_seat() -> None:
    assert start({"hands": FOUR, "bids": PLAIN}).position.phase == "play"
    assert start({"hands": FOUR}).position.to_act == 0
    bid_first = {"South": 2}
    assert start({"hands": FOUR, "bids": bid_first}).position.to_act == 1
    blind = start({"hands": FOUR, "bids": PLAIN | {"North": "blind nil"}}, blind_nil="with-exchange")
    assert blind.position.phase == "play"


def test_a_hand_with_a_bid_missing_is_played_but_not_scored() -> None:
    end = start({"hands": FOUR, "phase": "play"}).played_out()
    assert (end.position.hand_over, end.position.to_act, end.position.phase) == (False, None, "play")


@pytest.mark.parametrize(("setup", "told"), [
    ({"bids": {"West": 3}}, "South bids before West"),
    ({"bids": {"South": 14}}, "14 is more than the 13 tricks"),
    ({"bids": {"South": 0}}, "1 or more, or nil or blind nil"),
    ({"bids": {"South": "no"}}, "a whole number, or nil or blind nil"),
    ({"bids": PLAIN, "exchanged": ["South"]}, "exchanged only after a blind nil"),
    ({"bids": PLAIN, "given": 2}, "no exchange is under way"),
    ({"bids": PLAIN, "given": 4}, "from 0 to 3"),
    ({"bags": {"South+North": 10}}, "from 0 to 9"),
    ({"phase": "over", "hands": dict.fromkeys(FOUR, "")}, "a bid for every seat"),
])
def test_a_setup_that_cannot_be_is_refused(setup: dict[str, Any], told: str) -> None:
    found = problems(game(), {"hands": FOUR} | setup)
    assert any(told in each for each in found), found


@pytest.mark.parametrize(("given", "sizes", "fits"), [
    (0, (3, 3), True), (1, (2, 4), True), (2, (1, 5), True), (3, (2, 4), True), (2, (3, 3), False), (1, (4, 2), False)])
def test_hands_fit_the_cards_given(given: int, sizes: tuple[int, int], fits: bool) -> None:
    south, north = ["2S", "3S", "4S", "5S"][:sizes[0]], ["2D", "3D", "4D", "5D", "6D"][:sizes[1]]
    hands = {"South": south, "West": "2H 3H 4H", "North": north, "East": "2C 3C 4C"}
    bids = PLAIN | {"South": "blind nil"}
    found = problems(game(blind_nil="with-exchange"), {"hands": hands, "bids": bids, "phase": "exchange", "given": given})
    assert bool(found) is not fits, found


# ---- the play

def test_spades_are_led_when_broken_or_with_nothing_else() -> None:
    hand = start({"hands": FOUR, "bids": PLAIN})
    assert (hand.legal, hand.refusal("AS")) == ({"2H"}, "spades-closed")
    assert start({"hands": FOUR, "bids": PLAIN, "broken": True}).legal == {"AS", "2H"}
    only = start({"hands": FOUR | {"South": "AS QS"}, "bids": PLAIN})
    assert only.legal == {"AS", "QS"}
    assert only.after("AS").position.broken


def test_spades_are_broken_in_the_first_trick_and_by_a_trick_on_the_table() -> None:
    hand = start({"hands": FOUR | {"East": "2S 7D"}, "bids": PLAIN}).after("2H", "3H", "4H")
    assert hand.legal == {"2S", "7D"}
    assert hand.after("2S").position.broken
    laid = start({"hands": FOUR | {"South": "2H"}, "bids": PLAIN, "trick": ["South AS"]})
    assert laid.position.broken


@pytest.mark.parametrize(("trick", "winner"), [
    ("2H 3H AH KH", "North"), ("AH 2S KH 3S", "East"), ("5C AD 7C AH", "North"), ("AS KS 2H 3H", "South")])
def test_the_highest_spade_wins_otherwise_the_suit_led(trick: str, winner: str) -> None:
    hand = start({"hands": dict(zip(FOUR, trick.split(), strict=True)), "bids": PLAIN, "broken": True})
    assert hand.after(*trick.split()).facts["last_trick_winner"] == winner


def test_three_players_leave_out_the_two_of_clubs() -> None:
    played = game("cutthroat", 3)
    assert "2C" not in {card.text for card in played.deck}
    assert [*map(len, played.deal(1).hands)] == [17, 17, 17]
    assert [*map(len, game("cutthroat").deal(1).hands)] == [13, 13, 13, 13]


def test_goals_say_what_a_side_plays_for() -> None:
    end = ended([5, 3, "nil", 3], [4, 5, 1, 3]).position
    first, second = GoalSide(end, (0, 2), 0), GoalSide(end, (1, 3), 1)
    assert {goal.name: (goal.settled(first, end), goal.settled(second, end)) for goal in GOALS} == {
        "contract": (0, 1), "set": (0, 1), "nil": (0, 1), "break-nil": (0, 1)}


# ---- random hands, compared with the oracle

def random_setup(rng: random.Random, played: Spades) -> dict[str, Any]:
    """Return a setup with random short hands, totals and bags, before the bidding."""
    names = SEATS[played.table.size]
    size = rng.choice((1, 2, 4, 7, played.hand_size()))
    pack = rng.sample([card for card in PACK if played.table.size == 4 or card != "2C"], size * len(names))
    hands = {name: pack[size * seat:size * (seat + 1)] for seat, name in enumerate(names)}
    return {"hands": hands, "dealer": rng.choice(names),
            "score": {side: rng.choice((-150, 0, 40, 390, 480)) for side in played.score_names},
            "bags": {side: rng.randrange(10) for side in played.score_names}}


@pytest.mark.parametrize("played", CHOICES, ids=NAMES)
def test_engine_and_oracle_agree_on_random_hands(played: Spades) -> None:
    for seed in range(12):
        rng = random.Random(f"{played!r}{seed}")
        setup = random_setup(rng, played)
        hand, oracle = begin(played, setup), SpadesOracle(played.variant, played.table.size, played.options, setup)
        while oracle.to_act is not None:
            assert hand.facts == oracle.facts()
            refusals = {move: oracle.refusal(move) for move in oracle.tries()}
            assert {move: hand.refusal(move) for move in refusals} == refusals
            legal = [move for move, rule in refusals.items() if rule is None]
            assert hand.legal == {*legal}
            again = begin(played, write_setup(played, hand.position))
            assert (again.facts | {"last_trick_winner": hand.facts["last_trick_winner"]}, again.legal) == (hand.facts, hand.legal)
            nils = [move for move in legal if "nil" in move]
            move = rng.choice(nils if nils and rng.random() < 0.3 else legal)
            hand = hand.after(move)
            oracle.play(move)
        assert hand.facts == oracle.facts()
