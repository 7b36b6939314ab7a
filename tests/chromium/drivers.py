"""Drivers for two browsers that Playwright doesn't support, through Selenium: Debian's Firefox (WebDriver BiDi) and
WebKitGTK.

Playwright only drives its own builds of Firefox and WebKit, which must be downloaded. Debian has no geckodriver, which
Firefox doesn't need for BiDi.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.websocket_connection import WebSocketConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from selenium.webdriver.webkitgtk.webdriver import WebDriver

PATIENCE = 300.0
"""Timeout in seconds: Python starts slowly on a busy machine."""
QUIET = {
    "network.proxy.type": 1, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,  # this machine only
    "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
}
MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
KEYS = {"Tab": Keys.TAB, "Escape": Keys.ESCAPE, "Enter": Keys.ENTER}
CENTRE = """(async () => {
  const each = document.querySelector(SELECTOR);
  for (let before = ""; ; ) {
    each.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { left, top, width, height } = each.getBoundingClientRect();
    const now = [Math.round(left + width / 2), Math.round(top + height / 2)];
    if (before === String(now)) return now;
    before = String(now);
  }
})()"""
"""Expression for the centre of an element, after off-screen elements above it have been laid out."""


class NotInstalledError(Exception):
    """Raised if a browser or its driver isn't installed; the message names it."""


class Driven(ABC):
    """A browser with one page."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open a URL and wait until the page has loaded."""

    @abstractmethod
    def js(self, expression: str) -> Any:
        """Evaluate an expression in the page, await it if it is a promise, and return the result, passed as JSON."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """Click the first element that matches a selector."""

    @abstractmethod
    def key(self, name: str) -> None:
        """Press a key."""

    @abstractmethod
    def size(self, width: int, height: int) -> None:
        """Resize the window."""

    def until(self, expression: str, within: float = PATIENCE) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + within
        while not self.js(f"(async () => !!(await ({expression})))()"):
            if time.monotonic() > end:
                shown = self.js("(document.querySelector('fs-table') ?? document.body).innerText.slice(0, 2000)")
                raise AssertionError(f"not so within {within} s: {expression}\n{shown}")
            time.sleep(0.05)

    def has(self, selector: str) -> None:
        """Wait for an element."""
        self.until(f"document.querySelector({json.dumps(selector)})")

    def press(self, selector: str) -> None:
        """Wait for an element, and click it."""
        self.has(selector)
        self.click(selector)


class Firefox(Driven):
    """Firefox, driven by WebDriver BiDi."""

    def __init__(self, line: WebSocketConnection) -> None:
        self.line = line
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.create", type="tab")["context"]

    def ask(self, method: str, **parameters: object) -> Any:
        """Send a command and return its result."""
        answer = self.line.send_cmd(method, parameters)  # type: ignore[no-untyped-call]
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}: {answer.get('message', '')}")
        return answer["result"]

    def go(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def js(self, expression: str) -> Any:
        whole = f"(async () => JSON.stringify(await ({expression}) ?? null))()"
        answer = self.ask("script.evaluate", expression=whole, target={"context": self.context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def click(self, selector: str) -> None:
        x, y = self.js(CENTRE.replace("SELECTOR", json.dumps(selector)))
        steps = [{"type": "pointerMove", "x": x, "y": y}, *({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))]
        self._act({"type": "pointer", "id": "mouse", "actions": steps})

    def key(self, name: str) -> None:
        steps = [{"type": kind, "value": KEYS.get(name, name)} for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": steps})

    def size(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def _act(self, source: Mapping[str, object]) -> None:
        self.ask("input.performActions", context=self.context, actions=[source])


class WebKit(Driven):
    """WebKitGTK, driven by its WebDriver."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver
        driver.set_script_timeout(PATIENCE)
        driver.set_page_load_timeout(PATIENCE)

    def go(self, address: str) -> None:
        self.driver.get(address)

    def js(self, expression: str) -> Any:
        whole = (f"const told = arguments[arguments.length - 1];"
                 f"(async () => JSON.stringify(await ({expression}) ?? null))().then(told, (e) => told('!' + e));")
        answer = self.driver.execute_async_script(whole)
        if answer.startswith("!"):
            raise AssertionError(answer)
        return json.loads(answer)

    def click(self, selector: str) -> None:
        x, y = self.js(CENTRE.replace("SELECTOR", json.dumps(selector)))
        steps = ActionBuilder(self.driver)
        steps.pointer_action.move_to_location(x, y)  # type: ignore[no-untyped-call]
        steps.pointer_action.click()
        steps.perform()

    def key(self, name: str) -> None:
        self.driver.switch_to.active_element.send_keys(KEYS.get(name, name))

    def size(self, width: int, height: int) -> None:
        self.driver.set_window_size(width, height)


@contextmanager
def firefox(**preferences: object) -> Iterator[Firefox]:
    """Context manager that runs a headless Firefox. Raises ``NotInstalledError``."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        raise NotInstalledError("neither firefox-esr nor firefox is on the path")
    with TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in {**QUIET, **preferences}.items()]
        Path(profile, "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [program, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        log = Path(profile, "stderr.txt")   # a pipe that nobody reads would fill up and block the browser
        with log.open("wb") as stderr, subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr) as running:
            try:
                line = WebSocketConnection(f"{_address(running, log)}/session", PATIENCE, 0.02)  # type: ignore[no-untyped-call]
                yield Firefox(line)
                line.close()  # type: ignore[no-untyped-call]
            finally:
                running.kill()


def _address(running: subprocess.Popen[bytes], log: Path) -> str:
    """Return the WebSocket URL that Firefox prints."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        has_ended = running.poll() is not None
        printed = log.read_text(encoding="utf-8", errors="replace")
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)\n", printed):
            return found[1]
        if has_ended:
            raise AssertionError(f"Firefox ended before it listened:\n{printed}")
        time.sleep(0.05)
    raise AssertionError(f"Firefox didn't listen within {PATIENCE} s")


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Context manager that runs WebKitGTK on a virtual screen. Raises ``NotInstalledError``."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browser = next(Path("/").glob(MINI_BROWSERS.lstrip("/")), None)
    if not (driver and screen and browser):
        raise NotInstalledError("WebKitWebDriver, MiniBrowser or Xvfb isn't there: Debian's webkit2gtk-driver and xvfb have them")
    options = Options()
    options.binary_location = str(browser)
    options.add_argument("--automation")
    with _screen(screen) as number:
        surroundings = {**os.environ, "DISPLAY": f":{number}", "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1",
                        "NO_AT_BRIDGE": "1", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}     # root can't use the sandbox
        running = WebDriver(options=options, service=Service(driver, env=surroundings))
        try:
            yield WebKit(running)
        finally:
            running.quit()


@contextmanager
def _screen(program: str) -> Iterator[str]:
    """Context manager that runs a virtual screen and yields its display number."""
    reads, writes = os.pipe()
    command = [program, "-displayfd", str(writes), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writes], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        os.close(writes)
        with os.fdopen(reads) as told:
            number = told.readline().strip()
        try:
            yield number
        finally:
            running.terminate()
