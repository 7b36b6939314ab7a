"""Scenario files checked again whenever they change. Only what is new is told, and nothing stops it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules_engine.authoring.check import check_file, scenario_files
from rules_engine.authoring.tracebacks import describe_exception
from rules_engine.core.model.errors import Problem

Stamp = tuple[int, int] | None
"""When a file was written and how long it is; None where it isn't there."""


class FileWatcher:
    """Files and folders that are looked at again and again."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self._stamps: dict[Path, Stamp] = {}
        self._faults: dict[Path, Counter[str]] = {}
        self._first = True

    def look(self) -> list[str]:
        """Return what is new since the last look, line by line; the first look tells all that doesn't hold."""
        stamps = {path: stamp_of(path) for path in self._files()}
        changed = [path for path, stamp in stamps.items() if self._stamps.get(path, ()) != stamp]
        gone = [path for path in self._stamps if path not in stamps]
        lines = [line for path in changed for line in self._checked(path)]
        for path in gone:
            lines.append(f"{path}: gone")
            del self._faults[path]
        if changed or gone or self._first:
            lines.append(self._sum())
        self._stamps, self._first = stamps, False
        return lines

    def _files(self) -> list[Path]:
        """The files that there are now. A folder that vanishes while it is read has none."""
        try:
            return [*dict.fromkeys(scenario_files(self.paths))]
        except OSError:
            return []

    def _checked(self, path: Path) -> Iterator[str]:
        """What is new in a file that has changed. A fault that only came to stand in another line isn't."""
        problems = _problems(path)
        before, now = self._faults.get(path, Counter()), Counter(problem.message for problem in problems)
        self._faults[path], known = now, before.copy()
        for problem in problems:
            if known[problem.message]:
                known[problem.message] -= 1
            else:
                yield problem.told()
        if not self._first and not now:
            yield f"{path}: holds"
        elif before - now:
            mended = (before - now).total()
            yield f"{path}: {mended} fault{'s' * (mended != 1)} mended, {now.total()} left"

    def _sum(self) -> str:
        count = len(self._faults)
        return f"{count} file{'s' * (count != 1)}, {sum(not faults for faults in self._faults.values())} hold"


def stamp_of(path: Path) -> Stamp:
    """Return what another writing of a file makes another."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _problems(path: Path) -> list[Problem]:
    """What is wrong with a file; a game that stumbles over it is told like any other fault."""
    try:
        return check_file(path).problems
    except Exception as error:  # noqa: BLE001  (whatever an author's rules do, the others go on being watched)
        fault = f"the game itself stumbled over this file: {describe_exception(error)}"
        return [Problem(fault, file=str(path))]
