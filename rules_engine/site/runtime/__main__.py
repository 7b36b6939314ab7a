"""`python -m rules_engine.site.runtime pins FOLDER` prints what to pin for the Pyodide in a folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rules_engine.site.runtime.errors import RuntimeFilesError
from rules_engine.site.runtime.files import pins


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m rules_engine.site.runtime")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("pins", help="print what to pin for another release of Pyodide")
    command.add_argument("pyodide", type=Path, metavar="FOLDER", help="usually node_modules/pyodide")
    try:
        print(pins(parser.parse_args(arguments).pyodide))
    except RuntimeFilesError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
