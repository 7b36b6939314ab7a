"""Making the fast runtime: Node runs Pyodide, which compiles what the rules use, photographs its own memory, and counts
which of its functions it took.

It takes some fifteen seconds, so what was made is kept in a folder by a digest of all that it was made from.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules_engine.site.runtime.errors import RuntimeFilesError
from rules_engine.site.runtime.lean import counting_wasm, lean_glue, lean_wasm

HERE = Path(__file__).resolve().parent
SCRIPTS = (HERE / "make.mjs", HERE / "inside.py")
SOURCES = (*SCRIPTS, HERE / "lean.py", HERE / "wasm.py")
PARTS = {"archive": "archive.bin", "snapshot": "snapshot.bin", "lean-glue": "lean.mjs", "lean-wasm": "lean.wasm"}
DESCRIPTION = "made.json"
KEPT = 8
"""So many runtimes stay in the cache, of some ten megabytes each."""
LONGEST_MAKING = 600.0
"""Seconds. It is there for a Node that hangs, not for one that is slow."""


@dataclass(frozen=True)
class Made:
    """The files of the fast ways to start, and what the loading of them must know."""

    parts: Mapping[str, bytes]
    """The archive and the snapshot, packed by Zstandard, and what is left of Pyodide's WebAssembly and its script."""

    unpacked: Mapping[str, int]
    """The size in bytes of what is packed, once it is unpacked."""

    reads: int
    """How often Python opens the archive while it starts."""

    image: int
    """The size in bytes of the memory that the snapshot's pages belong to."""

    data: int
    """So many bytes of the memory that WebAssembly begins with are not all 0; the rest is."""


def made(rules: bytes, pyodide: Path, pins: Mapping[str, tuple[str, str]], node: str, cache: Path) -> Made:
    """The fast runtime for these rules, from the cache or made now; raises `RuntimeFilesError` if Node fails."""
    folder = cache / _key(rules, pins)
    if not (folder / DESCRIPTION).is_file():
        _make(rules, pyodide, {part: name for part, (name, _) in pins.items()}, node, folder)
    described = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    parts = {part: (folder / file).read_bytes() for part, file in PARTS.items()}
    return Made(parts, described["unpacked"], described["reads"], described["image"], described["data"])


def _key(rules: bytes, pins: Mapping[str, tuple[str, str]]) -> str:
    """A name for everything that the result depends on."""
    digest = hashlib.sha256(rules)
    for source in SOURCES:
        digest.update(source.read_bytes())
    digest.update(repr(sorted(pins.items())).encode())
    return digest.hexdigest()[:16]


def _make(rules: bytes, pyodide: Path, names: Mapping[str, str], node: str, folder: Path) -> None:
    """Fills the folder all at once, so that one cut short is never taken for a whole one."""
    cache = folder.parent
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as workplace:
        archive = Path(workplace) / "rules.zip"
        archive.write_bytes(rules)
        result = Path(workplace) / "result"
        result.mkdir()
        script, inside = SCRIPTS
        counting = _counting(pyodide, names["wasm"], Path(workplace) / "pyodide")
        _run([node, str(script), str(counting), str(archive), str(inside), str(result)])
        ran = json.loads((result / DESCRIPTION).read_text(encoding="utf-8"))["ran"]
        loader, glue = ((pyodide / names[part]).read_text(encoding="utf-8") for part in ("loader", "glue"))
        glue = lean_glue(glue)
        (result / PARTS["lean-glue"]).write_text(glue, encoding="utf-8")
        (result / PARTS["lean-wasm"]).write_bytes(lean_wasm((pyodide / names["wasm"]).read_bytes(), ran, loader + glue))
        if not (folder / DESCRIPTION).is_file():  # another build may have made it by now
            result.rename(folder)
    _forget_all_but_the_last(KEPT, cache)


def _counting(pyodide: Path, wasm: str, folder: Path) -> Path:
    """Pyodide in a folder of its own, with a WebAssembly that notes which of its functions run."""
    folder.mkdir()
    for file in pyodide.iterdir():
        if file.is_file() and file.name != wasm:
            shutil.copy(file, folder)
    (folder / wasm).write_bytes(counting_wasm((pyodide / wasm).read_bytes()))
    return folder


def _forget_all_but_the_last(number: int, cache: Path) -> None:
    made = sorted(cache.glob(f"*/{DESCRIPTION}"), key=lambda file: file.stat().st_mtime)
    for file in made[:-number]:
        shutil.rmtree(file.parent)


def _run(command: list[str]) -> None:
    try:
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LONGEST_MAKING)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise RuntimeFilesError(f"The runtime could not be made by Node ({problem}): is it version 20 or newer?") from problem
    if ended.returncode:
        raise RuntimeFilesError(f"The runtime could not be made. Node and Pyodide said:\n{ended.stderr[-3000:].strip()}")
