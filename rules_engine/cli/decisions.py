"""``followsuit decisions GAME``: find decisions for a strategy test, in hands played by bots."""

from __future__ import annotations

import argparse

from rules_engine.authoring.decisions import StoredDecisions
from rules_engine.authoring.files import write_text
from rules_engine.bots import LEVELS, bot_for
from rules_engine.bots.decisions import Decision, find_decisions, points_given_away, sort_of, turn_at
from rules_engine.cli import table_options
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position

USUAL = 20
"""The usual number of decisions."""
COMPARED = tuple(level for level in LEVELS if level != "random")
"""The levels of the bots that take the test."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    table_options.add_search(parser, "decisions", USUAL, 100,
                             "write them into a file, for the fence `strategy-test` of a page")


def run(chosen: argparse.Namespace) -> int:
    """Find the decisions, let bots take the test, print all, and write them to a file if requested. Raises ``SetupError``."""
    game = table_options.game_of(chosen)
    found = list[Decision]()
    for decision in find_decisions(game, chosen.count, chosen.seed):
        found.append(decision)
        print(_line(game, decision), flush=True)
    bots = {level: round(points_given_away(game, found, bot_for(game, level)), 1) for level in COMPARED}
    print("Given away: " + ", ".join(f"{level} {points}" for level, points in bots.items()))
    if chosen.write is not None:
        stored = StoredDecisions(table_options.search_command(chosen), game.id, game.variant, game.table.size, bots, found)
        chosen.write.parent.mkdir(parents=True, exist_ok=True)
        write_text(chosen.write, stored.text())
        print(f"wrote {chosen.write}")
    return 0


def _line(game: Game[Position], decision: Decision) -> str:
    turn = turn_at(game, decision.deal, decision.moves)
    lost = sorted(decision.lost.items(), key=lambda each: each[1])
    return f"{decision.deal}, {' '.join(sort_of(game, turn.position))}: " + ", ".join(f"{move} −{points}" if points else move
                                                                                      for move, points in lost)
