"""Pools of worker processes that have the same games as this process and ignore Ctrl+C."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from rules_engine.games.registry import look_in, places

MAX_PROCESSES = 61
"""Maximum number of processes that Windows can wait for."""


@contextmanager
def worker_pool(count: int) -> Iterator[Executor]:
    """Context manager that provides an executor with ``count`` processes.

    On exit, pending tasks are cancelled, and running tasks are awaited.

    The processes are spawned, not forked, because a fork copies locks that other threads hold.
    """
    executor = ProcessPoolExecutor(count, get_context("spawn"), _begin, (places(),))
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _begin(where: Sequence[Path]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    look_in(*where)
