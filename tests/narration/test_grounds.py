"""The ground on which a rule permits a move, which is derived from the rule's filter."""

from __future__ import annotations

import pytest

from rules_engine.core.model.rules import Ground
from rules_engine.games.snakebit import Snakebit, SnakebitPosition
from rules_engine.narration.grounds import ground_of
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import WithCards
from rules_engine.testing.hands import HandState, begin
from rules_engine.text.message import say

GAME = Snakebit()
RULES = {rule.id: rule for rule in GAME.rules}
SETUP = {"dealer": "East", "trump": "S", "cursed": "W"}
HANDS = {"South": "9LK 5SW", "West": "8WL 2MK", "North": "6LK 4MS", "East": "3LY 7WY"}
ONE_EACH = {"South": "5SW", "West": "8WL", "North": "6LK", "East": "3LY"}


def _ground(hand: HandState[SnakebitPosition], rule: str, move: str) -> Ground:
    return ground_of(GAME, hand.position, RULES[rule], GAME.notation.read_move(move))


def _lead(broken: str = "") -> HandState[SnakebitPosition]:
    return begin(GAME, {**SETUP, "hands": HANDS, "broken": broken.split()})


def test_a_lead_complies_where_the_rule_asks_for_it() -> None:
    assert _ground(_lead(), "unbroken", "9LK as L") is Ground.COMPLIES


def test_a_lead_that_the_rule_bars_passes_for_want_of_others() -> None:
    hand = begin(GAME, {**SETUP, "hands": ONE_EACH})
    assert hand.refusal("5SW as S") is None
    assert _ground(hand, "unbroken", "5SW as S") is Ground.CANNOT_COMPLY


def test_a_rule_bars_nothing_where_no_card_of_the_pack_would_be_refused() -> None:
    assert _ground(_lead("S W"), "unbroken", "5SW as S") is Ground.BARS_NOTHING


def test_a_follower_complies_or_cannot() -> None:
    hand = _lead().after("9LK as L")
    assert _ground(hand, "follow-suit", "8WL") is Ground.COMPLIES
    assert _ground(hand.after("8WL", "6LK", "3LY", "5SW as W"), "follow-suit", "2MK") is Ground.CANNOT_COMPLY


@pytest.mark.parametrize(("rule", "ground"), [
    ("name-suit", Ground.COMPLIES), ("win-trick", Ground.BARS_NOTHING), ("follow-suit", Ground.BARS_NOTHING)],
    ids=["a rule that offers", "a rule that forbids nothing", "a rule of those who follow"])
def test_a_rule_that_is_no_filter_now(rule: str, ground: Ground) -> None:
    assert _ground(_lead(), rule, "9LK as L") is ground


def test_words_are_asked_for_on_their_ground_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def complies(position: SnakebitPosition, seat: int, move: object) -> WithCards:
        return say("It is what is asked for."), ()

    def otherwise(position: SnakebitPosition, seat: int, move: object) -> WithCards:
        return say("It may be led."), ()

    monkeypatch.setitem(narrator_for(GAME).words.permissions, "unbroken", {Ground.COMPLIES: complies, None: otherwise})
    for broken, said in (("", "It is what is asked for."), ("S W", "It may be led.")):
        why = _lead(broken).why("9LK as L")
        assert [finding.sentence for finding in why if finding.rule == "unbroken"] == [said]
