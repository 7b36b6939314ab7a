"""Puzzles from improved endings: cards are swapped as long as that makes the position a better puzzle.

Only one in a hundred to a thousand positions from hands between bots is a good puzzle. So the last tricks of such a hand are
dealt again, bots play up to the solver's turn, and the position is rated. Then one or two cards are swapped between hands or with
the stock, and every change that doesn't lower the rating is kept: a hill climb over `PuzzleQuality`. A position with the highest
quality is a puzzle.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.bots import bot_for, played_out, who_plays_out
from rules_engine.bots.parallel import map_ordered
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import read_setup, write_setup
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.puzzles.generator import (
    CARDS,
    FEWEST,
    OFTEN,
    SOLVER,
    STRONG,
    TRIES,
    WAITING,
    GeneratedPuzzle,
    PuzzleCandidate,
    candidate_from,
    generate_puzzle,
    is_clear,
    is_seen,
    puzzle_info,
    searched,
    with_bot,
)
from rules_engine.puzzles.themes import PLAIN
from rules_engine.puzzles.themes.analysis import PuzzleAnalysis
from rules_engine.puzzles.themes.difficulty import tempting
from rules_engine.puzzles.themes.plays import takes
from rules_engine.puzzles.themes.surprises import stings_of
from rules_engine.solver.search import Search, Undecided, Unsolved

if TYPE_CHECKING:
    from concurrent.futures import Executor

STEPS = 60
"""Maximum number of hill-climbing steps."""
PATIENCE = 20
"""Maximum number of consecutive steps without improvement."""
SHORT = 6_000
"""Maximum number of solver moves for rating one position; many positions are rated."""
MISSED = 38
"""Minimum percentage of attempts in which the strong bot misses the best move: three in eight."""
DEALT = "hands"
STOCK = "stock"


class PuzzleQuality(IntEnum):
    """The quality of a position as a puzzle, as stages of the hill climb."""

    NONE = 0
    FLAT = 1
    SEVERAL = 2
    HARDLY = 3
    LIKELY = 4
    PLAINLY = 5
    ONCE = 6
    DULL = 7
    FOUND = 8
    PUZZLE = 9


WHY = {PuzzleQuality.NONE: "no ending could be dealt, or it can't be solved in short time",
       PuzzleQuality.FLAT: "every move is as good", PuzzleQuality.SEVERAL: "several moves are best",
       PuzzleQuality.HARDLY: "the best move brings hardly more than the next",
       PuzzleQuality.LIKELY: "the bot finds the best move, or chance likes it best",
       PuzzleQuality.PLAINLY: "it is seen at a glance", PuzzleQuality.ONCE: "nothing can be given away later",
       PuzzleQuality.DULL: "its best move has no sting", PuzzleQuality.FOUND: "the strong bot finds the best move"}


class PuzzleRating(NamedTuple):
    """The rating of a position: its stage, its progress within the stage, and the puzzle if the top stage is reached."""

    rung: PuzzleQuality
    beyond: float = 0
    found: PuzzleCandidate | None = None


Setup = Mapping[str, JsonValue]


def search_endgames(game: Game[Position], seed: int, executor: Executor | None = None, first: int = 0, *, gap: int
                      ) -> Iterator[GeneratedPuzzle | str]:
    """Yield a puzzle from each hand's ending, or the reason why the hand gave none.

    ``first`` is the number of the first attempt. The best move scores at least ``gap`` points more than the next.
    """
    yield from map_ordered(partial(_climbed, game, gap, seed), range(first, TRIES), executor, WAITING)


def _climbed(game: Game[Position], gap: int, seed: int, attempt: int) -> GeneratedPuzzle | str:
    rng = random.Random(f"ending/{game.id}/{game.variant}/{game.table.size}/{seed}/{attempt}")
    judge = PuzzleJudge(game, gap, rng)
    now, setup, in_vain = PuzzleRating(PuzzleQuality.NONE), _ending(game, rng), 0
    for _ in range(STEPS if setup else 0):
        tried = changed(setup, rng, anew=now.rung <= PuzzleQuality.FLAT)
        judged = judge.judged(tried)
        if judged.found is not None:
            return generate_puzzle(game, attempt, judged.found)
        in_vain = in_vain + 1 if judged[:2] <= now[:2] else 0
        if judged[:2] >= now[:2]:
            now, setup = judged, tried
        if in_vain == PATIENCE:
            break
    return WHY[now.rung]


def _ending(game: Game[Position], rng: random.Random) -> Setup:
    """Play a hand with bots, and return a setup before its last tricks; empty if the hand has no suitable position."""
    dealt, cards = game.deal(rng.randrange(10**9)), rng.choice(CARDS[:-1])

    def is_there(now: Position) -> bool:
        return now.leader is not None and not now.trick and {len(hand) for hand in now.hands if hand} == {cards}

    position = played_out(game, dealt, rng, is_there)
    return {} if position.to_act is None else write_setup(game, position)


def changed(setup: Setup, rng: random.Random, anew: bool = False) -> Setup:
    """Return a setup with one or two cards swapped, or with all hand cards dealt again."""
    dealt: Mapping[str, list[str]] = setup[DEALT]
    hands = {seat: [*cards] for seat, cards in dealt.items() if cards}
    stock = [*setup.get(STOCK, ())]
    if anew:
        cards = [card for hand in hands.values() for card in hand]
        rng.shuffle(cards)
        for hand in hands.values():
            hand[:] = [cards.pop() for _ in hand]
    for _ in range(0 if anew else rng.choice((1, 1, 2))):
        one, other = rng.sample([*hands.values()], 2)
        if stock and rng.random() < 1 / 3:
            other = stock
        here, there = rng.randrange(len(one)), rng.randrange(len(other))
        one[here], other[there] = other[there], one[here]
    return {**setup, DEALT: {**dealt, **hands}, **({STOCK: stock} if stock else {})}


class PuzzleJudge:
    """A rater for positions as puzzles. ``gap`` is the minimum difference between the best move and the next, in points."""

    def __init__(self, game: Game[Position], gap: int, rng: random.Random) -> None:
        self.game, self.gap, self.rng = game, gap, rng
        self._bot = who_plays_out(game)

    def judged(self, setup: Setup) -> PuzzleRating:
        """Return the rating of a setup, in the position in which the solver's seat first has a choice."""
        try:
            position = played_out(self.game, read_setup(self.game, setup), self.rng, lambda now: now.to_act == SOLVER)
        except RulesEngineError:  # this distribution of cards is invalid
            return PuzzleRating(PuzzleQuality.NONE)
        if position.to_act is None:
            return PuzzleRating(PuzzleQuality.NONE)
        search = searched(self.game, position)
        try:
            values = search.run(SHORT).values
            return self._of_solved(search, sorted((values[group[0]] for group in search.groups()), reverse=True))
        except (Unsolved, Undecided):
            return PuzzleRating(PuzzleQuality.NONE)

    def _of_solved(self, search: Search[Position], worth: list[int]) -> PuzzleRating:
        """Return the rating of a solved position. ``worth`` contains the value of each distinct move, the best first."""
        if len(worth) < FEWEST or worth[0] == worth[-1]:
            return PuzzleRating(PuzzleQuality.FLAT)
        if len(search.solution.best) > 1:
            return PuzzleRating(PuzzleQuality.SEVERAL, -len(search.solution.best))
        if worth[0] - worth[1] < self.gap or not is_clear(search):
            return PuzzleRating(PuzzleQuality.HARDLY)
        liked = tempting(search, self.rng)
        natural = self._bot.choose(self.game.view(search.start, SOLVER), self.rng).move
        if not liked or natural in search.solution.best:
            return PuzzleRating(PuzzleQuality.LIKELY, liked)
        return self._of_case(PuzzleAnalysis(search, search.solution.best[0], natural), liked)

    def _of_case(self, case: PuzzleAnalysis, liked: int) -> PuzzleRating:
        cashes = case.leads and takes(case, case.best) and bool(case.line) and case.line[0].takers == {SOLVER}
        known = puzzle_info(case)
        if is_seen(case) or known.idea in PLAIN or (cashes and liked < len(case.search.values) - 1):
            return PuzzleRating(PuzzleQuality.PLAINLY, liked)
        if known.critical == 1:
            return PuzzleRating(PuzzleQuality.ONCE, liked)
        if not stings_of(case):
            return PuzzleRating(PuzzleQuality.DULL, liked)
        found = with_bot(candidate_from(case, known, self.rng), STRONG, bot_for(self.game, STRONG), OFTEN)
        missed = found.info.missed.get(STRONG, MISSED)
        return PuzzleRating(PuzzleQuality.PUZZLE, found=found) if missed >= MISSED else PuzzleRating(PuzzleQuality.FOUND, missed)
