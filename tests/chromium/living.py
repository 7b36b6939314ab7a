"""Sites that `followsuit serve` shows while they are being edited."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

FOLLOWSUIT = (sys.executable, "-c", "from rules_engine.cli import main; main()")
PATIENCE = 600
"""Seconds after which a server that is still running is killed."""


class Author:
    """An author's folder and the URL of its site."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url

    def change(self, path: str, old: str, new: str) -> None:
        """Replace the first occurrence of a string in a file, and save the file."""
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")


@contextmanager
def living(folder: Path, followsuit: Sequence[str] = FOLLOWSUIT, **environment: str) -> Iterator[Author]:
    """Context manager that serves an author's site."""
    with subprocess.Popen([*followsuit, "serve", "--port", "0"], cwd=folder, stdout=subprocess.PIPE, encoding="utf-8",
                          env={**os.environ, **environment}) as serving:
        patience = Timer(PATIENCE, serving.kill)
        patience.start()
        try:
            assert serving.stdout is not None
            found = re.search(r"http://\S+", serving.stdout.readline())
            assert found
            yield Author(folder, found[0])
        finally:
            patience.cancel()
            serving.terminate()
            try:
                serving.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                serving.kill()      # otherwise the context manager would wait for it forever
                raise
