"""Knüffeln: each test is named after the part of the specification that it covers."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules_engine.authoring.translations.catalogues import engine_words
from rules_engine.core.game.setups import fact_kinds, facts_of, read_setup, write_setup
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import MoveRefused
from rules_engine.core.positions.field_types import same
from rules_engine.games.knueffeln import Knueffeln, KnueffelnPosition, rules
from rules_engine.html.card_html import card_html
from rules_engine.html.links import Links
from rules_engine.narration.narrator import narrator_for
from rules_engine.testing import HandState, begin, over, problems
from rules_engine.text.locale import Catalogue
from tests.games.knueffeln_oracle import KnueffelnOracle, beats

TABLES = [("bohmstedt", 4), ("bohmstedt", 5), ("hattstedt", 4), ("bernhard-1924", 4), ("gruenberg-1938", 4)]
Facts = dict[str, Any]


def chosen(setup: Facts) -> Facts:
    return setup if "turnups" in setup or "seed" in setup else {"chosen": ["H", "S"]} | setup


def start(variant: str = "bohmstedt", players: int = 4, **setup: Any) -> HandState[KnueffelnPosition]:
    return begin(Knueffeln(variant, players), chosen(setup))


def legal(hand: HandState[KnueffelnPosition]) -> list[str]:
    """Return the legal moves as text, in the engine's order."""
    return [move.text for move in hand.game.legal(hand.position)]


def faults(variant: str = "bohmstedt", players: int = 4, **setup: Any) -> list[str]:
    """Return the fields that the problems in an invalid setup refer to."""
    return [problem.partition(":")[0] for problem in problems(Knueffeln(variant, players), chosen(setup))]


def trick(cards: str, chosen: str = "H S", variant: str = "bohmstedt", lead: str = "South") -> str | None:
    """Return the winner of a single trick with these cards, clockwise from ``lead``."""
    names = ["South", "West", "North", "East"]
    first = names.index(lead)
    order = names[first:] + names[:first]
    hand = start(variant, chosen=chosen.split(), leader=lead, hands=dict(zip(order, cards.split(), strict=True)))
    after = hand.after(*cards.split())
    winner: str | None = after.facts["last_trick_winner"]
    return winner


def lone(**facts: Any) -> HandState[KnueffelnPosition]:
    """Return a one-trick hand in which South wins by leading the 7H. ``facts`` are further parts of the setup."""
    return start(hands={"South": "7H", "West": "3D", "North": "3C", "East": "4D"}, **facts)


WIN = ("7H", "3D", "3C", "4D")


# ---- the deal and the exchanges


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_deal_gives_nine_cards_each_and_leaves_twelve(variant: str, players: int) -> None:
    game = Knueffeln(variant, players)
    for seed in range(30):
        position = game.deal(seed)
        assert sorted(map(len, position.hands)) == [0] * (players - 4) + [9] * 4
        assert len(position.stock) + len(position.turnups) == 12
        cards = [card for hand in position.hands for card in hand] + position.stock + position.turnups
        assert set(cards) == game.notation.cards
        assert len(cards) == 48


def test_the_packs_lack_fives_or_tens() -> None:
    assert not any(card.rank == "5" for card in Knueffeln().deck)
    assert not any(card.rank == "10" for card in Knueffeln("bernhard-1924").deck)


def test_turn_up_goes_on_while_one_suit_is_turned() -> None:
    turned = {len(Knueffeln().deal(seed).turnups) for seed in range(200)}
    assert turned == {2, 3, 4}


HANDS = {"South": "AS QH 3D 6C 9S JD KC 10S 4H", "West": "2S 6D QC 7C 10C JS 7S KD 6H",
         "North": "3S 8D 8C AC KH QD 9C 2D 7D", "East": "4S 4D 3C JC 2C AH 6S 10D QS"}
TURNUPS, STOCK = "KS 3H", "8H 7H JH AD KC2 10H"


def deal(turnups: str, bottom: str, hands: dict[str, str] | None = None, variant: str = "bohmstedt",
         players: int = 4, **more: Any) -> HandState[KnueffelnPosition]:
    """Return a full deal: the hands, the turned-up cards, and a stock with ``bottom`` below the remaining cards."""
    made = Knueffeln(variant, players)
    given = hands or HANDS
    used = {*" ".join(given.values()).split(), *turnups.split(), *bottom.split()}
    top = [card.text for card in FRENCH if card in made.deck and card.text not in used]
    return begin(made, {"hands": given, "turnups": turnups, "stock": [*top, *bottom.split()], **more})


def test_turn_up_of_four_in_one_suit_voids_the_deal() -> None:
    hands = {"South": "AS QS 3D 6C 9S JD KC 10S 4S", "West": "2S 6D QC 7C 10C JS 7S KD 6S",
             "North": "3S 8D 8C AC KS QD 9C 2D 7D", "East": "4C 4D 3C JC 2C AD 8S 10D 9D"}
    hand = deal("KH 3H AH JH", "", hands)
    facts = hand.facts
    assert (facts["phase"], facts["hand_over"], facts["to_act"]) == ("over", True, None)
    assert facts["next_dealer"] == facts["dealer"] == "East"
    assert set(facts["hand_score"].values()) == {0}
    assert {event.rule for event in narrator_for(hand.game).dealt(hand.position)} == {"deal", "turn-up"}
    assert hand.game.deal(1, hand.position).dealer == hand.position.dealer


def take_position(bottom: str, variant: str = "bohmstedt", moved: str = "") -> HandState[KnueffelnPosition]:
    """Return a deal in which South holds the exchange cards in hearts except ``moved``, which North holds."""
    south, north = ["QH", "KH", "QD", "3D", "6C", "JD", "KC", "9C", "3C"], ["3S", "8D", "8C", "AC", "QC", "6D", "7C", "2D", "7D"]
    if moved:
        south[south.index(moved)], north[0] = north[0], moved
    hands = {"South": " ".join(south), "North": " ".join(north), "West": "2S 6S AS JS 7S 9S KD 4S JC",
             "East": "4D 2C AD JH 3H 6H 7H AH KS"}
    return deal("8H QS", bottom, hands, variant)


def test_take_ole_is_for_the_queen_of_its_suit() -> None:
    hand = take_position("9H")
    assert hand.facts["phase"] == "take-ole"
    assert sorted(legal(hand)) == ["pass", "take 9H for QH"]
    assert hand.refusal("take 9H for KH") == hand.refusal("take 8S for QH") == "take-ole"
    assert hand.refusal("take 9H for QH", 1) == "turn-order"
    assert hand.refusal("take 9H for AS") == "not-held"
    assert hand.refusal("3D") == "not-now"


@pytest.mark.parametrize(("move", "binding"), [("take 8S for QH", "9H"), ("take 9H for KH", "QH")])
def test_take_ole_binds_by_the_ole_on_offer_or_by_its_price(move: str, binding: str) -> None:
    refused = take_position("8S 9H").refused(move)
    assert refused is not None
    assert [card.text for card in refused.cards] == [binding]


def test_take_ole_looks_at_the_next_card_only_when_the_first_was_taken() -> None:
    taken = take_position("9D 9H").after("take 9H for QH")
    assert legal(taken) == ["take 9D for QD", "pass"]
    assert taken.facts["stock"][-1] == "QH"
    assert take_position("9D 9H").after("pass").facts["phase"] == "play"


def test_take_ole_king_inherits_for_a_second_ole_of_the_suit() -> None:
    hand = take_position("2H 9H").after("take 9H for QH")
    assert legal(hand) == ["take 2H for KH", "pass"]
    after = hand.after("take 2H for KH")
    assert after.facts["stock"][-2:] == ["KH", "QH"]
    assert after.facts["phase"] == "play"


def test_take_ole_king_does_not_inherit_while_a_player_holds_the_queen() -> None:
    hand = take_position("9H", moved="QH")
    assert hand.facts["to_act"] == "North"


def test_take_ole_turned_up_queen_counts_as_not_held() -> None:
    hand = take_position("8S")
    assert (hand.facts["to_act"], legal(hand)) == ("East", ["take 8S for KS", "pass"])


def test_take_ole_three_at_most() -> None:
    hand = take_position("4C 9D 2H 9H").after("take 9H for QH", "take 2H for KH", "take 9D for QD")
    assert hand.facts["phase"] == "play"


@pytest.mark.parametrize("variant", ["bernhard-1924", "gruenberg-1938"])
def test_take_ole_of_three_shown_a_pass_ends_only_that_one(variant: str) -> None:
    hand = take_position("9D 5D 9H" if variant == "bernhard-1924" else "9D 10D 9H", variant)
    hand = hand.after("pass")
    assert legal(hand) == ["take 9D for QD", "pass"]
    written = write_setup(hand.game, hand.position)
    assert written["declined"] == ["9H"]
    assert hand.after("pass").facts["phase"] == "play"


def test_take_ole_setup_amid_the_exchanges_knows_what_was_given() -> None:
    hand = take_position("2H 9H").after("take 9H for QH")
    again = begin(hand.game, write_setup(hand.game, hand.position))
    assert legal(again) == legal(hand)
    seen = hand.game.view(again.position, 2).position
    assert [card.text for card in seen.stock[-2:]] == ["2H", "QH"]
    assert set(seen.stock[:-2]) == {FACE_DOWN}


def test_take_turnup_comes_clockwise_and_ten_by_ten() -> None:
    hands = HANDS | {"South": "AS QH 3D 6C 9S JD 10H 10S 4H", "West": "2S 6D QC 7C 10C JS 7S KD 6H"}
    hand = deal("KS JH", "8H", hands)
    assert legal(hand) == ["take KS for 10S", "pass"]
    assert hand.refusal("take JH for 10H") == "take-turnup"
    hand = hand.after("pass")
    assert hand.refusal("take KS for 10S") == "take-turnup"
    hand = hand.after("take JH for 10H")
    assert hand.facts["turnups"] == ["KS", "10H"]
    assert (hand.facts["phase"], hand.facts["leader"]) == ("play", "South")


def test_take_turnup_offers_every_card_of_the_suit_and_an_ole_too() -> None:
    hands = HANDS | {"South": "AS QH 3D 6C 9S JD KC 10S 4H", "West": "2S 6D QC 7C 10C JS 7S KD 6H"}
    hand = deal("KS 8S 3H", "8H", hands)
    assert sorted(legal(hand)) == ["pass", "take 8S for 10S", "take KS for 10S"]
    assert hand.refusal("take 3H for 10S") == "take-turnup"
    assert hand.refusal("take 3H for QH") == "take-turnup"


@pytest.mark.parametrize(("move", "binding"), [("take 3H for 10S", ["KS", "8S"]), ("take 8S for 10H", ["10S"])])
def test_take_turnup_binds_by_the_ten_or_by_the_turnups_of_its_suit(move: str, binding: list[str]) -> None:
    hands = HANDS | {"South": "AS QH 3D 6C 10H JD KC 10S 4H", "West": "2S 6D QC 7C 10C JS 7S KD 6H"}
    refused = deal("KS 8S 3H", "8H", hands | {"East": HANDS["East"].replace("10H", "9S")}).refused(move)
    assert refused is not None
    assert refused.rule == "take-turnup"
    assert [card.text for card in refused.cards] == binding


def test_no_double_exchange_speaks_when_a_queen_or_king_comes_for_a_ten() -> None:
    hand = deal("KS JH", "8H")
    assert [finding.rule for finding in hand.why("take KS for 10S")] == ["take-turnup", "no-double-exchange"]


def test_five_stands_for_the_ten_in_bernhards_pack() -> None:
    hands = {name: cards.replace("10", "5") for name, cards in HANDS.items()}
    assert "take KS for 5S" in legal(deal("KS JH", "8H", hands, "bernhard-1924", phase="take-turnup"))


# ---- the order of the cards


def test_free_play_lets_any_card_be_played() -> None:
    hand = start(hands={"South": "7H 4D", "West": "3D KC", "North": "3C AD", "East": "4H 2C"})
    assert {"7H", "4D", "turn 7H", "turn 4D"} == set(legal(hand))
    assert set(legal(hand.after("4D"))) == {"3D", "KC"}


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
        order = rules.order_of(frozenset(chosen), suit_order)
        for top in cards:
            expected = {card for card in cards if card is not top and beats(card.text, top.text, list(chosen), suit_order)}
            assert order.beaten_by[top] == expected, (chosen, top)


def test_standing_tells_each_card_of_the_chain() -> None:
    hand = start(hands={"South": "4D", "West": "3S", "North": "AD", "East": "8C"})
    after = hand.after("4D", "3S", "AD", "8C")
    assert after.facts["last_trick_winner"] == "West"
    assert [finding.rule for finding in after.chain] == ["no-power", "beater", "unchosen-ace", "no-power"]


# ---- leading and winning


def test_first_lead_is_forehands_then_the_winners() -> None:
    hand = start(dealer="South", hands={"South": "3D", "West": "4D", "North": "AD", "East": "4C"})
    assert hand.facts["leader"] == "West"
    after = hand.after("4D", "AD", "4C", "3D")
    assert after.facts["leader"] == "East"
    facts = after.facts
    assert (facts["to_act"], facts["hand_over"], facts["phase"]) == (None, False, "play")


def test_five_tricks_win_the_deal() -> None:
    facts = lone(tricks={"South": 4, "West": 1}).after(*WIN).facts
    assert facts["hand_score"] == {"South": 10, "West": -10, "North": 10, "East": -10}
    assert (facts["phase"], facts["leader"], facts["to_act"], facts["next_dealer"]) == ("over", None, None, "South")
    assert facts["game_over"] is False


def jann(**facts: Any) -> HandState[KnueffelnPosition]:
    hands = {"South": "7H 7S KS KC AD", "West": "3D 6D 4D 10D QD", "North": "3C 6C 4H 10C QC", "East": "3H 8D 8C 8H JC"}
    return start(hands=hands, tricks={"South": 2, "North": 2}, **facts).after("7H", "3D", "3C", "3H")


def test_jann_is_five_in_a_row() -> None:
    hand = jann()
    facts = hand.facts
    assert (facts["phase"], facts["to_act"], facts["leader"], facts["hand_over"]) == ("jann", "South", "South", False)
    assert legal(hand)[0] == "claim"
    assert {"7S", "turn 7S"} <= set(legal(hand))
    assert hand.after("claim").facts["hand_score"] == {"South": 100, "West": -100, "North": 100, "East": -100}


def test_jann_is_claimed_at_no_other_time() -> None:
    assert lone(tricks={"South": 3}).refusal("claim") == "not-now"


def test_march_needs_all_nine() -> None:
    hand = jann().after("7S")
    assert hand.facts["marching"] == "South+North"
    hand = hand.after("6D", "6C", "8D", "AD", "4D", "10C", "8C", "KS", "QD", "4H", "8H", "KC", "10D", "QC", "JC")
    assert hand.facts["hand_score"] == {"South": 300, "West": -300, "North": 300, "East": -300}
    assert sum(hand.facts["tricks"].values()) == 9


def test_goal_deal_is_to_win_it_and_goal_march_to_win_every_trick() -> None:
    def reached(hand: HandState[KnueffelnPosition], goal: Goal) -> list[int | None]:
        return [goal.settled(GoalSide(hand.position, (seat, seat + 2), seat), hand.position) for seat in (0, 1)]

    for goal in (rules.DEAL, rules.MARCH):
        assert reached(jann(), goal) == [None, None]
    won = lone(tricks={"South": 4, "West": 1}).after(*WIN)
    assert (reached(won, rules.DEAL), reached(won, rules.MARCH)) == ([1, 0], [0, 0])
    marched = lone(tricks={"South": 8}, marching="South+North").after(*WIN)
    assert (reached(marched, rules.DEAL), reached(marched, rules.MARCH)) == ([1, 0], [1, 0])
    hands = {"South": "3D 7S", "West": "AD 6C", "North": "3C JC", "East": "4D QC"}
    failed = start(hands=hands, tricks={"South": 6}, marching="South+North").after("3D", "AD", "3C", "4D")
    assert (reached(failed, rules.DEAL), reached(failed, rules.MARCH)) == ([0, 1], [0, 0])


def test_march_is_lost_with_the_first_trick_lost() -> None:
    kept = jann().after("7S", "QD", "6C", "8D")
    assert (kept.facts["phase"], kept.facts["marching"], kept.facts["hand_over"]) == ("play", "South+North", False)
    hands = {"South": "3D 7S", "West": "AD 6C", "North": "3C JC", "East": "4D QC"}
    lost = start(hands=hands, tricks={"South": 6}, marching="South+North").after("3D", "AD", "3C", "4D")
    assert (lost.facts["hand_over"], lost.facts["marching"]) == (True, "South+North")


def test_ruling_5_a_failed_march_costs_its_price_and_the_turns() -> None:
    hand = start(hands={"South": "3D", "West": "AD", "North": "3C", "East": "4D"}, tricks={"South": 5},
                     marching="South+North", turns={"South+North": 1, "West+East": 1})
    after = hand.after("3D", "AD", "3C", "4D")
    assert after.facts["hand_score"] == {"South": -320, "West": 320, "North": -320, "East": 320}


def test_ruling_5_running_from_a_turn_on_the_march_makes_it_fail() -> None:
    after = jann().after("turn 7S", "run")
    assert after.facts["hand_score"] == {"South": -300, "West": 300, "North": -300, "East": 300}


# ---- turning


def test_turn_hides_the_card_until_it_is_seen() -> None:
    hand = lone().after("turn 7H")
    facts = hand.facts
    assert (facts["phase"], facts["turned"], facts["to_act"], facts["value"]) == ("answer", True, "West", 10)
    assert facts["trick"] == ["South turn 7H"]
    assert facts["hands"]["South"] == []
    assert legal(hand) == ["see", "run"]
    for seat in (1, 2, 3):
        assert hand.game.view(hand.position, seat).position.trick[0].card is FACE_DOWN
    assert hand.game.view(hand.position, 0).position.trick[0].card.text == "7H"
    seen = hand.after("see").facts
    assert (seen["phase"], seen["turned"], seen["value"], seen["to_act"]) == ("play", False, 20, "West")
    assert seen["turns"] == {"South+North": 1, "West+East": 0}
    assert same(fact_kinds(hand.game)["trick"], ["South 7H"], seen["trick"], hand.game.notation)


def test_turn_run_from_costs_what_the_deal_was_worth() -> None:
    after = lone(turns={"South+North": 1}).after("turn 7H", "run")
    facts = after.facts
    assert facts["hand_score"] == {"South": 20, "West": -20, "North": 20, "East": -20}
    assert (facts["trick"], facts["turned"]) == ([], False)


def test_ruling_4_a_run_is_never_a_jann() -> None:
    assert lone(tricks={"South": 4}).after("turn 7H", "run").facts["hand_score"]["South"] == 10


def test_pay_worked_cases() -> None:
    turns = {"South+North": 2}
    assert lone(tricks={"South": 4, "West": 2}, turns=turns).after(*WIN).facts["hand_score"]["West"] == -30
    every_lead = lone(tricks={"South": 4, "West": 4}, turns={"South+North": 5, "West+East": 3})
    assert every_lead.after("turn 7H", "see", *WIN[1:]).facts["hand_score"]["South"] == 100
    assert jann(turns=turns).after("claim").facts["hand_score"]["South"] == 120


def test_turn_is_for_the_leader() -> None:
    hand = lone().after("7H")
    assert hand.refusal("turn 3D") == "turn"
    assert hand.refusal("turn 3C") == "not-held"
    with pytest.raises(MoveRefused):
        hand.after("turn 3D")


def test_turn_is_unknown_in_hattstedt() -> None:
    hand = start("hattstedt", hands={"South": "7H", "West": "3D", "North": "3C", "East": "4D"})
    assert hand.refusal("turn 7H") == "turn"
    assert legal(hand) == ["7H"]


def test_ruling_6_bernhard_turns_after_two_tricks_and_after_four() -> None:
    hands = {"South": "7H", "West": "3D", "North": "3C", "East": "4D"}
    for won, made, may in [(1, 0, False), (2, 0, True), (3, 1, False), (4, 1, True), (4, 2, False)]:
        hand = start("bernhard-1924", hands=hands, tricks={"North": won, "West": 1}, turns={"South+North": made})
        assert (hand.refusal("turn 7H") is None) is may, (won, made)


def test_ruling_11_gruenberg_turns_on_any_lead() -> None:
    hand = start("gruenberg-1938", hands={"South": "7H", "West": "3D", "North": "3C", "East": "4D"})
    assert hand.after("turn 7H", "see").facts["value"] == 6


@pytest.mark.parametrize(("variant", "game_price", "jann_price", "march"), [
    ("bohmstedt", 10, 100, 300), ("hattstedt", 10, 20, 40), ("gruenberg-1938", 5, 10, 20)])
def test_pay_by_variant(variant: str, game_price: int, jann_price: int, march: int) -> None:
    hands = {"South": "7H", "West": "3D", "North": "3C", "East": "4D"}
    won = start(variant, hands=hands, tricks={"South": 4, "West": 1}).after(*WIN)
    assert won.position.hand_score == [game_price, -game_price, game_price, -game_price]
    assert start(variant, hands=hands, tricks={"South": 4}).after(*WIN, "claim").facts["hand_score"]["South"] == jann_price
    whole = start(variant, hands=hands, tricks={"South": 8}, marching="South+North")
    assert whole.after(*WIN).facts["hand_score"]["South"] == march


# ---- the ladder


def bernhard(moves: tuple[str, ...] = WIN, **facts: Any) -> Facts:
    hands = {"South": "7H", "West": "3D", "North": "3C", "East": "4D"}
    return start("bernhard-1924", hands=hands, **facts).after(*moves).facts


def test_ladder_game_takes_a_rung_and_each_turn_one_more() -> None:
    facts = bernhard(tricks={"South": 4, "West": 1}, turns={"South+North": 1, "West+East": 1})
    assert facts["hand_score"] == {"South+North": 3, "West+East": 0}
    assert (facts["rungs"], facts["game_over"]) == ({"South+North": 1, "West+East": 4}, False)


def test_ladder_cleared_ends_the_game_and_takes_no_more_than_is_left() -> None:
    facts = bernhard((*WIN, "claim"), tricks={"South": 4}, rungs={"South+North": 1})
    assert facts["hand_score"] == {"South+North": 1, "West+East": 0}
    assert (facts["game_over"], facts["winners"], facts["double"]) == (True, ["South+North"], False)
    assert facts["next_dealer"] is None


@pytest.mark.parametrize(("left", "lines"), [
    (4, [("jann", 2)]), (2, [("jann", 2)]), (1, [("jann", 2), ("beyond", -1)])])
def test_ladder_has_a_line_of_its_own_for_rungs_beyond_the_last(left: int, lines: list[tuple[str, int]]) -> None:
    hands = {"South": "7H", "West": "3D", "North": "3C", "East": "4D"}
    hand = start("bernhard-1924", hands=hands, tricks={"South": 4}, rungs={"South+North": left}).after(*WIN, "claim")
    assert [(line.word, line.points[0]) for line in hand.game.sheet(hand.position)] == lines


def test_ladder_all_four_at_once_is_a_double_win() -> None:
    facts = bernhard((*WIN, "claim"), tricks={"South": 4}, turns={"South+North": 2})
    assert (facts["winners"], facts["double"], facts["score"]["South+North"]) == (["South+North"], True, 4)


def test_ruling_10_a_march_under_the_ladder_counts_as_a_jann() -> None:
    assert bernhard(tricks={"South": 8}, marching="South+North")["hand_score"] == {"South+North": 2, "West+East": 0}
    hands = {"South": "3D", "West": "AD", "North": "3C", "East": "4D"}
    lost = start("bernhard-1924", hands=hands, tricks={"South": 5}, marching="South+North").after("3D", "AD", "3C", "4D")
    assert lost.facts["hand_score"] == {"South+North": 0, "West+East": 2}


# ---- five players


FIVE = {"South": HANDS["South"], "West": HANDS["West"], "Northwest": HANDS["North"], "Northeast": HANDS["East"], "East": ""}


def test_solo_or_sit_out_comes_first() -> None:
    hand = deal("KS JH", "8H", FIVE, players=5)
    facts = hand.facts
    assert (facts["phase"], facts["to_act"], facts["turns"]) == ("solo", "East", {})
    assert legal(hand) == ["solo", "sit out"]
    out = hand.after("sit out", "pass").facts
    assert out["turns"] == {"South+Northwest": 0, "West+Northeast": 0}
    assert (out["leader"], out["soloist"]) == ("South", None)
    alone = hand.after("solo", "pass", "pass").facts
    assert alone["turns"] == {"East": 0, "South+West+Northwest+Northeast": 0}
    assert (alone["leader"], alone["soloist"], alone["stock"]) == ("Northwest", "East", [])
    assert len(alone["hands"]["East"]) == 10


def test_solo_the_dealer_exchanges_last() -> None:
    hands = FIVE | {"South": FIVE["South"].replace("4H", "3H")}
    hand = deal("KS JH", "8H", hands, players=5).after("solo", "take KS for 10S")
    assert (hand.facts["to_act"], legal(hand)) == ("East", ["take JH for 10H", "pass"])


def solo(cards: str, **facts: Any) -> HandState[KnueffelnPosition]:
    """Return a one-trick hand in which East plays alone. The cards are East's and the defenders', clockwise."""
    names = ["East", "South", "West", "Northwest", "Northeast"]
    facts.setdefault("leader", "East")
    return start(players=5, soloist="East", hands=dict(zip(names, cards.split(), strict=True)), **facts)


def test_solo_win_needs_four_tricks_and_pays_each_defender() -> None:
    after = solo("7H 3D 3C 4D 4S", tricks={"East": 3, "South": 1}).after("7H", "3D", "3C", "4D", "4S")
    assert after.facts["hand_score"] == {"South": -10, "West": -10, "Northwest": -10, "Northeast": -10, "East": 40}


def test_solo_win_defenders_need_five() -> None:
    hand = solo("3D AD 3C 4D 4C", tricks={"East": 2, "South": 2, "West": 2})
    after = hand.after("3D", "AD", "3C", "4D", "4C")
    assert after.facts["hand_score"] == {"South": 10, "West": 10, "Northwest": 10, "Northeast": 10, "East": -40}


def test_solo_win_four_in_a_row_is_a_jann() -> None:
    hand = solo("7H 3D 3C 4D 4S", tricks={"East": 3}).after("7H", "3D", "3C", "4D", "4S")
    assert hand.facts["phase"] == "jann"
    assert hand.after("claim").facts["hand_score"]["East"] == 400


@pytest.mark.parametrize(("held", "won", "over"), [(1, 7, True), (2, 7, False), (2, 8, True)])
def test_ruling_8_a_march_is_every_trick_both_sides_can_play(held: int, won: int, over: bool) -> None:
    hand = start(players=5, soloist="East", leader="East", tricks={"East": won}, marching="East", hands={
        "East": "7H 7S"[:3 * held].split(), "South": "3D 6D"[:5 if not over else 2].split(),
        "West": "3C 6C"[:5 if not over else 2].split(), "Northwest": "4D JD"[:5 if not over else 2].split(),
        "Northeast": "4S QD"[:5 if not over else 2].split()})
    after = hand.after("7H", "3D", "3C", "4D", "4S")
    assert after.facts["hand_over"] is over


def test_ruling_7_the_soloist_answers_a_defender() -> None:
    hand = solo("3D 7H 3C 4D 4S", leader="South").after("turn 7H")
    assert hand.facts["to_act"] == "East"
    assert hand.after("see").facts["to_act"] == "West"
    assert hand.after("run").facts["hand_score"]["East"] == -40


def test_ruling_7_the_soloists_left_answers_the_soloist() -> None:
    assert solo("7H 3D 3C 4D 4S").after("turn 7H").facts["to_act"] == "South"


# ---- setups


LONE = {"South": "7H", "West": "3D", "North": "3C", "East": "4D"}


@pytest.mark.parametrize(("path", "facts"), [
    ("chosen", {"chosen": ["H"]}), ("chosen", {"chosen": ["H", "H"]}), ("chosen", {"chosen": None}),
    ("chosen", {"chosen": ["S", "H"], "turnups": "KH 4S"}),
    ("chosen", {"chosen": ["X"], "turnups": "KH 4S"}), ("turnups", {"turnups": "KH 4H"}),
    ("turnups", {"turnups": "KH 4S 2S"}), ("turnups", {"turnups": "KH"}), ("turnups", {"turnups": "KH 7H"}),
    ("stock", {"stock": "KH QH"}), ("soloist", {"soloist": "East"}), ("phase", {"phase": "solo"}),
    ("won", {"phase": "over"}), ("phase", {"phase": ["play"]}), ("phase", {"phase": "take-ole"}),
    ("phase", {"phase": "take-turnup"}), ("phase", {"phase": "answer"}), ("phase", {"phase": "jann"}),
    ("tricks", {"tricks": {"South": 5, "West": 1}}), ("tricks", {"tricks": {"West": 6}}),
    ("phase", {"tricks": {"South": 5}, "phase": "play"}), ("tricks", {"tricks": {"West": 5}}),
    ("marching", {"marching": "South+North"}), ("marching", {"marching": "South"}),
    ("marching", {"marching": "West+East", "tricks": {"West": 5}}), ("turns.South", {"turns": {"South": 1}}),
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
    hand = start(**{"hands": LONE, **facts})
    assert (hand.facts["phase"], hand.facts["marching"]) == ("play", "South+North")


def test_a_void_deal_of_four_has_two_sides_without_turns() -> None:
    facts = start(turnups="10S JS QS KS", hands=LONE).facts
    assert (facts["phase"], facts["turns"]) == ("over", {"South+North": 0, "West+East": 0})
    five = start(players=5, turnups="10S JS QS KS", hands={"South": "7H", "West": "3D", "Northwest": "3C", "Northeast": "4D"})
    assert five.facts["turns"] == {}


def test_nobody_leads_on_when_the_soloist_has_no_card_left() -> None:
    hand = start(players=5, soloist="East", tricks={"South": 4}, leader="South", hands={
        "South": "7H 7C", "West": "3S 3C", "Northwest": "AD JC", "Northeast": "8C QC", "East": "2D"})
    hand = hand.after("7H", "3S", "AD", "8C", "2D")
    assert (hand.facts["phase"], hand.legal) == ("jann", {"claim"})
    assert hand.refusal("7C") == "march"


@pytest.mark.parametrize(("path", "facts"), [
    ("rungs.South+North", {"rungs": {"South+North": 0}}), ("score.South+North", {"score": {"South+North": 5}}),
    ("rungs", {"rungs": {"South+North": 2}, "score": {"South+North": 1}}),
    ("turns.South+North", {"turns": {"South+North": 3}}),
    ("phase", {"hands": LONE | {"South": ""}, "trick": ["South turn 7H"], "tricks": {"South": 1}})])
def test_setups_of_the_ladder_that_cannot_be(path: str, facts: Facts) -> None:
    assert path in faults("bernhard-1924", **{"hands": LONE, **facts})


@pytest.mark.parametrize(("path", "facts"), [
    ("hands.East", {"hands": {"East": "7S"}}), ("soloist", {"soloist": "South"}), ("phase", {"phase": "solo"}),
    ("phase", {"phase": "take-ole"}), ("hands.East", {"soloist": "East", "hands": {"East": "7S 6D 8D"}}),
    ("leader", {"leader": "East"})])
def test_setups_of_five_that_cannot_be(path: str, facts: Facts) -> None:
    hands = {"South": "7H", "West": "3D", "Northwest": "3C", "Northeast": "4D"} | facts.pop("hands", {})
    assert path in faults(players=5, hands=hands, **facts)


def test_setup_before_play_has_the_leader_that_the_deal_gives() -> None:
    hand = deal("KS JH", "8H", leader="South")
    assert (hand.facts["phase"], hand.facts["leader"]) == ("take-turnup", None)
    with pytest.raises(SetupError, match="nobody leads yet"):
        deal("KS JH", "8H", leader="West")


def test_setup_before_play_names_every_hand() -> None:
    hands = {name: cards for name, cards in HANDS.items() if name != "East"}
    stock = deal("KS JH", "8H").facts["stock"]
    assert set(faults(hands=hands, turnups="KS JH", stock=stock)) == {"hands"}


def test_setup_turned_card_waits_for_its_answer() -> None:
    hands = LONE | {"South": ""}
    cases: list[tuple[str, Facts]] = [("South turn 7H", {}), ("South 7H", {"phase": "answer"})]
    for trick_text, more in cases:
        hand = start(hands=hands, trick=[trick_text], **more)
        assert (hand.facts["phase"], hand.facts["trick"]) == ("answer", ["South turn 7H"])
    seen = start(hands=hands, trick=["South turn 7H"], turns={"South+North": 1})
    assert (seen.facts["phase"], seen.facts["to_act"]) == ("play", "West")


def test_setup_soloists_cards_may_be_left_out_before_the_choice() -> None:
    made = Knueffeln(players=5)
    setup = write_setup(made, deal("KS JH", "8H", FIVE, players=5).position)
    del setup["hands"]["East"]
    again = read_setup(made, setup, None, {4: [FRENCH.card("8H")]})
    assert facts_of(made, again)["hands"]["East"] == []


def test_a_hand_tells_what_its_cards_are_called() -> None:
    hands = {"South": "9D 7H 8H AD 3S KC", "West": "3D 4D 6D 7D 8D JD", "North": "3C 6C 7C 8C 9C 10C",
             "East": "JC 10D QD QC AC KD"}
    position = start(hands=hands).position
    told = narrator_for(Knueffeln(), 0)
    called = {card.text: str(told.kind_of(position, card)) for card in position.hands[0]}
    assert called == {"9D": "Ole", "7H": "chosen Seven", "8H": "free card", "AD": "unchosen Ace", "3S": "beater", "KC": ""}
    ole = FRENCH.card("9D")
    assert 'title="9 of Diamonds, Ole"' in card_html(FRENCH, ole, Links(), kind=told.kind_of(position, ole))


# ---- in German

GERMAN = Catalogue("de", engine_words("de", ["knueffeln"]))


@pytest.mark.parametrize(("cards", "told"), [
    ("4D 3S AD 8C", ["Süd spielt {4D} aus, eine nicht gewählte Karte: Ein Ole, jeder Steker oder {AD} sticht sie.",
                     "West sticht {4D} mit {3S}: Für {4D} reicht jeder Steker.",
                     "Nord kommt mit {AD} gegen {3S} nicht an: Das Ass schlägt nur Karten seiner eigenen Farbe."]),
    ("JS 9D 2H 8H", ["Süd spielt {JS} aus, einen Steker: Nur ein Ole oder ein höherer Steker sticht ihn.",
                     "West sticht {JS} mit {9D}: Ein Ole sticht fast alles.",
                     "Nord sticht {9D} mit {2H}: Das ist der höhere Ole.",
                     "Ost kommt mit {8H} gegen {2H} nicht an: Eine gewählte Acht oder Neun "
                     "schlägt nichts, wenn sie nicht ausgespielt ist."])])
def test_a_trick_is_told_in_german(cards: str, told: list[str]) -> None:
    names, found = ["South", "West", "North", "East"], list[str]()
    hand = start(hands=dict(zip(names, cards.split(), strict=True)))
    for card in cards.split():
        hand = hand.after(card)
        found.append(GERMAN.translate(hand.happened[0].sentence))
    assert found[:len(told)] == told


def test_a_turned_card_is_told_in_german_of_you_and_of_others() -> None:
    game = Knueffeln()
    hand = lone().after("turn 7H", "see")
    beater = start(hands={"South": "AH", "West": "3D", "North": "3C", "East": "4D"}).after("turn AH", "see")
    told = [GERMAN.translate(narrator_for(game, reader).trick_explanation(each.position, each.position.trick)[0].sentence)
            for each in (hand, beater) for reader in (None, 0)]
    assert told == ["Die gedrehte Karte von Süd ist {7H}, eine gewählte Sieben: Nichts schlägt sie.",
                    "Deine gedrehte Karte ist {7H}, eine gewählte Sieben: Nichts schlägt sie.",
                    "Die gedrehte Karte von Süd ist {AH}, ein Steker: Nur ein Ole sticht ihn.",
                    "Deine gedrehte Karte ist {AH}, ein Steker: Nur ein Ole sticht ihn."]


# ---- complete hands

def without_history(facts: Facts) -> Facts:
    return {name: fact for name, fact in facts.items() if name != "last_trick_winner"}


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_money_adds_up_to_nothing_and_a_side_alone_takes_rungs(variant: str, players: int) -> None:
    points = over(Knueffeln(variant, players)).hand_score
    assert points is not None
    assert min(points) == 0 < max(points) if variant == "bernhard-1924" else sum(points) == 0


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_fact_and_legal_set_agrees_with_the_oracle(variant: str, players: int) -> None:
    game = Knueffeln(variant, players)
    for seed in range(25):
        draw, position = random.Random(f"oracle {seed}"), game.deal(seed)
        for _ in range(3):
            oracle = KnueffelnOracle(facts_of(game, position), variant, players)
            _compare(game, position, oracle)
            while position.to_act is not None:
                moves = game.legal(position)
                plain = [move for move in moves if move.verb != "turn"]
                move = draw.choice(moves if draw.random() < 0.4 else plain)
                move = moves[0] if position.phase == "answer" and draw.random() < 0.8 else move
                game.advance(position, move)
                oracle.move(move.text)
                _compare(game, position, oracle)
            if position.game_over:
                break
            position = game.deal(seed, position)


@pytest.mark.parametrize("variant", ["bohmstedt", "hattstedt", "bernhard-1924", "gruenberg-1938"])
def test_exchanges_of_many_olen_agree_with_the_oracle_and_can_be_set_up(variant: str) -> None:
    game = Knueffeln(variant)
    for seed in range(150):
        draw = random.Random(f"olen {seed}")
        position = read_setup(game, _olen_at_the_bottom(game, draw))
        oracle = KnueffelnOracle(facts_of(game, position), variant, 4)
        _compare(game, position, oracle)
        while position.phase in ("take-ole", "take-turnup"):
            again = read_setup(game, write_setup(game, position))
            assert (facts_of(game, again), game.legal(again)) == (facts_of(game, position), game.legal(position))
            move = draw.choice(game.legal(position)[:2])
            game.advance(position, move)
            oracle.move(move.text)
            _compare(game, position, oracle)


def _olen_at_the_bottom(game: Knueffeln, draw: random.Random) -> Facts:
    """Return a random deal with one to three Olen at the bottom of the stock."""
    olen = draw.sample([card for card in game.deck if card.text in ("2H", "4C", "8S", "9H", "9D")], draw.randint(1, 3))
    rest = [card for card in game.deck if card not in olen]
    draw.shuffle(rest)
    turned = next(count for count in range(2, 9) if len({card.suits for card in rest[:count]}) == 2)
    turnups = [rest[0], rest[turned - 1]]
    rest = [card for card in rest if card not in turnups]
    texts = [card.text for card in rest]
    hands = {name: texts[9 * seat:9 * seat + 9] for seat, name in enumerate(game.table.names)}
    return {"hands": hands, "turnups": [card.text for card in turnups], "stock": [*texts[36:], *(card.text for card in olen)]}


def _compare(game: Knueffeln, position: KnueffelnPosition, oracle: KnueffelnOracle) -> None:
    facts = without_history(facts_of(game, position))
    facts["hands"] = {name: sorted(hand) for name, hand in facts["hands"].items()}
    assert facts == oracle.facts()
    assert {move.text for move in game.legal(position)} == oracle.legal()


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_rule_of_the_variant_speaks(variant: str, players: int) -> None:
    game, draw, spoken = Knueffeln(variant, players), random.Random(0), set[str]()
    narrator = narrator_for(game)
    for seed in range(60):
        position = game.deal(seed)
        spoken |= {event.rule for event in narrator.dealt(position)}
        while position.to_act is not None:
            moves = game.legal(position)
            move = moves[0] if position.phase in ("answer", "take-ole", "jann") else draw.choice(moves)
            spoken |= {finding.rule for finding in narrator.findings(position, move)}
            position, events = game.play(position, move)
            spoken |= {event.rule for event in events}
    silent = {"solo", "solo-win", "march"} if players == 4 else {"take-ole", "march"}
    expected = {rule.id for rule in game.rules} - silent
    if variant == "hattstedt":
        expected -= {"turn"}        # in this variant, the rule only refuses moves
    assert spoken >= expected


def test_three_rules_ever_refuse_a_move() -> None:
    assert {rule.id for rule in Knueffeln.book.rules if rule.can_refuse} == {"take-ole", "take-turnup", "turn"}
