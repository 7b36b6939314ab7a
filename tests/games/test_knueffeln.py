"""Knüffeln, rule by rule: each test is named for what it pins in the contract."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.check import check_file
from rules_engine.core.cards import FACE_DOWN
from rules_engine.core.errors import MoveRefused, SetupError
from rules_engine.core.facts import same
from rules_engine.core.packs import FRENCH
from rules_engine.games import make_game
from rules_engine.games.knueffeln import Knueffeln, KnueffelnPosition
from rules_engine.games.knueffeln.cards import order_of
from tests.games.knueffeln_oracle import Oracle, beats

TABLES = [("bohmstedt", 4), ("bohmstedt", 5), ("hattstedt", 4), ("bernhard-1924", 4), ("gruenberg-1938", 4)]
Facts = dict[str, Any]


def game(variant: str = "bohmstedt", players: int = 4) -> Knueffeln:
    made = make_game("knueffeln", variant, players)
    assert isinstance(made, Knueffeln)
    return made


def start(variant: str = "bohmstedt", players: int = 4, **setup: Any) -> KnueffelnPosition:
    if "turnups" not in setup and "seed" not in setup:
        setup.setdefault("chosen", ["H", "S"])
    return game(variant, players).start(setup)


def run(position: KnueffelnPosition, *moves: str) -> KnueffelnPosition:
    for move in moves:
        position, _ = position.game.play(position, move)
    return position


def tell(position: KnueffelnPosition) -> Facts:
    told: Facts = position.game.tell(position)
    return told


def legal(position: KnueffelnPosition) -> list[str]:
    return [move.text for move in position.game.legal(position)]


def refusal(position: KnueffelnPosition, move: str, seat: int | None = None) -> str | None:
    finding = position.game.judge(position, move, seat).refusal
    return None if finding is None else finding.rule


def faults(variant: str = "bohmstedt", players: int = 4, **setup: Any) -> list[str]:
    with pytest.raises(SetupError) as caught:
        start(variant, players, **setup)
    assert all(problem.message for problem in caught.value.problems)
    return [".".join(map(str, problem.path)) for problem in caught.value.problems]


def trick(cards: str, chosen: str = "H S", variant: str = "bohmstedt", lead: str = "South") -> str | None:
    """Who takes a lone trick of these cards, clockwise from ``lead``."""
    names = ["South", "West", "North", "East"]
    first = names.index(lead)
    order = names[first:] + names[:first]
    position = start(variant, chosen=chosen.split(), leader=lead, hands=dict(zip(order, cards.split(), strict=True)))
    after = run(position, *cards.split())
    winner: str | None = tell(after)["last_trick_winner"]
    return winner


def lone(**facts: Any) -> KnueffelnPosition:
    """South to lead the 7H, which wins, with facts of a deal in progress."""
    return start(hands={"South": "7H", "West": "3D", "North": "3C", "East": "4D"}, **facts)


WIN = ("7H", "3D", "3C", "4D")


# ---- the deal and the exchanges


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_deal_gives_nine_cards_each_and_leaves_twelve(variant: str, players: int) -> None:
    for seed in range(30):
        position = game(variant, players).deal(seed)
        assert sorted(map(len, position.hands)) == [0] * (players - 4) + [9] * 4
        assert len(position.stock) + len(position.turnups) == 12
        cards = [card for hand in position.hands for card in hand] + position.stock + position.turnups
        assert set(cards) == position.game.cards
        assert len(cards) == 48


def test_the_packs_lack_fives_or_tens() -> None:
    assert not any(card.rank == "5" for card in game().cards)
    assert not any(card.rank == "10" for card in game("bernhard-1924").cards)


def test_turn_up_goes_on_while_one_suit_is_turned() -> None:
    turned = {len(game().deal(seed).turnups) for seed in range(200)}
    assert turned == {2, 3, 4}


HANDS = {"South": "AS QH 3D 6C 9S JD KC 10S 4H", "West": "2S 6D QC 7C 10C JS 7S KD 6H",
         "North": "3S 8D 8C AC KH QD 9C 2D 7D", "East": "4S 4D 3C JC 2C AH 6S 10D QS"}
TURNUPS, STOCK = "KS 3H", "8H 7H JH AD KC2 10H"


def deal(turnups: str, bottom: str, hands: dict[str, str] | None = None, variant: str = "bohmstedt",
         players: int = 4, **more: Any) -> KnueffelnPosition:
    """A full deal: the hands, the turn-ups, the stock's bottom cards, and what is left on top of them."""
    made = game(variant, players)
    given = hands or HANDS
    used = {*" ".join(given.values()).split(), *turnups.split(), *bottom.split()}
    top = [card.text for card in FRENCH if card in made.cards and card.text not in used]
    return made.start({"hands": given, "turnups": turnups, "stock": [*top, *bottom.split()], **more})


def test_turn_up_of_four_in_one_suit_voids_the_deal() -> None:
    hands = {"South": "AS QS 3D 6C 9S JD KC 10S 4S", "West": "2S 6D QC 7C 10C JS 7S KD 6S",
             "North": "3S 8D 8C AC KS QD 9C 2D 7D", "East": "4C 4D 3C JC 2C AD 8S 10D 9D"}
    position = deal("KH 3H AH JH", "", hands)
    facts = tell(position)
    assert (facts["phase"], facts["hand_over"], facts["to_act"]) == ("over", True, None)
    assert facts["next_dealer"] == facts["dealer"] == "East"
    assert set(facts["hand_score"].values()) == {0}
    assert {event.rule for event in position.game.announce(position)} == {"deal", "turn-up"}
    assert position.game.deal(1, position).dealer == position.dealer


def take_position(bottom: str, variant: str = "bohmstedt", moved: str = "") -> KnueffelnPosition:
    """South holds both hearts' exchange cards but for ``moved``, which North holds instead of South."""
    south, north = ["QH", "KH", "QD", "3D", "6C", "JD", "KC", "9C", "3C"], ["3S", "8D", "8C", "AC", "QC", "6D", "7C", "2D", "7D"]
    if moved:
        south[south.index(moved)], north[0] = north[0], moved
    hands = {"South": " ".join(south), "North": " ".join(north), "West": "2S 6S AS JS 7S 9S KD 4S JC",
             "East": "4D 2C AD JH 3H 6H 7H AH KS"}
    return deal("8H QS", bottom, hands, variant)


def test_take_ole_is_for_the_queen_of_its_suit() -> None:
    position = take_position("9H")
    assert tell(position)["phase"] == "take-ole"
    assert sorted(legal(position)) == ["pass", "take 9H for QH"]
    assert refusal(position, "take 9H for KH") == refusal(position, "take 8S for QH") == "take-ole"
    assert refusal(position, "take 9H for QH", 1) == "turn-order"
    assert refusal(position, "take 9H for AS") == "not-held"
    assert refusal(position, "3D") == "not-now"


def test_take_ole_looks_at_the_next_card_only_when_the_first_was_taken() -> None:
    taken = run(take_position("9D 9H"), "take 9H for QH")
    assert legal(taken) == ["take 9D for QD", "pass"]
    assert tell(taken)["stock"][-1] == "QH"
    assert tell(run(take_position("9D 9H"), "pass"))["phase"] == "play"


def test_take_ole_king_inherits_for_a_second_ole_of_the_suit() -> None:
    position = run(take_position("2H 9H"), "take 9H for QH")
    assert legal(position) == ["take 2H for KH", "pass"]
    after = run(position, "take 2H for KH")
    assert tell(after)["stock"][-2:] == ["KH", "QH"]
    assert tell(after)["phase"] == "play"


def test_take_ole_king_does_not_inherit_while_a_player_holds_the_queen() -> None:
    position = take_position("9H", moved="QH")
    assert tell(position)["to_act"] == "North"


def test_take_ole_turned_up_queen_counts_as_not_held() -> None:
    position = take_position("8S")
    assert (tell(position)["to_act"], legal(position)) == ("East", ["take 8S for KS", "pass"])


def test_take_ole_three_at_most() -> None:
    position = run(take_position("4C 9D 2H 9H"), "take 9H for QH", "take 2H for KH", "take 9D for QD")
    assert tell(position)["phase"] == "play"


@pytest.mark.parametrize("variant", ["bernhard-1924", "gruenberg-1938"])
def test_take_ole_of_three_shown_a_pass_ends_only_that_one(variant: str) -> None:
    position = take_position("9D 5D 9H" if variant == "bernhard-1924" else "9D 10D 9H", variant)
    position = run(position, "pass")
    assert legal(position) == ["take 9D for QD", "pass"]
    written = position.game.write_setup(position)
    assert written["declined"] == ["9H"]
    assert tell(run(position, "pass"))["phase"] == "play"


def test_take_ole_setup_amid_the_exchanges_knows_what_was_given() -> None:
    position = run(take_position("2H 9H"), "take 9H for QH")
    again = position.game.start(position.game.write_setup(position))
    assert legal(again) == legal(position)
    seen = position.game.view(again, 2).position
    assert [card.text for card in seen.stock[-2:]] == ["2H", "QH"]
    assert set(seen.stock[:-2]) == {FACE_DOWN}


def test_take_turnup_comes_clockwise_and_ten_by_ten() -> None:
    hands = HANDS | {"South": "AS QH 3D 6C 9S JD 10H 10S 4H", "West": "2S 6D QC 7C 10C JS 7S KD 6H"}
    position = deal("KS JH", "8H", hands)
    assert legal(position) == ["take KS for 10S", "pass"]
    assert refusal(position, "take JH for 10H") == "take-turnup"
    position = run(position, "pass")
    assert refusal(position, "take KS for 10S") == "take-turnup"
    position = run(position, "take JH for 10H")
    assert tell(position)["turnups"] == ["KS", "10H"]
    assert (tell(position)["phase"], tell(position)["leader"]) == ("play", "South")


def test_take_turnup_offers_every_card_of_the_suit_and_an_ole_too() -> None:
    hands = HANDS | {"South": "AS QH 3D 6C 9S JD KC 10S 4H", "West": "2S 6D QC 7C 10C JS 7S KD 6H"}
    position = deal("KS 8S 3H", "8H", hands)
    assert sorted(legal(position)) == ["pass", "take 8S for 10S", "take KS for 10S"]
    assert refusal(position, "take 3H for 10S") == "take-turnup"
    assert refusal(position, "take 3H for QH") == "take-turnup"


def test_no_double_exchange_speaks_when_a_queen_or_king_comes_for_a_ten() -> None:
    position = deal("KS JH", "8H")
    verdict = position.game.judge(position, "take KS for 10S")
    assert [finding.rule for finding in verdict.findings] == ["take-turnup", "no-double-exchange"]


def test_five_stands_for_the_ten_in_bernhards_pack() -> None:
    hands = {name: cards.replace("10", "5") for name, cards in HANDS.items()}
    assert "take KS for 5S" in legal(deal("KS JH", "8H", hands, "bernhard-1924", phase="take-turnup"))


# ---- who beats whom


def test_free_play_lets_any_card_be_played() -> None:
    position = start(hands={"South": "7H 4D", "West": "3D KC", "North": "3C AD", "East": "4H 2C"})
    assert {"7H", "4D", "turn 7H", "turn 4D"} == set(legal(position))
    assert set(legal(run(position, "4D"))) == {"3D", "KC"}


def test_beat_led_card_worked_cases() -> None:
    assert trick("4D 3S AD 8C") == "West"
    assert trick("4D 8C AD 3S") == "North"


@pytest.mark.parametrize(("cards", "winner"), [
    ("9D 9H 8S 4C", "East"), ("2H 4C 8S 9H", "South"), ("AH 9D JH 3C", "West"), ("9H AS AH 8S", "East")])
def test_ole_beats_all_but_a_higher_ole(cards: str, winner: str) -> None:
    assert trick(cards) == winner


@pytest.mark.parametrize(("cards", "winner"), [
    ("4H 3H 2S 6H", "East"), ("JS AS 6S 3S", "West"), ("AD 2S 6H 3D", "North"), ("KD 3S 4S 2S", "East"),
    ("QD 4S 3S 4H", "North"), ("JD 4S QC KC", "West"), ("KH 3S QH 2S", "East"), ("10H 3C 4S QS", "North"),
    ("9S 6H JH 2S", "North"), ("8H 6S 2S 3S", "South")])
def test_beater_reaches_what_its_strength_allows(cards: str, winner: str) -> None:
    assert trick(cards) == winner


def test_ruling_1_equal_beaters_the_first_played_stands() -> None:
    assert trick("AH AS 3D 4D") == "South"
    assert trick("KD 2S 3C 3D") == "West"


def test_seven_led_is_unbeatable_and_else_worthless() -> None:
    assert trick("7H 2S AH 4C") == "South"
    assert trick("3D 7H 7S 4D") == "South"


def test_free_card_falls_to_ace_jack_and_ole_alone() -> None:
    assert trick("8H 6S 2S JH") == "East"
    assert trick("9S 9D 3C 4D") == "West"
    assert trick("3D 9S 8H 3C") == "South"


def test_unchosen_ace_beats_its_suit_but_no_ole() -> None:
    assert trick("KD AD 3C 4D") == "West"
    assert trick("9D AD 3C 4D") == "South"
    assert trick("KC AD 3C 4D") == "South"
    assert trick("AD 2S 3S 4S") == "South"


def test_no_power_cards_beat_nothing() -> None:
    assert trick("3D KH QH 10H") == "South"
    assert trick("3D KD QD JD") == "South"


@pytest.mark.parametrize("variant", ["hattstedt", "gruenberg-1938", "bernhard-1924"])
def test_suit_order_lets_higher_unchosen_cards_beat_lower(variant: str) -> None:
    assert trick("3D KD QD JD", variant=variant) == "West"
    assert trick("3D KC 6D 4D", variant=variant) == "North"
    assert trick("9D KD QD JD", variant=variant) == "South"
    assert trick("3H KH QH 2D", variant=variant) == "South"


@pytest.mark.parametrize("suit_order", [False, True])
def test_every_pair_of_cards_agrees_with_the_oracle(suit_order: bool) -> None:
    cards = [card for card in FRENCH if card.suits]
    for chosen in ("HS", "DC", "SC", "HD", "CH", "SD"):
        order = order_of(frozenset(chosen), suit_order)
        for top in cards:
            expected = {card for card in cards if card is not top and beats(card.text, top.text, list(chosen), suit_order)}
            assert order.beaten_by[top] == expected, (chosen, top)


def test_standing_tells_each_card_of_the_chain() -> None:
    position = start(hands={"South": "4D", "West": "3S", "North": "AD", "East": "8C"})
    after = run(position, "4D", "3S", "AD", "8C")
    assert after.last_trick is not None
    standing = position.game.standing(position, after.last_trick.laid)
    assert standing.winners == {"": 1}
    assert [finding.rule for finding in standing.chain] == ["no-power", "beater", "unchosen-ace", "no-power"]
    assert position.game.standing(position, []) == ({}, [])


# ---- leading and winning


def test_first_lead_is_forehands_then_the_winners() -> None:
    position = start(dealer="South", hands={"South": "3D", "West": "4D", "North": "AD", "East": "4C"})
    assert tell(position)["leader"] == "West"
    after = run(position, "4D", "AD", "4C", "3D")
    assert tell(after)["leader"] == "East"
    facts = tell(after)
    assert (facts["to_act"], facts["hand_over"], facts["phase"]) == (None, False, "play")


def test_five_tricks_win_the_deal() -> None:
    facts = tell(run(lone(tricks={"South": 4, "West": 1}), *WIN))
    assert facts["hand_score"] == {"South": 10, "West": -10, "North": 10, "East": -10}
    assert (facts["phase"], facts["leader"], facts["to_act"], facts["next_dealer"]) == ("over", None, None, "South")
    assert facts["game_over"] is False


def jann(**facts: Any) -> KnueffelnPosition:
    hands = {"South": "7H 7S KS KC AD", "West": "3D 6D 4D 10D QD", "North": "3C 6C 4H 10C QC", "East": "3H 8D 8C 8H JC"}
    return run(start(hands=hands, tricks={"South": 2, "North": 2}, **facts), "7H", "3D", "3C", "3H")


def test_jann_is_five_in_a_row() -> None:
    position = jann()
    facts = tell(position)
    assert (facts["phase"], facts["to_act"], facts["leader"], facts["hand_over"]) == ("jann", "South", "South", False)
    assert legal(position)[0] == "claim"
    assert {"7S", "turn 7S"} <= set(legal(position))
    assert tell(run(position, "claim"))["hand_score"] == {"South": 100, "West": -100, "North": 100, "East": -100}


def test_jann_is_claimed_at_no_other_time() -> None:
    assert refusal(lone(tricks={"South": 3}), "claim") == "not-now"


def test_march_needs_all_nine() -> None:
    position = run(jann(), "7S")
    assert tell(position)["marching"] == "South+North"
    position = run(position, "6D", "6C", "8D", "AD", "4D", "10C", "8C", "KS", "QD", "4H", "8H", "KC", "10D", "QC", "JC")
    assert tell(position)["hand_score"] == {"South": 300, "West": -300, "North": 300, "East": -300}
    assert sum(tell(position)["tricks"].values()) == 9


def test_march_is_lost_with_the_first_trick_lost() -> None:
    kept = run(jann(), "7S", "QD", "6C", "8D")
    assert (tell(kept)["phase"], tell(kept)["marching"], tell(kept)["hand_over"]) == ("play", "South+North", False)
    hands = {"South": "3D 7S", "West": "AD 6C", "North": "3C JC", "East": "4D QC"}
    lost = run(start(hands=hands, tricks={"South": 6}, marching="South+North"), "3D", "AD", "3C", "4D")
    assert (tell(lost)["hand_over"], tell(lost)["marching"]) == (True, "South+North")


def test_ruling_5_a_failed_march_costs_its_price_and_the_turns() -> None:
    position = start(hands={"South": "3D", "West": "AD", "North": "3C", "East": "4D"}, tricks={"South": 5},
                     marching="South+North", turns={"South+North": 1, "West+East": 1})
    after = run(position, "3D", "AD", "3C", "4D")
    assert tell(after)["hand_score"] == {"South": -320, "West": 320, "North": -320, "East": 320}


def test_ruling_5_running_from_a_turn_on_the_march_makes_it_fail() -> None:
    after = run(jann(), "turn 7S", "run")
    assert tell(after)["hand_score"] == {"South": -300, "West": 300, "North": -300, "East": 300}


# ---- turning


def test_turn_hides_the_card_until_it_is_seen() -> None:
    position = run(lone(), "turn 7H")
    facts = tell(position)
    assert (facts["phase"], facts["turned"], facts["to_act"], facts["value"]) == ("answer", True, "West", 10)
    assert facts["trick"] == ["South turn 7H"]
    assert facts["hands"]["South"] == []
    assert legal(position) == ["see", "run"]
    for seat in (1, 2, 3):
        assert position.game.view(position, seat).position.trick[0].move.card is FACE_DOWN
    assert position.game.view(position, 0).position.trick[0].move.card.text == "7H"
    seen = tell(run(position, "see"))
    assert (seen["phase"], seen["turned"], seen["value"], seen["to_act"]) == ("play", False, 20, "West")
    assert seen["turns"] == {"South+North": 1, "West+East": 0}
    assert same(position.game.fact_kinds["trick"], ["South 7H"], seen["trick"], position.game)


def test_turn_run_from_costs_what_the_deal_was_worth() -> None:
    after = run(lone(turns={"South+North": 1}), "turn 7H", "run")
    facts = tell(after)
    assert facts["hand_score"] == {"South": 20, "West": -20, "North": 20, "East": -20}
    assert (facts["trick"], facts["turned"]) == ([], False)


def test_ruling_4_a_run_is_never_a_jann() -> None:
    assert tell(run(lone(tricks={"South": 4}), "turn 7H", "run"))["hand_score"]["South"] == 10


def test_pay_worked_cases() -> None:
    turns = {"South+North": 2}
    assert tell(run(lone(tricks={"South": 4, "West": 2}, turns=turns), *WIN))["hand_score"]["West"] == -30
    assert tell(run(lone(tricks={"South": 4, "West": 4}, turns={"South+North": 5, "West+East": 3}),
                    "turn 7H", "see", *WIN[1:]))["hand_score"]["South"] == 100
    assert tell(run(jann(turns=turns), "claim"))["hand_score"]["South"] == 120


def test_turn_is_for_the_leader() -> None:
    position = run(lone(), "7H")
    assert refusal(position, "turn 3D") == "turn"
    assert refusal(position, "turn 3C") == "not-held"
    with pytest.raises(MoveRefused):
        run(position, "turn 3D")


def test_turn_is_unknown_in_hattstedt() -> None:
    position = start("hattstedt", hands={"South": "7H", "West": "3D", "North": "3C", "East": "4D"})
    assert refusal(position, "turn 7H") == "turn"
    assert legal(position) == ["7H"]


def test_ruling_6_bernhard_turns_after_two_tricks_and_after_four() -> None:
    hands = {"South": "7H", "West": "3D", "North": "3C", "East": "4D"}
    for won, made, may in [(1, 0, False), (2, 0, True), (3, 1, False), (4, 1, True), (4, 2, False)]:
        position = start("bernhard-1924", hands=hands, tricks={"North": won, "West": 1}, turns={"South+North": made})
        assert (refusal(position, "turn 7H") is None) is may, (won, made)


def test_ruling_11_gruenberg_turns_on_any_lead() -> None:
    position = start("gruenberg-1938", hands={"South": "7H", "West": "3D", "North": "3C", "East": "4D"})
    assert tell(run(position, "turn 7H", "see"))["value"] == 6


@pytest.mark.parametrize(("variant", "game_price", "jann_price", "march"), [
    ("bohmstedt", 10, 100, 300), ("hattstedt", 10, 20, 40), ("gruenberg-1938", 5, 10, 20)])
def test_pay_by_variant(variant: str, game_price: int, jann_price: int, march: int) -> None:
    hands = {"South": "7H", "West": "3D", "North": "3C", "East": "4D"}
    won = run(start(variant, hands=hands, tricks={"South": 4, "West": 1}), *WIN)
    assert won.hand_score == [game_price, -game_price, game_price, -game_price]
    assert tell(run(start(variant, hands=hands, tricks={"South": 4}), *WIN, "claim"))["hand_score"]["South"] == jann_price
    whole = start(variant, hands=hands, tricks={"South": 8}, marching="South+North")
    assert tell(run(whole, *WIN))["hand_score"]["South"] == march


# ---- the ladder


def bernhard(moves: tuple[str, ...] = WIN, **facts: Any) -> Facts:
    hands = {"South": "7H", "West": "3D", "North": "3C", "East": "4D"}
    return tell(run(start("bernhard-1924", hands=hands, **facts), *moves))


def test_ladder_game_takes_a_rung_and_each_turn_one_more() -> None:
    facts = bernhard(tricks={"South": 4, "West": 1}, turns={"South+North": 1, "West+East": 1})
    assert facts["hand_score"] == {"South+North": 3, "West+East": 0}
    assert (facts["rungs"], facts["game_over"]) == ({"South+North": 1, "West+East": 4}, False)


def test_ladder_cleared_ends_the_game_and_takes_no_more_than_is_left() -> None:
    facts = bernhard((*WIN, "claim"), tricks={"South": 4}, rungs={"South+North": 1})
    assert facts["hand_score"] == {"South+North": 1, "West+East": 0}
    assert (facts["game_over"], facts["winners"], facts["double"]) == (True, ["South+North"], False)
    assert facts["next_dealer"] is None


def test_ladder_all_four_at_once_is_a_double_win() -> None:
    facts = bernhard((*WIN, "claim"), tricks={"South": 4}, turns={"South+North": 2})
    assert (facts["winners"], facts["double"], facts["score"]["South+North"]) == (["South+North"], True, 4)


def test_ruling_10_a_march_under_the_ladder_counts_as_a_jann() -> None:
    assert bernhard(tricks={"South": 8}, marching="South+North")["hand_score"] == {"South+North": 2, "West+East": 0}
    hands = {"South": "3D", "West": "AD", "North": "3C", "East": "4D"}
    lost = run(start("bernhard-1924", hands=hands, tricks={"South": 5}, marching="South+North"), "3D", "AD", "3C", "4D")
    assert tell(lost)["hand_score"] == {"South+North": 0, "West+East": 2}


# ---- five players


FIVE = {"South": HANDS["South"], "West": HANDS["West"], "Northwest": HANDS["North"], "Northeast": HANDS["East"], "East": ""}


def test_solo_or_sit_out_comes_first() -> None:
    position = deal("KS JH", "8H", FIVE, players=5)
    facts = tell(position)
    assert (facts["phase"], facts["to_act"], facts["turns"]) == ("solo", "East", {})
    assert legal(position) == ["solo", "sit out"]
    out = tell(run(position, "sit out", "pass"))
    assert out["turns"] == {"South+Northwest": 0, "West+Northeast": 0}
    assert (out["leader"], out["soloist"]) == ("South", None)
    alone = tell(run(position, "solo", "pass", "pass"))
    assert alone["turns"] == {"East": 0, "South+West+Northwest+Northeast": 0}
    assert (alone["leader"], alone["soloist"], alone["stock"]) == ("Northwest", "East", [])
    assert len(alone["hands"]["East"]) == 10


def test_solo_the_dealer_exchanges_last() -> None:
    hands = FIVE | {"South": FIVE["South"].replace("4H", "3H")}
    position = run(deal("KS JH", "8H", hands, players=5), "solo", "take KS for 10S")
    assert (tell(position)["to_act"], legal(position)) == ("East", ["take JH for 10H", "pass"])


def solo(cards: str, **facts: Any) -> KnueffelnPosition:
    """A lone trick against East; the cards are East's and the defenders', clockwise from South."""
    names = ["East", "South", "West", "Northwest", "Northeast"]
    facts.setdefault("leader", "East")
    return start(players=5, soloist="East", hands=dict(zip(names, cards.split(), strict=True)), **facts)


def test_solo_win_needs_four_tricks_and_pays_each_defender() -> None:
    after = run(solo("7H 3D 3C 4D 4S", tricks={"East": 3, "South": 1}), "7H", "3D", "3C", "4D", "4S")
    assert tell(after)["hand_score"] == {"South": -10, "West": -10, "Northwest": -10, "Northeast": -10, "East": 40}


def test_solo_win_defenders_need_five() -> None:
    position = solo("3D AD 3C 4D 4C", tricks={"East": 2, "South": 2, "West": 2})
    after = run(position, "3D", "AD", "3C", "4D", "4C")
    assert tell(after)["hand_score"] == {"South": 10, "West": 10, "Northwest": 10, "Northeast": 10, "East": -40}


def test_solo_win_four_in_a_row_is_a_jann() -> None:
    position = run(solo("7H 3D 3C 4D 4S", tricks={"East": 3}), "7H", "3D", "3C", "4D", "4S")
    assert tell(position)["phase"] == "jann"
    assert tell(run(position, "claim"))["hand_score"]["East"] == 400


@pytest.mark.parametrize(("held", "won", "over"), [(1, 7, True), (2, 7, False), (2, 8, True)])
def test_ruling_8_a_march_is_every_trick_both_sides_can_play(held: int, won: int, over: bool) -> None:
    position = start(players=5, soloist="East", leader="East", tricks={"East": won}, marching="East", hands={
        "East": "7H 7S"[:3 * held].split(), "South": "3D 6D"[:5 if not over else 2].split(),
        "West": "3C 6C"[:5 if not over else 2].split(), "Northwest": "4D JD"[:5 if not over else 2].split(),
        "Northeast": "4S QD"[:5 if not over else 2].split()})
    after = run(position, "7H", "3D", "3C", "4D", "4S")
    assert tell(after)["hand_over"] is over


def test_ruling_7_the_soloist_answers_a_defender() -> None:
    position = run(solo("3D 7H 3C 4D 4S", leader="South"), "turn 7H")
    assert tell(position)["to_act"] == "East"
    assert tell(run(position, "see"))["to_act"] == "West"
    assert tell(run(position, "run"))["hand_score"]["East"] == -40


def test_ruling_7_the_soloists_left_answers_the_soloist() -> None:
    assert tell(run(solo("7H 3D 3C 4D 4S"), "turn 7H"))["to_act"] == "South"


# ---- setups


LONE = {"South": "7H", "West": "3D", "North": "3C", "East": "4D"}


@pytest.mark.parametrize(("path", "facts"), [
    ("chosen", {"chosen": ["H"]}), ("chosen", {"chosen": ["H", "H"]}), ("chosen", {"chosen": None}),
    ("chosen", {"chosen": ["S", "H"], "turnups": "KH 4S"}),
    ("chosen", {"chosen": ["X"], "turnups": "KH 4S"}), ("turnups", {"turnups": "KH 4H"}),
    ("turnups", {"turnups": "KH 4S 2S"}), ("turnups", {"turnups": "KH"}), ("turnups", {"turnups": "KH 7H"}),
    ("stock", {"stock": "KH QH"}), ("soloist", {"soloist": "East"}), ("phase", {"phase": "solo"}),
    ("phase", {"phase": "over"}), ("phase", {"phase": ["play"]}), ("stock", {"phase": "take-ole"}),
    ("turnups", {"phase": "take-turnup"}), ("phase", {"phase": "answer"}), ("phase", {"phase": "jann"}),
    ("tricks", {"tricks": {"South": 5, "West": 1}}), ("tricks", {"tricks": {"West": 6}}),
    ("tricks", {"tricks": {"South": 5}, "phase": "play"}), ("leader", {"tricks": {"West": 5}}),
    ("marching", {"marching": "South+North"}), ("marching", {"marching": "South"}),
    ("leader", {"marching": "West+East", "tricks": {"West": 5}}), ("turns.South", {"turns": {"South": 1}}),
    ("turns.South+North", {"turns": {"South+North": 10}}), ("score", {"score": {"South": 10}}),
    ("hands", {"tricks": {"South": 4, "West": 4, "North": 0, "East": 1}}), ("rungs", {"rungs": {"South+North": 2}}),
    ("trick", {"trick": ["South 7S", "West 6D", "North 6C", "East 8D"]}), ("trick.0", {"trick": ["South turn"]}),
    ("trick.1", {"trick": ["South 7S", "North 6C"]}), ("trick.1", {"trick": ["South 7S", "West turn 6C"]}),
    ("hands", {"trick": ["South 7S", "West 6C"], "hands": LONE})])
def test_setups_that_cannot_be(path: str, facts: Facts) -> None:
    assert path in faults(**{"hands": LONE, **facts})


@pytest.mark.parametrize("facts", [{"tricks": {"South": 6}}, {"tricks": {"South": 5}, "trick": ["South 7H"],
                                                               "hands": LONE | {"South": ""}}])
def test_who_led_on_after_a_jann_is_on_the_march(facts: Facts) -> None:
    position = start(**{"hands": LONE, **facts})
    assert (position.phase, position.side_name(position.marching or 0)) == ("play", "South+North")


def test_a_void_deal_of_four_has_two_sides_without_turns() -> None:
    facts = game().tell(start(turnups="10S JS QS KS", hands=LONE))
    assert (facts["phase"], facts["turns"]) == ("over", {"South+North": 0, "West+East": 0})
    five = start(players=5, turnups="10S JS QS KS", hands={"South": "7H", "West": "3D", "Northwest": "3C", "Northeast": "4D"})
    assert five.game.tell(five)["turns"] == {}


def test_nobody_leads_on_when_the_soloist_has_no_card_left() -> None:
    position = run(start(players=5, soloist="East", tricks={"South": 4}, leader="South", hands={
        "South": "7H 7C", "West": "3S 3C", "Northwest": "AD JC", "Northeast": "8C QC", "East": "2D"}),
        "7H", "3S", "AD", "8C", "2D")
    assert (position.phase, [move.text for move in position.game.legal(position)]) == ("jann", ["claim"])
    refusal = position.game.judge(position, "7C").refusal
    assert refusal is not None
    assert refusal.rule == "march"


@pytest.mark.parametrize(("path", "facts"), [
    ("rungs.South+North", {"rungs": {"South+North": 0}}), ("score.South+North", {"score": {"South+North": 4}}),
    ("rungs", {"rungs": {"South+North": 2}, "score": {"South+North": 1}}),
    ("turns.South+North", {"turns": {"South+North": 3}}),
    ("phase", {"hands": LONE | {"South": ""}, "trick": ["South turn 7H"], "tricks": {"South": 1}})])
def test_setups_of_the_ladder_that_cannot_be(path: str, facts: Facts) -> None:
    assert path in faults("bernhard-1924", **{"hands": LONE, **facts})


@pytest.mark.parametrize(("path", "facts"), [
    ("hands.East", {"hands": {"East": "7S"}}), ("soloist", {"soloist": "South"}), ("stock", {"phase": "solo"}),
    ("phase", {"phase": "take-ole"}), ("hands.East", {"soloist": "East", "hands": {"East": "7S 6D 8D"}}),
    ("leader", {"leader": "East"})])
def test_setups_of_five_that_cannot_be(path: str, facts: Facts) -> None:
    hands = {"South": "7H", "West": "3D", "Northwest": "3C", "Northeast": "4D"} | facts.pop("hands", {})
    assert path in faults(players=5, hands=hands, **facts)


def test_setup_before_play_names_every_hand() -> None:
    hands = {name: cards for name, cards in HANDS.items() if name != "East"}
    stock = deal("KS JH", "8H").stock
    assert faults(hands=hands, turnups="KS JH", stock=[card.text for card in stock]) == ["hands", "hands"]


def test_setup_turned_card_waits_for_its_answer() -> None:
    hands = LONE | {"South": ""}
    cases: list[tuple[str, Facts]] = [("South turn 7H", {}), ("South 7H", {"phase": "answer"})]
    for trick_text, more in cases:
        position = start(hands=hands, trick=[trick_text], **more)
        assert (tell(position)["phase"], tell(position)["trick"]) == ("answer", ["South turn 7H"])
    seen = start(hands=hands, trick=["South turn 7H"], turns={"South+North": 1})
    assert (tell(seen)["phase"], tell(seen)["to_act"]) == ("play", "West")


def test_setup_soloists_cards_may_be_left_out_before_the_choice() -> None:
    made = game(players=5)
    position = deal("KS JH", "8H", FIVE, players=5)
    setup = made.write_setup(position)
    del setup["hands"]["East"]
    again = made.start(setup, None, {4: [FRENCH.card("8H")]})
    assert tell(again)["hands"]["East"] == []


# ---- whole matches


def played(variant: str, players: int, seed: int, deals: int) -> Iterator[KnueffelnPosition]:
    """Every position of a random match."""
    made, draw = game(variant, players), random.Random(seed)
    position = made.deal(seed)
    for _ in range(deals):
        yield position
        while position.to_act is not None:
            moves = made.legal(position)
            shown = [move for move in moves if move.verb != "turn"]
            move = draw.choice(moves if draw.random() < 0.3 else shown)
            move = moves[0] if position.phase == "answer" and draw.random() < 0.8 else move
            position, _ = made.play(position, move)
            yield position
        if position.game_over:
            return
        position = made.deal(seed, position)


def without_history(facts: Facts) -> Facts:
    return {name: fact for name, fact in facts.items() if name != "last_trick_winner"}


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_legal_is_what_the_rules_leave_of_the_candidates(variant: str, players: int) -> None:
    for seed in range(8):
        for position in played(variant, players, seed, 3):
            before, made = tell(position), position.game
            assert made.legal(position) == [
                move for move in made.candidates(position) if position.to_act is not None
                and made.judge(position, move).legal]
            assert tell(position) == before


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_setups_written_read_back_to_the_same_facts(variant: str, players: int) -> None:
    for seed in range(8):
        for position in played(variant, players, seed, 3):
            if position.hand_over:
                continue
            again = position.game.start(position.game.write_setup(position))
            assert without_history(tell(again)) == without_history(tell(position))
            assert set(legal(again)) == set(legal(position))


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_seats_view_gives_the_same_moves_and_findings(variant: str, players: int) -> None:
    for seed in range(4):
        for position in played(variant, players, seed, 2):
            if position.to_act is None:
                continue
            seen, made = position.game.view(position, position.to_act).position, position.game
            assert made.legal(seen) == made.legal(position)
            for move in made.candidates(position):
                assert made.judge(seen, move).findings == made.judge(position, move).findings


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_scores_add_up_and_their_working_too(variant: str, players: int) -> None:
    for seed in range(12):
        for position in played(variant, players, seed, 3):
            if position.hand_score is None:
                assert position.game.working(position) == []
                continue
            lines = [line.points for line in position.game.working(position)]
            assert [sum(column) for column in zip(*lines, strict=True)] == position.hand_score
            assert variant == "bernhard-1924" or sum(position.hand_score) == 0


def test_ladder_matches_end() -> None:
    for seed in range(10):
        assert list(played("bernhard-1924", 4, seed, 40))[-1].game_over


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_fact_and_legal_set_agrees_with_the_oracle(variant: str, players: int) -> None:
    made = game(variant, players)
    for seed in range(25):
        draw, position = random.Random(f"oracle {seed}"), made.deal(seed)
        for _ in range(3):
            oracle = Oracle(made.tell(position), variant, players)
            _compare(made, position, oracle)
            while position.to_act is not None:
                moves = made.legal(position)
                plain = [move for move in moves if move.verb != "turn"]
                move = draw.choice(moves if draw.random() < 0.4 else plain)
                move = moves[0] if position.phase == "answer" and draw.random() < 0.8 else move
                made.advance(position, move)
                oracle.move(move.text)
                _compare(made, position, oracle)
            if position.game_over:
                break
            position = made.deal(seed, position)


@pytest.mark.parametrize("variant", ["bohmstedt", "hattstedt", "bernhard-1924", "gruenberg-1938"])
def test_exchanges_of_many_olen_agree_with_the_oracle_and_can_be_set_up(variant: str) -> None:
    made = game(variant)
    for seed in range(150):
        draw = random.Random(f"olen {seed}")
        position = made.start(_olen_at_the_bottom(made, draw))
        oracle = Oracle(made.tell(position), variant, 4)
        _compare(made, position, oracle)
        while position.phase in ("take-ole", "take-turnup"):
            again = made.start(made.write_setup(position))
            assert (tell(again), legal(again)) == (tell(position), legal(position))
            move = draw.choice(made.legal(position)[:2])
            made.advance(position, move)
            oracle.move(move.text)
            _compare(made, position, oracle)


def _olen_at_the_bottom(made: Knueffeln, draw: random.Random) -> Facts:
    """A deal with as many Olen at the bottom of the stock as chance gives, up to three."""
    olen = draw.sample([card for card in made.cards if card.text in ("2H", "4C", "8S", "9H", "9D")], draw.randint(1, 3))
    rest = sorted(made.cards - set(olen), key=lambda card: card.index)
    draw.shuffle(rest)
    turned = next(count for count in range(2, 9) if len({card.suits for card in rest[:count]}) == 2)
    turnups = [rest[0], rest[turned - 1]]
    rest = [card for card in rest if card not in turnups]
    texts = [card.text for card in rest]
    hands = {name: texts[9 * seat:9 * seat + 9] for seat, name in enumerate(made.table.names)}
    return {"hands": hands, "turnups": [card.text for card in turnups], "stock": [*texts[36:], *(card.text for card in olen)]}


def _compare(made: Knueffeln, position: KnueffelnPosition, oracle: Oracle) -> None:
    facts = without_history(made.tell(position))
    facts["hands"] = {name: sorted(hand) for name, hand in facts["hands"].items()}
    assert facts == oracle.facts()
    assert set(legal(position)) == oracle.legal()


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_rule_of_the_variant_speaks(variant: str, players: int) -> None:
    made, draw, spoken = game(variant, players), random.Random(0), set[str]()
    for seed in range(60):
        position = made.deal(seed)
        spoken |= {event.rule for event in made.announce(position)}
        while position.to_act is not None:
            moves = made.legal(position)
            move = moves[0] if position.phase in ("answer", "take-ole", "jann") else draw.choice(moves)
            spoken |= {finding.rule for finding in made.judge(position, move).findings}
            position, events = made.play(position, move)
            spoken |= {event.rule for event in events}
    expected = {rule.id for rule in made.rules}
    if players == 4:
        expected -= {"solo", "solo-win"}
    else:
        expected -= {"take-ole"}
    if variant == "hattstedt":
        expected -= {"turn"}        # there it only refuses
    assert spoken >= expected - {"march"}


def test_equal_seeds_deal_equal_hands() -> None:
    assert tell(game().deal(5)) == tell(game().deal(5))
    assert tell(game().deal(5)) != tell(game().deal(6))
    seeded = game().start({"seed": 5})
    assert tell(seeded) == tell(game().deal(5))


# ---- the examples


EXAMPLES = Path(__file__).parents[2] / "examples" / "knueffeln"


def test_examples_hold_and_show_every_rule() -> None:
    shown, quizzed, refusing, permitting = set[str](), set[str](), set[str](), set[str]()
    for path in sorted(EXAMPLES.glob("*.yml")):
        checked = check_file(path)
        assert checked.reports == [], path
        assert checked.run is not None
        assert checked.scenario is not None
        listed = set(checked.scenario.rules)
        assert listed <= checked.run.shown, (path.name, listed - checked.run.shown)
        shown |= listed
        quizzed |= listed if checked.scenario.kind == "quiz" else set()
        refusing |= checked.run.refusing
        permitting |= checked.run.permitting
    rules = Knueffeln.all_rules
    assert shown == {rule.id for rule in rules}
    assert quizzed == shown
    assert {rule.id for rule in rules if rule.can_refuse} == {"take-ole", "take-turnup", "turn"}
    assert {"take-ole", "take-turnup", "turn"} <= refusing & permitting
