"""A search for the bots' worst moves, which are solved with all cards face up and printed for review.

python -m tests.bench.hunt GAME [--variant V] [--players 4] [--hands 100] [--seed 1] [--level strong] [--cards 4]
                                [--limit 20000] [--worst 20] [--workers 1]

Every choice made with at most ``--cards`` cards in a hand is solved. Players don't see all cards, so some losses are unavoidable:
review the printed moves, and fix a bot only if it could have seen the cause of the loss. Hands are played in groups by worker
processes, or by any executor passed to ``hunt``, without effect on the result.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from rules_engine.bots import LEVELS, Bot, bot_for
from rules_engine.bots.match import deals_of, play_hand
from rules_engine.bots.parallel import map_ordered
from rules_engine.core.game.game import Game, View
from rules_engine.core.model.goals import SCORE
from rules_engine.core.model.moves import Move
from rules_engine.games import known_games, make_game
from rules_engine.html.text import table_text
from rules_engine.quiz.best_move import solve_values
from rules_engine.quiz.question import Unanswerable

TOGETHER = 5
"""Number of hands per task."""


class Lost(NamedTuple):
    """A move that gave points away.

    The fields are the loss in points, the deal's seed, the number of moves before it, the move, the moves without loss, and
    the table as text with all cards face up. """

    lost: int
    deal: int
    made: int
    move: str
    best: str
    table: str


class HuntResult(NamedTuple):
    """The result of some hands: the number of choices solved, the number abandoned as too long, and the moves that lost
    points."""

    solved: int
    unsolved: int
    lost: list[Lost]


def hunt(game: Game[Any], level: str, deals: Sequence[int], cards: int, limit: int,
         executor: Executor | None = None) -> Iterator[HuntResult]:
    """Yield the result of each group of hands."""
    parts = [deals[first:first + TOGETHER] for first in range(0, len(deals), TOGETHER)]
    yield from map_ordered(partial(found_in, game, level, cards, limit), parts, executor)


def found_in(game: Game[Any], level: str, cards: int, limit: int, deals: Sequence[int]) -> HuntResult:
    """Play these hands and return their result."""
    solved, unsolved, lost = 0, 0, list[Lost]()
    bots = [bot_for(game, level)] * game.table.size
    for deal in deals:
        for made, (position, move) in enumerate(_played(game, deal, bots)):
            if position.phase != "play" or max(map(len, position.hands)) > cards or len(game.legal(position)) == 1:
                continue
            try:
                solution = solve_values(game, position, SCORE, limit)
            except Unanswerable:
                unsolved += 1
                continue
            solved += 1
            if loss := solution.most - solution.values[move]:
                best = ", ".join(each.text for each in solution.best)
                lost.append(Lost(loss, deal, made, move.text, best, table_text(View(game, None, position))))
    return HuntResult(solved, unsolved, lost)


def _played(game: Game[Any], deal: int, bots: Sequence[Bot[Any]]) -> list[tuple[Any, Move]]:
    steps = list[tuple[Any, Move]]()
    play_hand(game, deal, bots, str(deal), lambda position, move: steps.append((position.copy(), move)))
    return steps


def main() -> None:
    """Search for the worst moves and print them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hunt", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=known_games())
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=LEVELS, default="strong")
    parser.add_argument("--cards", type=int, default=4, help="cards in a hand from which on choices are solved (4)")
    parser.add_argument("--limit", type=int, default=20_000, help="cards that the solver looks at for one choice (20000)")
    parser.add_argument("--worst", type=int, default=20, help="so many moves are printed (20)")
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    game, deals = make_game(chosen.game, chosen.variant, chosen.players), deals_of(chosen.seed, chosen.hands)
    with ProcessPoolExecutor(chosen.workers) as executor:
        parts = [*hunt(game, chosen.level, deals, chosen.cards, chosen.limit, executor)]
    lost = sorted((each for part in parts for each in part.lost), key=lambda each: -each.lost)
    solved, unsolved = sum(part.solved for part in parts), sum(part.unsolved for part in parts)
    print(f"{game.name}, {chosen.hands} hands of {chosen.level} bots: {solved} choices solved, {unsolved} took too long; "
          f"{len(lost)} moves lost something, {sum(each.lost for each in lost) / max(1, solved):.3f} a choice")
    for number, each in enumerate(lost[:chosen.worst], 1):
        print(f"\n--- {number}: {each.move} loses {each.lost} (deal {each.deal}, move {each.made}); best: {each.best}")
        print(each.table)


if __name__ == "__main__":
    main()
