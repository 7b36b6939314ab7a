"""``followsuit puzzles GAME``: puzzles from hands that bots play, each written into a file with its proof."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import count, islice
from pathlib import Path

from rules_engine.cli import at_tables
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, make_game
from rules_engine.scenario.model import write_scenario
from rules_engine.scenario.puzzle import Made, puzzles_made
from rules_engine.scenario.yaml_out import write_yaml


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", metavar="GAME", help="a game's id")
    parser.add_argument("--variant", help="a variant's id (default: the usual one)")
    parser.add_argument("--players", type=int, metavar="N", help="one number of players (default: all that there are, in turn)")
    parser.add_argument("--count", type=int, default=10, metavar="N", help="so many puzzles (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="other puzzles for another number (%(default)s)")
    at_tables.add_workers(parser)
    at_tables.add_keep(parser)
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="write a file each into this folder (default: list them)")


def run(chosen: argparse.Namespace) -> int:
    """Find the puzzles, and write or list them. Raises ``SetupError``."""
    tables = _tables(chosen.game, chosen.variant, chosen.players)
    about = f"puzzles {chosen.game} {chosen.variant} {chosen.players} --seed {chosen.seed}"
    with at_tables.at_length(chosen, about, chosen.count, "puzzles") as (kept, _), at_tables.at_work(chosen) as executor:
        done, firsts = kept.found or (0, [0] * len(tables))
        turns = islice(_in_turn(tables, firsts, chosen.seed, executor, done), max(0, chosen.count - done))
        for number, (table, made) in enumerate(turns, start=done + 1):
            _put(chosen, number, tables[table], made)
            firsts[table] = made.attempt + 1
            kept.keep(partial(_so_far, number, firsts))
    return 0


def _so_far(done: int, firsts: Sequence[int]) -> list[object]:
    """What is kept: how many puzzles were found, and for each table the hand that comes next."""
    return [done, [*firsts]]


def _put(chosen: argparse.Namespace, number: int, game: Game[Position], made: Made) -> None:
    """Tell of a puzzle, and write it where that is wanted."""
    name = f"{game.variant}-{number:02d}" if chosen.variant else f"{number:02d}"
    assert made.scenario.puzzle is not None
    idea, rating = made.scenario.puzzle
    print(f"{name}: {idea}, {rating}; {game.table.size} players, {', '.join(made.best)} for {made.tempting}, "
          f"{made.nodes} cards looked at")
    if chosen.into is not None:
        chosen.into.mkdir(parents=True, exist_ok=True)
        (chosen.into / f"{name}.yml").write_text(write_yaml(write_scenario(made.scenario)), encoding="utf-8")


def _tables(game_id: str, variant: str | None, players: int | None) -> Sequence[Game[Position]]:
    counts = [players] if players is not None else game_class(game_id)(variant).players_allowed()
    return [make_game(game_id, variant, count) for count in counts]


def _in_turn(tables: Sequence[Game[Position]], firsts: Sequence[int], seed: int,
             executor: Executor | None, done: int) -> Iterator[tuple[int, Made]]:
    """Puzzles of all tables in turn, by the tables' places, after so many; no two of them are from like positions."""
    makers = [puzzles_made(game, seed, executor, first) for game, first in zip(tables, firsts, strict=True)]
    for table in (number % len(tables) for number in count(done)):
        yield table, next(makers[table])
