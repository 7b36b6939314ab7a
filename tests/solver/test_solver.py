"""The solver compared with a full search without heuristics: every game, variant and number of players, for points and other
goals."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import read_setup
from rules_engine.core.model.goals import SCORE, TRICK, Goal, goal_named
from rules_engine.core.positions.position import Position
from rules_engine.games import known_games, make_game
from rules_engine.solver.brute_force import plain_values
from rules_engine.solver.heuristics import AdditiveTricks, SolverHeuristics
from rules_engine.solver.search import Search, Undecided, Unsolved, solve
from tests.bench.whist.game import BenchWhist

ENDINGS = 20
"""Number of endings per variant and number of players; `python -m tests.bench.solver` checks thousands."""
TABLES = [(game_id, variant, players) for game_id in known_games() for variant in make_game(game_id).variants
          for players in make_game(game_id, variant).players_allowed()]


def endings(game: Game[Position], cards: int, count: int, seed: str = "") -> Iterator[Position]:
    """Yield positions near the end of random hands, some of them during a trick."""
    rng = random.Random(f"{game.id}/{game.variant}/{game.table.size}/{cards}/{seed}")
    found = 0
    while found < count:
        position = game.deal(rng.randrange(10**9))
        while position.to_act is not None and not (position.leader is not None and max(map(len, position.hands)) <= cards):
            moves = [move for move in game.legal(position) if move.text != "claim"] or game.legal(position)
            position = game.make(position, rng.choice(moves[:8] if position.phase == "bid" else moves))[0]
        for _ in range(rng.randrange(game.table.size)):
            after = game.make(position, rng.choice(game.legal(position)))[0] if position.to_act is not None else position
            position = after if after.to_act is not None else position
        if position.to_act is not None:
            found += 1
            yield position


class NeverApart(AdditiveTricks[Any]):
    """Heuristics without any knowledge, for a search that tries every move."""


def goals(game: Game[Position]) -> list[Goal]:
    """Return every goal that a game has."""
    return [SCORE, TRICK, *game.goals, goal_named("at least 1")]


@pytest.mark.parametrize(("game_id", "variant", "players"), TABLES)
def test_it_finds_what_a_full_search_finds(game_id: str, variant: str, players: int) -> None:
    game = make_game(game_id, variant, players)
    cards = 3 if game_id in ("double-decker", "snakebit") and players < 5 else 2
    for place, position in enumerate(endings(game, cards, ENDINGS)):
        for goal in (SCORE, goals(game)[place % len(goals(game))]):
            search = Search(game, position, goal)
            assert search.run(10**7).values == plain_values(game, position, goal), goal.name
            best = search.line(search.solution.best[0])
            for move, value in search.values.items():
                for line in (search.line(move), search.line(move, beside=best)):
                    after = position
                    for seat, made in line:
                        assert after.to_act == seat
                        after, _ = game.make(after, made)
                    assert goal.settled(search.seeker, after) == value


@pytest.mark.parametrize("game_id", known_games())
def test_a_game_without_hints_is_solved_all_the_same(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(game_id)
    positions = [*endings(game, 2, 3, "unhinted")]
    hinted = [solve(game, position).values for position in positions]
    monkeypatch.setattr("rules_engine.solver.search.heuristics_for", SolverHeuristics)
    assert [solve(game, position).values for position in positions] == hinted


@pytest.mark.parametrize(("game_id", "variant", "players"), TABLES)
def test_tricks_that_are_looked_up_are_worth_what_they_are_worth_played(
        game_id: str, variant: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(game_id, variant, players)
    positions = [*endings(game, 3, 2, "apart")]
    looked_up = [solve(game, position).values for position in positions]
    monkeypatch.setattr("rules_engine.solver.search.AdditiveTricks", NeverApart)
    assert [solve(game, position).values for position in positions] == looked_up


def test_plain_whist_is_solved() -> None:
    game: Game[Any] = BenchWhist()
    for position in endings(game, 3, 20):
        assert solve(game, position).values == plain_values(game, position)


def test_a_search_goes_on_where_it_stopped() -> None:
    game = make_game("snakebit")
    position = next(endings(game, 5, 1))
    whole, bit_by_bit = Search(game, position), Search(game, position)
    whole.run(10**7)
    pauses = 0
    while not bit_by_bit.work(500):
        pauses += 1
    assert pauses > 3
    assert bit_by_bit.values == whole.values


@pytest.mark.parametrize("game_id", ["snakebit", "double-knot", "knueffeln", "double-decker"])
def test_a_discarded_search_leaves_no_reference_cycles(game_id: str) -> None:
    """Garbage collection after some searches once took 100 ms, five times as long as a search."""
    game = make_game(game_id)
    search = Search(game, next(endings(game, 3, 1, "dropped")))
    search.run(10**7)
    left = weakref.ref(search), weakref.ref(search.heuristics)
    gc.disable()
    try:
        del search
        assert [ref() for ref in left] == [None, None]
    finally:
        gc.enable()


def test_what_is_too_much_is_said_and_never_guessed() -> None:
    game = make_game("double-decker", players=5)
    with pytest.raises(Unsolved, match="not solved within 1,000 cards"):
        solve(game, game.deal(1), limit=1000)


SHORT = {"dealer": "East", "phase": "play", "chosen": ["H", "S"], "leader": "South",
         "hands": {"South": ["4D"], "West": ["4C"], "North": ["AD"], "East": ["3S"]}}


def test_a_hand_that_may_end_undecided_has_no_score_to_be_sure_of() -> None:
    game = make_game("knueffeln")
    position = read_setup(game, SHORT)
    with pytest.raises(Undecided, match="some line ends with the hand undecided"):
        solve(game, position)
    assert set(solve(game, position, TRICK).values.values()) <= {0, 1}


@pytest.mark.parametrize(("name", "fault"), [("win", "a goal: score, trick, no-cursed"), ("at least x", "a goal")])
def test_a_goal_that_isnt_there_is_told(name: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        goal_named(name, make_game("snakebit").goals)
