"""Arguments shared by the commands that let bots play: game, table, and number of processes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path

from rules_engine._version import __version__
from rules_engine.authoring.caches.checkpoint import Checkpoint, CheckpointMismatch, Progress
from rules_engine.authoring.processes import MAX_PROCESSES, worker_pool
from rules_engine.cli.errors import CommandError, Interrupted
from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import quoted
from rules_engine.core.positions.position import Position
from rules_engine.games import known_games, make_game

MOST = 1_000_000


def add_table(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that choose a game and a table."""
    parser.add_argument("game", choices=sorted(known_games()), help="the game")
    parser.add_argument("--variant", help="a variant of the game")
    parser.add_argument("--players", type=int, help="number of players")
    parser.add_argument("--option", type=_option, action="append", default=[], dest="options", metavar="NAME=VALUE",
                        help="an option of the game, such as pack=basic; may be given several times")


def add_search(parser: argparse.ArgumentParser, what: str, usual: int, most: int, about_file: str) -> None:
    """Declare the arguments of a command that searches hands for ``what``, such as decisions, one in each hand: the game and
    table, the number to find (``usual`` by default), the seed, and the file to write; ``about_file`` is its help text."""
    add_table(parser)
    parser.add_argument("--count", type=count(1, what, most), default=usual,
                        help=f"how many {what}, each in another hand ({usual})")
    parser.add_argument("--seed", type=int, default=1, help="with another seed no deal is the same (1)")
    parser.add_argument("--write", type=Path, metavar="FILE", help=about_file)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that choose a game, a table, the number of processes and the seed."""
    add_table(parser)
    add_workers(parser)
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other deals (1)")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Declare the option ``--workers``, the number of processes."""
    add_jobs(parser, "--workers", "processes that play (1); what they find is the same")


def add_jobs(parser: argparse.ArgumentParser, name: str, about: str) -> None:
    """Declare an option for a number of processes; ``about`` is its help text."""
    parser.add_argument(name, type=count(1, "processes", MAX_PROCESSES), default=1, metavar="N", help=about)


def add_keep(parser: argparse.ArgumentParser) -> None:
    """Declare the option ``--keep``, the checkpoint file of a long run."""
    parser.add_argument("--keep", type=Path, metavar="FILE",
                        help="store results in this file, from which the same command continues if it was interrupted")


def game_of(chosen: argparse.Namespace) -> Game[Position]:
    """Return the chosen game with its variant, table and options. Raises ``SetupError``."""
    return make_game(chosen.game, chosen.variant, chosen.players, options=dict(chosen.options))


def search_command(chosen: argparse.Namespace, *words: str) -> str:
    """Return the command line that repeats a search; ``words`` are arguments that only this command has."""
    found = ["followsuit", chosen.command, chosen.game, *table_words(chosen), *words]
    return " ".join([*found, f"--count {chosen.count} --seed {chosen.seed}"])


def table_words(chosen: argparse.Namespace) -> list[str]:
    """Return the words of a command line that choose the variant, the number of players and options."""
    words = [f"--{name} {getattr(chosen, name)}" for name in ("variant", "players") if getattr(chosen, name)]
    return words + [f"--option {name}={value}" for name, value in chosen.options]


@contextmanager
def progress_of(chosen: argparse.Namespace) -> Iterator[Executor | None]:
    """Context manager that provides an executor with ``--workers`` processes, or None if that is 1.

    On exit, pending tasks are cancelled.
    """
    if chosen.workers < 2:
        yield None
        return
    with worker_pool(chosen.workers) as executor:
        yield executor


@contextmanager
def long_form(chosen: argparse.Namespace, about: str, whole: int, what: str) -> Iterator[tuple[Checkpoint, Progress]]:
    """Context manager that provides the checkpoint and the progress line for a long-running job.

    ``about`` identifies the job, ``whole`` is its number of items, and ``what`` is the word for these items in messages. Raises
    ``CommandError`` if the checkpoint file belongs to a different job or can't be read, and ``Interrupted`` on Ctrl+C.
    """
    try:
        with Checkpoint(chosen.keep, f"followsuit {__version__} {about}") as kept, Progress(whole, what) as progress:
            yield kept, progress
    except CheckpointMismatch as error:
        raise CommandError(str(error)) from error
    except KeyboardInterrupt as error:
        way = f"the same command goes on from what {chosen.keep} holds" if chosen.keep else "with --keep FILE it could go on"
        raise Interrupted(f"interrupted: {way}") from error


def told(game: Game[Position], chosen: argparse.Namespace) -> str:
    """Return a description of the table, such as ``Snakebit (standard), 4 players``."""
    options = "".join(f", {name} {value}" for name, value in chosen.options)
    return f"{game.name} ({game.variant}{options}), {game.table.size} players"


def count(least: int, what: str, most: int = MOST) -> Callable[[str], int]:
    """Return an argparse type for an integer from ``least`` to ``most``; ``what`` names the counted things in error messages."""
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) else -1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is no number of {what}: expected one from {least} to {most}")
        return number

    return read


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError("expected NAME=VALUE, such as pack=basic")
    return name, value
