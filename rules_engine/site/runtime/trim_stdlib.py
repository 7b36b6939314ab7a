"""A trimmed standard library for the snapshot, without support for `asyncio` and packages.

Pyodide imports `asyncio` and its package loader at startup, but the rules need neither. Stand-ins for three files avoid these
imports, which halves the modules loaded at startup. Pyodide's usual way to start Python uses the full library.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

LEFT_OUT = "asyncio is left out of the snapshot"

STAND_INS = {
    "asyncio/__init__.py": f'''\
def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise ModuleNotFoundError("{LEFT_OUT}", name="asyncio")  # so the page starts Python by the stock way
''',
    "pyodide/webloop.py": '''\
from pyodide_js._api import scheduleCallback  # what Pyodide looks for in a snapshot

def _initialize_event_loop():
    pass
''',
    "pyodide/_package_loader.py": '''\
from site import getsitepackages

from pyodide_js import loadedPackages  # what Pyodide looks for in a snapshot

class Place:
    def __init__(self, path):
        self.path = path

    def __str__(self):
        return self.path

SITE_PACKAGES = Place(getsitepackages()[0])
DSO_DIR = Place("/usr/lib")

def init_loaded_packages():
    pass
''',
}
"""The sources of the stand-ins, by the path of the replaced file in the library."""


def lean_library(library: Path) -> bytes:
    """Return the library as a zip with the stand-ins; ``library`` is the full zip. Raises ``KeyError`` if it lacks a file."""
    memory = io.BytesIO()
    with zipfile.ZipFile(library) as whole, zipfile.ZipFile(memory, "w", zipfile.ZIP_STORED) as lean:
        for name in STAND_INS:
            whole.getinfo(name)
        for entry in whole.infolist():
            lean.writestr(entry, STAND_INS.get(entry.filename) or whole.read(entry))
    return memory.getvalue()
