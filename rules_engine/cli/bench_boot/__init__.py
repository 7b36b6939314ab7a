"""``followsuit bench boot``: how fast Python starts in a reader's browser, beside Pyodide as it comes.

Real visits of a real Chromium to the built site. A time says little on a machine that others use as well, so all
subjects take turns in each round, and each figure stands beside its ratio to **plain Pyodide**: the smallest page that
starts Pyodide of the same version with the same rules, the way its documentation shows.
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

from rules_engine.cli.bench_boot.browser import NotThereError, can_slow, find_chromium
from rules_engine.cli.bench_boot.measuring import Condition, Held, Seen, chosen, measure, memory
from rules_engine.cli.bench_boot.subjects import Subject, others, subjects
from rules_engine.cli.bench_boot.tables import Figures, aims_table, put_between, tables

PAGE = "docs/design/start.md"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("--site", type=Path, default=Path("site"), metavar="FOLDER", help="the built site (site)")
    parser.add_argument("--pyodide", type=Path, default=Path("node_modules/pyodide"), metavar="FOLDER",
                        help="Pyodide's npm package (node_modules/pyodide)")
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


def run(given: argparse.Namespace) -> int:
    """Measure and print. Exit status 2 where something that it needs isn't there."""
    if given.quick:
        given.rounds, given.clicks, given.hands = 1, 20, 20
        given.only = given.only or ["*/full"]
    try:
        find_chromium()
        pairs = _pairs(given)
        if given.write:
            put_between(given.write.read_text(encoding="utf-8"), [])
    except (NotThereError, OSError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 2
    begun = os.getloadavg()[0]
    seen = list(measure(pairs, given.rounds, given.clicks, _tell))
    held = [one for condition, subject in pairs if condition.name == "full" and subject.worker
            for one in memory(subject, given.hands)]
    about = _about(given, begun)
    if given.json:
        print(json.dumps({"about": about, "visits": [asdict(one) for one in seen], "memory": [asdict(one) for one in held]}))
    figures = Figures(seen, held)
    lines = [about, "", *aims_table(figures), *tables(figures)]
    if given.write:
        given.write.write_text(put_between(given.write.read_text(encoding="utf-8"), lines), encoding="utf-8")
    if not given.json:
        print("\n".join(lines))
    return 0


def _pairs(given: argparse.Namespace) -> list[tuple[Condition, Subject]]:
    """What is to be measured. Raises ``NotThereError``."""
    all_of_them = subjects(given.site, given.pyodide) + (others(given.beside) if given.beside else [])
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
    """Where and how it was measured."""
    browser = subprocess.run([find_chromium(), "--version"], check=True, capture_output=True, text=True).stdout.split(" built")[0]
    return (f"Measured on {datetime.now(UTC):%Y-%m-%d} with {browser.strip()} on {platform.system()}, {os.cpu_count()} "
            f"processors, load {load:.1f} at the beginning, medians of {given.rounds} round{'s' * (given.rounds > 1)}: "
            f"`{' '.join(['followsuit bench boot', *_options(given)])}`")


def _options(given: argparse.Namespace) -> Sequence[str]:
    counts = [f"--{name} {getattr(given, name)}" for name in ("rounds", "clicks", "hands")]
    beside = [f"--beside {given.beside.name}"] if given.beside else []
    return [*counts, *beside, *(f"--only '{pattern}'" for pattern in given.only)]


__all__ = ["Held", "Seen", "add_arguments", "run"]
