"""The kit finds what it is there to find: a game that breaks a clause of the contract fails that clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.core.game import Game
from rules_engine.core.kinds import Number
from rules_engine.core.moves import Move
from rules_engine.core.position import slot
from rules_engine.core.telling import telling_of
from rules_engine.games.snakebit import Snakebit, SnakebitPosition
from rules_engine.games.snakebit.cards import NUMBER_CARDS
from rules_engine.testing import (
    every_refusal_has_a_rule_and_words,
    every_rule_has_words,
    legal_is_what_no_rule_forbids,
    the_number_of_the_hand_is_kept,
    who_is_to_act_can,
)

Clause = Callable[[Game[Any]], None]


class LaxSnakebit(Snakebit):
    """Its table of legal moves knows more than its rules."""

    def legal(self, position: SnakebitPosition) -> list[Move]:
        """Everything that can be tried."""
        return self.candidates(position)


class StuckSnakebit(Snakebit):
    """Nobody may do anything."""

    def legal(self, position: SnakebitPosition) -> list[Move]:
        """Nothing."""
        return []


class Unnumbered(SnakebitPosition):
    """A position whose setups don't say which hand of the match it is."""

    number: int = slot(Number(least=1, blank=1), fact=False)


class UnnumberedSnakebit(Snakebit):
    """It asks for the number, and loses it."""

    positions = Unnumbered


class ShrinkingSnakebit(UnnumberedSnakebit):
    """A card fewer for everybody in each hand."""

    def deal_out(self, position: SnakebitPosition, seed: int) -> None:
        """Deal as many cards as the number of the hand leaves."""
        super().deal_out(position, seed)
        size = len(NUMBER_CARDS) // self.table.size
        position.hands = [hand[:max(1, size + 1 - position.number)] for hand in position.hands]


def test_a_rule_that_never_says_a_word_is_told_how_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Snakebit()
    monkeypatch.delitem(telling_of(game).words.events, "break")
    with pytest.raises(AssertionError, match=r"break never says a word.*words\.permits.*words\.happened.*words\.line"):
        every_rule_has_words(game)


@pytest.mark.parametrize("asks", [UnnumberedSnakebit("poison-nonesuch"), ShrinkingSnakebit()], ids=["the end", "the deal"])
def test_a_game_that_loses_the_number_it_asks_for_is_told(asks: Game[Any]) -> None:
    with pytest.raises(AssertionError, match="number: int = slot"):
        the_number_of_the_hand_is_kept(asks)


@pytest.mark.parametrize(("kind", "clause"), [
    (LaxSnakebit, legal_is_what_no_rule_forbids), (StuckSnakebit, who_is_to_act_can)])
def test_what_is_legal_must_be_what_the_rules_leave(kind: type[Snakebit], clause: Clause) -> None:
    with pytest.raises((AssertionError, IndexError)):
        clause(kind())


@pytest.mark.parametrize(("silent", "clause"), [
    ("follow-suit", every_rule_has_words), ("break", every_rule_has_words), ("unbroken", every_rule_has_words),
    ("follow-suit", every_refusal_has_a_rule_and_words)])
def test_a_rule_without_words_fails(silent: str, clause: Clause, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Snakebit()
    words = telling_of(game).words
    for said in (words.refusals, words.permissions, words.events):
        if silent in said:
            monkeypatch.delitem(said, silent)
    with pytest.raises((AssertionError, KeyError)):
        clause(game)
