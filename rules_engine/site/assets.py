"""The files that a site needs beside its pages, below `assets/followsuit/`: client, vendored scripts, runtime."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules_engine.site.runtime import WORKER_SCRIPTS, RuntimeFile, RuntimeFilesError, runtime_files
from rules_engine.view.signs import signs_css

FOLDER = "assets/followsuit"
STYLES = "follow-suit.css"
SCRIPT = "follow-suit.js"
PACKAGE = Path(__file__).resolve().parent.parent
CLIENT = PACKAGE / "site" / "client"


def site_files(pyodide: Path, idiomorph: Path, node: str | None, cache: Path) -> list[RuntimeFile]:
    """Every file, by its path below the folder. Raises ``RuntimeFilesError``, whose message says what to do."""
    return [*client_files(), *vendored(idiomorph), *runtime_files(PACKAGE, pyodide, node, cache)]


def client_files() -> Iterator[RuntimeFile]:
    """The page's own scripts and styles; those of the worker travel with the rules."""
    for file in sorted(CLIENT.rglob("*")):
        name = file.relative_to(CLIENT).as_posix()
        if name == STYLES:
            yield RuntimeFile(name, content=file.read_bytes() + b"\n" + signs_css().encode())
        elif file.suffix in (".js", ".css", ".svg") and name not in WORKER_SCRIPTS:
            yield RuntimeFile(name, source=file)


def vendored(idiomorph: Path) -> Iterator[RuntimeFile]:
    """The scripts of others, with their licence."""
    for name, file in (
        ("idiomorph.esm.js", idiomorph / "dist" / "idiomorph.esm.js"),
        ("idiomorph-LICENSE.txt", idiomorph / "LICENSE"),
    ):
        if not file.is_file():
            raise RuntimeFilesError(f"{file} is missing: run npm ci")
        yield RuntimeFile(f"vendor/{name}", source=file)
