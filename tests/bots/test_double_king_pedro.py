"""The Double King Pedro bot: legal moves that use no hidden information, true reasons, and bids that agree with the rules'
source."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rules_engine.bots import Bot, BotMove, bot_for
from rules_engine.bots.match import match
from rules_engine.bots.random_bot import RandomBot
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.table_talk import Remark
from rules_engine.games.double_king_pedro import DoubleKingPedro
from rules_engine.games.double_king_pedro import DoubleKingPedroPosition as Position
from rules_engine.games.double_king_pedro.bot import bot
from rules_engine.games.double_king_pedro.bot.bidding import worth_of
from rules_engine.games.double_king_pedro.rules import STRENGTH, TRUMPS
from rules_engine.testing import begin

GAME = DoubleKingPedro()
HANDS = 50


class BidsAlike(Bot[Position]):
    """A bot that plays by the heuristics before the first lead, and then at random."""

    name = "random from the first lead on"

    def __init__(self) -> None:
        self.plans, self.luck = bot(), RandomBot[Position]()

    def choose(self, view: View[Position], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        return (self.luck if view.position.phase == "play" else self.plans).choose(view, rng)


def moments(hands: int = HANDS, wander: float = 0.15) -> Iterator[tuple[Position, BotMove]]:
    """Yield every position in some hands with the bot's choice. Some of the moves then made are random instead."""
    player = bot()
    for seed in range(hands):
        position, rng = GAME.deal(seed), random.Random(seed)
        while position.to_act is not None:
            choice = player.choose(GAME.view(position, position.to_act), random.Random(seed))
            yield position.copy(), choice
            wanders = rng.random() < wander
            GAME.advance(position, rng.choice(GAME.legal(position)) if wanders else choice.move)


def other_world(position: Position, rng: random.Random) -> Position:
    """Return the position after redistributing the cards that the seat to act can't see."""
    world = position.copy()
    others = [world.hands[seat] for seat in range(4) if seat != world.to_act] + [world.kitty]
    hidden = [card for hand in others for card in hand]
    rng.shuffle(hidden)
    for hand in others:
        hand[:], hidden = hidden[: len(hand)], hidden[len(hand) :]
    return world


@pytest.mark.parametrize("wander", [0.05, 0.5])
def test_every_move_is_legal_in_every_phase(wander: float) -> None:
    phases = set()
    for position, choice in moments(wander=wander):
        assert GAME.judge(position, choice.move).legal
        phases.add(position.phase)
    assert phases == {"toss", "bid", "trump", "pass-trumps", "discard", "play"}


def test_every_choice_has_a_reason_whose_marks_name_cards_and_suits() -> None:
    for _, choice in moments():
        spoken = GAME.pack.plain(choice.reason)
        assert spoken.endswith(".")
        assert not {"{", "}"} & set(spoken)


def test_two_worlds_with_one_view_get_one_answer() -> None:
    rng, player = random.Random(1), bot()
    for seed, (position, choice) in enumerate(moments()):
        world = other_world(position, rng)
        assert player.choose(GAME.view(world, position.to_act), random.Random(seed)) == choice


def test_what_it_says_of_cards_that_it_cannot_see_is_true() -> None:
    said = {"No trump still out": 0, "No opponent can beat": 0}
    for position, choice in moments():
        begins = next((words for words in said if choice.reason.startswith(words)), "")
        if begins:
            said[begins] += 1
            assert not _foes(position, choice, begins)
    assert all(said.values())


def _foes(position: Position, choice: BotMove, begins: str) -> list[Card]:
    """Return the cards in other hands that disprove the bot's claim."""
    seat, strength, trumps = position.actor, STRENGTH[position.trump], TRUMPS[position.trump]
    seats = {0, 1, 2, 3} - {seat}
    if begins == "No opponent can beat":
        seats -= {laid.seat for laid in position.trick} | {(seat + 2) % 4}
    best = max(strength[card] for card in (choice.move.played, *(laid.move.played for laid in position.trick)))
    return [card for other in seats for card in position.hands[other] if card in trumps and strength[card] > best]


@pytest.mark.parametrize(
    ("held", "worth"),
    [
        ("AH KH KD QH JH 10H", 100),
        ("AH KH QH JH 10H 4H", 60),
        ("KH KD QH JH 9H 7H", 50),
        ("QH JH 4H 6H 9H 3H", 30),
        ("2H 3H 4H 6H 7H JH", 0),
    ],
)
def test_the_sample_hands_are_worth_what_the_source_says(held: str, worth: int) -> None:
    assert worth_of(FRENCH.read_cards(held), "H") == worth
    assert south(held).move.text == (f"bid {worth}" if worth else "pass")


def south(held: str, **setup: Any) -> BotMove:
    """Return the bot's choice as South, the first bidder, with this hand and arbitrary cards for the other seats."""
    cards = FRENCH.read_cards(held)
    rest = sorted((card for card in FRENCH if card not in cards), key=lambda card: card.rank not in "KQJ")
    texts = {"South": held} | {
        name: " ".join(card.text for card in rest[place::3][: len(cards)]) for place, name in enumerate(("West", "North", "East"))
    }
    hand = begin(GAME, {"dealer": "East", "hands": texts} | setup)
    while hand.position.to_act != 0:
        hand = hand.after("pass")
    return bot().choose(GAME.view(hand.position, 0), random.Random(0))


def test_a_hopeless_hand_is_tossed_and_a_strong_one_kept() -> None:
    assert south("2S 3H 4D 6C 7S 8H 4S 6H 7D 8C 3C 2D").move.text == "toss"
    assert south("AS 10S 9S 9C 8S 5S 5C Joker 7D 8C 3D 2D").move.text == "keep"


def test_it_calls_double_over_100_with_six_trumps_that_cannot_lose() -> None:
    hand = "AH KH KD QH JH 10H"
    called = {"South": None, "West": 100, "North": None, "East": None}
    assert south(hand).move.text == "bid 100"
    assert south(hand + " 9H").move.text == "bid double"
    assert south(hand, dealer="South", bids=called).move.text == "bid double"


def test_the_last_player_left_bids_no_more_than_needed() -> None:
    hand = "AH KH KD QH JH 10H"
    passed = {"South": None, "West": "pass", "North": "pass", "East": "pass"}
    assert south(hand, dealer="South", bids=passed).move.text == "bid 1"


def test_the_best_suit_is_named_and_low_cards_are_thrown_away() -> None:
    hand = begin(
        GAME,
        {
            "dealer": "East",
            "declarer": "South",
            "contract": 50,
            "hands": {
                "South": "KC KS 9C JC 7D 8D AD",
                "West": "2H 3H 4H 6H 7H 8H",
                "North": "2D 3D 4D 6D QS 10D",
                "East": "2S 3S 4S 6S 7S 8S",
            },
        },
    )
    player, rng = bot(), random.Random(0)
    named = player.choose(GAME.view(hand.position, 0), rng)
    assert named.move.text == "trump C"
    assert player.choose(GAME.view(hand.after("trump C").position, 0), rng).move.text == "discard 7D"


def _playing(hands: dict[str, str], **setup: Any) -> BotMove:
    """Return the bot's choice for the seat to act, with hearts as trumps and South as declarer."""
    declared = {"dealer": "East", "declarer": "South", "contract": 50, "trump": "H"}
    position = begin(GAME, declared | {"hands": hands} | setup).position
    return bot().choose(GAME.view(position, position.to_act), random.Random(0))


def test_excess_trumps_go_to_the_partner_as_points_and_to_an_opponent_as_nothing() -> None:
    rest = {"West": "2S 3S 4S 6S 7S 8S", "East": "2D 3D 4D 6D 7D 8D"}
    move, reason, *_ = _playing({"South": "AH KH KD QH JH 10H Joker", "North": "2C 3C 4C 6C 7C 8C"} | rest)
    assert move.text == "give Joker"
    assert "my partner" in reason
    move, reason, *_ = _playing(
        {"South": "AH KH KD QH JH 10H", "North": "9D 9H 8H 7H 6H 5H 4H"} | rest, giver="North", passed_on=True
    )
    assert move.text == "give 4H"
    assert "an opponent" in reason


def test_the_declarer_leads_a_trump_that_nothing_beats() -> None:
    move, reason, *_ = _playing(
        {
            "South": "AH KH QH 10H AS KS",
            "West": "JH 9H 2S 3S 4S 6S",
            "North": "KD Joker 2C 3C 4C 6C",
            "East": "9D 5H 5D 7D 8D 10D",
        }
    )
    assert move.text == "AH"
    assert reason.startswith("No trump still out")


def test_points_are_fed_to_the_partners_winning_card() -> None:
    move, reason, *_ = _playing(
        {"South": "QH", "West": "4H", "North": "Joker 3H", "East": "6H 7D"},
        trick=["South AH", "West 7H"],
        leader="South",
        tricks={"South": 4},
    )
    assert move.text == "Joker"
    assert "18 points" in reason


def test_nothing_is_given_to_a_trick_that_is_lost() -> None:
    move, reason, *_ = _playing(
        {"South": "QH", "West": "Joker 3H", "North": "10H 2C", "East": "6H 7D"},
        trick=["South AH"],
        leader="South",
        tricks={"South": 4},
    )
    assert move.text == "3H"
    assert "can't beat the {AH}" in reason


@pytest.mark.parametrize(
    ("others", "least"), [(RandomBot(), 150), pytest.param(BidsAlike(), 20, marks=pytest.mark.thorough)],
    ids=lambda value: getattr(value, "name", "")
)
def test_it_beats_random_bots_and_random_play_after_the_same_bids(others: Any, least: float) -> None:
    figure = match(GAME, bot_for(GAME), others, deals=120, seed=7)
    assert figure.margin - figure.half_width > least
    assert figure.won > 3 * figure.lost
