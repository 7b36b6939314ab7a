"""``followsuit puzzles GAME``: puzzles from hands that bots play, each written into a file with its proof."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, make_game
from rules_engine.scenario.model import write_scenario
from rules_engine.scenario.puzzle import Found, puzzles, written
from rules_engine.scenario.yaml_out import write_yaml


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", metavar="GAME", help="a game's id")
    parser.add_argument("--variant", help="a variant's id (default: the usual one)")
    parser.add_argument("--players", type=int, metavar="N", help="one number of players (default: all that there are, in turn)")
    parser.add_argument("--count", type=int, default=10, metavar="N", help="so many puzzles (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="other puzzles for another number (%(default)s)")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="write a file each into this folder (default: list them)")


def run(chosen: argparse.Namespace) -> int:
    """Find the puzzles, and write or list them. Raises ``SetupError``."""
    tables = _tables(chosen.game, chosen.variant, chosen.players)
    for number, (game, found) in enumerate(islice(_in_turn(tables, chosen.seed), chosen.count), start=1):
        name = f"{game.variant}-{number:02d}" if chosen.variant else f"{number:02d}"
        best = ", ".join(move.text for move in found.search.solution.best)
        print(f"{name}: {found.idea}, {found.rating}; {game.table.size} players, {best} for {found.tempting.text}, "
              f"{found.search.nodes} cards looked at")
        if chosen.into is not None:
            chosen.into.mkdir(parents=True, exist_ok=True)
            (chosen.into / f"{name}.yml").write_text(write_yaml(write_scenario(written(game, found))), encoding="utf-8")
    return 0


def _tables(game_id: str, variant: str | None, players: int | None) -> Sequence[Game[Position]]:
    counts = [players] if players is not None else game_class(game_id)(variant).players_allowed()
    return [make_game(game_id, variant, count) for count in counts]


def _in_turn(tables: Sequence[Game[Position]], seed: int) -> Iterator[tuple[Game[Position], Found]]:
    """Puzzles of all tables in turn, no two of them from like positions."""
    makers = [(game, puzzles(game, seed)) for game in tables]
    for game, maker in cycle(makers):
        yield game, next(maker)
