"""The practice table in Firefox, where there is one: nothing installs it, and Playwright drives only a Firefox of its own.

So the page itself presses the button and reports what happened. How long it took is printed (`pytest -s`).
"""

from __future__ import annotations

import json
import queue
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.bench.server import Line, served
from tests.bench.visits import WATCH
from tests.chromium.server import Site

PATIENCE = 180.0
PAGE = "games/snakebit/play/"
PREFERENCES = {
    "network.proxy.type": 1, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,  # nobody but this machine
    "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
}
PRESS = """
addEventListener("load", async () => {
  const part = (name) => document.querySelector(`fs-table > ${name}`);
  while (!part(".fs-stage #fs-do-new")) await new Promise((resolve) => setTimeout(resolve, 50));
  answered("fs-table > .fs-stage");
  part(".fs-stage #fs-do-new").click();
  const took = await answer;
  const cards = document.querySelectorAll("fs-table[data-playing] .fs-own .fs-card").length;
  const report = { took, way, cards, slip: part(".fs-stage .fs-slip").textContent, fault: part(".fs-engine").textContent };
  fetch("REPORT", { method: "POST", mode: "no-cors", body: JSON.stringify(report) });
});
"""


@pytest.fixture
def reports() -> Iterator[tuple[str, queue.Queue[dict[str, Any]]]]:
    """An address, and what pages send there."""
    found: queue.Queue[dict[str, Any]] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            found.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", found
        server.shutdown()


def test_a_hand_is_dealt_in_firefox(site: Site, tmp_path: Path, reports: tuple[str, queue.Queue[dict[str, Any]]]) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if firefox is None:
        pytest.skip("neither firefox-esr nor firefox is on the path")
    address, found = reports
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (tmp_path / "user.js").write_text("\n".join(lines), encoding="utf-8")
    script = f"<script>{WATCH}{PRESS.replace('REPORT', address)}</script>"
    page = (site.directory / PAGE / "index.html").read_text(encoding="utf-8").replace("<head>", "<head>" + script, 1)
    with served(site.directory, {f"{PAGE}index.html": page.encode()}, Line()) as running:
        browser = subprocess.Popen([firefox, "--headless", "--no-remote", "--profile", str(tmp_path), running.url + PAGE],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            report = found.get(timeout=PATIENCE)
        finally:
            browser.terminate()
            browser.wait()
    print(f"Firefox: {report}")
    assert report["fault"] == ""
    assert report["way"] == "snapshot"
    assert report["cards"] == 6
    assert report["slip"]
