"""The solver: the time to solve endings, and a comparison with a full search.

python -m tests.bench.solver [GAME…] [--endings 30] [--against 200] [--cards 3 4 5]

For each game and number of cards per hand, all first moves are scored: median and 90th percentile of milliseconds on one
processor, and the median number of cards searched. Then ``--against`` endings with few cards are compared with a full
search.
"""

from __future__ import annotations

import argparse
import time
from itertools import islice
from statistics import median, quantiles

from rules_engine.core.game.game import Game
from rules_engine.core.model.goals import SCORE
from rules_engine.core.positions.position import Position
from rules_engine.games import known_games, make_game
from rules_engine.solver.brute_force import plain_values
from rules_engine.solver.search import Search
from tests.solver.test_solver import endings


def main() -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.solver", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="games (default: all)")
    parser.add_argument("--endings", type=int, default=30, help="endings to time for each number of cards (%(default)s)")
    parser.add_argument("--against", type=int, default=200, help="endings to compare with a full search (%(default)s)")
    parser.add_argument("--cards", type=int, nargs="+", default=[3, 4, 5], help="cards a hand (%(default)s)")
    chosen = parser.parse_args()
    for game_id in chosen.games or known_games():
        game = make_game(game_id)
        for cards in chosen.cards:
            print(f"{game_id}, {cards} cards: {_timed(game, cards, chosen.endings)}", flush=True)
        compared = differing = 0
        for variant in game.variants:
            for players in make_game(game_id, variant).players_allowed():
                table = make_game(game_id, variant, players)
                for position in endings(table, 3 if game_id == "double-decker" else 2, chosen.against, "bench"):
                    compared += 1
                    differing += Search(table, position).run(10**8).values != plain_values(table, position, SCORE)
        print(f"{game_id}: {differing} of {compared} endings differ from a full search", flush=True)


def _timed(game: Game[Position], cards: int, count: int) -> str:
    took, nodes = list[float](), list[int]()
    between_tricks = (position for position in endings(game, cards, 100 * count, "timed") if not position.trick)
    for position in islice(between_tricks, count):      # positions during a trick have smaller search trees
        search, begun = Search(game, position), time.process_time()
        search.run(10**9)
        took.append(1000 * (time.process_time() - begun))
        nodes.append(search.nodes)
    return f"median {median(took):.0f} ms, p90 {quantiles(took, n=10)[8]:.0f} ms, median {median(nodes):,.0f} cards looked at"


if __name__ == "__main__":
    main()
