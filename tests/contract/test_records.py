"""Tests that any hand can be written as an example or a quiz, and that the file is valid and leads to the same position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules_engine.authoring.checks.check import CheckResult, check_text
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import facts_of
from rules_engine.core.model.moves import Move
from rules_engine.scenarios.record import Play, write_example, write_quiz
from rules_engine.testing import over

HISTORY = {"last_trick_winner": None}
"""Facts about earlier tricks, which a recorded line without a finished trick doesn't contain."""


def plays(game: Game[Any]) -> Iterator[Play]:
    """Yield five records for each of two consecutive hands: the whole hand, its last trick, its last two tricks, an interrupted
    hand, and the last trick of the interrupted hand.
    """
    rng = random.Random(game.variant)
    for start in (game.deal(1), game.deal(2, before=over(game))):
        position, moves = start, list[Move]()
        while position.to_act is not None:
            moves.append(rng.choice(game.legal(position)))
            position, _ = game.make(position, moves[-1])
        left = Play(game, start, moves[:rng.randrange(1, len(moves))])
        whole = Play(game, start, moves)
        yield from (whole, whole.last_tricks(1), whole.last_tricks(2), left, left.last_tricks(1))


def holds(text: str) -> CheckResult:
    checked = check_text(text, "recorded.yml")
    assert not checked.problems, f"{checked.problems[0].told()}\n{text}"
    return checked


def test_an_example_reads_back_holds_and_ends_the_same(game: Game[Any]) -> None:
    for play in plays(game):
        run = holds(write_example(play)).run
        assert run is not None
        assert run.game.variant == game.variant
        assert run.game.options == game.options
        assert run.game.table.names == game.table.names
        end = play.positions()[-1]
        same = facts_of(run.game, run.end), facts_of(game, end)
        if run.end.last_trick is None:
            same = same[0] | HISTORY, same[1] | HISTORY
        assert same[0] == same[1]
        assert [moment.move for moment in run.moments] == [*play.moves]


def test_a_quiz_asks_what_was_decided_last_or_is_to_be_decided_now(game: Game[Any]) -> None:
    for play in plays(game):
        ends = play.positions()[-1]
        for place in (play.last_decision(), None if ends.to_act is None else len(play.moves)):
            if place is not None:
                run = holds(write_quiz(play, place)).run
                assert run is not None
                asked, before = run.moments[-1], play.positions()[place]
                assert asked.step.ask is not None
                assert set(game.legal(asked.before)) == set(game.legal(before))
                assert set(run.scenario.rules) <= {rule.id for rule in game.rules}
