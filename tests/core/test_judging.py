"""Judging moves: the rule that refuses a move, the choice between two equal cards, and the next seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, ClassVar

import pytest

from rules_engine.core.game.game import Game, best, deal_evenly
from rules_engine.core.game.trick_game import HandFlow, Stage, TrickGame
from rules_engine.core.model.cards import Card, Pack, doubled, in_order
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, keep, make_move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import BySeat, Nullable, Number
from rules_engine.core.positions.position import Position, field
from rules_engine.sketches.classic import short_pack
from rules_engine.testing import begin

PACK = Pack("pairs", FRENCH.suits.values(), doubled("pairs", short_pack("Q K A")))
TURNED = PACK.card("AH")
BIDS = [make_move("bid", number=number) for number in range(4)]
book = RuleBook()


class PairsPosition(Position):
    """A position with a bid and an exchange for each seat."""

    bids: list[int | None] = field(BySeat(Nullable(Number(least=0))), settable=True)
    traded: list[int | None] = field(BySeat(Nullable(Number(least=0))), settable=True)


@book.forbids("even", "Bids are even", during=("bid",))
def even(position: Any, moves: Sequence[Move]) -> list[Move]:
    """Bids must be even. Other moves are unaffected, although this rule precedes the one that offers bids."""
    return [move for move in moves if (move.number or 0) % 2 == 0]


@book.offers("bid", "Bids are from 0 to 3", during=("bid",))
def bid(position: Any, hand: list[Card]) -> list[Move]:
    return BIDS


@book.forbids("no-queen", "No Queen is given away", during=("trade",))
def no_queen(position: Any, moves: Sequence[Move]) -> list[Move]:
    return keep(moves, [move for move in moves if move.other is None or move.other.rank != "Q"])


@book.rule("lead", "The first seat leads")
def leader(position: Any) -> int:
    return 0


@book.rule("win", "The last card wins")
def winning(position: Any, laid: Sequence[PlayedCard]) -> PlayedCard:
    return laid[-1]


@book.rule("score", "A point a trick")
def score(position: Any) -> Line:
    return score.line(position.tricks)


@book.rule("deals", "South deals")
def dealer(position: Any) -> int:
    return 0


@book.rule("end", "One hand")
def end(position: Any) -> list[int]:
    return best(position.totals)


def first_without(values: Sequence[int | None]) -> int | None:
    return next((seat for seat, value in enumerate(values) if value is None), None)


def bids(position: Any, seat: int, move: Move, note: EventSink) -> None:
    position.bids[seat] = move.number


def exchanges(position: Any, hand: list[Card]) -> list[Move]:
    pairs = [make_move("show", cards=pair) for pair in combinations(in_order(hand), 2)]
    return [*(make_move("take", TURNED, other=card) for card in hand), *pairs]


def trades(position: Any, seat: int, move: Move, note: EventSink) -> None:
    position.hands[seat].remove(move.other)
    position.hands[seat].append(move.played)
    position.traded[seat] = 1


def without_ace(position: Any) -> list[int]:
    """A player who plays an Ace drops out of the trick."""
    return [seat for seat in range(4) if not any(laid.seat == seat and laid.card.rank == "A" for laid in position.trick)]


class Pairs(TrickGame[PairsPosition]):
    """A game with a double pack, in which a bid and an exchange precede the play."""

    id, name, pack = "pairs", "Pairs", PACK
    variants: ClassVar = {"standard": ""}
    player_counts = (4,)
    phases = ("bid", "trade", "play", "over")
    forms: ClassVar = {"bid": ("bid NUMBER",), "trade": ("take CARD for CARD", "show CARDS"), "play": ("CARD",)}
    book = book
    positions = PairsPosition
    course = HandFlow(
        leader=leader,
        trick_winner=winning,
        scores=[score],
        next_dealer=dealer,
        match_end=[end],
        players=without_ace,
        before=[
            Stage(phase="bid", next_to_act=lambda position: first_without(position.bids), apply=bids),
            Stage(phase="trade", next_to_act=lambda position: first_without(position.traded), apply=trades, candidates=exchanges),
        ],
    )

    def dealt_cards(self) -> Sequence[Card]:
        """Return the complete pack."""
        return PACK.cards

    def deal_out(self, position: PairsPosition, seed: int) -> None:
        """Deal five cards to each player, excluding the card turned up."""
        deal_evenly(position, self.shuffled([card for card in self.deck if card is not TURNED], seed, "deal")[:20])


GAME: Game[PairsPosition] = Pairs()
HANDS = {"South": "AC KH' QD", "West": "KC QC QC'", "North": "KD KD' AS", "East": "KS QS QS'"}


def at(phase: str) -> PairsPosition:
    return begin(GAME, {"phase": phase, "hands": HANDS}).position


@pytest.mark.parametrize(("move", "rule"), [
    ("bid 2", None), ("bid 1", "even"), ("bid 4", "bid"), ("bid 5", "even"), ("bid 100", "bid")])
def test_a_move_that_nothing_offers_is_refused_by_the_first_rule_that_it_breaks(move: str, rule: str | None) -> None:
    """A filter that precedes the rule that offers a move also judges the move, and refuses it only if the filter forbids it."""
    verdict = GAME.judge(at("bid"), move)
    assert (verdict.rule.id if verdict.rule else None) == rule


@pytest.mark.parametrize(("written", "meant"), [("KH", "KH'"), ("KH'", "KH'"), ("AC'", "AC"), ("QD", "QD")])
def test_of_two_equal_cards_the_one_is_played_that_is_held(written: str, meant: str) -> None:
    verdict = GAME.judge(at("play"), written)
    assert verdict.legal
    assert verdict.move is GAME.notation.read_move(meant)


@pytest.mark.parametrize(("written", "given"), [("KH", "KH'"), ("KH'", "KH'"), ("AC'", "AC"), ("AC", "AC")])
def test_of_two_equal_cards_the_one_is_given_in_exchange_that_is_held(written: str, given: str) -> None:
    """The card taken isn't in the hand. It stays as written even if the hand has the equal card."""
    position = at("trade")
    verdict = GAME.judge(position, f"take AH for {written}")
    assert verdict.legal
    assert verdict.move is GAME.notation.read_move(f"take AH for {given}")
    after, _ = GAME.play(position, f"take AH for {written}")
    assert {card.text for card in after.hands[0]} == {*HANDS["South"].split(), "AH"} - {given}


@pytest.mark.parametrize(("written", "shown"), [
    ("AC KH", "AC KH'"), ("AC' KH'", "AC KH'"), ("AC QD'", "AC QD"), ("KH KH'", None), ("AC AC'", None)])
def test_of_equal_cards_those_are_shown_that_are_held(written: str, shown: str | None) -> None:
    """Only a player who holds both copies of a card can show both."""
    verdict = GAME.judge(at("trade"), f"show {written}")
    assert verdict.move is GAME.notation.read_move(f"show {shown or written}")
    assert verdict.legal is (shown is not None)


@pytest.mark.parametrize(("written", "rule"), [("QC", "not-held"), ("QD", "no-queen"), ("QD'", "no-queen")])
def test_an_exchange_is_refused_for_the_card_that_is_given(written: str, rule: str) -> None:
    verdict = GAME.judge(at("trade"), f"take AH for {written}")
    assert verdict.rule is not None
    assert verdict.rule.id == rule


def test_the_card_got_is_the_one_that_is_there_though_its_equal_is_held() -> None:
    position = begin(GAME, {"phase": "trade", "hands": HANDS | {"South": "AH' KH' QD"}}).position
    verdict = GAME.judge(position, "take AH for KH'")
    assert verdict.legal
    assert verdict.move is make_move("take", TURNED, other=PACK.card("KH'"))


def test_a_trick_ends_with_its_leader_who_may_no_longer_play_to_it() -> None:
    position = at("play")
    for move in ("AC", "KC", "KD"):
        position, _ = GAME.play(position, move)
    assert position.to_act == 3
    position, _ = GAME.play(position, "KS")
    assert (position.trick, position.to_act, position.tricks) == ([], 0, [0, 0, 0, 1])
