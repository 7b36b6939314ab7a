"""Visits to a page, each in its own Chromium with a reusable profile, at full or reduced speed."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.chromium.chromium import FLAGS, find_chromium

RUNNING = 0.005
STANDING = 3
"""Seconds for which a slowed process runs at a time, and the length of its pauses as a multiple of that time."""

WATCH = """
globalThis.answered = (stage) => {
  globalThis.answer = new Promise((done) => addEventListener("click", ({ timeStamp }) => {
    new MutationObserver((_, watch) => {
      watch.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now() - timeStamp);
        port2.postMessage("painted");
      });
    }).observe(document.querySelector(stage), { childList: true, characterData: true, subtree: true });
  }, { capture: true, once: true }));
};
globalThis.way = "";
globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => { if (data?.type === "way") globalThis.way = data.name; });
  }
};
"""
"""Script for every page that records the time from a click until the answer is painted, and the way in which Python started."""


class OpenBrowser:
    """An open browser with its page."""

    def __init__(self, page: Page, profile: Path) -> None:
        self.page, self._profile = page, profile

    @contextmanager
    def slowed(self) -> Iterator[None]:
        """Context manager that slows the page, its workers and all their threads to a quarter of their speed.

        Chromium's own protocol can slow the page, but not its workers.
        """
        over = threading.Event()
        thread = threading.Thread(target=self._hold, args=(over,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _hold(self, over: threading.Event) -> None:
        looked, ran, renderers = 0.0, RUNNING, set[int]()
        try:
            while not over.is_set():
                _signal_all(renderers, signal.SIGSTOP)
                stopped = time.monotonic()
                if stopped - looked > 0.5:
                    renderers, looked = set(self.renderers()), stopped
                time.sleep(max(0.0, STANDING * ran - (time.monotonic() - stopped)))
                _signal_all(renderers, signal.SIGCONT)
                continued = time.monotonic()
                time.sleep(RUNNING)
                ran = time.monotonic() - continued  # may be longer on a busy machine
        finally:
            _signal_all(renderers, signal.SIGCONT)

    def renderers(self) -> list[int]:
        """Return the ids of the renderer processes."""
        processes = {pid: (parent, command) for pid, parent, command in _processes()}
        mine = {pid for pid, (_, command) in processes.items() if f"--user-data-dir={self._profile}" in command}
        while found := {pid for pid, (parent, _) in processes.items() if parent in mine} - mine:
            mine |= found
        return sorted(pid for pid in mine if "--type=renderer" in processes[pid][1])

    def resident(self) -> int:
        """Return the resident memory in bytes of the largest renderer, which runs the page."""
        sizes = [int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) for pid in self.renderers()]
        return max(sizes, default=0) * os.sysconf("SC_PAGE_SIZE")


def _signal_all(processes: set[int], which: signal.Signals) -> None:
    for pid in list(processes):
        try:
            os.kill(pid, which)
        except ProcessLookupError:
            processes.discard(pid)


def _processes() -> Iterator[tuple[int, int, str]]:
    """Yield every process with its parent and its command line."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
            yield int(folder.name), parent, (folder / "cmdline").read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, ProcessLookupError):
            continue


@contextmanager
def visit(profile: Path, patience: float) -> Iterator[OpenBrowser]:
    """Context manager for a browser that uses a profile and shows a blank page. Each step times out after ``patience``
    seconds."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=find_chromium(), args=list(FLAGS), headless=True, locale="en-GB")
        context.set_default_timeout(patience * 1000)
        context.add_init_script(WATCH)
        yield OpenBrowser(context.new_page(), profile)
        context.close()


def can_slow() -> bool:
    """Return whether processes can be found and paused on this system."""
    return sys.platform == "linux" and Path("/proc/self/stat").is_file()
