"""A local server for a built site that behaves like a static host.

    python -m rules_engine.site.serving.serve site --port 8000 --base /follow-suit/

Like GitHub Pages, it serves the site below a path, sends the site's own 404 page for missing files, lists no folders, and uses
the right types for WebAssembly and JavaScript modules.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from socketserver import BaseRequestHandler
from typing import Any, BinaryIO
from urllib.parse import urlsplit

# The system's MIME types may be missing or wrong for these files, and browsers reject module scripts and streamed WebAssembly
# with other types.
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
    ".zip": "application/zip",
}
TEXT = ("text/", "application/json", "application/xml", "image/svg+xml")


class SiteHandler(SimpleHTTPRequestHandler):
    """An HTTP request handler that serves the files in one folder below a URL path, with the folder's own 404 page."""

    extensions_map = {"": "application/octet-stream", **TYPES}  # noqa: RUF012 - the base class's own name
    protocol_version = "HTTP/1.1"

    def __init__(self, *args: object, directory: str, base: str, quiet: bool) -> None:
        self.base = base
        self.quiet = quiet
        super().__init__(*args, directory=directory)  # type: ignore[arg-type]

    def send_head(self) -> BytesIO | BinaryIO | None:
        path = urlsplit(self.path).path
        if path + "/" == self.base:
            self._redirect(self.base)
            return None
        if not path.startswith(self.base):
            return self._not_found()
        return super().send_head()

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(self.base))

    def list_directory(self, path: object) -> BytesIO | None:
        return self._not_found()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        page = self._not_found()
        if self.command != "HEAD":
            self.wfile.write(page.getvalue())

    def guess_type(self, path: str) -> str:  # type: ignore[override]
        kind = super().guess_type(path)
        return f"{kind}; charset=utf-8" if kind.startswith(TEXT) else kind

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # so that reloading shows a rebuilt page instead of a cached one
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        if not self.quiet:
            super().log_message(format, *args)

    def _redirect(self, target: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _not_found(self) -> BytesIO:
        page = Path(self.directory, "404.html")
        if page.is_file():
            return self._send(page.read_bytes(), self.guess_type("page.html"), HTTPStatus.NOT_FOUND)
        return self._send(b"Not found\n", "text/plain; charset=utf-8", HTTPStatus.NOT_FOUND)

    def _send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> BytesIO:
        """Send the status and headers of a response, and return its body."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)


class SiteServer(ThreadingHTTPServer):
    """A server for one folder on the loopback address; port 0 selects any free port."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, directory: Path, *, port: int = 0, base: str = "/", quiet: bool = True) -> None:
        self.base = read_base(base)
        self.directory, self.quiet = str(directory), quiet
        super().__init__(("127.0.0.1", port), self.answer)

    def answer(self, *request: Any) -> BaseRequestHandler:
        """Handle a request."""
        return SiteHandler(*request, directory=self.directory, base=self.base, quiet=self.quiet)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def url(self) -> str:
        return self.origin + self.base

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore connection errors, which occur when the reader leaves a page before it has loaded."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def read_base(text: str) -> str:
    """Normalize a base path: `follow-suit`, `/follow-suit` and `/follow-suit/` become `/follow-suit/`."""
    inner = text.strip("/")
    return f"/{inner}/" if inner else "/"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m rules_engine.site.serving.serve", description="Serve a built site on this machine."
    )
    parser.add_argument("directory", type=Path, nargs="?", default=Path("site"))
    parser.add_argument("--port", type=int, default=8000, help="0 takes any that is free")
    parser.add_argument("--base", default="/", help="the path of the site")
    parser.add_argument("--verbose", action="store_true", help="print each request")
    options = parser.parse_args(argv)
    if not (options.directory / "index.html").is_file():
        print(f"No site in {options.directory}: there is no index.html. Try: make build", file=sys.stderr)
        return 1
    try:
        server = SiteServer(options.directory, port=options.port, base=options.base, quiet=not options.verbose)
    except OSError as problem:
        reason = f"Port {options.port} can't be used: {problem.strerror}."
        print(reason, "Try another: --port 9000", file=sys.stderr)
        return 1
    with server:
        print(f"Follow Suit is at {server.url}  (Ctrl+C ends it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
