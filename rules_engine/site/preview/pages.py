"""Incremental builds of single pages for the preview. Results for pages, scenarios and the search are cached until they change.

MkDocs' option `--dirty` builds only pages that are newer than their output, so we delete the output of the requested pages, and
set the modification time of the other output to the future.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation

from rules_engine.authoring.caches.proof_cache import Proofs
from rules_engine.authoring.checks.check import CheckResult
from rules_engine.core.model.errors import Problem
from rules_engine.scenarios.model import Scenario
from rules_engine.site.mkdocs.building import FullBuild
from rules_engine.site.model.page_contents import PageContents
from rules_engine.site.model.scenarios import Scenarios
from rules_engine.site.pages.search import SearchIndex
from rules_engine.site.runtime import RuntimeFile

FAR_AHEAD = 2**31 - 1
"""A modification time in the future, in seconds since 1970."""


class Pages(FullBuild):
    """A build of selected pages, which are identified by their URLs, such as ``games/snakebit/``.

    ``wanted``     the URLs of the pages to build
    ``snapshot``   whether to build a snapshot
    ``addresses``  the URLs of all pages
    ``problems``   the problems of the pages built so far
    ``stop``       an event that aborts the build: the next scenario check raises `BuildStopped`
    """

    def __init__(self, templates: Path) -> None:
        self.templates = FileSystemBytecodeCache(str(templates))
        self.snapshot = False
        self.wanted: Collection[str] = ()
        self.addresses: list[str] = []
        self.problems: list[str] = []
        self.stop = threading.Event()
        self._scenarios: Scenarios | None = None
        self._pages: dict[str, PageContents] = {}
        self._search = SearchIndex()
        self._runtime: list[RuntimeFile] | None = None

    @property
    def hurried(self) -> bool:
        """True if the build skips building a snapshot, which takes about 20 s after each change to a rule."""
        return not self.snapshot

    def node(self) -> str | None:
        """Return the Node executable if a snapshot is to be built, otherwise None."""
        return super().node() if self.snapshot else None

    def scenarios(self, folder: Path, games: Collection[str], shown_as: str, proofs: Path) -> Mapping[str, CheckResult]:
        """Return the scenario files, which are checked when a page shows them."""
        if self._scenarios is None:
            self._scenarios = Scenarios(folder, games, shown_as, Proofs(proofs), self.stop)
        self._scenarios.look_again()
        return self._scenarios

    def peek(self) -> Callable[[str], Scenario | None] | None:
        """Return a function that reads a scenario file without checking it."""
        return None if self._scenarios is None else self._scenarios.peek

    def pages(self) -> dict[str, PageContents]:
        """Return the recorded contents of the pages built so far."""
        return self._pages

    def search(self) -> SearchIndex:
        """Return the search index of the pages built so far."""
        return self._search

    def runtime(self, make: Callable[[], list[RuntimeFile]]) -> list[RuntimeFile]:
        """Return the files for figures, the table and Python.

        They are cached, because the build process restarts when they change.
        """
        if self._runtime is None:
            self._runtime = make()
        return self._runtime

    def begin(self, files: Files) -> None:
        """Make MkDocs build only the wanted pages, by setting the modification times of the output."""
        there = files.documentation_pages()
        self.addresses = [_address(file) for file in there]
        for gone in self._pages.keys() - {file.src_uri for file in there}:
            del self._pages[gone]
        for file in there:
            written = Path(file.abs_dest_path)
            if _address(file) in self.wanted:
                written.unlink(missing_ok=True)
            else:
                written.parent.mkdir(parents=True, exist_ok=True)
                written.touch()
                os.utime(written, (FAR_AHEAD, FAR_AHEAD))

    def entitle(self, nav: Navigation, config: MkDocsConfig) -> None:
        """Read the titles of pages that aren't built, since the menu needs them and MkDocs reads only the built pages."""
        for page in nav.pages:
            if _address(page.file) not in self.wanted:
                page.read_source(config)

    def dress(self, env: Environment) -> None:
        """Cache the compiled templates of the theme."""
        env.bytecode_cache = self.templates

    def conclude(self, problems: list[Problem], lacking: list[str]) -> None:
        """Store the problems, which the open page shows to the author."""
        self.problems = [*lacking, *(problem.told() for problem in problems)]


def _address(page: File) -> str:
    """Return the URL of a page relative to the site's root."""
    return page.url.removeprefix("./")
