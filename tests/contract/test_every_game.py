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


@pytest.mark.parametrize("clause", CONTRACT, ids=lambda clause: clause.__name__)
def test_it_keeps_to_the_contract(game: Game[Any], clause: Callable[[Game[Any]], None]) -> None:
    clause(game)


def test_a_saved_hand_comes_back_the_same(game: Game[Any]) -> None:
    rng, session = random.Random(3), begin_session(game, {"seed": 3}, None)
    while session.position.to_act is not None:
        session = session.play(rng.choice(game.legal(session.position)))
        again = read_save(write_save(session))
        assert facts_of(again.game, again.position) == facts_of(game, session.position)
