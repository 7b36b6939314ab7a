"""The command ``followsuit``. Each command is a module with ``add_arguments`` and ``run``, loaded when it is asked for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from rules_engine import __version__
from rules_engine.cli.refused import Refused
from rules_engine.core.model.errors import SetupError

COMMANDS = {
    "assets": "write into a site that Zensical built what lets its games be played, once its pages are whole",
    "check": "replay scenario files, or look through a site's pages, and report everything that doesn't hold",
    "days": "give each day its puzzle, in a list that stays",
    "coverage": "say which scenarios show each rule, and which are missing",
    "match": "play bots of one level against bots of another, and say by how much they are better",
    "new-game": "make the files of a new game, runnable and to be changed",
    "new-site": "make a site of your own with a game that plays",
    "play": "play a hand in the terminal",
    "record": "play a hand in the terminal, and write it as an example or a quiz",
    "serve": "show a site while you write it",
    "solve": "say what a side is sure of with each of its moves, all cards open",
    "puzzles": "find puzzles in hands that bots play, and write them with their proofs",
    "stats": "let bots play hands, and say what they tell of the questions that people argue about",
    "words": "gather what games and examples say, for who puts it into another language",
    "schema": "print the JSON Schema of scenario files, for editors",
}


class Command(Protocol):
    """A module with a command."""

    def add_arguments(self, command: argparse.ArgumentParser) -> None:
        """Declare what the command takes."""

    def run(self, chosen: argparse.Namespace) -> int:
        """Do it, and return the process's exit code."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns its exit status: 2 for choices that a game hasn't, and for what is refused."""
    parser = argparse.ArgumentParser(prog="followsuit", description="Learn, look up and check trick-taking card games.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    try:
        for name, about in COMMANDS.items():
            command = commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
            _module(name).add_arguments(command)
        chosen = parser.parse_args(arguments)
        return int(_module(chosen.command).run(chosen))
    except (SetupError, Refused) as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def _module(command: str) -> Command:
    module: Command = import_module(f"rules_engine.cli.{command.replace('-', '_')}")
    return module
