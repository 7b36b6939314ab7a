"""Field types: plain values are equal in any notation, and fields missing from a position aren't written."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.core.positions.field_types import CARD, HAND, NUMBER, ONE_CARD, SUIT, BySeat, FieldType, Nullable, OneOf, same
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import make_game

NOTATION = make_game("knueffeln").notation
SEATS = ("South", "West", "North", "East")
EACH, EITHER = BySeat(NUMBER), BySeat(Nullable(SUIT))


def by_seat(*values: JsonValue) -> dict[str, JsonValue]:
    return dict(zip(SEATS, values, strict=True))


@pytest.mark.parametrize(("kind", "left", "right", "alike"), [
    (NUMBER, 3, 3, True),
    (NUMBER, 3, 4, False),
    (NUMBER, 4, 3, False),
    (NUMBER, 1, True, False),
    (NUMBER, None, None, True),
    (NUMBER, None, 3, False),
    (NUMBER, 3, None, False),
    (NUMBER, "x", "x", True),           # invalid, but equal
    (NUMBER, "x", "y", False),
    (SUIT, "hearts", "H", True),
    (SUIT, "hearts", "S", False),
    (CARD, "7h", "7♥", True),
    (CARD, "7h", "8h", False),
    (HAND, ["7H", "KS"], ["KS", "7H"], True),
    (HAND, ["7H", "KS"], "KS 7H", True),
    (HAND, ["7H"], ["8H"], False),
    (HAND, ["8H"], ["7H"], False),
    (HAND, ["7H"], ["7H", "8H"], False),
    (EACH, by_seat(1, 2, 3, 4), dict(reversed(by_seat(1, 2, 3, 4).items())), True),
    (EACH, by_seat(1, 2, 3, 4), by_seat(1, 2, 3, 5), False),
    (EACH, by_seat(1, 2, 3, 5), by_seat(1, 2, 3, 4), False),
    (EACH, by_seat(1, 2, 3, 4), by_seat(1, 2, 3, True), False),
    (EACH, by_seat(0, 2, 3, 4), {"West": 2, "North": 3, "East": 4}, False),
    (EACH, {"West": 2, "North": 3, "East": 4}, by_seat(0, 2, 3, 4), False),
    (EACH, by_seat(None, 2, 3, 4), by_seat(0, 2, 3, 4), False),
    (EACH, by_seat(0, 2, 3, 4), by_seat(None, 2, 3, 4), False),
    (EITHER, by_seat("H", None, "S", "D"), by_seat("hearts", None, "♠", "d"), True),
    (EITHER, by_seat("H", None, "S", "D"), by_seat("H", "C", "S", "D"), False),
    (EITHER, by_seat("H", "C", "S", "D"), by_seat("H", None, "S", "D"), False),
])
def test_two_values_mean_the_same(kind: FieldType[Any], left: JsonValue, right: JsonValue, alike: bool) -> None:
    assert same(kind, left, right, NOTATION) is alike


def test_a_word_that_is_not_there_is_not_written() -> None:
    assert (OneOf().write("over", NOTATION), OneOf().write("", NOTATION)) == ("over", None)


def test_one_card_lies_in_its_field_and_a_reference_lies_elsewhere() -> None:
    card = NOTATION.read_card("7H")
    assert [*ONE_CARD.cards(card, NOTATION)] == [((), card)]
    assert [*ONE_CARD.cards(None, NOTATION)] == [*CARD.cards(card, NOTATION)] == []
