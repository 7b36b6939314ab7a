"""Which of an author's files have changed. They are looked at again and again: that works in every folder that Python can read,
those of other machines and of containers among them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path

from rules_engine.authoring.file_watcher import Stamp, stamp_of

NOT_WATCHED = {"__pycache__", "node_modules", "site"}
"""Folders that nobody writes in by hand; neither do they in those whose name begins with a dot."""


class Change(Enum):
    """What a change asks for."""

    PAGES = "pages"
    """The pages, built again."""

    LOOKS = "looks"
    """A file that pages show, or are styled by: they are opened again even if their text is the same."""

    RULES = "rules"
    """Python, started anew."""


class Watcher:
    """Files below folders, and single files."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self._stamps = self._now()

    def look(self) -> dict[Path, Change]:
        """Return what has changed since the last look, come and gone included."""
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
            if not name.startswith((".", "#")) and not name.endswith("~"):  # editors' own
                yield Path(root, name)


def _asks_for(path: Path) -> Change:
    if path.suffix in (".py", ".toml", ".html") or path.name in ("mkdocs.yml", "mkdocs.yaml"):
        return Change.RULES
    return Change.PAGES if path.suffix in (".md", ".yml", ".yaml", ".json") else Change.LOOKS
