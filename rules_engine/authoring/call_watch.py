"""A watch over the functions of authors' games: a call that doesn't return ends the process, with its file and line."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from rules_engine.authoring.tracebacks import is_own_code, outermost_own_frame, shown

LONGEST_CALL = 10
"""Timeout for a call of an author's function in seconds; a longer call is treated as an endless loop."""


class CallWatch(threading.Thread):
    """A thread that ends the process, after calling ``report`` with the location, if the thread ``watched`` stays in one call of
    a function of the author's for longer than ``limit`` seconds.

    ``base``  the frame whose callees are watched; by default, all frames are
    """

    def __init__(self, watched: int, report: Callable[[str], None], base: FrameType | None = None,
                 limit: float = LONGEST_CALL) -> None:
        super().__init__(daemon=True)
        self.watched, self.report, self.base, self.limit = watched, report, base, limit
        self.ended = threading.Event()

    def run(self) -> None:
        """Look at the thread's stack several times per limit, until ``ended`` is set."""
        call, since = None, time.monotonic()
        while not self.ended.wait(self.limit / 20):
            innermost = sys._current_frames().get(self.watched)
            found = outermost_own_frame(innermost, self.base)
            if found is None or found is not call or found.f_code.co_name == "<module>":
                call, since = found, time.monotonic()
            elif time.monotonic() - since > self.limit:
                self.report(_endless(found, innermost, self.limit))
                os._exit(1)


@contextmanager
def calls_watched(report: Callable[[str], None]) -> Iterator[None]:
    """Context manager within which a call of an author's function that doesn't return ends the process, after ``report``."""
    watch = CallWatch(threading.get_ident(), report, sys._getframe(2))
    watch.start()
    try:
        yield
    finally:
        watch.ended.set()


def _endless(call: FrameType, innermost: FrameType | None, seconds: float) -> str:
    """Return the message about a call that doesn't end, with the line of the author's that is being run."""
    line = call
    while innermost is not None and innermost is not call:
        if is_own_code(innermost):
            line = innermost
            break
        innermost = innermost.f_back
    return (f"{shown(line.f_code.co_filename)}:{line.f_lineno}: {call.f_code.co_name} was stopped after {seconds:g} s: it never "
            "returns")
