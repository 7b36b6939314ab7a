"""``followsuit check PATH…``: exit status 0 when all hold, 1 when an expectation fails, 2 when a file can't be read."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rules_engine.authoring.check import check_paths
from rules_engine.core.errors import Broken, Problem


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="scenario files, or folders of them")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="use N processes")


def run(chosen: argparse.Namespace) -> int:
    """Check the files and print what doesn't hold."""
    files, holding, problems = 0, 0, list[Problem]()
    for found in check_paths(chosen.paths, chosen.jobs):
        files += 1
        holding += not found
        problems += found
        if not chosen.json:
            for problem in found:
                print(problem.told())
    if chosen.json:
        print(json.dumps({"files": files, "hold": holding, "failures": [_plain(problem) for problem in problems]},
                         ensure_ascii=False))
    else:
        print(f"{files} file{'s' * (files != 1)} checked, {holding} hold", file=sys.stderr if problems else sys.stdout)
    if any(problem.broken is None for problem in problems):
        return 2
    return 1 if problems else 0


def _plain(problem: Problem) -> dict[str, object]:
    """A problem as ``--json`` prints it."""
    step = problem.broken._asdict() if problem.broken else dict.fromkeys(Broken._fields)
    return {"path": problem.file, "line": problem.line, **step, "message": problem.message}
