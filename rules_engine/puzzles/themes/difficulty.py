"""How hard a puzzle is, measured when it is made: how often bots miss it, in how many choices it can be given away, and how many
of the wrong moves tempt.
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
    """Return how often a beginner misses the best move, in a hundred: it plays any card."""
    wrong = sum(value < search.solution.most for value in search.values.values())
    return round(HUNDRED * wrong / len(search.values))


def missed(search: Search[Position], bot: Bot[Position], tries: int) -> int | None:
    """Return how often a bot that sees its own hand alone misses the best move, in a hundred; None where it can't think of
    the other hands, since it didn't watch the hand from its deal."""
    view, best = search.game.view(search.start, search.seat), search.solution.best
    try:
        return round(HUNDRED * sum(bot.choose(view, random.Random(place)).move not in best for place in range(tries)) / tries)
    except NoConsistentDeal:
        return None


def critical(game: Game[Position], search: Search[Position], line: MoveLine) -> int:
    """Return in how many of the seat's choices on the line some move gives something away."""
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
    """Return how many of the wrong moves do better than the best one where everybody goes on at random."""
    by_luck = {move: _mean(search, move, rng) for move in search.values}
    best = max(by_luck[move] for move in search.solution.best)
    return sum(value > best for value in by_luck.values())


def _mean(search: Search[Position], move: Move, rng: random.Random) -> float:
    """What a move brings where everybody goes on at random."""
    total, game = 0, search.game
    for _ in range(PLAYOUTS):
        position = search.start.copy()
        game.advance(position, move)
        while position.to_act is not None:
            game.advance(position, rng.choice(game.legal(position)))
        total += SCORE.settled(search.seeker, position) or 0
    return total / PLAYOUTS


def rating(cards: int, by_bots: Mapping[str, int], choices: int, tempts: int) -> int:
    """Return how hard a puzzle is, in the numbers of chess: by the cards in a hand, how often bots fail, the choices that matter,
    and the wrong moves that tempt."""
    failing = 5 * by_bots["beginner"] + 3 * by_bots.get("strong", HUNDRED // 2)
    return round((-460 + 210 * cards + failing + 180 * min(choices, 4) + 80 * min(tempts, 3)) / 10) * 10
