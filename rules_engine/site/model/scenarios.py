"""The scenario files of a site, either all checked together (`read_scenarios`) or each on demand (`Scenarios`)."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from rules_engine.authoring.caches.proof_cache import Proofs
from rules_engine.authoring.checks.check import CheckResult, check_file, check_files, read_file, scenario_files
from rules_engine.authoring.checks.file_watcher import Stamp, stamp_of
from rules_engine.scenarios.model import Scenario
from rules_engine.site.model.game_pages import elsewhere


class BuildStopped(BaseException):
    """Raised to abort a build in favour of a more urgent one. It isn't an ``Exception``, so error handlers don't catch it."""


def read_scenarios(folder: Path, games: Collection[str], shown_as: str,
                   proofs: Path | None = None) -> dict[str, CheckResult]:
    """Check the scenario files below a folder, except those for games without pages on the site.

    ``shown_as`` is the folder as shown in messages, and ``proofs`` the cache file for the proofs of puzzles.
    """
    files, known = dict(scenarios_below(folder, games)), Proofs(proofs)
    found = dict(zip(files, check_files([*files.values()], known), strict=True))
    known.write()
    return {name: _known_as(f"{shown_as}/{name}", checked) for name, checked in found.items()
            if checked.scenario is None or not elsewhere(checked.scenario.game, games)}


def scenarios_below(folder: Path, games: Collection[str]) -> Iterator[tuple[str, Path]]:
    """Yield the relative path and the path of each scenario file below a folder.

    The folders of games without pages on the site are left out.
    """
    for file in scenario_files([folder]) if folder.is_dir() else ():
        name = file.relative_to(folder).as_posix()
        if not elsewhere(name.split("/")[0], games):
            yield name, file


def look_at_scenario(file: Path, path: str, proofs: Proofs | None) -> CheckResult:
    """Check a scenario file; ``path`` is the file as shown in messages."""
    return _known_as(path, check_file(file, proofs))


def _known_as(path: str, checked: CheckResult) -> CheckResult:
    """Set the file in a result and its problems to ``path``, and return the result."""
    checked.path = path
    checked.problems = [each._replace(file=path) for each in checked.problems]
    return checked


class Scenarios(Mapping[str, CheckResult]):
    """A mapping of the scenario files below a folder, which checks each file on first access and again after a change.

    If ``stop`` is set, an access that would require a check raises `BuildStopped`. The mapping is thread-safe.
    """

    def __init__(self, folder: Path, games: Collection[str], shown_as: str, proofs: Proofs, stop: threading.Event) -> None:
        self.folder, self.games, self.shown_as, self.proofs, self.stop = folder, games, shown_as, proofs, stop
        self._lock = threading.RLock()
        self._files: dict[str, Stamp] = {}
        self._checked: dict[str, CheckResult] = {}
        self._read: dict[str, Scenario | None] = {}

    def look_again(self) -> None:
        """List the files again, and drop the cached results of those that have changed."""
        with self._lock:
            now = {name: stamp_of(file) for name, file in scenarios_below(self.folder, self.games)}
            for known in (self._checked, self._read):
                for name in [name for name in known if now.get(name) != self._files[name]]:
                    del known[name]
            self._files = now

    def peek(self, name: str) -> Scenario | None:
        """Return a scenario without checking it, or None if it can't be read."""
        if name not in self._read:
            self._read[name] = read_file(self.folder / name)
        return self._read[name]

    def __getitem__(self, name: str) -> CheckResult:
        with self._lock:
            if name not in self._files:
                raise KeyError(name)
            if name not in self._checked:
                if self.stop.is_set():
                    raise BuildStopped
                self._checked[name] = look_at_scenario(self.folder / name, f"{self.shown_as}/{name}", self.proofs)
            return self._checked[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)
