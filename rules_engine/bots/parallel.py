"""Work in parts, over any ``concurrent.futures`` executor or none: processes here, or the machines of a cluster.

What comes out comes in the order of the parts, so it is the same wherever it was worked out; and what has come out is all that
there is of the parts so far, so that who is interrupted can go on from there.
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
"""So many parts wait for workers at most: there may be parts without end."""


def map_ordered(work: Callable[[Part], Done], parts: Iterable[Part], executor: Executor | None = None,
             ahead: int = AHEAD) -> Iterator[Done]:
    """Yield what comes of each part. Who stops asking calls off the parts that nobody has begun."""
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
