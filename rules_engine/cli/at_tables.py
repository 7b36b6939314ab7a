"""What commands that let bots play have in common: which game, at what table, by how many processes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.games import known_games, make_game

MOST = 1_000_000


def add_table(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that choose a game and a table."""
    parser.add_argument("game", choices=sorted(known_games()), help="the game")
    parser.add_argument("--variant", help="a variant of the game")
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument("--option", type=_option, action="append", default=[], dest="options", metavar="NAME=VALUE",
                        help="an option of the game, such as pack=basic; may be given several times")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """These, and the processes and deals of bots."""
    add_table(parser)
    parser.add_argument("--workers", type=int, default=1, help="processes that play (1); what they find is the same")
    parser.add_argument("--seed", type=int, default=1, help="with another seed no deal is the same (1)")


def game_of(chosen: argparse.Namespace) -> Game[Position]:
    """Return the game at the table that was chosen. Raises ``SetupError``."""
    return make_game(chosen.game, chosen.variant, chosen.players, options=dict(chosen.options))


def at_work(chosen: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    """Return the processes that were asked for, or None for this one alone."""
    return ProcessPoolExecutor(chosen.workers) if chosen.workers > 1 else nullcontext()


def told(game: Game[Position], chosen: argparse.Namespace) -> str:
    """Return the table in words: ``Snakebit (standard), 4 players``."""
    options = "".join(f", {name} {value}" for name, value in chosen.options)
    return f"{game.name} ({game.variant}{options}), {game.table.size} players"


def count(least: int, what: str) -> Callable[[str], int]:
    """Reads how many ``what`` there shall be."""
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= MOST:
            raise argparse.ArgumentTypeError(f"{text!r} is no number of {what}: expected one from {least} to {MOST}")
        return int(text)

    return read


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError("expected NAME=VALUE, such as pack=basic")
    return name, value
