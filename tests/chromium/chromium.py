"""The browser of the tests: the system's own Chromium, never a downloaded one.

Where there is Chromium without a window (Debian: `chromium-headless-shell`) it is that one: the same engine, but no pages of the
browser's own beside each of ours, which cost a third of the processor's time. CHROMIUM=chromium tests with the other.

python -m tests.chromium.chromium     says which one it is, or what to do
"""

import os
import shutil
import sys
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLACES = (Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),)

# It talks to nobody but the site, and starts with nothing to ask or to fetch.
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
    """No browser is there; the message says how to get one."""


def find_chromium() -> str:
    """The browser's path: the one that CHROMIUM names, or the first that is installed."""
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
