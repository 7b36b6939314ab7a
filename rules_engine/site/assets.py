"""The files that a site needs beside its pages, below `assets/followsuit/`: client, vendored scripts, runtime, icons.

Each lies in a folder named for what it holds. The list of the runtime lies among the page's scripts, so that a page
can only ever start the runtime that it was built with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from rules_engine.site.runtime import WORKER_SCRIPTS, RuntimeFile, RuntimeFilesError, in_folder, runtime_files
from rules_engine.view.signs import signs_css

FOLDER = "assets/followsuit"
STYLES = "follow-suit.css"
SCRIPT = "follow-suit.js"
SERVICE_WORKER = "service-worker.js"
PACKAGE = Path(__file__).resolve().parent.parent
CLIENT = PACKAGE / "site" / "client"
_NOTE = re.compile(r"^[ \t]*/\*\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)


def site_files(pyodide: Path, idiomorph: Path, node: str | None, cache: Path) -> list[RuntimeFile]:
    """Every file, by its path below the folder. Raises ``RuntimeFilesError``, whose message says what to do."""
    *parts, manifest = runtime_files(PACKAGE, pyodide, node, cache)
    page = [*client_files(), *vendored(idiomorph), _seen_from_a_folder(manifest)]
    return [*in_folder("page", _by_path(page)).values(), *in_folder("icons", _by_path(icons())).values(), *parts]


def _by_path(files: Iterable[RuntimeFile]) -> dict[str, RuntimeFile]:
    return {file.path: file for file in files}


def _seen_from_a_folder(manifest: RuntimeFile) -> RuntimeFile:
    """The list of the runtime for a place beside the folders that it names."""
    listed = json.loads(manifest.read())
    listed["worker"] = f"../{listed['worker']}"
    for file in listed["files"].values():
        file["path"] = f"../{file['path']}"
    return RuntimeFile(manifest.path, content=f"{json.dumps(listed, indent=1)}\n".encode())


def client_files() -> Iterator[RuntimeFile]:
    """The page's own scripts and styles: those of the worker travel with the rules, the service worker has its own place."""
    for file in sorted(CLIENT.iterdir()):
        if file.name == STYLES:
            yield RuntimeFile(file.name, content=file.read_bytes() + b"\n" + signs_css().encode())
        elif file.suffix in (".js", ".css") and file.name not in (*WORKER_SCRIPTS, SERVICE_WORKER):
            yield RuntimeFile(file.name, content=without_notes(file.read_text(encoding="utf-8")).encode())


def without_notes(script: str) -> str:
    """A script without the notes above its functions: they are for those who change it, and a quarter of what travels."""
    return _NOTE.sub("", script)


def icons() -> Iterator[RuntimeFile]:
    """The site's sign, drawn and in the sizes that phones ask for."""
    for file in sorted((CLIENT / "icons").iterdir()):
        yield RuntimeFile(file.name, source=file)


def vendored(idiomorph: Path) -> Iterator[RuntimeFile]:
    """The scripts of others, with their licence."""
    for name, file in (
        ("idiomorph.esm.js", idiomorph / "dist" / "idiomorph.esm.js"),
        ("idiomorph-LICENSE.txt", idiomorph / "LICENSE"),
    ):
        if not file.is_file():
            raise RuntimeFilesError(f"{file} is missing: run npm ci")
        yield RuntimeFile(f"vendor/{name}", source=file)
