"""Stages before the play, such as bidding: a setup can start in any of them, and impossible setups are reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from rules_engine.core.game.game import Game, best, deal_evenly
from rules_engine.core.game.setups import facts_of
from rules_engine.core.game.trick_game import HandFlow, Stage, TrickGame
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import PILE, BySeat, Nullable, Number
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position, field
from rules_engine.testing import begin, problems

CARDS = tuple(card for card in FRENCH if card.suits)
book = RuleBook()


class StagedPosition(Position):
    """A position with a bid and a pile for each seat."""

    bids: list[int | None] = field(BySeat(Nullable(Number(least=0))), settable=True)
    laid_by: list[list[Card]] = field(BySeat(PILE), settable=True, hidden=True)


@book.offers("bid", "A bid", during=("bid",))
def bid(position: Any, hand: list[Card]) -> list[Move]:
    return [make_move("bid", number=number) for number in range(3)]


@book.offers("lay-by", "A card laid by", during=("lay-by",))
def lay_by(position: Any, hand: list[Card]) -> list[Move]:
    return [make_move("lay", card) for card in hand]


@book.rule("lead", "The first seat leads")
def leader(position: Any) -> int:
    return 0


@book.rule("win", "The first card wins")
def winning(position: Any, laid: Sequence[PlayedCard]) -> PlayedCard:
    return laid[0]


@book.rule("score", "A point a trick")
def score(position: Any) -> Line:
    return score.line(position.tricks)


@book.rule("deals", "South deals")
def dealer(position: Any) -> int:
    return 0


@book.rule("end", "One hand")
def end(position: Any) -> list[int]:
    return best(position.totals)


def bidder(position: Any) -> int | None:
    return next((seat for seat in range(4) if position.bids[seat] is None), None)


def takes_bid(position: Any, seat: int, move: Move, note: EventSink) -> None:
    position.bids[seat] = move.number


def layer(position: Any) -> int | None:
    return next((seat for seat in range(4) if not position.laid_by[seat]), None)


def lays_by(position: Any, seat: int, move: Move, note: EventSink) -> None:
    position.hands[seat].remove(move.played)
    position.laid_by[seat] = [move.played]


def back(position: Any, note: EventSink) -> None:
    position.hands = [[*hand, *pile] for hand, pile in zip(position.hands, position.laid_by, strict=True)]
    position.laid_by = [[] for _ in range(4)]


class Staged(TrickGame[StagedPosition]):
    """A game with two stages before the play; in the first, the seat to act may hold an extra card."""

    id, name, pack = "staged", "Staged", FRENCH
    variants: ClassVar = {"standard": ""}
    player_counts = (4,)
    phases = ("bid", "lay-by", "play", "over")
    forms: ClassVar = {"bid": ("bid NUMBER",), "lay-by": ("lay CARD",), "play": ("CARD",)}
    book = book
    positions = StagedPosition
    course = HandFlow(leader=leader, trick_winner=winning, scores=[score], next_dealer=dealer, match_end=[end], before=[
        Stage(phase="bid", next_to_act=bidder, apply=takes_bid, extra_cards=1),
        Stage(phase="lay-by", next_to_act=layer, apply=lays_by, on_end=back)])

    def dealt_cards(self) -> Sequence[Card]:
        """Return the pack without the Joker."""
        return CARDS

    def deal_out(self, position: StagedPosition, seed: int) -> None:
        """Deal all cards."""
        deal_evenly(position, self.shuffled(self.deck, seed, "deal"))


GAME: Game[StagedPosition] = Staged()
HANDS: dict[str, JsonValue] = {"South": "KC 4D", "West": "7C 9D", "North": "AC 2S", "East": "3C 5H"}
ALL = {"South": 0, "West": 0, "North": 0, "East": 0}


def after(position: StagedPosition, *moves: str) -> StagedPosition:
    for move in moves:
        position, _ = GAME.play(position, move)
    return position


def test_one_stage_follows_the_other_and_ends_in_a_lead() -> None:
    position = after(begin(GAME, {"hands": HANDS}).position, "bid 0", "bid 1", "bid 2", "bid 0")
    assert (position.phase, position.to_act) == ("lay-by", 0)
    position = after(position, "lay 4D", "lay 7C", "lay 2S", "lay 3C")
    assert (position.phase, position.leader, position.to_act) == ("play", 0, 0)
    assert facts_of(GAME, position)["hands"] == begin(GAME, {"phase": "play", "hands": HANDS}).facts["hands"]


@pytest.mark.parametrize(("given", "phase", "seat"), [
    ({}, "bid", "South"),
    ({"bids": {"South": 1, "West": 0}}, "bid", "North"),
    ({"bids": ALL}, "lay-by", "South"),
    ({"phase": "lay-by"}, "lay-by", "South"),
    ({"phase": "play"}, "play", "South"),
    ({"leader": "West"}, "play", "West"),
    ({"tricks": {"South": 1}}, "play", "South"),
    ({"seed": 3}, "bid", "South"),
])
def test_a_setup_begins_where_it_says_or_where_somebody_is_to_move(given: dict[str, JsonValue], phase: str, seat: str) -> None:
    facts = begin(GAME, given if "seed" in given else {"hands": HANDS, **given}).facts
    assert (facts["phase"], facts["to_act"]) == (phase, seat)


@pytest.mark.parametrize(("given", "problem"), [
    ({"phase": "bid", "leader": "West"}, "in the phase bid nothing is played yet: leave out leader"),
    ({"phase": "bid", "tricks": {"West": 1}}, "in the phase bid nothing is played yet: leave out tricks"),
    ({"phase": "bid", "bids": ALL}, "nobody is to move in the phase bid any more"),
    ({"hands": HANDS | {"West": "7C"}}, "every seat's cards, in hand and on the table, must come to the same number"),
    ({"hands": HANDS | {"South": "KC 4D 5D 6D"}}, "every seat's cards, in hand and on the table, must come to the same number"),
])
def test_what_can_t_be_so_before_the_play_is_told(given: dict[str, JsonValue], problem: str) -> None:
    assert any(problem in told for told in problems(GAME, {"hands": HANDS, **given}))


def test_who_is_to_move_may_hold_more_where_the_stage_says_so() -> None:
    assert not problems(GAME, {"hands": HANDS | {"South": "KC 4D 5D"}})
    assert problems(GAME, {"bids": ALL, "hands": HANDS | {"South": "KC 4D 5D"}})


@pytest.mark.parametrize("south", [("KC 4D", "9D"), ("KC", "4D")], ids=["put away for good", "laid by for an exchange"])
def test_cards_in_a_hidden_pile_are_in_hand_or_out_of_it(south: tuple[str, str]) -> None:
    hand, pile = south
    hands = HANDS | {"South": hand, "West": "7C 8D"}
    assert not problems(GAME, {"phase": "lay-by", "hands": hands, "laid_by": {"South": pile}})
    assert not problems(GAME, {"phase": "play", "hands": {**HANDS, "West": "7C 8D"}, "laid_by": {"South": "9D"}})


def test_where_the_cards_of_an_uneven_hand_lie_is_told() -> None:
    given: dict[str, JsonValue] = {"bids": ALL, "hands": HANDS | {"South": "KC 6D 8D"}, "laid_by": {"South": "4D"}}
    assert problems(GAME, given) == ["hands: every seat's cards, in hand and on the table, must come to the same number: "
                                     "South 4 (3 in hand, 1 in laid_by), West 2, North 2 and East 2"]


def test_a_copy_has_lists_of_its_own_within_its_lists_too() -> None:
    begun = begin(GAME, {"bids": ALL, "hands": HANDS | {"South": "KC"}, "laid_by": {"South": "4D"}}).position
    twin = begun.copy()
    twin.laid_by[0].clear()
    twin.hands[0].clear()
    assert [begun.hands[0], begun.laid_by[0]] == [[FRENCH.card("KC")], [FRENCH.card("4D")]]


def test_of_hidden_piles_everybody_sees_their_own() -> None:
    begun = begin(GAME, {"bids": ALL, "hands": HANDS | {"South": "KC"}, "laid_by": {"South": "4D"}}).position
    seen = GAME.view(after(begun, "lay 7C"), 1).position.laid_by
    assert [[card.text for card in pile] for pile in seen] == [[FACE_DOWN.text], ["7C"], [], []]
