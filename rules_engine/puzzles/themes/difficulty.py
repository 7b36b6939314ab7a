"""The difficulty of a puzzle, measured when it is made.

It depends on the percentage of attempts in which bots miss the best move, on the number of choices with a losing move, and on the
number of tempting wrong moves.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from rules_engine.bots import Bot
from rules_engine.bots.worlds import NoConsistentDeal
from rules_engine.core.game.game import Game
from rules_engine.core.model.goals import SCORE
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.solver.principal_variation import MoveLine
from rules_engine.solver.search import Search

PLAYOUTS = 12
HUNDRED = 100


def beginners(search: Search[Position]) -> int:
    """Return the percentage of legal moves that are wrong: the error rate of a beginner who plays at random."""
    wrong = sum(value < search.solution.most for value in search.values.values())
    return round(HUNDRED * wrong / len(search.values))


def missed(search: Search[Position], bot: Bot[Position], tries: int) -> int | None:
    """Return the percentage of attempts in which a bot that sees only its own hand misses the best move.

    Return None if the bot can't sample the other hands because it didn't watch the hand from its deal.
    """
    view, best = search.game.view(search.start, search.seat), search.solution.best
    try:
        return round(HUNDRED * sum(bot.choose(view, random.Random(place)).move not in best for place in range(tries)) / tries)
    except NoConsistentDeal:
        return None


def critical(game: Game[Position], search: Search[Position], line: MoveLine) -> int:
    """Return the number of the seat's choices in the line in which at least one move loses something."""
    position, count = search.start, 0
    for seat, move in line:
        if seat == search.seat and len(game.legal(position)) > 1:
            now = search if position is search.start else Search(game, position, search.goal)
            if now is not search:
                now.run(1_000_000)
            count += min(now.values.values()) < now.solution.most
        position = game.make(position, move)[0]
    return count


def tempting(search: Search[Position], rng: random.Random) -> int:
    """Return the number of wrong moves that score more than the best one if the rest of the hand is played at random."""
    by_luck = {move: _mean(search, move, rng) for move in search.values}
    best = max(by_luck[move] for move in search.solution.best)
    return sum(value > best for value in by_luck.values())


def _mean(search: Search[Position], move: Move, rng: random.Random) -> float:
    """Return the mean score after a move, over several random playouts."""
    total, game = 0, search.game
    for _ in range(PLAYOUTS):
        position = search.start.copy()
        game.advance(position, move)
        while position.to_act is not None:
            game.advance(position, rng.choice(game.legal(position)))
        total += SCORE.settled(search.seeker, position) or 0
    return total / PLAYOUTS


def rating(cards: int, by_bots: Mapping[str, int], choices: int, tempts: int) -> int:
    """Return the difficulty rating of a puzzle, on the scale of chess ratings.

    ``cards`` is the mean number of cards in a hand, ``by_bots`` the percentage of misses by bot level, ``choices`` the number of
    choices with a losing move, and ``tempts`` the number of tempting wrong moves.
    """
    failing = 5 * by_bots["beginner"] + 3 * by_bots.get("strong", HUNDRED // 2)
    return round((-460 + 210 * cards + failing + 180 * min(choices, 4) + 80 * min(tempts, 3)) / 10) * 10
