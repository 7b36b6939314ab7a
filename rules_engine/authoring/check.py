"""Checking scenario files: read, replay, tell what is wrong. ``followsuit check`` and the site's build both do it here."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from rules_engine.authoring.check_text import Checked as Checked
from rules_engine.authoring.check_text import replayed, unanswered
from rules_engine.authoring.proofs import Proofs
from rules_engine.authoring.stats import FILE as STATS
from rules_engine.authoring.tracing import raised
from rules_engine.authoring.yaml_text import YamlUnreadable, read_yaml
from rules_engine.core.model.errors import Problem
from rules_engine.core.positions.values import Plain
from rules_engine.scenario.model import Scenario
from rules_engine.scenario.read import ScenarioUnreadable, read_scenario

SUFFIXES = (".yml", ".yaml", ".json")
MANY = 40
"""From so many puzzles on it takes less time to start several processes than to prove them in one."""
MOST_PROCESSES = 8


def check_text(text: str, path: str, first_line: int = 1, proofs: Proofs | None = None) -> Checked:
    """Check one scenario, its questions too; ``first_line`` is the line of ``path`` at which the text begins.

    ``proofs`` are those that are known already; new ones are kept there.
    """
    checked = replay_text(text, path, first_line)
    if checked.run is not None:
        if proofs is not None:
            proofs.bring(text, checked.run)
        checked.problems += unanswered(checked, first_line, raised)
        if proofs is not None:
            proofs.keep(text, checked.run)
    return checked


def replay_text(text: str, path: str, first_line: int = 1) -> Checked:
    """Replay one scenario without asking its questions."""
    return replayed(text, path, first_line, raised)


def check_file(path: Path, proofs: Proofs | None = None) -> Checked:
    """Check one scenario file."""
    return _looked_at(path, partial(check_text, proofs=proofs))


def read_file(path: Path) -> Scenario | None:
    """Return a scenario file as it is written, if it can be read; nothing is replayed."""
    try:
        return read_scenario(read_yaml(path.read_text(encoding="utf-8")).value)
    except (OSError, UnicodeDecodeError, YamlUnreadable, ScenarioUnreadable):
        return None


def replay_file(path: Path) -> Checked:
    """Replay one scenario file without asking its questions."""
    return _looked_at(path, replay_text)


def _looked_at(path: Path, looks: Callable[[str, str], Checked]) -> Checked:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)
        return Checked(str(path), [Problem(f"can't be read: {why}", file=str(path), line=1)])
    return looks(text, str(path))


def prove(files: Iterable[Path], proofs: Proofs) -> None:
    """Prove the puzzles among scenario files ahead of looking at them, in several processes, where none is proved and there are
    many. What is wrong with a file is for who looks at it to tell.
    """
    puzzles = [] if proofs.proved else [file for file in files if _asks_for_the_best_move(file)]
    if len(puzzles) < MANY:
        return
    processes = min(MOST_PROCESSES, os.cpu_count() or 1)
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        for proved in pool.map(_proved, puzzles, chunksize=4):
            proofs.proved |= proved


def _asks_for_the_best_move(file: Path) -> bool:
    try:
        return b"best-move" in file.read_bytes()
    except OSError:
        return False


def _proved(puzzle: Path) -> dict[str, dict[str, Plain]]:
    """What is proved of a puzzle, by the name that `Proofs` has for it."""
    proofs = Proofs(Path(os.devnull))
    check_file(puzzle, proofs)
    return proofs.asked


def check_paths(paths: Iterable[Path], jobs: int = 1) -> Iterator[list[Problem]]:
    """Yield the problems of every scenario file in ``paths`` (files or folders), file by file."""
    files = list(scenario_files(paths))
    if jobs <= 1 or len(files) < 2:
        yield from map(_problems, files)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_problems, files, chunksize=max(1, min(64, len(files) // (4 * jobs))))


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield each path that is a file, and each scenario file below a path that is a folder, sorted.

    What ``followsuit stats`` wrote beside them is none.
    """
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*")
                              if file.suffix in SUFFIXES and file.name != STATS and file.is_file())
        else:
            yield path


def _problems(path: Path) -> list[Problem]:
    return check_file(path).problems
