"""The scheduler of the live preview.

One thread watches the files and schedules builds, of open and requested pages first. Other pages are built when no files are
changing, to find their problems.
"""

from __future__ import annotations

import hashlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from rules_engine.core.positions.json_values import JsonValue
from rules_engine.narration.quantities import counted
from rules_engine.site.preview.watcher import Change, Watcher

PAUSE = 0.15
"""Interval between checks of the files, in seconds."""
QUIET = 2.0
"""Time without a change after which pages that aren't open are built too, in seconds."""
PATIENCE = 100.0
"""Timeout for a response from the builder, in seconds. The builder's own timeout is shorter."""
ENDED = ("The process that builds has ended; the terminal shows its last output. If it was stopped after a minute and a half, "
         "something never ends, at the place shown there.")


class PreviewState(NamedTuple):
    """The state of a page, sent to the browser.

    ``page``      an identifier of its content; the client reloads the page if the identifier differs from the loaded page's
    ``fault``     the reason why nothing could be built, or ""
    ``problems``  the problems in the site
    """

    page: str
    fault: str
    problems: list[str]


class Preview:
    """The preview of a site while its author is working on it.

    ``config``  its ``mkdocs.yml``
    ``folder``  the folder for the output
    ``url``     the URL of the preview
    ``say``     a function that prints a message for the author
    """

    def __init__(self, config: Path, folder: Path, url: str, say: Callable[[str], None]) -> None:
        self.config, self.site, self.url, self.say = config, folder / "site", url, say
        self.site.mkdir()
        self.ended = False
        self._told = threading.Condition()
        self._version = 0
        self._fault = ""
        self._problems: list[str] = []
        self._open: Counter[str] = Counter()
        self._addresses: set[str] | None = None
        self._stale: set[str] = set()
        self._digests: dict[str, str] = {}
        self._looks = 0
        self._changed: list[Path] = []
        self._last_change = time.monotonic()
        self._watcher = Watcher([config.parent])
        self._builder: Process | None = None
        self._maker: Process | None = None
        self._photographed = False

    # ---- called by request handlers

    def fresh(self, address: str) -> None:
        """Wait until a page is up to date, the build has failed, or ``PATIENCE`` has passed."""
        with self.looked_at(address), self._told:
            self._told.notify_all()
            self._told.wait_for(lambda: self.ended or self._fault or not self._is_stale(address), PATIENCE)

    @contextmanager
    def looked_at(self, address: str) -> Iterator[None]:
        """Context manager within which a page counts as open."""
        with self._told:
            self._open[address] += 1
        try:
            yield
        finally:
            with self._told:
                self._open[address] -= 1

    def news(self, address: str, known: int) -> tuple[int, PreviewState]:
        """Return the preview's version and the state of a page. Wait up to 10 s for a version newer than ``known``."""
        with self._told:
            self._told.wait_for(lambda: self.ended or self._version > known, 10)
            return self._version, PreviewState(self.mark(address), self._fault, self._problems)

    def mark(self, address: str) -> str:
        """Return an identifier of a page's content, which changes whenever the page must be reloaded."""
        return f"{self._looks}-{self._digests.get(address, '')}"

    def file(self, address: str) -> Path:
        """Return the output file of a page."""
        return self.site / address / ("" if address.endswith(".html") else "index.html")

    # ---- the build thread

    def run(self) -> None:
        """Watch and build until `end` is called."""
        while not self.ended:
            self._look()
            if (pages := self._wanted()) is not None:
                self._build(pages)
            elif pages := self._others():
                self._build(pages, hurried=False)
            else:
                self._make_snapshot()
                with self._told:
                    self._told.wait(PAUSE)

    def end(self) -> None:
        """Stop the preview, and wake up all waiting threads."""
        with self._told:
            self.ended = True
            self._told.notify_all()
        self._stop_building()

    def _look(self) -> bool:
        """Check the files for changes. Return whether the build process was stopped because it must restart."""
        changes = self._watcher.look()
        if not changes:
            return False
        with self._told:
            self._changed += changes
            self._last_change = time.monotonic()
            self._stale = {*(self._addresses or ())}
            self._looks += Change.LOOKS in changes.values()
            self._told.notify_all()
        if self._fault or Change.RULES in changes.values():  # after an error, modules may be only partly loaded
            self._stop_building()
            return True
        return False

    def _stop_building(self) -> None:
        for process in filter(None, (self._builder, self._maker)):
            process.kill()
        self._builder = self._maker = None
        with self._told:
            self._fault, self._photographed = "", False

    def _make_snapshot(self) -> None:
        """Start another process that builds the snapshot when all pages are built, so that Python starts faster in the browser.

        Pages that aren't open are then rebuilt with the snapshot.
        """
        if self._photographed or self._stale or not self._addresses or self._fault:
            return
        if self._maker is None:
            self._maker = Process(self.config, self.site.with_name("snapshot"), self.url)
            self._maker.ask([], snapshot=True)
        elif (answer := self._maker.answer()) is not None:
            if "fault" in answer:
                self.say(f"No snapshot could be made, so Python starts slowly:\n{answer['fault']}")
            self._stop_building()
            with self._told:
                self._photographed = True
                self._stale = {address for address in self._addresses if not self._open[address]}

    def _wanted(self) -> list[str] | None:
        """Return the open pages that aren't up to date, or None if there is nothing to build.

        An empty list requests the first build, which determines the pages of the site.
        """
        with self._told:
            pages = [address for address, count in self._open.items() if count > 0 and self._is_stale(address)]
            return pages if not self._fault and (pages or self._addresses is None) else None

    def _others(self) -> list[str]:
        """Return one page that isn't up to date, as a list. The list is empty if files have changed recently."""
        with self._told:
            quiet = not self._fault and time.monotonic() - self._last_change > QUIET
            return sorted(self._stale)[:1] if quiet else []

    def _is_stale(self, address: str) -> bool:
        return self._addresses is None or address in self._stale

    def _build(self, pages: list[str], hurried: bool = True) -> None:
        """Build pages. Unless ``hurried``, abort the build as soon as an open page must be rebuilt."""
        self._builder = self._builder or Process(self.config, self.site, self.url)
        with self._told:
            changed, self._changed = self._changed, []
        began = time.monotonic()
        builder = self._builder
        builder.ask(pages)
        while (answer := builder.answer()) is None:
            if self.ended or self._look() or time.monotonic() - began > PATIENCE:
                return
            if not hurried and (self._changed or self._wanted()):
                builder.stop()
        if self.ended or "stopped" in answer:
            return
        if "fault" in answer:
            self._note_fault(answer["fault"])
        else:
            self._note_pages(pages, answer, changed, time.monotonic() - began)

    def _note_fault(self, fault: str) -> None:
        with self._told:
            self._fault = fault
            self._version += 1
            self._told.notify_all()
        self.say(f"Nothing could be built:\n{fault}\nThe last pages stay as they are; mend it, and it goes on.")

    def _note_pages(self, pages: list[str], answer: dict[str, JsonValue], changed: list[Path], seconds: float) -> None:
        digests = {address: _digest(self.file(address)) for address in pages if self.file(address).is_file()}
        with self._told:
            first = self._addresses is None
            addresses = {*answer["addresses"]}
            came = addresses - (self._addresses or set())
            self._stale = (addresses & (self._stale | came)) - (set() if self._changed else {*pages})
            self._addresses = addresses
            new = [problem for problem in answer["problems"] if problem not in self._problems]
            mended = sum(problem not in answer["problems"] for problem in self._problems)
            self._problems = answer["problems"]
            self._digests |= digests
            self._version += 1
            self._told.notify_all()
        watched = [Path(each) for each in dict.fromkeys(answer["watched"])]
        if watched != self._watcher.paths:
            self._watcher = Watcher(watched)
        if changed and not first:
            self.say(f"{', '.join(dict.fromkeys(path.name for path in changed))}: {counted(len(pages), 'page')} "
                     f"in {seconds:.1f} s")
        for problem in new:
            self.say(f"  {problem}")
        if mended:
            self.say(f"  {counted(mended, 'fault')} mended, {len(self._problems)} left")


class Process:
    """A handle for a build process (see `builder`)."""

    def __init__(self, config: Path, site: Path, url: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rules_engine.site.preview.builder", str(config), str(site), url], text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=None, cwd=config.parent,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._wishes, self._said = self._process.stdin, self._process.stdout
        self._answers: queue.Queue[dict[str, JsonValue]] = queue.Queue()
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def ask(self, pages: list[str], snapshot: bool = False) -> None:
        """Request a build of pages, and of Python's snapshot if ``snapshot`` is true."""
        self._tell({"pages": pages, "snapshot": snapshot})

    def stop(self) -> None:
        """Request that the current build be aborted."""
        self._tell({"stop": True})

    def _tell(self, wish: dict[str, JsonValue]) -> None:
        with suppress(OSError):  # the process has ended, which `_listen` reports
            self._wishes.write(f"{json.dumps(wish)}\n")
            self._wishes.flush()

    def answer(self) -> dict[str, JsonValue] | None:
        """Return the next response, or None if there is none within ``PAUSE``."""
        try:
            return self._answers.get(timeout=PAUSE)
        except queue.Empty:
            return None

    def kill(self) -> None:
        """Kill the process and close its pipes."""
        self._process.kill()
        self._process.wait()
        self._listening.join()
        self._said.close()
        with suppress(OSError):  # closing may fail if a request is still buffered
            self._wishes.close()

    def _listen(self) -> None:
        for line in self._said:
            self._answers.put(json.loads(line))
        self._answers.put({"fault": ENDED})


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]
