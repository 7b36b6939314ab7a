"""An optional disk cache that persists between runs. Files that can't be read or written are ignored."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rules_engine.core.positions.json_values import JsonValue

_DIGEST_SIZE = hashlib.sha256().digest_size
MADE = "made"
"""The subfolder of a site's cache for results derived from pages and code."""
MAX_ENTRIES = 6_000
"""Maximum number of cached files of about 20 kB. This project's own site creates 2,000 for each version of the engine."""


def read_cached(file: Path) -> bytes | None:
    """Return the content of a cache file, or None if it is missing, unreadable or corrupt."""
    try:
        whole = file.read_bytes() if file.is_file() else b""        # skips pipes, whose reading would block
    except OSError:
        return None
    digest, content = whole[:_DIGEST_SIZE], whole[_DIGEST_SIZE:]
    return content if digest == hashlib.sha256(content).digest() else None


def write_cached(file: Path, content: bytes) -> None:
    """Write a cache file atomically, and create its folder if needed. File system errors are ignored."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        try:
            fresh.write_bytes(hashlib.sha256(content).digest() + content)
            fresh.replace(file)
        finally:
            fresh.unlink(missing_ok=True)


class Cache:
    """A cache of results, keyed by a digest of their inputs and of the code that computes them.

    ``code`` is the digest of that code. Nothing is stored without it, or without a ``folder``. The folder keeps the ``limit``
    results that were used last.
    """

    def __init__(self, folder: Path | None = None, code: str = "", limit: int = MAX_ENTRIES) -> None:
        self.folder = folder if code else None
        self.code, self.limit = code, limit
        self._full = True

    def once(self, made_of: JsonValue, make: Callable[[], bytes]) -> bytes:
        """Return the cached result for the inputs ``made_of``; on a miss, call ``make`` and store its result."""
        found = self.look_up(made_of)
        if found is not None:
            return found
        content = make()
        if self.folder is not None:
            if self._full:
                self._full = False
                _forget_all_but_the_last(self.folder, self.limit)
            write_cached(self._file(self.folder, made_of), content)
        return content

    def look_up(self, made_of: JsonValue) -> bytes | None:
        """Return the cached result for the inputs ``made_of``, or None."""
        if self.folder is None:
            return None
        file = self._file(self.folder, made_of)
        found = read_cached(file)
        if found is not None:
            with suppress(OSError):
                os.utime(file)
        return found

    def _file(self, folder: Path, made_of: JsonValue) -> Path:
        parts = json.dumps([self.code, made_of], ensure_ascii=False, sort_keys=True)
        return folder / hashlib.sha256(parts.encode()).hexdigest()[:32]

    def values(self, made_of: JsonValue, make: Callable[[], JsonValue]) -> JsonValue:
        """Return a cached JSON value for the inputs ``made_of``; on a miss, call ``make`` and store its result."""
        return json.loads(self.once(made_of, lambda: json.dumps(make(), ensure_ascii=False).encode()))


def _forget_all_but_the_last(folder: Path, number: int) -> None:
    """Delete the least recently used files in a folder, keeping ``number`` files."""
    with suppress(OSError):
        for file in sorted(folder.iterdir(), key=lambda file: -file.stat().st_mtime)[number:]:
            file.unlink(missing_ok=True)
