"""Python's library without what only waiting and packages need: what the snapshot is made from.

Pyodide imports `asyncio` at its start, and what unpacks packages; rules wait for nothing and load none. So three files of it
stand for themselves and bring nothing along: half of what Python is at its start stays away. The stock way has all of it.
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
"""What stands in the place of a file, by its path in the library."""


def lean_library(library: Path) -> bytes:
    """Return Python's library, a zip, with the stand-ins; raises ``KeyError`` if it hasn't what they stand for."""
    memory = io.BytesIO()
    with zipfile.ZipFile(library) as whole, zipfile.ZipFile(memory, "w", zipfile.ZIP_STORED) as lean:
        for name in STAND_INS:
            whole.getinfo(name)
        for entry in whole.infolist():
            lean.writestr(entry, STAND_INS.get(entry.filename) or whole.read(entry))
    return memory.getvalue()
