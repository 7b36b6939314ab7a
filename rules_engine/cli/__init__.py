"""The command ``followsuit``. Each subcommand is a module with ``add_arguments`` and ``run``."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, Protocol

from rules_engine._version import __version__
from rules_engine.authoring.call_watch import calls_watched
from rules_engine.authoring.tracebacks import describe_exception
from rules_engine.cli.errors import INTERRUPTED, REFUSED
from rules_engine.cli.terminal import abandon_output, complain, failed, open_streams
from rules_engine.core.model.errors import LONGEST, RulesEngineError, quoted
from rules_engine.games.registry import look_in

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS = {
    "assets": "add the files for playing to a site that Zensical built, after checking its pages",
    "check": "replay scenario files, or look through a site's pages, and report everything that doesn't hold",
    "days": "assign a puzzle to each day, in a list that keeps past days",
    "docs": "list the pages for authors of games, or print one",
    "coverage": "list the scenarios that show each rule, and those that are missing",
    "decisions": "find decisions for a test of strategy, in hands that bots play",
    "questions": "find questions for single days, about turns in hands that bots play",
    "match": "measure by how much bots of one level are better than bots of another",
    "new-game": "create the files of a new game, which runs and is yours to change",
    "new-site": "create a site of your own with a playable game",
    "picture": "draw a scenario's table, trick or cards as SVG, PNG or PDF",
    "play": "play a hand in the terminal",
    "read": "read a hand of Bridge from a PBN or LIN file, or write one as PBN",
    "record": "play a hand in the terminal, and write it as an example or a quiz",
    "serve": "preview a site while you write it",
    "solve": "calculate the result of each move, with all cards face up",
    "puzzles": "find puzzles in hands that bots play, and write them with their proofs",
    "stats": "answer a game's statistics questions with hands played by bots",
    "words": "collect the sentences of games and examples for translation",
    "schema": "print the JSON Schema of scenario files, for editors",
}
WATCHED = {"check", "coverage"}
"""The commands that a function of a game that never returns ends. Others search and play for as long as they like."""
CUT_OFF = 141
"""Exit status if the program that reads the output has closed the pipe, the same as a shell reports for SIGPIPE."""
TRACEBACK = "FOLLOWSUIT_TRACEBACK"
"""The environment variable that enables Python tracebacks."""
STUMBLED = f"An unexpected error, in a game's rules or in Follow Suit: {{}}. With {TRACEBACK}=1 you see the whole traceback."


class Command(Protocol):
    """The interface of a subcommand's module."""

    def add_arguments(self, command: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, chosen: argparse.Namespace) -> int:
        """Run the command, and return the exit status."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises errors when it writes its help; argparse itself ignores them."""

    def error(self, message: str) -> NoReturn:
        super().error(re.sub(r"'[^']*'", lambda text: quoted(text[0][1:-1]) if len(text[0]) > LONGEST else text[0], message))

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is sys.stdout:
            print(message, end="")
        else:
            complain(message.rstrip())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return its exit status.

    Besides the exit statuses of the commands, 2 stands for invalid input, such as an unknown variant, 1 for a failure, such as
    output that can't be written, and 130 for Ctrl+C; each comes with a message. The status is 141, without a message, if the
    program that reads the output has closed the pipe. If ``FOLLOWSUIT_TRACEBACK`` is set, unexpected exceptions are raised
    instead.
    """
    open_streams()
    look_in()
    try:
        return _status(arguments)
    except (RulesEngineError, KeyboardInterrupt, OSError) as error:
        return _ended_by(error)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        abandon_output()
        complain(STUMBLED.format(describe_exception(error)))
        return 1


def _status(arguments: Sequence[str] | None) -> int:
    """Parse the arguments and run the command.

    Flush the output before returning, so that a write failure affects the exit status.
    """
    parser = Parser(prog="followsuit", description="Learn, look up and check trick-taking card games.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        _module(name).add_arguments(command)
    try:
        chosen = parser.parse_args(arguments)
        with calls_watched(_stopped) if chosen.command in WATCHED else nullcontext():
            return int(_module(chosen.command).run(chosen))
    finally:
        sys.stdout.flush()


def _stopped(message: str) -> None:
    """Print everything so far, and the message about a function that was stopped."""
    sys.stdout.flush()
    complain(message)


def _ended_by(error: RulesEngineError | KeyboardInterrupt | OSError) -> int:
    """Print the reason why a command was aborted, and return its exit status."""
    abandon_output()
    if isinstance(error, RulesEngineError):
        complain(str(error))
        return getattr(error, "status", REFUSED)
    if isinstance(error, BrokenPipeError):
        return CUT_OFF
    if isinstance(error, OSError):
        complain(failed(error))
        return 1
    complain("interrupted")
    return INTERRUPTED


def _module(command: str) -> Command:
    module: Command = import_module(f"rules_engine.cli.{command.replace('-', '_')}")
    return module
