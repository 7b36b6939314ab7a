"""A watcher that re-checks scenario files when they change and reports only new problems. It continues after any error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules_engine.authoring.checks.check import check_file, scenario_files
from rules_engine.authoring.tracebacks import describe_exception
from rules_engine.core.model.errors import Problem

Stamp = tuple[int, int] | None
"""A file's modification time (ns) and size (bytes); None if it doesn't exist."""


class FileWatcher:
    """A watcher of files and folders; the caller polls it with `look`."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self._stamps: dict[Path, Stamp] = {}
        self._faults: dict[Path, Counter[str]] = {}
        self._first = True

    def look(self) -> list[str]:
        """Return the lines to print since the last call. The first call reports every problem."""
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
        """Return the current scenario files; none if a folder is deleted while it is being listed."""
        try:
            return [*dict.fromkeys(scenario_files(self.paths))]
        except OSError:
            return []

    def _checked(self, path: Path) -> Iterator[str]:
        """Check a changed file and yield lines about its new problems.

        A known problem that only moved to another line isn't reported again.
        """
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
    """Return the modification time and size of a file, or None if it can't be accessed."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _problems(path: Path) -> list[Problem]:
    """Return the problems in a file. An exception in a game's code is reported as a problem."""
    try:
        return check_file(path).problems
    except Exception as error:  # noqa: BLE001  (an error in an author's rules must not stop the watcher)
        fault = f"the game failed at this file: {describe_exception(error)}"
        return [Problem(fault, file=str(path))]
