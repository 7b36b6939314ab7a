"""The files with which the browser runs the rules: Pyodide, the engine with games, and a manifest.

This module depends neither on MkDocs nor on the client. `runtime_files` returns all files to write below `assets/followsuit/`.
The last one, the manifest `runtime.json`, is loaded by pages and lists the others. The name of each folder contains a digest of
its files, so that caches never mix files of two builds, and Pyodide's URLs don't change when only the rules do.

Pyodide comes from its npm package, or from `followsuit-runtime` (see `runtime_wheel.prepared`), which contains the same files.
`npm ci` checks the package against the lock file but doesn't check `node_modules` later, so each build compares every file with
the digest pinned below. To change to another release:

    npm install --save-exact --ignore-scripts pyodide@<version>
    python -m rules_engine.site.runtime pins node_modules/pyodide

and replace `PYODIDE_VERSION` (in `authoring/npm.py`) and `PYODIDE_FILES` with the output. The tests in tests/pyodide then check
`PYODIDE_READS`. docs/design/runtime.md has the reasons.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import rules_engine
from rules_engine.authoring.caches.cache import MADE, Cache
from rules_engine.authoring.caches.code_digest import engine_digest
from rules_engine.authoring.npm import PYODIDE_VERSION, how_to_install
from rules_engine.site.runtime.build_snapshot import PART, SNAPSHOT, RuntimeSnapshot, build_snapshot, cached_snapshot
from rules_engine.site.runtime.engine_archive import engine_alone, engine_archive, games_alone, stored, zipped
from rules_engine.site.runtime.errors import RuntimeFilesError
from rules_engine.site.runtime.runtime_wheel import PrebuiltRuntime

#: The shipped files of the npm package, by their role at startup: name, SHA-256 digest, and transfer size in bytes.
#: The lock file isn't shipped: no package is ever loaded, so `boot.js` passes an empty one.
PYODIDE_FILES = {
    "loader": ("pyodide.mjs", "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109", 7152),
    "glue": ("pyodide.asm.mjs", "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635", 259957),
    "wasm": ("pyodide.asm.wasm", "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6", 3528803),
    "library": ("python_stdlib.zip", "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a", 2545637),
}

#: Number of times that Python opens its standard library during startup, for the progress bar of that stage.
#: A test in tests/pyodide checks it.
PYODIDE_READS = 252

#: The scripts of the worker, in `client/worker`. They are in the folder of the rules; the page's scripts are not.
WORKER_SCRIPTS = ("worker.js", "boot.js", "fetch-files.js", "start-python.js")

COMPRESSED_BY_HOSTS = (".js", ".mjs", ".wasm", ".json")
"""Suffixes of files that hosts such as GitHub Pages compress. They matter for the download size shown to readers."""

MANIFEST = "runtime.json"
MANIFEST_FORMAT = 5


@dataclass(frozen=True)
class RuntimeFile:
    """A runtime file: its path in the site, and either its content or the file to copy."""

    path: str
    content: bytes | None = None
    source: Path | None = None
    packed: int | None = None
    """The transfer size in bytes, if known."""

    def read(self) -> bytes:
        """Return the bytes to write at `path`."""
        if self.content is not None:
            return self.content
        assert self.source is not None, f"{self.path} has neither content nor source"
        return self.source.read_bytes()


class Rules(NamedTuple):
    """The rules as shipped with a site: the archive, and the files for a faster start."""

    archive: bytes
    games: bytes | None = None
    """The sources of the games' modules as JSON, if they aren't in the archive and the snapshot."""

    snapshot: RuntimeSnapshot | None = None
    late: bool = False
    """True if the games import modules that the snapshot lacks, so that Python's library must be loaded too."""


def runtime_files(package_root: Path, games: Collection[str], pyodide_root: Path, node: str | None,
                  cache: Path, prepared: PrebuiltRuntime | None = None, hurried: bool = False) -> list[RuntimeFile]:
    """Return the files of the runtime with these games, by path below `assets/followsuit/`; the manifest is last.

    ``package_root``  the folder of the package `rules_engine`
    ``pyodide_root``  the folder of Pyodide
    ``node``          the Node executable, which builds the snapshot unless the cache has it; None without Node
    ``cache``         the folder of cached snapshots
    ``prepared``      the prebuilt snapshot, into which games are loaded if there is no Node
    ``hurried``       whether a cached snapshot may be used without Node

    Without any snapshot, Python starts in Pyodide's usual way. Raises `RuntimeFilesError`.
    """
    python = in_folder("python", pyodide_files(pyodide_root))
    if node or prepared is None:
        shipped = _together(package_root, games, pyodide_root, node, cache, hurried)
    else:
        shipped = _apart(package_root, games, prepared)
    rules = {"rules": RuntimeFile("rules.zip", content=shipped.archive)}
    for name in WORKER_SCRIPTS:
        rules[name] = RuntimeFile(name, source=package_root / "site" / "client" / "worker" / name)
    rules = in_folder("rules", rules)
    own = in_folder("games", {"games": RuntimeFile("games.json", shipped.games)} if shipped.games else {})
    snapshot = in_folder("snapshot", _snapshot(shipped.snapshot) if shipped.snapshot else {})
    manifest = {
        "format": MANIFEST_FORMAT,
        "pyodide": PYODIDE_VERSION,
        "abi": _abi(pyodide_root),
        "worker": rules["worker.js"].path,
        "ways": _ways(shipped),
        "files": {part: _described(file) for part, file in {**python, "rules": rules["rules"], **own, **snapshot}.items()},
    }
    content = f"{json.dumps(manifest, indent=1)}\n".encode()
    return [*python.values(), *rules.values(), *own.values(), *snapshot.values(), RuntimeFile(MANIFEST, content)]


def _together(package_root: Path, games: Collection[str], pyodide_root: Path, node: str | None, cache: Path,
              hurried: bool) -> Rules:
    """Return the archive of the engine and games, and a snapshot of both if Node or a usable cached snapshot is available."""
    running = package_root == Path(rules_engine.__file__).resolve().parent
    code = engine_digest(tuple(games)) if running else ""
    archive = Cache(cache / MADE, code).once("engine archive", lambda: engine_archive(package_root, games))
    if node:
        return Rules(archive, snapshot=build_snapshot(archive, pyodide_root, PYODIDE_FILES, node, cache))
    return Rules(archive, snapshot=cached_snapshot(archive, PYODIDE_FILES, cache) if hurried else None)


def _apart(package_root: Path, games: Collection[str], prepared: PrebuiltRuntime) -> Rules:
    """Return the archive of the engine without games, its prebuilt snapshot, and the sources of the games."""
    texts = {path: content.decode() for path, content in sorted(games_alone(package_root, games).items())}
    return Rules(zipped(engine_alone(package_root)), json.dumps(texts, ensure_ascii=False).encode(), prepared.made,
                 bool(prepared.lacks(package_root, games)))


def _snapshot(snapshot: RuntimeSnapshot) -> dict[str, RuntimeFile]:
    """Return the files for the snapshot and its parts, each in a zip because some servers reject unknown file types."""
    parts = {
        f"part-{name}": RuntimeFile(f"{name}.zip", stored(f"{name}{PART}", content))
        for name, content in snapshot.parts.items()
    }
    return {"snapshot": RuntimeFile("snapshot.zip", stored(SNAPSHOT, snapshot.snapshot)), **parts}


def _ways(shipped: Rules) -> list[dict[str, object]]:
    """Return the ways to start Python, fastest first, each with its parameters and the files needed besides Pyodide's own."""
    own = ["games"] if shipped.games else []
    stock: dict[str, object] = {"name": "stock", "files": ["library", "rules", *own], "reads": PYODIDE_READS}
    if shipped.snapshot is None:
        return [stock]
    sizes = {name: getattr(shipped.snapshot, name) for name in ("unpacked", "image", "data")}
    later = [f"part-{name}" for name in shipped.snapshot.parts]
    return [{"name": "snapshot", "files": ["snapshot", *own, *["library"] * shipped.late], "later": later, **sizes}, stock]


def pyodide_files(pyodide_root: Path) -> dict[str, RuntimeFile]:
    """Return Pyodide's files by their role at startup. Raises `RuntimeFilesError` if a file differs from the pinned digest."""
    _check_version(pyodide_root)
    files = {}
    for part, (name, pinned, packed) in PYODIDE_FILES.items():
        source = _present(pyodide_root / name)
        if hashlib.sha256(source.read_bytes()).hexdigest() != pinned:
            raise RuntimeFilesError(
                f"{source} is not the file of pyodide {PYODIDE_VERSION} (its sha256 differs from the pinned one): "
                f"{how_to_install(pyodide_root)}"
            )
        files[part] = RuntimeFile(published(name), source=source, packed=packed)
    return files


def published(name: str) -> str:
    """Return the name that a Pyodide file has in the site.

    `.mjs` becomes `.js`: some servers, such as nginx 1.22, don't send a JavaScript type for it, and browsers require one.
    """
    return re.sub(r"\.mjs$", ".js", name)


def _check_version(pyodide_root: Path) -> None:
    found = _version(pyodide_root)
    if found != PYODIDE_VERSION:
        raise RuntimeFilesError(
            f"{pyodide_root} holds pyodide {found}, but {PYODIDE_VERSION} is pinned: {how_to_install(pyodide_root)} "
            "(or renew the pins, see rules_engine/site/runtime/manifest.py)"
        )


def _version(pyodide_root: Path) -> str:
    description = _present(pyodide_root / "package.json").read_text(encoding="utf-8")
    return str(json.loads(description).get("version"))


def _abi(pyodide_root: Path) -> object:
    """Return the section `info` of Pyodide's lock file, which `boot.js` passes to Pyodide without the packages."""
    lock = _present(pyodide_root / "pyodide-lock.json").read_text(encoding="utf-8")
    return json.loads(lock)["info"]


def _present(file: Path) -> Path:
    if not file.is_file():
        raise RuntimeFilesError(f"{file} is missing: {how_to_install(file.parent)}")
    return file


def in_folder(name: str, files: dict[str, RuntimeFile]) -> dict[str, RuntimeFile]:
    """Return files moved into a folder whose name contains a digest of their contents."""
    digest = hashlib.sha256()
    for file in files.values():
        digest.update(f"{file.path}\0{hashlib.sha256(file.read()).hexdigest()}\n".encode())
    folder = f"{name}-{digest.hexdigest()[:16]}"
    return {part: replace(file, path=f"{folder}/{file.path}") for part, file in files.items()}


def _described(file: RuntimeFile) -> dict[str, str | int]:
    content = file.read()
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    packed = over_the_line(file.path, content) if file.packed is None else file.packed
    return {"path": file.path, "bytes": len(content), "packed": packed, "integrity": f"sha256-{digest}"}


def over_the_line(path: str, content: bytes) -> int:
    """Return the transfer size of a file in bytes."""
    return len(gzip.compress(content, mtime=0)) if path.endswith(COMPRESSED_BY_HOSTS) else len(content)


def write_runtime(files: Sequence[RuntimeFile], folder: Path) -> None:
    """Write files below a folder."""
    for file in files:
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read())


def pins(pyodide_root: Path) -> str:
    """Return Python source that pins the Pyodide in a folder: its version, and the files' digests and sizes."""
    lines = [f'PYODIDE_VERSION = "{_version(pyodide_root)}"', "PYODIDE_FILES = {"]
    for part, (name, *_) in PYODIDE_FILES.items():
        content = _present(pyodide_root / name).read_bytes()
        lines.append(f'    "{part}": ("{name}", "{hashlib.sha256(content).hexdigest()}", {over_the_line(name, content)}),')
    return "\n".join([*lines, "}"])
