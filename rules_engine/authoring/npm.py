"""The two npm packages that a site ships, each in the one release that it is built and tested with."""

from __future__ import annotations

import json
from pathlib import Path

PYODIDE_VERSION = "314.0.7"
IDIOMORPH_VERSION = "0.8.0"
PACKAGES = {"idiomorph": IDIOMORPH_VERSION, "pyodide": PYODIDE_VERSION}


def how_to_install(package: Path) -> str:
    """What to run where a package, ``…/node_modules/pyodide``, isn't there or isn't the right one."""
    folder = package.absolute().parent.parent
    wanted = " ".join(f"{name}@{version}" for name, version in PACKAGES.items())
    command = "npm ci --ignore-scripts" if _locked(folder) else f"npm install --save-exact --ignore-scripts {wanted}"
    return f"run `{command}`" + f" in {folder}" * (package.parent.name == "node_modules")


def _locked(folder: Path) -> bool:
    """Whether a folder's lock file has these packages in these releases."""
    try:
        packages = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        return all(packages[f"node_modules/{name}"]["version"] == version for name, version in PACKAGES.items())
    except (OSError, ValueError, KeyError, TypeError):
        return False
