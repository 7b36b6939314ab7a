"""The registry of the kinds of questions."""

from __future__ import annotations

from rules_engine.quiz.kinds import KINDS
from rules_engine.scenarios.model import ASKS, Ask


def test_each_kind_that_a_scenario_can_ask_for_has_a_class() -> None:
    assert tuple(KINDS) == ASKS


def test_what_the_format_says_of_a_kind_is_true_of_its_class() -> None:
    assert [name for name in ASKS if Ask(name).explains_moves] == [name for name, kind in KINDS.items() if kind.asks_moves]
    assert [name for name in ASKS if Ask(name).needs_proof] == [name for name, kind in KINDS.items() if not kind.can_be_fresh]
