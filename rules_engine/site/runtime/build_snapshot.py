"""Making the snapshot: Node runs Pyodide, which compiles what the rules use, imports it and photographs its own memory.

It takes some twenty seconds, so what was made is kept in a folder by a digest of all that it was made from.
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
"""So many snapshots stay in the cache, of some two megabytes each."""
LONGEST_MAKING = 600.0
"""Seconds. It is there for a Node that hangs, not for one that is slow."""


@dataclass(frozen=True)
class RuntimeSnapshot:
    """A snapshot, and what the loading of it must know."""

    snapshot: bytes
    """Packed by Zstandard."""

    unpacked: int
    """Its size in bytes once it is unpacked."""

    image: int
    """The size in bytes of the memory that the snapshot's pages belong to."""

    data: int
    """So many bytes of the memory that WebAssembly begins with are not all 0; the rest is."""

    modules: Sequence[str]
    """What can be imported in it though it has no library: what it has imported, and what is built into Python."""

    parts: Mapping[str, bytes] = field(default_factory=dict)
    """What is brought into it once it is asked for: each game that it was made with, by id, and the rest of the rules."""


def build_snapshot(rules: bytes, pyodide: Path, pins: Mapping[str, tuple[str, str, int]], node: str, cache: Path,
         tried: bytes | None = None) -> RuntimeSnapshot:
    """Return the snapshot for these rules, from the cache or made now; raises `RuntimeFilesError` if Node fails.

    What they need is seen by trying them; where they have no games, by trying others that have the same modules and games.
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
    """Return the snapshot for these rules if the cache has it."""
    return _found(cache / _key(rules, rules, pins))


def _found(folder: Path) -> RuntimeSnapshot | None:
    """The snapshot of a folder of the cache; none where it isn't whole: the cache only saves time."""
    try:
        return read_made(folder)
    except (OSError, ValueError, TypeError):
        return None


def _keep(build_snapshot: Path, folder: Path) -> None:
    """Put a snapshot into the cache, all at once: one cut short is never taken for a whole one. Where that can't be done, the
    next build makes it again.
    """
    cache = folder.parent
    with suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache, ignore_cleanup_errors=True) as fresh:
            copied = shutil.copytree(build_snapshot, Path(fresh) / folder.name)
            if _found(folder) is None:      # another build may have put it there by now
                shutil.rmtree(folder, ignore_errors=True)
                copied.rename(folder)
        _forget_all_but_the_last(KEPT, cache)


def read_made(folder: Path) -> RuntimeSnapshot:
    """Return a snapshot from the folder that it was put into."""
    described = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    parts = {file.name.removesuffix(PART): file.read_bytes() for file in sorted(folder.glob(f"*{PART}"))}
    return RuntimeSnapshot((folder / SNAPSHOT).read_bytes(), **described, parts=parts)


def write_made(build_snapshot: RuntimeSnapshot, folder: Path) -> None:
    """Put a snapshot into a folder."""
    described = asdict(build_snapshot)
    (folder / SNAPSHOT).write_bytes(described.pop("snapshot"))
    for name, content in described.pop("parts").items():
        (folder / f"{name}{PART}").write_bytes(content)
    (folder / DESCRIPTION).write_text(json.dumps(described), encoding="utf-8")


def _key(rules: bytes, tried: bytes, pins: Mapping[str, tuple[str, str, int]]) -> str:
    """A name for everything that the result depends on."""
    digest = hashlib.sha256(hashlib.sha256(rules).digest() + hashlib.sha256(tried).digest())
    for script in SCRIPTS:
        digest.update(script.read_bytes())
    digest.update(repr((STAND_INS, sorted(pins.items()))).encode())
    return digest.hexdigest()[:16]


def _make(rules: bytes, tried: bytes, pyodide: Path, node: str, workplace: Path) -> Path:
    """Make a snapshot in a folder; return the folder in it that then holds the snapshot.

    Rules that ask for what the lean library hasn't are photographed with the whole one.
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
    """Forget older snapshots; another build may do the same now, and some may be somebody else's."""
    build_snapshot = sorted(cache.glob(f"*/{DESCRIPTION}"), key=lambda file: file.stat().st_mtime)
    for file in build_snapshot[:-number]:
        shutil.rmtree(file.parent, ignore_errors=True)


def _run(command: list[str]) -> None:
    try:
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LONGEST_MAKING)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise RuntimeFilesError(f"The snapshot could not be made by Node ({problem}): is it version 20 or newer?") from problem
    if ended.returncode:
        raise RuntimeFilesError(f"The snapshot could not be made. Node and Pyodide said:\n{ended.stderr[-3000:].strip()}")
