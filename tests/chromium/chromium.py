"""The browser for the tests: the Chromium installed on the system, never a downloaded one.

A headless shell (Debian: `chromium-headless-shell`) is preferred if installed: it has the same engine, but lacks the
browser's built-in pages, which take a third of the CPU time. CHROMIUM=chromium selects the full browser.

python -m tests.chromium.chromium     prints the selected browser, or how to install one
"""

import os
import shutil
import sys
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLACES = (Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),)

# Command-line flags that prevent prompts, downloads, and connections to hosts other than the site.
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
)


class NoChromiumError(Exception):
    """Raised if no browser is found; the message explains how to install one."""


def find_chromium() -> str:
    """Return the path of the browser named by the environment variable CHROMIUM, or of the first one installed."""
    if named := os.environ.get("CHROMIUM"):
        if found := shutil.which(named):
            return found
        raise NoChromiumError(f"CHROMIUM is {named!r}, which is no program")
    for name in (*NAMES, *map(str, PLACES)):
        if found := shutil.which(name):
            return found
    raise NoChromiumError(
        f"No browser for the tests: none of {', '.join(NAMES)} is on the path. Install Chromium or Chrome"
        " (Debian: apt-get install chromium-headless-shell), or name one: make test CHROMIUM=/path/to/it"
    )


if __name__ == "__main__":
    try:
        print("Chromium:", find_chromium())
    except NoChromiumError as problem:
        sys.exit(str(problem))
