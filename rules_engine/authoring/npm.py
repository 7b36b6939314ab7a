"""The four npm packages that a site ships, each pinned to the tested release.

They come from npm or from the distribution ``followsuit-runtime``, which contains them all.
"""

from __future__ import annotations

import json
from pathlib import Path

from rules_engine._version import __version__

PYODIDE_VERSION = "314.0.7"
IDIOMORPH_VERSION = "0.8.0"
FSRS_VERSION = "5.4.2"
GLICKO_VERSION = "5.0.0"
PACKAGES = {"idiomorph": IDIOMORPH_VERSION, "pyodide": PYODIDE_VERSION, "ts-fsrs": FSRS_VERSION,
            "glicko2-lite": GLICKO_VERSION}

RUNTIME, RUNTIME_PACKAGE = "followsuit-runtime", "followsuit_runtime"
INSTALL_RUNTIME = f"pip install --no-index wheels/{RUNTIME_PACKAGE}-{__version__}-py3-none-any.whl"
"""The command that installs the runtime. It names a local file because the name isn't registered on a package index."""


def how_to_install(package: Path) -> str:
    """Return the instruction for installing a missing or wrong package; ``package`` is a path like ``…/node_modules/pyodide``."""
    if package.parent.name == RUNTIME_PACKAGE:
        return f"run `{INSTALL_RUNTIME} --force-reinstall`"
    folder = package.absolute().parent.parent
    wanted = " ".join(f"{name}@{version}" for name, version in PACKAGES.items())
    command = "npm ci --ignore-scripts" if _locked(folder) else f"npm install --save-exact --ignore-scripts {wanted}"
    return f"run `{command}`" + f" in {folder}" * (package.parent.name == "node_modules") + f", or `{INSTALL_RUNTIME}`"


def _locked(folder: Path) -> bool:
    """Return whether a folder's lock file pins all packages to these releases."""
    try:
        packages = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        return all(packages[f"node_modules/{name}"]["version"] == version for name, version in PACKAGES.items())
    except (OSError, ValueError, KeyError, TypeError):
        return False
