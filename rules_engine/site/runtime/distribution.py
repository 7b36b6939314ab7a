"""Builds the two wheels of this repository: `followsuit`, and `followsuit-runtime`, which `runtime_wheel.prepared` reads.

Only `followsuit` has a source distribution; `followsuit-runtime` consists of packaged files and a snapshot built by Node.
Everything is built from copies in a temporary folder, so that builds leave nothing in the repository and include no stray files.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rules_engine._version import __version__
from rules_engine.authoring.npm import PACKAGES, PYODIDE_VERSION, RUNTIME_PACKAGE
from rules_engine.games import GAMES
from rules_engine.site.runtime.build_snapshot import RuntimeSnapshot, build_snapshot, write_made
from rules_engine.site.runtime.engine_archive import engine_alone, shipped_modules, zipped
from rules_engine.site.runtime.errors import RuntimeFilesError
from rules_engine.site.runtime.manifest import PYODIDE_FILES, pyodide_files
from rules_engine.site.runtime.runtime_wheel import ABOUT, digest_of

PROJECT = Path(__file__).with_name("project")
OF_FOLLOWSUIT = ("pyproject.toml", "setup.py", "examples", "README.md", "LICENSE", "THIRD-PARTY-NOTICES.md", "rules_engine",
                 "requirements/new-site.txt", "docs/authors")
OF_PYODIDE = (*(name for name, *_ in PYODIDE_FILES.values()), "package.json", "pyodide-lock.json")
OF_IDIOMORPH = ("LICENSE", "dist/idiomorph.esm.js")
OF_FSRS = ("LICENSE", "dist/index.mjs")
OF_GLICKO = ("LICENSE.txt", "index.js")
LONG_AGO = "315532800"
"""1980-01-01 in Unix time, the earliest date of a zip entry. A fixed date makes the wheels reproducible."""

LIBRARY = (
    "abc", "bisect", "calendar", "collections", "collections.abc", "contextlib", "copy", "dataclasses", "datetime", "decimal",
    "enum", "fractions", "functools", "graphlib", "heapq", "itertools", "json", "math", "numbers", "operator", "random", "re",
    "statistics", "string", "textwrap", "time", "types", "typing", "weakref",
)
"""Modules of the standard library that authors' games are likely to import. The snapshot always contains them."""


def write_wheels(repository: Path, target: Path, modules: Path, node: str, cache: Path) -> list[Path]:
    """Build both wheels in the folder ``target``, and return their paths. Raises `RuntimeFilesError`.

    ``modules`` is the `node_modules` folder, ``node`` the Node executable, and ``cache`` the folder of cached snapshots.
    """
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as workplace:
        ours, runtime = Path(workplace, "followsuit"), Path(workplace, RUNTIME_PACKAGE)
        _copy(repository, ours, OF_FOLLOWSUIT)
        write_runtime_project(repository, runtime, modules, node, cache)
        wheels = Path(workplace, "wheels")
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps",
                   "--no-build-isolation", "--wheel-dir", str(wheels), str(ours), str(runtime)]
        ended = subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": LONG_AGO}, capture_output=True, text=True)
        if ended.returncode:
            raise RuntimeFilesError(f"pip could not make the wheels:\n{(ended.stdout + ended.stderr)[-3000:].strip()}")
        return sorted(Path(shutil.copy(wheel, target)) for wheel in wheels.glob("*.whl"))


def write_source(repository: Path, target: Path) -> Path:
    """Build the source distribution of `followsuit` in a folder, and return its path. Raises `RuntimeFilesError`."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as workplace:
        _copy(repository, Path(workplace), (*OF_FOLLOWSUIT, "MANIFEST.in"))
        command = [sys.executable, "-c", "from setuptools.build_meta import build_sdist; build_sdist('dist')"]
        ended = subprocess.run(command, cwd=workplace, capture_output=True, text=True)
        if ended.returncode:
            raise RuntimeFilesError(f"setuptools could not pack the source:\n{(ended.stdout + ended.stderr)[-3000:].strip()}")
        (packed,) = Path(workplace, "dist").iterdir()
        return Path(shutil.copy(packed, target))


def write_runtime_project(repository: Path, folder: Path, modules: Path, node: str, cache: Path) -> None:
    """Write the source project of the wheel `followsuit-runtime`, a package of data files. Raises `RuntimeFilesError`."""
    package, words = folder / RUNTIME_PACKAGE, {"version": __version__, **PACKAGES}
    _copy(repository, folder, ("LICENSE", "THIRD-PARTY-NOTICES.md"))
    for template, place in (("pyproject.toml.txt", folder / "pyproject.toml"), ("README.md", folder / "README.md"),
                            ("init.py.txt", package / "__init__.py")):
        text = (PROJECT / template).read_text(encoding="utf-8")
        for name, word in words.items():
            text = text.replace(f"@{name}@", word)
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8")
    pyodide = modules / "pyodide"
    pyodide_files(pyodide)
    _copy(pyodide, package / "pyodide", OF_PYODIDE)
    _copy(modules / "idiomorph", package / "idiomorph", OF_IDIOMORPH)
    _copy(modules / "ts-fsrs", package / "ts-fsrs", OF_FSRS)
    _copy(modules / "glicko2-lite", package / "glicko2-lite", OF_GLICKO)
    package_root = repository / "rules_engine"
    write_made(snapshot(package_root, pyodide, node, cache), package)
    about = {"followsuit": __version__, "pyodide": PYODIDE_VERSION, "engine": digest_of(engine_alone(package_root))}
    (package / ABOUT).write_text(f"{json.dumps(about, indent=1)}\n", encoding="utf-8")


def snapshot(package_root: Path, pyodide: Path, node: str, cache: Path) -> RuntimeSnapshot:
    """Return a snapshot of the engine without games. The engine's own games are run to determine the modules that it needs."""
    engine = engine_alone(package_root)
    tried = shipped_modules(package_root, GAMES, LIBRARY)
    return build_snapshot(zipped(engine), pyodide, PYODIDE_FILES, node, cache, zipped(tried))


def _copy(source: Path, target: Path, names: tuple[str, ...]) -> None:
    for name in names:
        origin = source / name
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        if origin.is_dir():
            shutil.copytree(origin, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif origin.is_file():
            shutil.copyfile(origin, target / name)
        else:
            raise RuntimeFilesError(f"{origin} is missing: the wheels are made in Follow Suit's repository, after `npm ci` "
                                    "(`make wheels` sees to that)")
