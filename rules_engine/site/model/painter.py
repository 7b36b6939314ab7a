"""Paints the preview pictures in other processes while pages render."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from importlib.metadata import version
from os import cpu_count
from pathlib import Path

from PIL import Image

from rules_engine.authoring.caches.cache import Cache
from rules_engine.authoring.processes import MAX_PROCESSES, worker_pool
from rules_engine.authoring.render import to_png
from rules_engine.core.positions.json_values import JsonValue

PICTURES = "previews"
"""The subfolder of a site's cache for pictures, and that of `assets/followsuit/` in which they are published."""
MAX_PICTURES = 2_000
"""Maximum number of cached pictures, of about 30 kB. This project's own site has 500."""
COLOURS = 64
"""Number of colours in a picture; more make the file larger without a visible difference."""
WORTH_A_PROCESS = 12
"""Minimum number of pictures to paint in other processes, which take about a second to start."""


class Painter:
    """A queue of pictures to paint.

    ``drawings``  a cache of the drawings' digests, valid until the code that draws changes
    ``folder``    the folder for painted pictures; None without a cache
    ``width``     the width of the pictures in pixels
    """

    def __init__(self, drawings: Cache, folder: Path | None, width: int) -> None:
        self.drawings, self.width = drawings, width
        self.painted = Cache(folder, f"{version('typst')} {version('pillow')} {COLOURS} {width}", MAX_PICTURES)
        self._done: dict[str, bytes] = {}
        self._waiting: dict[str, str] = {}
        self._at_work: dict[str, Future[bytes]] = {}
        self._processes = ExitStack()
        self._pool: Executor | None = None

    def queue(self, made_of: JsonValue, draw: Callable[[], str]) -> str:
        """Queue the picture that ``draw`` returns as SVG, and return the path of its file below `assets/followsuit/`.

        ``made_of`` are the inputs of the drawing. Nothing is drawn if the cache has the picture.
        """
        drawn = ""

        def digest() -> bytes:
            nonlocal drawn
            drawn = draw()
            return hashlib.sha256(drawn.encode()).hexdigest()[:16].encode()

        name = self.drawings.once(["picture", self.width, made_of], digest).decode()
        path = f"{PICTURES}/{name}.png"
        if path not in {**self._done, **self._waiting, **self._at_work}:
            found = self.painted.look_up(name)
            if found is None:
                self._waiting[path] = drawn or draw()
                self._submit()
            else:
                self._done[path] = found
        return path

    def _submit(self) -> None:
        """Let other processes paint the waiting pictures if there are many."""
        if self._pool is None and len(self._waiting) < WORTH_A_PROCESS:
            return
        if self._pool is None:
            self._pool = self._processes.enter_context(worker_pool(min(cpu_count() or 1, MAX_PROCESSES)))
        for path, drawn in self._waiting.items():
            self._at_work[path] = self._pool.submit(paint, drawn, self.width)
        self._waiting.clear()

    def pictures(self) -> dict[str, bytes]:
        """Wait for the remaining pictures, and return all by path below `assets/followsuit/`."""
        fresh = {path: paint(drawn, self.width) for path, drawn in self._waiting.items()}
        fresh |= {path: each.result() for path, each in self._at_work.items()}
        for path, picture in fresh.items():
            self.painted.once(Path(path).stem, lambda picture=picture: picture)  # type: ignore[misc]
        self._done |= fresh
        self._waiting.clear()
        self._at_work.clear()
        self.close()
        return self._done

    def close(self) -> None:
        """End the other processes. Pictures that they haven't begun are dropped."""
        self._processes.close()
        self._pool = None


def paint(svg: str, width: int) -> bytes:
    """Return a picture as PNG with a palette, ``width`` pixels wide."""
    with Image.open(io.BytesIO(to_png(svg, width))) as picture:
        flat = picture.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    file = io.BytesIO()
    flat.save(file, "PNG")
    return file.getvalue()
