"""Comparison of the solver with DDS in plain whist: the result for each card in random endings, and the time.

pip install endplay; python -m tests.bench.dds [--deals 500]

endplay contains DDS, which is written in C++; it is no dependency of the project. For each card that may be led, DDS returns
the number of tricks that the leader's side wins.
"""

from __future__ import annotations

import argparse
import random
import time
from importlib import import_module
from statistics import median
from typing import Any

from rules_engine.core.model.cards import Card
from rules_engine.solver.search import solve
from tests.bench.whist.game import CARDS, BenchWhist, WhistPosition

SEATS = {"N": 2, "E": 3, "S": 0, "W": 1}
"""Maps DDS's players to our seats; both orders are clockwise."""


def main() -> None:
    """Run the comparison and print its result."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.dds", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=500, help="deals for each number of cards (%(default)s)")
    deals = parser.parse_args().deals
    game, rng = BenchWhist(), random.Random("dds")
    for cards in (4, 5, 6):
        differing, ours, theirs = 0, list[float](), list[float]()
        for _ in range(deals):
            position = _dealt(game, rng, cards)
            begun = time.process_time()
            values = {move.played: value for move, value in solve(game, position).values.items()}
            ours.append(time.process_time() - begun)
            found, took = _by_dds(position)
            theirs.append(took)
            differing += found != values
        print(f"{cards} cards: {differing} of {deals} deals differ; median {1000 * median(ours):.1f} ms here, "
              f"{1000 * median(theirs):.2f} ms DDS", flush=True)


def _dealt(game: BenchWhist, rng: random.Random, cards: int) -> WhistPosition:
    position = game.blank()
    chosen = rng.sample(CARDS, 4 * cards)
    position.hands = [chosen[seat * cards:(seat + 1) * cards] for seat in range(4)]
    position.trump = "S"
    position.leader = position.to_act = rng.randrange(4)
    return position


def _by_dds(position: WhistPosition) -> tuple[dict[Card, int], float]:
    types: Any = import_module("endplay.types")
    dds: Any = import_module("endplay.dds")
    hands = " ".join(".".join(_ranks(position.hands[seat], suit) for suit in "SHDC") for seat in SEATS.values())
    deal = types.Deal(f"N:{hands}")
    deal.trump = types.Denom.spades
    deal.first = types.Player.find(next(name for name, seat in SEATS.items() if seat == position.to_act))
    begun = time.process_time()
    solved = list(dds.solve_board(deal))
    took = time.process_time() - begun
    named = {_named(card): card for card in CARDS}
    return {named[card.suit.name[0].upper() + card.rank.abbr]: tricks for card, tricks in solved}, took


def _ranks(hand: list[Card], suit: str) -> str:
    return "".join(_named(card)[1] for card in sorted(hand, key=lambda card: -card.value) if card.suits == suit)


def _named(card: Card) -> str:
    """Return a card in DDS's notation: ``ST`` for the Ten of spades."""
    return card.suits + card.rank.replace("10", "T")


if __name__ == "__main__":
    main()
