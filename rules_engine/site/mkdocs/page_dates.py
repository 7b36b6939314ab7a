"""The dates of pages, taken from Git so that builds are reproducible."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path

from mkdocs.structure.files import Files


def set_dates(files: Files, date: str) -> None:
    """Set the date of all pages to ``date`` instead of the current date, so that builds are reproducible."""
    for file in files.documentation_pages():
        if file.page is not None:
            file.page.update_date = date


def last_change(folder: Path) -> str:
    """Return the date of the folder's last commit, or 1980-01-01 if there is none."""
    asked = ["git", "-C", str(folder), "log", "-1", "--format=%ct", "--", "."]
    try:
        seconds = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        seconds = ""
    return datetime.fromtimestamp(int(seconds or 315532800), UTC).strftime("%Y-%m-%d")
