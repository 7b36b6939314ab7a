"""Contract clauses for bots and the solver: views, worlds and heuristics."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from rules_engine.bots import who_plays_out
from rules_engine.bots.inference import remembered, watch
from rules_engine.bots.worlds import Worlds
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import write_setup
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.goals import SCORE, TRICK, Goal
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.solver.brute_force import plain_values
from rules_engine.solver.search import Undecided, solve
from rules_engine.testing.hands import HandState, endings, positions

P = TypeVar("P", bound=Position)


def a_view_hides_the_others_and_no_choice(game: Game[Position]) -> None:
    """Check that a seat's view hides the other hands but leads to the same legal moves, for the same reasons."""
    for position, _ in positions(game, hands=3):
        view = game.view(position, game.decides(position))
        for other, hand in enumerate(view.position.hands):
            hidden = all(card is FACE_DOWN for card in hand)
            assert hidden or other in (view.seat, position.to_act) or _lies_open(game, position, other)
        assert game.legal(view.position) == game.legal(position)
        for move in game.candidates(position):
            assert HandState(game, view.position).why(move) == HandState(game, position).why(move)


def _lies_open(game: Game[P], position: P, seat: int) -> bool:
    """Return whether every seat at the table sees a seat's hand."""
    return all(game.view(position, other).position.hands[seat] == position.hands[seat] for other in game.table.seats)


def its_bot_plays_and_says_why(game: Game[Position]) -> None:
    """Check that the bot chooses legal moves, each with a reason."""
    bot = who_plays_out(game)
    for position, rng in positions(game, hands=2):
        choice = bot.choose(game.view(position, game.decides(position)), rng)
        assert choice.move in game.legal(position)
        assert game.pack.plain(choice.reason).strip()


def worlds_fit_what_was_seen(game: Game[Position]) -> None:
    """Check that at every move a world (a deal of the hidden cards) can be drawn that fits everything the seat has seen and
    remembers, and that its legal moves are those of the true deal. Without such a world, bots can't choose a move and the
    practice table stops."""
    for seed in range(2):
        rng, position = random.Random(seed), game.deal(seed, dealer=seed % game.table.size)
        memories = [remembered(game, seat, position, ()) for seat in game.table.seats]
        while (seat := game.decides(position)) is not None:
            world = Worlds(game.view(position, seat, memories[seat])).draw(rng)
            assert game.legal(world) == game.legal(position), write_setup(game, position)
            held = [card for hand in world.hands for card in hand]
            assert len(set(held)) == len(held), write_setup(game, position)
            before, move = position, rng.choice(game.legal(position))
            position, _ = game.play(before, move)
            for watcher, memory in enumerate(memories):
                watch(game, memory, watcher, before, move, position)


def heuristics_change_no_answer(game: Game[P]) -> None:
    """Check that the solver, which may use the heuristics of ``heuristics.py``, finds the same values for small endings as an
    exhaustive search without heuristics."""
    others = (TRICK, *game.goals)
    for place, position in enumerate(endings(game)):
        for goal in (SCORE, others[place % len(others)]):
            wanted, found = _values(plain_values, game, position, goal), _values(_solved, game, position, goal)
            assert found == wanted, (
                f"the solver says {_told(found)} for the goal {goal.name}, a search without heuristics {_told(wanted)}: "
                f"look at the heuristics in heuristics.py. {write_setup(game, position)}")


def _solved(game: Game[P], position: P, goal: Goal) -> dict[Move, int]:
    return solve(game, position, goal).values


def _values(find: Callable[[Game[P], P, Goal], dict[Move, int]], game: Game[P], position: P,
            goal: Goal) -> dict[Move, int] | None:
    try:
        return find(game, position, goal)
    except Undecided:
        return None


def _told(values: dict[Move, int] | None) -> str:
    return "nobody can be sure" if values is None else ", ".join(f"{move.text} {value}" for move, value in values.items())
