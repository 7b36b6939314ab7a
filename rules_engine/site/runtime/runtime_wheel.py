"""The distribution `followsuit-runtime`, where it is installed: Pyodide, idiomorph, ts-fsrs, and a snapshot of the engine
without games.

With it nobody needs npm. Where Node is there, the snapshot is made of its Pyodide with the site's games, as with npm's; where
it isn't, the site's games are loaded into the snapshot that the distribution holds.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Collection
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from rules_engine import __version__
from rules_engine.authoring.npm import INSTALL_RUNTIME, RUNTIME, RUNTIME_PACKAGE
from rules_engine.site.runtime.build_snapshot import RuntimeSnapshot, read_made
from rules_engine.site.runtime.engine_archive import engine_alone, modules_of
from rules_engine.site.runtime.errors import GamesNotShipped, RuntimeFilesError

ABOUT = "about.json"
LIBRARY = "python_stdlib.zip"


@dataclass(frozen=True)
class PrebuiltRuntime:
    """What the distribution holds."""

    folder: Path
    made: RuntimeSnapshot
    engine: str
    """The digest of the engine that the snapshot was made of."""

    def fits(self, package_root: Path) -> bool:
        """Tell whether that engine is the one of a package: else games could meet another engine than they were tried with."""
        return self.engine == digest_of(engine_alone(package_root))

    def lacks(self, package_root: Path, games: Collection[str]) -> list[str]:
        """Return what games import of Python's library that the snapshot hasn't, each with its place: ``rules.py:3 imports csv``.

        Raises `GamesNotShipped` for what Python in a browser hasn't at all.
        """
        with zipfile.ZipFile(self.folder / "pyodide" / LIBRARY) as archive:
            files = set(archive.namelist())
        late: set[str] = set()
        nowhere: dict[str, list[str]] = {}
        for game in games:
            library = modules_of(package_root, game).library
            for name in library.keys() - self.made.modules:
                path, told = name.replace(".", "/"), f"{library[name]} imports {name}"
                if files & {f"{path}.py", f"{path}/__init__.py"}:
                    late.add(told)
                else:
                    nowhere.setdefault(game, []).append(f"{told}, which Python in a browser hasn't")
        if nowhere:
            raise GamesNotShipped(nowhere)
        return sorted(late)


class Source(NamedTuple):
    """Where a site's files of others come from."""

    pyodide: Path
    idiomorph: Path
    prepared: PrebuiltRuntime | None = None
    """The distribution, where it is not npm."""


def source(pyodide: Path, idiomorph: Path, node: str | None) -> Source:
    """Return npm's packages where they and Node are there, or else the distribution where it is installed.

    Raises `RuntimeFilesError`.
    """
    if node and pyodide.is_dir():
        return Source(pyodide, idiomorph)
    found = prepared()
    return Source(found.folder / "pyodide", found.folder / "idiomorph", found) if found else Source(pyodide, idiomorph)


def prepared() -> PrebuiltRuntime | None:
    """Return the distribution, if it is installed. Raises `RuntimeFilesError` if it is damaged or of another version."""
    spec = find_spec(RUNTIME_PACKAGE)
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    try:
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        version = about["followsuit"]
        found = PrebuiltRuntime(folder, read_made(folder), about["engine"]) if version == __version__ else None
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise RuntimeFilesError(f"{RUNTIME} in {folder} is damaged ({problem!r}): "
                                f"run `{INSTALL_RUNTIME} --force-reinstall`") from problem
    if found is None:
        raise RuntimeFilesError(f"followsuit is {__version__} but {RUNTIME} {version}, and they must be of one version: run "
                                f"`{INSTALL_RUNTIME}`")
    return found


def digest_of(files: dict[str, bytes]) -> str:
    """Return one digest for files with their paths."""
    each = (f"{path}\0{hashlib.sha256(content).hexdigest()}\n" for path, content in sorted(files.items()))
    return hashlib.sha256("".join(each).encode()).hexdigest()
