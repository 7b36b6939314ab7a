"""A server that behaves like GitHub Pages, over a connection of limited speed, and counts the bytes that it sends."""

from __future__ import annotations

import gzip
import hashlib
import math
import mimetypes
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

COMPRESSED = ("text/", "application/javascript", "application/json", "application/wasm", "application/xml", "image/svg+xml")
"""Media types that GitHub Pages compresses."""
KEPT_FOR = 600
"""Seconds for which a browser may use a cached file without revalidation."""
PIECE = 16 * 1024

Changes = Mapping[str, bytes | None]
"""Replacements for files in the site's folder, by path; None makes a file missing."""


class Connection:
    """A connection shared by all requests, with a bandwidth in bits per second and a round-trip time in seconds."""

    def __init__(self, bits: float = math.inf, round_trip: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.bits, self.round_trip = bits, round_trip
        self._clock, self._lock, self._free = clock, threading.Lock(), 0.0

    def due(self, size: int) -> float:
        """Return the time at which these bytes arrive, after all bytes queued before them."""
        with self._lock:
            self._free = max(self._free, self._clock()) + size * 8 / self.bits
            return self._free

    def send(self, body: bytes, write: Callable[[bytes], object]) -> None:
        """Write the body in pieces, each no sooner than it would arrive."""
        for start in range(0, len(body), PIECE):
            piece = body[start:start + PIECE]
            time.sleep(max(0.0, self.due(len(piece)) - self._clock()))
            write(piece)


def media_type(path: str) -> str:
    """Return the media type of a file."""
    known = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".zip": "application/zip",
             ".bin": "application/octet-stream"}
    return known.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"


class ServedFile(NamedTuple):
    """A file with its media type, its bytes, its bytes compressed if its type allows, and its ETag."""

    kind: str
    content: bytes
    packed: bytes
    tag: str


@cache
def ready(path: str, content: bytes) -> ServedFile:
    """Return a file ready to be served. It is compressed only once, so that no request has to wait for that."""
    kind = media_type(path)
    packed = gzip.compress(content, mtime=0) if kind.startswith(COMPRESSED) else content
    return ServedFile(kind, content, packed, f'"{hashlib.sha256(content).hexdigest()[:16]}"')


class BenchSite(ThreadingHTTPServer):
    """A server for a folder with some files replaced, on a free local port."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folder: Path, changes: Changes, line: Connection) -> None:
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        self.files = {path: ready(path, content) for path, content in {**files, **changes}.items() if content is not None}
        self.line = line
        self.offline = False
        self._sent: Counter[str] = Counter()
        self.requests = 0
        self._busy, self._last, self._lock = 0, time.monotonic(), threading.Lock()
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        """The URL of the site."""
        return f"http://127.0.0.1:{self.server_port}/"

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Count a response in progress."""
        with self._lock:
            self._busy += 1
            self.requests += 1
        try:
            yield
        finally:
            with self._lock:
                self._busy -= 1
                self._last = time.monotonic()

    def count(self, path: str, size: int) -> None:
        """Count the bytes of a file that was sent."""
        with self._lock:
            self._sent[path] += size

    def take(self) -> dict[str, int]:
        """Return the bytes sent per file since the last call."""
        with self._lock:
            taken, self._sent = dict(self._sent), Counter()
        return taken

    def settle(self, quiet: float, longest: float = 60.0) -> None:
        """Wait until there has been no request for some seconds."""
        begun = time.monotonic()
        while (self._busy or time.monotonic() - self._last < quiet) and time.monotonic() - begun < longest:
            time.sleep(0.05)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors of connections that a closing browser drops."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: BenchSite

    def setup(self) -> None:
        super().setup()
        time.sleep(self.server.line.round_trip)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        if self.server.offline:
            self.close_connection = True
            return
        with self.server.answering():
            time.sleep(self.server.line.round_trip)
            path = unquote(urlsplit(self.path).path)[1:]
            self._answer(path + "index.html" if not path or path.endswith("/") else path)

    def _answer(self, path: str) -> None:
        answer = self.server.files.get(path)
        if answer is None:
            self._head(HTTPStatus.NOT_FOUND, {"Content-Length": "0"})
            return
        kind = answer.kind
        head = {"Content-Type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind, "ETag": answer.tag,
                "Cache-Control": f"max-age={KEPT_FOR}", "Vary": "Accept-Encoding"}
        if self.headers.get("If-None-Match") == answer.tag:
            self._head(HTTPStatus.NOT_MODIFIED, head)
            return
        body = answer.packed if "gzip" in self.headers.get("Accept-Encoding", "") else answer.content
        packed = {"Content-Encoding": "gzip"} if body is not answer.content else {}
        self._head(HTTPStatus.OK, {**head, **packed, "Content-Length": str(len(body))})
        if self.command == "GET":
            self.server.line.send(body, self.wfile.write)
            self.server.count(path, len(body))

    def _head(self, status: HTTPStatus, fields: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def served(folder: Path, changes: Changes, line: Connection) -> Iterator[BenchSite]:
    """Context manager that serves a site."""
    with BenchSite(folder, changes, line) as site:
        thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield site
        finally:
            site.shutdown()
            thread.join()
