"""Builds the snapshot, from which Python starts quickly: Node runs Pyodide, which compiles and imports the modules of the rules,
and dumps its memory.

This takes about 20 s, so snapshots are cached in a folder by a digest of all their inputs.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from rules_engine.site.runtime.errors import RuntimeFilesError
from rules_engine.site.runtime.trim_stdlib import LEFT_OUT, STAND_INS, lean_library

HERE = Path(__file__).resolve().parent
SCRIPTS = (HERE / "make.mjs", HERE / "in_pyodide.py")
SNAPSHOT, DESCRIPTION, PART = "snapshot.bin", "made.json", ".part"
KEPT = 8
"""Maximum number of snapshots in the cache, each of about 2 MB."""
LONGEST_MAKING = 600.0
"""Timeout for Node, in seconds. It is meant to end a process that hangs, not a slow one."""


@dataclass(frozen=True)
class RuntimeSnapshot:
    """A snapshot of Python's memory, and the data required to load it."""

    snapshot: bytes
    """The non-zero pages of the memory, compressed with Zstandard."""

    unpacked: int
    """The size of the decompressed snapshot in bytes."""

    image: int
    """The size of the complete memory image, in bytes."""

    data: int
    """The size of WebAssembly's initial memory up to the last non-zero byte, in bytes, rounded up to a multiple of 4."""

    modules: Sequence[str]
    """The modules that can be imported without Python's standard library, from the snapshot or because they are built in."""

    parts: Mapping[str, bytes] = field(default_factory=dict)
    """The parts that are loaded on demand: each game with which the snapshot was built, by id, and the rest of the rules."""


def build_snapshot(rules: bytes, pyodide: Path, pins: Mapping[str, tuple[str, str, int]], node: str, cache: Path,
         tried: bytes | None = None) -> RuntimeSnapshot:
    """Return the snapshot for a zip archive of the rules, from the cache or newly built.

    Raises `RuntimeFilesError` if Node fails.

    The rules are run to determine the modules that they need. For rules without games, ``tried`` has the same rules with games,
    which are run instead.
    """
    tried = rules if tried is None else tried
    folder = cache / _key(rules, tried, pins)
    found = _found(folder)
    if found is not None:
        return found
    try:
        with tempfile.TemporaryDirectory(prefix="followsuit-") as workplace:
            result = _make(rules, tried, pyodide, node, Path(workplace))
            _keep(result, folder)
            return read_made(result)
    except OSError as error:
        what = error.filename or "a temporary file"
        raise RuntimeFilesError(f"The snapshot could not be made: {what}: {error.strerror}. Is the disk full?") from error


def cached_snapshot(rules: bytes, pins: Mapping[str, tuple[str, str, int]], cache: Path) -> RuntimeSnapshot | None:
    """Return the cached snapshot for these rules, or None."""
    return _found(cache / _key(rules, rules, pins))


def _found(folder: Path) -> RuntimeSnapshot | None:
    """Return the snapshot in a folder of the cache, or None if it is missing or incomplete."""
    try:
        return read_made(folder)
    except (OSError, ValueError, TypeError):
        return None


def _keep(snapshot: Path, folder: Path) -> None:
    """Store a snapshot in the cache atomically.

    File system errors are ignored; the next build then creates the snapshot again.
    """
    cache = folder.parent
    with suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache, ignore_cleanup_errors=True) as fresh:
            copied = shutil.copytree(snapshot, Path(fresh) / folder.name)
            if _found(folder) is None:      # another build may have stored it in the meantime
                shutil.rmtree(folder, ignore_errors=True)
                copied.rename(folder)
        _forget_all_but_the_last(KEPT, cache)


def read_made(folder: Path) -> RuntimeSnapshot:
    """Read a snapshot from a folder. Raises ``OSError``, ``ValueError`` or ``TypeError`` if it is missing or corrupt."""
    described = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    parts = {file.name.removesuffix(PART): file.read_bytes() for file in sorted(folder.glob(f"*{PART}"))}
    return RuntimeSnapshot((folder / SNAPSHOT).read_bytes(), **described, parts=parts)


def write_made(snapshot: RuntimeSnapshot, folder: Path) -> None:
    """Write a snapshot into a folder."""
    described = asdict(snapshot)
    (folder / SNAPSHOT).write_bytes(described.pop("snapshot"))
    for name, content in described.pop("parts").items():
        (folder / f"{name}{PART}").write_bytes(content)
    (folder / DESCRIPTION).write_text(json.dumps(described), encoding="utf-8")


def _key(rules: bytes, tried: bytes, pins: Mapping[str, tuple[str, str, int]]) -> str:
    """Return the cache key: a digest of everything that the snapshot depends on."""
    digest = hashlib.sha256(hashlib.sha256(rules).digest() + hashlib.sha256(tried).digest())
    for script in SCRIPTS:
        digest.update(script.read_bytes())
    digest.update(repr((STAND_INS, sorted(pins.items()))).encode())
    return digest.hexdigest()[:16]


def _make(rules: bytes, tried: bytes, pyodide: Path, node: str, workplace: Path) -> Path:
    """Build a snapshot in a temporary folder, and return the subfolder that contains it.

    If the rules need a module that the trimmed standard library lacks, the full library is used.
    """
    archives = workplace / "rules.zip", workplace / "tried.zip"
    for archive, content in zip(archives, (rules, tried), strict=True):
        archive.write_bytes(content)
    whole, lean, result = pyodide / "python_stdlib.zip", workplace / "lean.zip", workplace / "result"
    lean.write_bytes(lean_library(whole))
    result.mkdir()
    script, inside = SCRIPTS
    try:
        _run([node, *map(str, (script, pyodide, lean, *archives, inside, result))])
    except RuntimeFilesError as problem:
        if LEFT_OUT not in str(problem):
            raise
        _run([node, *map(str, (script, pyodide, whole, *archives, inside, result))])
    return result


def _forget_all_but_the_last(number: int, cache: Path) -> None:
    """Delete older snapshots. Errors are ignored, since another build may delete them too or another user may own them."""
    snapshot = sorted(cache.glob(f"*/{DESCRIPTION}"), key=lambda file: file.stat().st_mtime)
    for file in snapshot[:-number]:
        shutil.rmtree(file.parent, ignore_errors=True)


def _run(command: list[str]) -> None:
    try:
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LONGEST_MAKING)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise RuntimeFilesError(f"The snapshot could not be made by Node ({problem}): is it version 20 or newer?") from problem
    if ended.returncode:
        raise RuntimeFilesError(f"The snapshot could not be made. Node and Pyodide said:\n{ended.stderr[-3000:].strip()}")
