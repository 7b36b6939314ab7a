"""Output to standard streams that may be closed, disconnected, on a full disk, or in an encoding that lacks characters."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from contextlib import suppress
from typing import TextIO, cast

from rules_engine.core.model.errors import shortened
from rules_engine.text.lookalikes import HANDLER

NOT_WRITTEN = "The output can't be written"


class _ClosedOutput(io.TextIOBase):
    """A replacement for a closed standard output; writing to it raises ``OSError``."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def open_streams() -> None:
    """Replace missing standard streams, and set encoding error handlers so that encoding and decoding never fail."""
    sys.stdout = sys.stdout or cast("TextIO", _ClosedOutput())
    sys.stderr, sys.stdin = sys.stderr or io.StringIO(), sys.stdin or io.StringIO()
    for stream, errors in ((sys.stdout, HANDLER), (sys.stderr, HANDLER), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def abandon_output() -> None:
    """Flush standard output if possible, then redirect it to the null device.

    Otherwise Python would try to flush it again on exit, fail, and change the exit status.
    """
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    if sys.__stdout__ is None or sys.stdout is not sys.__stdout__:
        return
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.__stdout__.fileno())
        os.close(nowhere)


def complain(message: str) -> None:
    """Print a message to standard error; ignore errors."""
    with suppress(OSError, ValueError):
        print(message, file=sys.stderr, flush=True)


def failed(error: OSError) -> str:
    """Return the message for an ``OSError``; an error without a file name is reported for standard output."""
    if error.filename is None and isinstance(error, FileNotFoundError):
        return "The current folder is gone: go to another one."
    what = NOT_WRITTEN if error.filename is None else shortened(str(error.filename))
    return f"{what}: {error.strerror or error}"


def as_json(value: object, indent: int | None = None) -> str:
    """Return a value as JSON text, restricted to ASCII if standard output can't encode a character."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent)
    return text
