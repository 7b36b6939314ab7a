"""Processes that work beside this one: they find the same games, and leave Ctrl+C to it."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from rules_engine.games.registry import look_in, places

MAX_PROCESSES = 61
"""Windows waits for no more."""


@contextmanager
def worker_pool(count: int) -> Iterator[Executor]:
    """Give an executor of so many processes; whoever is interrupted waits for nothing but the parts that are begun.

    They are started anew, not forked, as on every system from Python 3.14 on: a fork copies locks that other threads hold.
    """
    executor = ProcessPoolExecutor(count, get_context("spawn"), _begin, (places(),))
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _begin(where: Sequence[Path]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    look_in(*where)
