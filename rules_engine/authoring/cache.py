"""A file of results kept from one run to the next, which no run needs: one that can't be read or written is as good as none."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

_DIGEST_SIZE = hashlib.sha256().digest_size


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
