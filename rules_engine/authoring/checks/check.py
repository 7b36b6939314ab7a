"""Checks of scenario files, for ``followsuit check`` and the site's build."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path

from rules_engine.authoring.caches.cache import Cache
from rules_engine.authoring.caches.proof_cache import Proofs, Written
from rules_engine.authoring.checks.check_text import CheckResult as CheckResult
from rules_engine.authoring.checks.check_text import replay_checked, unanswered_questions
from rules_engine.authoring.decisions import FILE as DECISIONS
from rules_engine.authoring.files import files_below, read_text
from rules_engine.authoring.processes import worker_pool
from rules_engine.authoring.stats import FILE as STATS
from rules_engine.authoring.tracebacks import describe_exception
from rules_engine.authoring.turn_questions import FILE as QUESTIONS
from rules_engine.authoring.yaml_text import InvalidYaml, read_yaml
from rules_engine.core.model.errors import Problem
from rules_engine.scenarios.model import Scenario
from rules_engine.scenarios.read import InvalidScenario, read_scenario

SUFFIXES = (".yml", ".yaml", ".json")
MANY = 40
"""Minimum number of unproved puzzles for which several processes are faster than one."""
MOST_PROCESSES = 8


def check_text(text: str, path: str, first_line: int = 1) -> CheckResult:
    """Check one scenario, including its questions; ``first_line`` is the line in ``path`` at which the text begins."""
    checked = replay_text(text, path, first_line)
    checked.problems += unanswered_questions(checked, first_line, describe_exception)
    return checked


def replay_text(text: str, path: str, first_line: int = 1) -> CheckResult:
    """Replay one scenario without checking its questions; ``first_line`` is the line in ``path`` at which the text begins."""
    return replay_checked(text, path, first_line, describe_exception)


def check_file(path: Path, proofs: Proofs | None = None) -> CheckResult:
    """Check one scenario file. Known proofs are taken from ``proofs``, and new ones are added to it."""
    [checked] = check_files([path], Proofs() if proofs is None else proofs)
    return checked


def check_files(paths: Sequence[Path], proofs: Proofs) -> list[CheckResult]:
    """Check scenario files. If many proofs are missing, a pool of processes computes them first."""
    found = [replay_file(path) for path in paths]
    keys = [proofs.keys_of(checked.run) for checked in found]
    lacking = [path for path, each in zip(paths, keys, strict=True) if proofs.lack(each)]
    if len(lacking) >= MANY:
        proofs.known |= _proved_in_processes(lacking)
    for checked, each in zip(found, keys, strict=True):
        if checked.run is not None:
            proofs.bring(checked.run, each)
            checked.problems += _unanswered(checked, proofs.results(checked.run.game.id), proofs.lack(each))
            proofs.keep(checked.run, each)
    return found


def _unanswered(checked: CheckResult, results: Cache, lacks_proofs: bool) -> list[Problem]:
    """Return a problem for each question in a scenario that has no answer.

    If the scenario passed with the same code before, its questions are answered again only if proofs are missing.
    """
    assert checked.source is not None
    problems: list[Problem] | None = None

    def ask() -> bool:
        nonlocal problems
        problems = [*unanswered_questions(checked, 1, describe_exception)]
        return not problems

    answered = results.values(["answered", checked.source.text], ask)
    if problems is None and (lacks_proofs or not answered):
        ask()
    return problems or []


def read_file(path: Path) -> Scenario | None:
    """Return the scenario in a file without replaying it, or None if it can't be read or is invalid."""
    try:
        return read_scenario(read_yaml(read_text(path)).value)
    except (OSError, UnicodeDecodeError, InvalidYaml, InvalidScenario):
        return None


def replay_file(path: Path) -> CheckResult:
    """Replay one scenario file without checking its questions."""
    return _looked_at(path, replay_text)


def _looked_at(path: Path, looks: Callable[[str, str], CheckResult]) -> CheckResult:
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        why = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)
        return CheckResult(str(path), [Problem(f"can't be read: {why}", file=str(path), line=1)])
    return looks(text, str(path))


def _proved_in_processes(puzzles: Sequence[Path]) -> dict[str, Written]:
    """Return the proofs for puzzles, computed by a pool of processes; some are missing if the pool fails."""
    found: dict[str, Written] = {}
    with suppress(OSError, BrokenProcessPool), worker_pool(min(MOST_PROCESSES, os.cpu_count() or 1)) as pool:
        for known in pool.map(_proved, puzzles, chunksize=4):
            found |= known
    return found


def _proved(puzzle: Path) -> dict[str, Written]:
    """Return the proofs for one puzzle by key."""
    proofs = Proofs()
    check_file(puzzle, proofs)
    return proofs.used


def problems_of(files: Sequence[Path], jobs: int = 1) -> Iterator[list[Problem]]:
    """Yield the list of problems in each scenario file, checked in ``jobs`` processes."""
    if jobs <= 1 or len(files) < 2:
        yield from map(_problems, files)
        return
    with worker_pool(jobs) as pool:
        yield from pool.map(_problems, files, chunksize=max(1, min(64, len(files) // (4 * jobs))))


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield each path that is a file, and the scenario files below each path that is a folder, sorted.

    Statistics and decisions, which other commands write, are left out, and so are hidden files and files created by operating
    systems and editors.
    """
    for path in paths:
        if path.is_dir():
            yield from (file for file in files_below(path, *SUFFIXES) if file.name not in (DECISIONS, QUESTIONS, STATS))
        else:
            yield path


def _problems(path: Path) -> list[Problem]:
    return check_file(path).problems
