"""Checkpoint files and a progress line for long-running work that may be interrupted.

    with Checkpoint(Path("hands.json"), "stats snakebit --seed 1") as checkpoint, Progress(1000, "hands") as progress:
        …
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from rules_engine.authoring.files import read_text, write_text
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.positions.json_values import JsonValue

EACH = 1.0
"""Minimum interval between two writes, or two updates of the progress line, in seconds."""


class CheckpointMismatch(RulesEngineError):
    """Raised if a checkpoint file can't be read, or belongs to a different job."""


class Checkpoint:
    """Intermediate results of long-running work, stored in a file. Without a file, nothing is stored.

    ``about`` identifies the work, and ``found`` holds the results that the file already contained. Raises ``CheckpointMismatch``
    if the file belongs to a different job or can't be read.
    """

    def __init__(self, file: Path | None, about: str) -> None:
        self.file, self.about = file, about
        self.found: JsonValue = None
        self._plain: Callable[[], object] | None = None
        self._written = time.monotonic()
        if file is not None and file.exists():
            self.found = self._read(file)

    def _read(self, file: Path) -> object:
        try:
            about, found = json.loads(read_text(file))
        except (OSError, ValueError) as error:
            raise CheckpointMismatch(f"{file} can't be read: {error}; name another file, or remove it") from error
        if about != self.about:
            raise CheckpointMismatch(f"{file} is kept of other work, {about}: name another file for {self.about}")
        return found

    def keep(self, plain: Callable[[], object]) -> None:
        """Store the JSON value that ``plain`` returns. It may be written now, at a later call, or on leaving the context."""
        self._plain = plain
        if time.monotonic() - self._written >= EACH:
            self._write()

    def _write(self) -> None:
        if self.file is None or self._plain is None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write_text(self.file, json.dumps([self.about, self._plain()], ensure_ascii=False))
        self._written = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._write()


class Progress:
    """A progress line on standard error with the estimated time left; nothing is printed unless standard error is a terminal."""

    def __init__(self, whole: int, what: str) -> None:
        self.whole, self.what = whole, what
        self._begun = self._told = time.monotonic()
        self._first: int | None = None
        self._shows = sys.stderr.isatty()

    def tell(self, done: int) -> None:
        """Update the progress line; ``done`` is the number of finished items."""
        now = time.monotonic()
        if self._first is None:
            self._first, self._begun = done, now
        if self._shows and now - self._told >= EACH:
            self._told = now
            print(f"\r{self.line(done, now)}\033[K", end="", file=sys.stderr, flush=True)

    def line(self, done: int, now: float) -> str:
        """Return the text of the progress line; ``now`` is a value of `time.monotonic`."""
        more = done - (self._first or 0)
        left = f", {(self.whole - done) * (now - self._begun) / more:,.0f} s left" if more > 0 else ""
        return f"{done:,} of {self.whole:,} {self.what}{left}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._shows:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
