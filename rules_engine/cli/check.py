"""``followsuit check PATH…``: exit status 0 when all hold, 1 when an expectation fails, 2 when a file can't be read."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rules_engine.authoring.check import Report, check_paths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="scenario files, or folders of them")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="use N processes")


def run(chosen: argparse.Namespace) -> int:
    """Check the files and print what doesn't hold."""
    files, holding, reports = 0, 0, list[Report]()
    for found in check_paths(chosen.paths, chosen.jobs):
        files += 1
        holding += not found
        reports += found
        if not chosen.json:
            for report in found:
                print(report.told())
    if chosen.json:
        print(json.dumps({"files": files, "hold": holding, "failures": [report.plain() for report in reports]},
                         ensure_ascii=False))
    else:
        print(f"{files} file{'s' * (files != 1)} checked, {holding} hold", file=sys.stderr if reports else sys.stdout)
    if any(not report.readable for report in reports):
        return 2
    return 1 if reports else 0
