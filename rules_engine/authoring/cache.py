"""Results kept from one run to the next, which no run needs: what can't be read or written is as good as not there."""

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
"""The folder of a site's cache that has what was made for pages, and of code."""
MAX_ENTRIES = 6_000
"""Entries of one cache, of some twenty kilobytes each. Our own site has two thousand for each state of the engine."""


def read_cached(file: Path) -> bytes | None:
    """Return what was written; None where the file isn't there, can't be read, or doesn't hold what was written."""
    try:
        whole = file.read_bytes() if file.is_file() else b""        # to read a pipe would wait for its writer
    except OSError:
        return None
    digest, content = whole[:_DIGEST_SIZE], whole[_DIGEST_SIZE:]
    return content if digest == hashlib.sha256(content).digest() else None


def write_cached(file: Path, content: bytes) -> None:
    """Write a file, with its folder, at once: a reader finds the old content or the new. Where that fails, do nothing."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        try:
            fresh.write_bytes(hashlib.sha256(content).digest() + content)
            fresh.replace(file)
        finally:
            fresh.unlink(missing_ok=True)


class Cache:
    """Results by the digest of all that they were made of: some plain values, and the code that made them.

    ``code`` is a digest of that code. Without it, or without a ``folder``, nothing is kept.
    """

    def __init__(self, folder: Path | None = None, code: str = "") -> None:
        self.folder = folder if code else None
        self.code = code
        self._full = True

    def once(self, made_of: JsonValue, make: Callable[[], bytes]) -> bytes:
        """Return what was made of the same before, or make it and keep it."""
        if self.folder is None:
            return make()
        parts = json.dumps([self.code, made_of], ensure_ascii=False, sort_keys=True)
        file = self.folder / hashlib.sha256(parts.encode()).hexdigest()[:32]
        found = read_cached(file)
        if found is not None:
            with suppress(OSError):
                os.utime(file)
            return found
        content = make()
        if self._full:
            self._full = False
            _forget_all_but_the_last(self.folder, MAX_ENTRIES)
        write_cached(file, content)
        return content

    def values(self, made_of: JsonValue, make: Callable[[], JsonValue]) -> JsonValue:
        """Return plain values in the same way."""
        return json.loads(self.once(made_of, lambda: json.dumps(make(), ensure_ascii=False).encode()))


def _forget_all_but_the_last(folder: Path, number: int) -> None:
    """Delete what wasn't used for longest."""
    with suppress(OSError):
        for file in sorted(folder.iterdir(), key=lambda file: -file.stat().st_mtime)[number:]:
            file.unlink(missing_ok=True)
