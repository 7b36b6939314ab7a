"""The server of the live preview.

It sends each page as soon as it is built, with a script that reloads the page after a change.
"""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import parse_qs, urlsplit

from rules_engine.html.elements import el
from rules_engine.site.preview.preview import Preview
from rules_engine.site.serving.serve import SiteHandler, SiteServer

OURS = "_followsuit/"
"""The path of the preview's own resources below the site's root; no page can have this path."""
MOMENTS = 20
"""Maximum number of attempts to read a file that is being written."""
SCRIPT = Path(__file__).with_name("live.js")
GO_AWAY = b"""\
// A service worker of a site that was built here before would show its old pages.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(registration.unregister()));
"""


class LiveHandler(SiteHandler):
    """An HTTP request handler for one preview."""

    def __init__(self, *args: object, preview: Preview, directory: str, base: str, quiet: bool) -> None:
        self.preview = preview
        super().__init__(*args, directory=directory, base=base, quiet=quiet)

    def do_GET(self) -> None:  # noqa: N802 - the base class's own name
        asked = urlsplit(self.path)
        if asked.path == f"{self.base}{OURS}news":
            self._tell(parse_qs(asked.query, keep_blank_values=True).get("page", [""])[0])
        else:
            super().do_GET()

    def send_head(self) -> BytesIO | BinaryIO | None:
        path = urlsplit(self.path).path
        if not path.startswith(self.base):
            return super().send_head()
        address = path.removeprefix(self.base).removesuffix("index.html")
        if address == f"{OURS}live.js":
            return self._send(SCRIPT.read_bytes(), self.guess_type("script.js"))
        if address == "service-worker.js":
            return self._send(GO_AWAY, self.guess_type("script.js"))
        if address == "" or address.endswith(("/", ".html")):
            return self._page(address)
        file = Path(self.translate_path(self.path))
        return self._send(whole(file), self.guess_type(file.name)) if file.is_file() else super().send_head()

    def _page(self, address: str) -> BytesIO | BinaryIO | None:
        preview = self.preview
        preview.fresh(address)
        file = preview.file(address)
        if file.is_file() and file.stat().st_size:
            return self._send(self._live(file.read_text(encoding="utf-8"), address).encode(), self.guess_type("page.html"))
        if preview.news(address, -1)[1].fault:
            empty = "<!doctype html><html lang=en><title>Nothing built yet</title><body></body></html>"
            return self._send(self._live(empty, address).encode(), self.guess_type("page.html"))
        return super().send_head()

    def _live(self, html: str, address: str) -> str:
        script = el("script", {"type": "module", "src": f"{self.base}{OURS}live.js", "data-page": address,
                               "data-mark": self.preview.mark(address)})
        return html.replace("</body>", f"{script}</body>", 1)

    def _tell(self, address: str) -> None:
        """Send the page's state as server-sent events while it is open."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.close_connection = True
        known = -1
        with self.preview.looked_at(address):
            while not self.preview.ended:
                known, news = self.preview.news(address, known)
                self.wfile.write(f"data: {json.dumps(news._asdict())}\n\n".encode())
                self.wfile.flush()


class LiveServer(SiteServer):
    """A preview and its server on the loopback address; port 0 selects any free port. ``folder`` receives the output."""

    def __init__(self, config: Path, folder: Path, port: int, base: str) -> None:
        super().__init__(folder / "site", port=port, base=base)
        self.preview = Preview(config, folder, self.url, say)

    def answer(self, *request: Any) -> LiveHandler:
        """Handle a request."""
        return LiveHandler(*request, preview=self.preview, directory=self.directory, base=self.base, quiet=self.quiet)

    def show(self) -> None:
        """Build and serve the site until Ctrl+C."""
        building = threading.Thread(target=self.preview.run)
        building.start()
        say(f"The site is at {self.url} and shows each change as you save it (Ctrl+C ends it)")
        try:
            self.serve_forever()
        except KeyboardInterrupt:
            say("")
        finally:
            self.preview.end()
            building.join()


def whole(file: Path) -> bytes:
    """Return the content of a file that another process may be writing; retry while the file is empty or changing."""
    for _ in range(MOMENTS):
        before, content, after = file.stat(), file.read_bytes(), file.stat()
        if content and before.st_mtime_ns == after.st_mtime_ns and before.st_size == after.st_size == len(content):
            break
        time.sleep(0.01)
    return content


def say(text: str) -> None:
    """Print a message for the author in the terminal; ignore errors."""
    with suppress(OSError):
        print(text, flush=True)
