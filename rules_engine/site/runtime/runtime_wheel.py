"""The installed distribution `followsuit-runtime`: Pyodide, idiomorph, ts-fsrs, glicko2-lite, and a snapshot of the engine
without games.

It replaces npm. With Node, the build uses its Pyodide to create a snapshot that includes the site's games. Without Node, the
games are loaded into the distribution's snapshot.
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

from rules_engine._version import __version__
from rules_engine.authoring.npm import INSTALL_RUNTIME, RUNTIME, RUNTIME_PACKAGE
from rules_engine.site.runtime.build_snapshot import RuntimeSnapshot, read_made
from rules_engine.site.runtime.engine_archive import engine_alone, modules_of
from rules_engine.site.runtime.errors import GamesNotShipped, RuntimeFilesError

ABOUT = "about.json"
LIBRARY = "python_stdlib.zip"


@dataclass(frozen=True)
class PrebuiltRuntime:
    """The contents of the installed distribution: its folder and its snapshot."""

    folder: Path
    made: RuntimeSnapshot
    engine: str
    """The digest of the engine in the snapshot."""

    def fits(self, package_root: Path) -> bool:
        """Return whether the snapshot contains the same engine as ``package_root``, with which the games were checked."""
        return self.engine == digest_of(engine_alone(package_root))

    def lacks(self, package_root: Path, games: Collection[str]) -> list[str]:
        """Return the standard library imports of games that the snapshot lacks, such as ``rules.py:3 imports csv``.

        Raises `GamesNotShipped` for modules that Pyodide doesn't have at all.
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
    """The folders of the third-party packages that a site needs."""

    pyodide: Path
    idiomorph: Path
    prepared: PrebuiltRuntime | None = None
    """The distribution, if it provides the packages; None if they come from npm."""


def source(pyodide: Path, idiomorph: Path, node: str | None) -> Source:
    """Return npm's packages if they and Node are available, otherwise the distribution if it is installed.

    Raises `RuntimeFilesError`.
    """
    if node and pyodide.is_dir():
        return Source(pyodide, idiomorph)
    found = prepared()
    return Source(found.folder / "pyodide", found.folder / "idiomorph", found) if found else Source(pyodide, idiomorph)


def prepared() -> PrebuiltRuntime | None:
    """Return the distribution, or None if it isn't installed.

    Raises `RuntimeFilesError` if it is corrupt or has another version.
    """
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
    """Return a digest of the paths and contents of files."""
    each = (f"{path}\0{hashlib.sha256(content).hexdigest()}\n" for path, content in sorted(files.items()))
    return hashlib.sha256("".join(each).encode()).hexdigest()
