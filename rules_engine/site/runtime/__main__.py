"""Commands for maintainers of Follow Suit itself: `python -m rules_engine.site.runtime COMMAND`.

    pins FOLDER      print the version and digests to pin for the Pyodide in a folder
    wheels FOLDER    build the wheels `followsuit` and `followsuit-runtime`
    source FOLDER    build the source distribution of `followsuit`
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from rules_engine.site.runtime.distribution import write_source, write_wheels
from rules_engine.site.runtime.errors import RuntimeFilesError
from rules_engine.site.runtime.manifest import pins

REPOSITORY = Path(__file__).resolve().parents[3]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m rules_engine.site.runtime")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    pinning = commands.add_parser("pins", help="print what to pin for another release of Pyodide")
    pinning.add_argument("folder", type=Path, metavar="FOLDER", help="usually node_modules/pyodide")
    pinning.set_defaults(run=_pins)
    wheels = commands.add_parser("wheels", help="make the wheels followsuit and followsuit-runtime (after npm ci)")
    wheels.add_argument("folder", type=Path, metavar="FOLDER", help="where they go")
    wheels.set_defaults(run=_wheels)
    source = commands.add_parser("source", help="make the source distribution of followsuit")
    source.add_argument("folder", type=Path, metavar="FOLDER", help="where it goes")
    source.set_defaults(run=_source)
    chosen = parser.parse_args(arguments)
    try:
        chosen.run(chosen.folder)
    except RuntimeFilesError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def _pins(pyodide: Path) -> None:
    print(pins(pyodide))


def _wheels(target: Path) -> None:
    node = shutil.which("node")
    if node is None:
        raise RuntimeFilesError("Node.js makes the snapshot: install version 20 or newer")
    for wheel in write_wheels(REPOSITORY, target, REPOSITORY / "node_modules", node, REPOSITORY / ".cache" / "followsuit"):
        _tell(wheel)


def _source(target: Path) -> None:
    _tell(write_source(REPOSITORY, target))


def _tell(made: Path) -> None:
    print(f"{made} ({made.stat().st_size:,} bytes)")


if __name__ == "__main__":
    sys.exit(main())
