"""Parallel execution of tasks on any ``concurrent.futures`` executor, or in this process without one.

Results are yielded in the order of the tasks, so they are the same for every executor. The results received so far are always
those of the first tasks, so an interrupted caller can resume after them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Part = TypeVar("Part")
Done = TypeVar("Done")
AHEAD = 256
"""Maximum number of tasks submitted in advance, because the iterable of tasks may be infinite."""


def map_ordered(work: Callable[[Part], Done], parts: Iterable[Part], executor: Executor | None = None,
             ahead: int = AHEAD) -> Iterator[Done]:
    """Yield the result of each task. If the caller closes the generator, tasks that haven't started are cancelled."""
    if executor is None:
        yield from map(work, parts)
        return
    waiting: deque[Future[Done]] = deque()
    try:
        for part in parts:
            waiting.append(executor.submit(work, part))
            if len(waiting) == ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
