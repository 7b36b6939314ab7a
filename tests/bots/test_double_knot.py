"""The Double Knot bot: legal moves that use no hidden information, true reasons, bids that fit the hand, and play that aims at
the bid."""

from __future__ import annotations

import random
from time import process_time
from typing import Any

import pytest

from rules_engine.bots import BotMove, bot_for
from rules_engine.bots.match import match
from rules_engine.bots.random_bot import RandomBot
from rules_engine.core.model.packs import DECKTET
from rules_engine.games.double_knot import DoubleKnot
from rules_engine.games.double_knot.bot import WINS, DoubleKnotBot, bot, hoped, lacking, spread_of
from rules_engine.testing import begin
from tests.bots.worlds import moments, other_world
from tests.some import some

HANDS = 10
SOLO = [(variant, players, pack) for variant in ("standard", "zero-or-all") for players in (3, 4, 5)
        for pack in ("extended", "basic") if (players, pack) != (5, "basic")]
TEAMS = [(variant, 4, pack) for variant in ("teams", "teams-zero-or-all") for pack in ("extended", "basic")]
Table = tuple[str, int, str]
SOME = [("standard", 3, "extended"), ("standard", 4, "basic"), ("zero-or-all", 5, "extended"), ("teams", 4, "extended"),
        ("teams-zero-or-all", 4, "basic")]
every_table = pytest.mark.parametrize("table", some(SOLO + TEAMS, SOME, lambda table: f"{table[0]}, {table[1]}, {table[2]}"))


def game_of(table: Table) -> DoubleKnot:
    variant, players, pack = table
    return DoubleKnot(variant, players, options={"pack": pack})


def choice_in(variant: str = "standard", players: int = 4, **setup: Any) -> BotMove:
    """Return the bot's choice as South in the position described by a setup."""
    hand = begin(DoubleKnot(variant, players), setup)
    assert hand.position.to_act == 0
    return bot().choose(hand.game.view(hand.position, 0), random.Random(0))


def test_the_game_is_played_by_its_own_bot() -> None:
    assert isinstance(bot_for(DoubleKnot()), DoubleKnotBot)


@every_table
def test_every_move_is_legal_and_every_reason_is_a_sentence(table: Table) -> None:
    game = game_of(table)
    for position, choice in moments(game, HANDS):
        assert game.judge(position, choice.move).legal
        spoken = game.pack.plain(choice.reason)
        assert choice.reason.endswith(".")
        assert not set("{}") & set(spoken)


@every_table
def test_two_worlds_with_one_view_get_one_answer(table: Table) -> None:
    game, rng, player = game_of(table), random.Random(1), bot()
    for seed, (position, choice) in enumerate(moments(game, HANDS)):
        world = other_world(position, rng)
        assert player.choose(game.view(world, position.to_act), random.Random(seed)) == choice


@pytest.mark.parametrize("table", some(SOLO + TEAMS, SOME[:1], lambda table: f"{table[0]}, {table[1]}, {table[2]}"))
def test_it_beats_random_play(table: Table) -> None:
    figure = match(game_of(table), bot(), RandomBot(), deals=40, seed=2)
    assert figure.margin - figure.half_width > 0


def test_a_choice_takes_well_under_five_milliseconds() -> None:
    game, player, spent, choices = DoubleKnot(players=3), bot(), 0.0, 0
    for position, _ in moments(game, 5):
        view, begun = game.view(position, position.to_act), process_time()
        player.choose(view, random.Random(0))
        spent, choices = spent + process_time() - begun, choices + 1
    assert spent / choices < 0.005


# ---- counting tricks

def test_every_card_has_its_measured_chance() -> None:
    assert set(WINS) == {card.text for card in DECKTET}
    assert all(0 <= share <= 100 for shares in WINS.values() for share in shares)


def test_chances_spread_over_the_numbers_of_tricks() -> None:
    assert spread_of([]) == [1.0]
    assert spread_of([0.5, 0.5]) == [0.25, 0.5, 0.25]
    assert hoped([0.25, 0.5, 0.25], 1, {-1: 1.0, 0: 3.0, 1: 1.0}) == 2.0
    assert hoped([0.25, 0.5, 0.25], -1, {-1: 1.0, 0: 3.0, 1: 1.0}) == 0.25
    assert hoped([1.0], 3, {0: 4.0}) == 0


def test_a_hand_lacks_cards_as_often_as_counting_says() -> None:
    assert lacking(4, 1, 1) == 0.75
    assert lacking(4, 2, 2) == pytest.approx(1 / 6)
    assert lacking(4, 4, 1) == 0
    assert lacking(4, 0, 3) == 1


# ---- bids

STRONG = "XK AK XY XM XS XW XL 8YK CMWK CSLK PWLY"
WEAK = "AM 2MK 3MW 4MS 5ML AS 2SY 3SK AW 2WL AL"
NORTH, EAST = "6MW 7ML 8MS 9MS PMSL PMYK CMLY 5SW 6SY 7SK PSWK", "CSWY 4WL 7WY 8WL 9WY 3LY 6LK 9LK AY 4YK 5YK"


def full_deal(hand: str) -> dict[str, str]:
    """Return a deal with this hand for South, and the remaining cards for the other seats."""
    other = WEAK if hand == STRONG else STRONG
    return {"South": hand, "West": other, "North": NORTH, "East": EAST}


def test_a_strong_hand_bids_high_and_a_weak_one_low() -> None:
    high = choice_in(dealer="East", hands=full_deal(STRONG))
    low = choice_in(dealer="East", hands=full_deal(WEAK))
    assert (high.move.number or 0) >= 6
    assert low.move.number == 0
    assert "I count on " in high.reason
    assert "I hold no likely winner" in low.reason


def test_a_partner_who_bids_zero_makes_zero_worth_more() -> None:
    """The hand is worth less than one trick. A bid of zero scores 4 for each partner, but only if both make their bids."""
    hands = full_deal(WEAK.replace("2SY", "CSLK")) | {"West": STRONG.replace("CSLK", "2SY")}
    bids = {"West": 9, "East": 3}
    alone = choice_in("teams-zero-or-all", dealer="South", hands=hands, bids=bids | {"North": 2})
    together = choice_in("teams-zero-or-all", dealer="South", hands=hands, bids=bids | {"North": 0})
    assert (alone.move.number, together.move.number) == (1, 0)


# ---- the play

def test_with_the_bid_made_it_ducks() -> None:
    move, reason, *_ = choice_in(
        dealer="North", leader="East", trick=["East 8MS"], tricks={"South": 2, "West": 3, "North": 2, "East": 2},
        bids={"South": 2, "West": 3, "North": 3, "East": 3},
        hands={"South": "9MS 6MW", "West": "2MK 3MW", "North": "5ML 7ML", "East": "4WL"})
    assert move.text == "6MW"
    assert reason.startswith("I have what I bid: the {6MW} leaves the {8MS} ahead.")


def test_needing_every_trick_it_leads_what_nothing_beats() -> None:
    move, reason, *_ = choice_in(
        dealer="East", leader="South", tricks={"South": 1, "West": 3, "North": 2, "East": 3},
        bids={"South": 3, "West": 3, "North": 3, "East": 3},
        hands={"South": "XK AK", "West": "2MK 3MW", "North": "5ML 7ML", "East": "4WL 8MS"})
    card = f"{{{move.text}}}"
    assert reason.startswith(f"I need every trick that is left: the {card} wins, for no card still out beats it.")


def test_a_trick_that_is_the_partners_is_left_to_the_partner() -> None:
    move, reason, *_ = choice_in(
        "teams", dealer="South", leader="West", trick=["West 8MS", "North CMWK", "East 3MW"],
        tricks={"South": 1, "West": 4, "North": 3, "East": 1}, bids={"South": 2, "West": 3, "North": 4, "East": 2},
        hands={"South": "XM 2MK", "West": "AW", "North": "AM", "East": "AS"})
    assert move.text == "2MK", "the Crown is for the other trick that they want"
    assert "my partner's {CMWK} ahead" in reason


def test_the_excuse_is_led_when_no_trick_is_wanted() -> None:
    move, reason, *_ = choice_in(
        players=3, dealer="East", leader="South", tricks={"South": 0, "West": 7, "East": 6},
        bids={"South": 0, "West": 7, "East": 7}, hands={"South": "Excuse XK", "West": "2MK 3MW", "East": "4MS 5ML"})
    assert move.text == "Excuse"
    assert reason.startswith("I bid zero: the {Excuse} never wins")


def test_without_bids_it_still_plays_and_makes_no_claim() -> None:
    move, reason, *_ = choice_in(phase="play", leader="South",
                             hands={"South": "5ML 3MW", "West": "7ML 8MS", "North": "2MK 4MS", "East": "AM 6MW"})
    assert move.text == "5ML"
    assert reason == "Without a bid I have nothing to play for, so I play the {5ML}."
