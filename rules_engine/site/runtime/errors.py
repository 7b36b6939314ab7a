"""What can go wrong when the runtime is put together."""

from __future__ import annotations


class RuntimeFilesError(Exception):
    """The runtime can't be put together; the message says what to do about it."""
