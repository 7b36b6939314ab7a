"""The time until Python starts in a reader's browser, compared with plain Pyodide: the tables in docs/design/start.md.

python -m tests.bench.boot --quick          a first look
python -m tests.bench.boot --rounds 7       everything

A real Chromium visits the built site. Absolute times say little on a shared machine, so all subjects take turns in each
round, and each result has its ratio to **plain Pyodide**: the smallest page that starts the same version of Pyodide with
the same rules, as its documentation shows.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.figures import Figures, aims_table, put_between, tables
from tests.bench.measuring import Condition, chosen, measure, memory
from tests.bench.subjects import NotThereError, Subject, others, subjects
from tests.bench.visits import can_slow
from tests.chromium.chromium import NoChromiumError, find_chromium
from tests.pyodide.interpreter import PYODIDE

PAGE = "docs/design/start.md"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the tables. Exit with a message if a requirement is missing."""
    given = _given(arguments)
    try:
        find_chromium()
        pairs = _pairs(given)
        if given.write:
            put_between(given.write.read_text(encoding="utf-8"), [])
    except (NoChromiumError, NotThereError, OSError, ValueError) as problem:
        sys.exit(str(problem))
    _measure(given, pairs)


def _given(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, default=Path("site"), metavar="FOLDER", help="the built site (site)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds whose median is taken (5)")
    parser.add_argument("--clicks", type=int, default=60, help="clicks to be timed in each round (60)")
    parser.add_argument("--hands", type=int, default=1000, help="hands over which memory is watched (1000)")
    parser.add_argument("--only", action="append", default=[], metavar="SUBJECT/CONDITION",
                        help="only these, as in site/full or '*/line'; may be given again")
    parser.add_argument("--beside", type=Path, metavar="FILE", help="a JSON list of built sites of others: name, folder, page, "
                        "stage (a selector of what the answer fills), and wish (one of what is pressed, if anything is)")
    parser.add_argument("--quick", action="store_true", help="a first look: one round at full speed, few clicks and hands")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--write", type=Path, nargs="?", const=Path(PAGE), metavar="PAGE",
                        help=f"put the tables between the marks of a page as well ({PAGE})")
    given = parser.parse_args(arguments)
    if given.quick:
        given.rounds, given.clicks, given.hands = 1, 20, 20
        given.only = given.only or ["*/full"]
    return given


def _measure(given: argparse.Namespace, pairs: Sequence[tuple[Condition, Subject]]) -> None:
    begun = os.getloadavg()[0]
    seen = list(measure(pairs, given.rounds, given.clicks, _tell))
    held = [one for condition, subject in pairs if condition.name == "full" and subject.worker and not subject.early
            for one in memory(subject, given.hands)]
    about = _about(given, begun)
    figures = Figures(seen, held)
    lines = [about, "", *aims_table(figures), *tables(figures)]
    if given.write:
        given.write.write_text(put_between(given.write.read_text(encoding="utf-8"), lines), encoding="utf-8")
    print(json.dumps({"about": about, "visits": [asdict(one) for one in seen], "memory": [asdict(one) for one in held]})
          if given.json else "\n".join(lines))


def _pairs(given: argparse.Namespace) -> list[tuple[Condition, Subject]]:
    """Return the conditions and subjects to measure. Raises ``NotThereError`` if a requirement is missing."""
    all_of_them = subjects(given.site, PYODIDE) + (others(given.beside) if given.beside else [])
    pairs = chosen(all_of_them, given.only)
    if not pairs:
        names = ", ".join(subject.name for subject in all_of_them)
        raise NotThereError(f"--only names nothing that there is; subjects are {names}, conditions full, slow, line, both")
    if any(condition.slowed for condition, _ in pairs) and not can_slow():
        raise NotThereError("Processes can be slowed on Linux only; elsewhere try --only '*/full' --only '*/line'")
    return pairs


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _about(given: argparse.Namespace, load: float) -> str:
    """Describe the circumstances of the measurement."""
    said = subprocess.run([find_chromium(), "--version"], check=True, capture_output=True, encoding="utf-8").stdout
    browser = said.split(" built")[0]
    return (f"Measured on {datetime.now(UTC):%Y-%m-%d} with {browser.strip()} on {platform.system()}, {os.cpu_count()} "
            f"processors, load {load:.1f} at the beginning, medians of {given.rounds} round{'s' * (given.rounds > 1)}: "
            f"`{' '.join(['python -m tests.bench.boot', *_options(given)])}`")


def _options(given: argparse.Namespace) -> Sequence[str]:
    counts = [f"--{name} {getattr(given, name)}" for name in ("rounds", "clicks", "hands")]
    beside = [f"--beside {given.beside.name}"] if given.beside else []
    return [*counts, *beside, *(f"--only '{pattern}'" for pattern in given.only)]


if __name__ == "__main__":
    main()
