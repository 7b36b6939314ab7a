"""A watcher for an author's files.

It polls them, which works for every folder that Python can read, including network folders and folders mounted in containers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path

from rules_engine.authoring.checks.file_watcher import Stamp, stamp_of

NOT_WATCHED = {"__pycache__", "node_modules", "site"}
"""Names of folders with generated files, which aren't watched. Folders whose name starts with a dot aren't watched either."""


class Change(Enum):
    """The action that a change requires."""

    PAGES = "pages"
    """A rebuild of the pages."""

    LOOKS = "looks"
    """A reload of the pages even if their text is the same, because a file that they show or a style sheet has changed."""

    RULES = "rules"
    """A restart of the build process, because Python code has changed."""


class Watcher:
    """A watcher for individual files and for all files below given folders."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self._stamps = self._now()

    def look(self) -> dict[Path, Change]:
        """Return the files that were changed, created or deleted since the last call, each with the required action."""
        now = self._now()
        changed = [path for path in now.keys() | self._stamps.keys() if now.get(path) != self._stamps.get(path)]
        self._stamps = now
        return {path: _asks_for(path) for path in sorted(changed)}

    def _now(self) -> dict[Path, Stamp]:
        stamps = {file: stamp_of(file) for path in self.paths for file in (_below(path) if path.is_dir() else [path])}
        return {file: stamp for file, stamp in stamps.items() if stamp is not None}


def _below(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in NOT_WATCHED and not name.startswith(".")]
        for name in files:
            if not name.startswith((".", "#")) and not name.endswith("~"):  # files created by editors
                yield Path(root, name)


def _asks_for(path: Path) -> Change:
    if path.suffix in (".py", ".toml", ".html") or path.name in ("mkdocs.yml", "mkdocs.yaml"):
        return Change.RULES
    return Change.PAGES if path.suffix in (".md", ".yml", ".yaml", ".json") else Change.LOOKS
