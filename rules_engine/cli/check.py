"""``followsuit check PATH…``: exit status 0 if all scenarios hold, 1 if an expectation fails, 2 if a file can't be read.

``followsuit check --pages`` checks a site instead: exit status 0 if its pages have no problems, otherwise 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from rules_engine.authoring.autofill import fill_text
from rules_engine.authoring.checks.check import problems_of, scenario_files
from rules_engine.authoring.checks.file_watcher import FileWatcher
from rules_engine.authoring.files import write_text
from rules_engine.authoring.yaml_edit import NotEditable
from rules_engine.cli.errors import CommandError
from rules_engine.cli.page_checks import add_config, check_pages
from rules_engine.cli.paths import scenarios_in
from rules_engine.cli.table_options import add_jobs
from rules_engine.cli.terminal import as_json as as_json_text
from rules_engine.core.model.errors import FailedStep, Problem
from rules_engine.games.registry import look_in

PAUSE = 0.3
"""Interval between checks of the watched files, in seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="scenario files, or folders of them")
    parser.add_argument("--pages", action="store_true",
                        help="check the pages of the site and all that they show, as the site's build does")
    add_config(parser)
    parser.add_argument("--verbose", action="store_true", help="with --pages: show the traceback of an exception in a game")
    parser.add_argument("--fill", action="store_true",
                        help="first complete the files: legal moves, winners, scores")
    parser.add_argument("--watch", action="store_true",
                        help="keep running, and report new problems in changed files until Ctrl-C")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    add_jobs(parser, "--jobs", "number of processes (1)")


def run(chosen: argparse.Namespace) -> int:
    """Check the files and print the problems. Raises ``CommandError`` for mutually exclusive arguments."""
    if chosen.pages or chosen.config or chosen.verbose:
        return _pages(chosen)
    if not chosen.paths:
        raise CommandError("Name scenario files or folders of them, or use --pages.")
    if chosen.json and (chosen.fill or chosen.watch):
        raise CommandError("--json prints one object: leave it out with --fill and --watch, which print lines as they go.")
    if chosen.watch:
        look_in(*chosen.paths)
        return _watch(chosen.paths, chosen.fill)
    files = scenarios_in(chosen.paths)
    if chosen.fill:
        _fill(files)
    return _check(files, chosen.jobs, chosen.json)


def _pages(chosen: argparse.Namespace) -> int:
    """Check the pages of the site. Raises ``CommandError``."""
    if not chosen.pages:
        raise CommandError("--config and --verbose are for --pages.")
    if chosen.paths or chosen.fill or chosen.watch or chosen.json:
        raise CommandError("--pages checks the site as its configuration has it: leave out paths, --fill, --watch and --json.")
    return check_pages(chosen.config, chosen.verbose)


GAME = ("game",)
"""The path of a problem with a game itself, such as one that can't be loaded. All files for that game have the problem, and many
may have that of an exception in its rules."""


def _check(paths: Sequence[Path], jobs: int, as_json: bool) -> int:
    """Check files once, print the result, and return the exit status."""
    files, holding, problems, of_games = len(paths), 0, list[Problem](), Counter[str]()
    for found in problems_of(paths, jobs):
        holding += not found
        problems += found
        for problem in found:
            of_game = problem.cause or (problem.message if problem.path == GAME else "")
            is_repeated = of_game in of_games
            if of_game:
                of_games[of_game] += 1
            if not (as_json or is_repeated):
                print(problem.told())
    causes = {problem.cause for problem in problems}
    if as_json:
        print(as_json_text({"files": files, "hold": holding, "failures": [_plain(problem) for problem in problems]}))
    else:
        for message, count in of_games.items():
            if count > 1:
                print(f"{count - 1} more {'place' if message in causes else 'file'}{'s' * (count > 2)}: {message}")
        print(f"{files} file{'s' * (files != 1)} checked, {holding} hold", file=sys.stderr if problems else sys.stdout)
    if any(problem.broken is None for problem in problems):
        return 2
    return 1 if problems else 0


def _watch(paths: Sequence[Path], fill: bool) -> int:
    """Watch the files and print their problems until Ctrl+C."""
    if fill:
        _fill(scenario_files(paths))
    watch = FileWatcher(paths)
    try:
        while True:
            for line in watch.look():
                print(line, flush=True)
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        print()
        return 0


def _fill(files: Iterable[Path]) -> None:
    """Fill in the missing values in files, and print the additions."""
    for path in files:
        try:
            for added in _fill_file(path):
                print(added.told())
        except NotEditable as error:
            print(f"{path}: nothing was filled in: {error}")
        except OSError as error:
            print(f"{path}: nothing was filled in: it can't be written: {error.strerror}")


def _plain(problem: Problem) -> dict[str, object]:
    """Return a problem as a JSON value, for ``--json``."""
    step = problem.broken._asdict() if problem.broken else dict.fromkeys(FailedStep._fields)
    return {"path": problem.file, "line": problem.line, **step, "message": problem.message}


def _fill_file(path: Path) -> list[Problem]:
    """Fill in the missing values in one file, and return the additions with their lines; none if the file can't be read.

    Raises ``NotEditable``, and ``OSError`` if the file can't be written.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError):
        return []
    filled = fill_text(text, str(path))
    if filled.text != text:
        write_text(path, filled.text)
    return filled.added
