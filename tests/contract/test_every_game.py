"""Tests that every registered game satisfies the testing kit's contract. Authors don't add tests to this file."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.api.saves import read_save, write_save
from rules_engine.api.session import begin_session
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import facts_of
from rules_engine.testing import CONTRACT
from tests.some import A_TABLE_OF_EACH_GAME

CLAUSES = {clause.__name__: clause for clause in CONTRACT}
LONG = {"fields_change_only_what_they_matter_for", "what_is_said_at_a_table_is_so", "sentences_claim_what_is_true",
        "heuristics_change_no_answer", "the_number_of_the_hand_is_kept"}
"""The clauses that take longest. `make test` checks them with one table of each game, the others with each variant."""


@pytest.mark.parametrize("clause", [CLAUSES[name] for name in sorted(CLAUSES.keys() - LONG)], ids=lambda clause: clause.__name__)
def test_it_keeps_to_the_contract(game: Game[Any], clause: Callable[[Game[Any]], None]) -> None:
    clause(game)


@A_TABLE_OF_EACH_GAME
@pytest.mark.parametrize("clause", [CLAUSES[name] for name in sorted(LONG)], ids=lambda clause: clause.__name__)
def test_it_keeps_to_the_longest_clauses(game: Game[Any], clause: Callable[[Game[Any]], None]) -> None:
    clause(game)


def test_a_saved_hand_comes_back_the_same(game: Game[Any]) -> None:
    rng, session = random.Random(3), begin_session(game, {"seed": 3}, None)
    while session.position.to_act is not None:
        session = session.play(rng.choice(game.legal(session.position)))
        again = read_save(write_save(session))
        assert facts_of(again.game, again.position) == facts_of(game, session.position)
