"""The streams that a command was started with, whatever they are: closed, full, cut off, or in an encoding that lacks letters."""

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
    """Standard output that whoever started the command has closed: to write into it fails, as it does for any other program."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def open_streams() -> None:
    """See to it that all three streams are there, take every character, and that no byte read from a terminal is an error."""
    sys.stdout = sys.stdout or cast("TextIO", _ClosedOutput())
    sys.stderr, sys.stdin = sys.stderr or io.StringIO(), sys.stdin or io.StringIO()
    for stream, errors in ((sys.stdout, HANDLER), (sys.stderr, HANDLER), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def abandon_output() -> None:
    """Write what can still be written, and no more: the rest would fail again as Python ends, and change the exit status."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    if sys.__stdout__ is None or sys.stdout is not sys.__stdout__:
        return
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.__stdout__.fileno())
        os.close(nowhere)


def complain(message: str) -> None:
    """Print a message where errors go, if anything can be printed there."""
    with suppress(OSError, ValueError):
        print(message, file=sys.stderr, flush=True)


def failed(error: OSError) -> str:
    """Return what became of an operation of the system that failed: the file, if there is one, else the output."""
    if error.filename is None and isinstance(error, FileNotFoundError):
        return "The current folder is gone: go to another one."
    what = NOT_WRITTEN if error.filename is None else shortened(str(error.filename))
    return f"{what}: {error.strerror or error}"


def as_json(value: object, indent: int | None = None) -> str:
    """Return a value as JSON that any encoding holds: escaped where standard output lacks a character."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent)
    return text
