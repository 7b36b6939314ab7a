"""The flow of a hand (``HandFlow``): rules that only some variants have, and the choice of the next dealer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pytest

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.game.trick_game import HandFlow, TrickGame
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event, EventSink, Line
from rules_engine.core.model.moves import Move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook, part_of
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.testing import begin, problems

book = RuleBook()


class VariedPosition(Position):
    """A position without additional fields."""


@book.rule("deal", "The deal moves on")
def deal(position: Position, deck: Sequence[Card]) -> None:
    """All cards are dealt, and the deal moves to the left."""
    deal_evenly(position, deck)


@part_of(deal)
def dealer(position: Position) -> int:
    """The player to the dealer's left deals next."""
    return position.table.left_of[position.dealer]


@book.rule("leads", "The dealer leads first")
def leader(position: Position) -> int:
    return position.dealer


@book.rule("leads-on", "Who took the trick leads on")
def leads_on(position: Position, note: EventSink) -> int:
    assert position.last_trick is not None
    note(leads_on, "lead", position.last_trick.winners[""])
    return position.last_trick.winners[""]


@book.forbids("no-two", "No Two is led", turn="lead")
def no_two(position: Position, moves: list[Move]) -> list[Move]:
    return [move for move in moves if move.played.rank != "2"]


@book.rule("wins", "The first card wins")
def winning(position: Position, laid: Sequence[PlayedCard]) -> PlayedCard:
    return laid[0]


@book.rule("score", "A point a trick")
def score(position: Position) -> Line:
    return score.line(position.tricks)


@book.rule("score-dealer", "Two for the dealer", variants=["viper"])
def score_dealer(position: Position) -> Line:
    return score_dealer.line([2 * (seat == position.dealer) for seat in position.table.seats])


@book.rule("end", "One trick", variants=["standard"])
def end(position: Position) -> list[int]:
    return best(position.totals)


@book.rule("end-at-five", "To five", variants=["viper"])
def end_at_five(position: Position) -> list[int]:
    winners = best(position.totals)
    return winners if max(position.totals) >= 5 and len(winners) == 1 else []


class Varied(TrickGame[VariedPosition]):
    """A game in which only one variant has a score line and a match end."""

    id, name, pack = "varied", "Varied", FRENCH
    variants: ClassVar = {"standard": "", "viper": ""}
    player_counts = (4,)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD",)}
    book = book
    positions = VariedPosition
    course = HandFlow(leader=leader, next_leader=leads_on, trick_winner=winning, scores=[score, score_dealer], next_dealer=dealer,
                    match_end=[end, end_at_five], is_tied=lambda position: max(position.totals) >= 5)

    def deal_out(self, position: VariedPosition, seed: int) -> None:
        """Deal all cards."""
        deal_evenly(position, self.shuffled(self.deck, seed, "deal"))


SETUP: dict[str, JsonValue] = {"dealer": "South", "hands": {"South": "KC", "West": "7C", "North": "AC", "East": "3C"}}


def last(variant: str, setup: dict[str, JsonValue]) -> tuple[VariedPosition, list[Event]]:
    """Return the final position in a hand and the events in the last move."""
    game = Varied(variant)
    position = begin(game, setup).position
    events = list[Event]()
    while position.to_act is not None:
        position, events = game.play(position, game.legal(position)[0])
    return position, events


@pytest.mark.parametrize(("variant", "sheet", "points"), [
    ("standard", ["score"], [1, 0, 0, 0]),
    ("viper", ["score", "score-dealer"], [3, 0, 0, 0]),
])
def test_the_sheet_has_the_lines_of_the_variant(variant: str, sheet: list[str], points: list[int]) -> None:
    position, events = last(variant, SETUP)
    assert [event.rule for event in events if event.kind == "hand" and event.rule.startswith("score")] == sheet
    assert position.hand_score == points


def test_a_match_ends_by_the_rule_of_the_variant_and_says_so_of_a_tie() -> None:
    kinds = {(event.rule, event.kind) for event in last("standard", SETUP)[1]}
    assert ("end", "game") in kinds
    assert not any(rule == "deal" for rule, _ in kinds)
    tie: dict[str, JsonValue] = {**SETUP, "score": {"South": 2, "West": 5}}
    events = last("viper", tie)[1]
    assert ("end-at-five", "hand") in {(event.rule, event.kind) for event in events}
    assert ("end-at-five", "hand") not in {(event.rule, event.kind) for event in last("viper", SETUP)[1]}


def test_who_deals_next_is_told_under_the_rule_that_it_is_part_of() -> None:
    _, events = last("viper", SETUP)
    assert [(event.rule, event.seat) for event in events if event.rule == "deal"] == [("deal", 1)]


def test_another_rule_may_say_who_leads_on() -> None:
    hands: dict[str, JsonValue] = {"South": "KC KD", "West": "7C 7D", "North": "AC AD", "East": "3C 3D"}
    game, position = Varied("viper"), begin(Varied("viper"), {"dealer": "North", "hands": hands}).position
    assert (position.leader, position.to_act) == (2, 2)
    for card in ("AC", "3C", "KC", "7C"):
        position, events = game.play(position, card)
    assert [(event.rule, event.seat) for event in events if event.kind == "lead"] == [("leads-on", 2)]


def test_the_cards_of_a_trick_lie_there_by_the_rules() -> None:
    trick: dict[str, JsonValue] = {"dealer": "South", "hands": {"West": "7C", "North": "AC", "East": "3C"}, "trick": ["South KC"]}
    assert begin(Varied(), trick).position.to_act == 1
    assert problems(Varied(), trick | {"trick": ["South 2D"]}) == [
        "trick.0: '2D' can't be at this place of the trick: No Two is led"]
