"""Puzzles made by the engine: positions from hands that bots play, in which one idea is better than what the bot would do.

A puzzle has several moves that really differ, one of them clearly best, and the plain bot, which doesn't see the other hands,
would choose another. Its script is its proof: the best move, and the line that shows what it is worth.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import log2
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.bots import who_plays_out
from rules_engine.bots.spread import in_order
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import write_setup
from rules_engine.core.model.goals import SCORE
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.core.positions.values import Plain
from rules_engine.scenario.ideas import idea_of
from rules_engine.scenario.model import Ask, Puzzling, Scenario, Step
from rules_engine.solver.search import Search, Undecided, Unsolved

if TYPE_CHECKING:
    from concurrent.futures import Executor

SOLVER = 0
"""The seat of who solves puzzles."""
CARDS = (3, 4, 5)
"""So many cards a hand a puzzle may have."""
EFFORT = 12_000
"""So many cards may be looked at to solve a puzzle: less than a tenth of a second."""
FEWEST = 3
"""So many moves that differ there are to choose from at least."""
CLEARLY = 20
"""The best move brings at least this part of its worth more than the next one."""
TWO = 2
PLAYOUTS = 12
TRIES = 20_000
WAITING = 16
"""So many hands wait for workers: most of what is begun is of use."""


class Found(NamedTuple):
    """A position that is a puzzle, solved."""

    search: Search[Position]
    tempting: Move
    idea: str
    rating: int


def puzzles(game: Game[Position], seed: int) -> Iterator[Found]:
    """Yield puzzles without end, the same for the same game and seed, each from a hand of its own."""
    for attempt in range(TRIES):
        found = from_hand(game, seed, attempt)
        if found is not None:
            yield found


class Made(NamedTuple):
    """A puzzle as its file has it, and what is told of it; ``attempt`` is the number of its hand."""

    attempt: int
    scenario: Scenario
    best: tuple[str, ...]
    tempting: str
    nodes: int


def puzzles_made(game: Game[Position], seed: int, executor: Executor | None = None, first: int = 0) -> Iterator[Made]:
    """Yield the puzzles that ``puzzles`` finds, from the attempt ``first`` on, worked out by any executor."""
    for made in in_order(partial(_made, game, seed), range(first, TRIES), executor, WAITING):
        if made is not None:
            yield made


def _made(game: Game[Position], seed: int, attempt: int) -> Made | None:
    found = from_hand(game, seed, attempt)
    if found is None:
        return None
    best = tuple(move.text for move in found.search.solution.best)
    return Made(attempt, written(game, found), best, found.tempting.text, found.search.nodes)


def written(game: Game[Position], found: Found) -> Scenario:
    """Return a puzzle as a scenario: its position, the question, and the line that proves the answer."""
    search, names = found.search, game.table.names
    best = search.solution.best[0]
    line = search.line(best)
    steps = [Step(names[seat], move.text, ask=Ask("best-move") if place == 0 else None)
             for place, (seat, move) in enumerate(line)]
    position = search.start
    for _, move in line:
        position, _ = game.make(position, move)
    if position.hand_score is not None:
        expected: dict[str, Plain] = {"hand_score": dict(zip(game.score_names, position.hand_score, strict=True))}
        steps[-1] = replace(steps[-1], expect=expected)
    usual = next(iter(game.variants))
    return Scenario(
        game.id, None if game.variant == usual else game.variant, game.table.size, kind="puzzle",
        puzzle=Puzzling(found.idea, found.rating), setup=write_setup(game, search.start), script=tuple(steps))


def from_hand(game: Game[Position], seed: int, attempt: int) -> Found | None:
    """Return the first puzzle of a hand that bots play, if there is one; some hands are asked only near their end."""
    rng = random.Random(f"puzzle/{game.id}/{game.variant}/{game.table.size}/{seed}/{attempt}")
    bot, cards = who_plays_out(game), rng.choice(CARDS)
    position = game.deal(rng.randrange(10**9))
    while position.to_act is not None:
        seat = position.to_act
        choice = bot.choose(game.view(position, seat), rng)
        if _fits(game, position, cards):
            found = _puzzle(game, position, choice.move, rng)
            if found is not None:
                return found
        position, _ = game.make(position, choice.move)
    return None


def _fits(game: Game[Position], position: Position, cards: int) -> bool:
    if position.to_act != SOLVER or position.leader is None:
        return False
    return CARDS[0] <= len(position.hands[SOLVER]) <= cards and len(game.legal(position)) >= FEWEST


def _puzzle(game: Game[Position], position: Position, tempting: Move, rng: random.Random) -> Found | None:
    search = Search(game, position)
    groups = search.groups()
    if len(groups) < FEWEST:
        return None
    try:
        if not 1 <= len(search.beaten(tempting, EFFORT)) < len(groups):
            return None
        values = search.run(EFFORT).values
    except (Unsolved, Undecided):
        return None
    right = [group for group in groups if values[group[0]] == search.solution.most]
    if len(right) > 1 or not _tells(search):
        return None
    idea = idea_of(search, right[0][0], tempting)
    if idea == "take" and len({*values.values()}) == TWO:
        return None                     # the one card that takes what has to be taken is played without a thought
    return Found(search, tempting, idea, _rating(search, len(groups), len(right), rng))


def _tells(search: Search[Position]) -> bool:
    """Whether the second best move is clearly worse: not by a point of seventy."""
    second = max(value for value in search.values.values() if value != search.solution.most)
    return (search.solution.most - second) * CLEARLY >= abs(search.solution.most)


def _rating(search: Search[Position], groups: int, right: int, rng: random.Random) -> int:
    """How hard a puzzle is, in the numbers of chess: more for more cards, moves and seats, and where luck looks elsewhere."""
    game, start, values = search.game, search.start, search.values
    by_luck = {move: _mean(game, start, move, search, rng) for move in values}
    luckiest = max(by_luck, key=by_luck.__getitem__)
    misled = values[luckiest] != search.solution.most
    behind = sum(value > by_luck[search.solution.best[0]] for value in by_luck.values())
    cards = sum(map(len, start.hands)) / game.table.size
    rating = 500 + 170 * cards + 140 * log2(groups / right) + 160 * misled + 40 * behind
    return round(rating / 10) * 10


def _mean(game: Game[Position], start: Position, move: Move, search: Search[Position], rng: random.Random) -> float:
    """What a move brings where everybody goes on at random."""
    total = 0
    for _ in range(PLAYOUTS):
        position = start.copy()
        game.advance(position, move)
        while position.to_act is not None:
            game.advance(position, rng.choice(game.legal(position)))
        total += SCORE.settled(search.seeker, position) or 0
    return total / PLAYOUTS
