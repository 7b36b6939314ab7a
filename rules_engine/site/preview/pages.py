"""A site built a page at a time, for the author who looks at that page. What is found of a page, of a scenario and of the
search is kept until it changes, so that the next page costs no more than itself.

MkDocs can build the pages alone that are newer than what was written of them (`--dirty`); so what was written of a page that
is wanted is taken away, and that of the others dated far ahead.
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

from rules_engine.authoring.check import CheckResult
from rules_engine.authoring.proof_cache import Proofs
from rules_engine.core.model.errors import Problem
from rules_engine.scenarios.model import Scenario
from rules_engine.site.mkdocs.building import FullBuild
from rules_engine.site.model.scenarios import Scenarios
from rules_engine.site.model.site_model import PageContents
from rules_engine.site.pages.search import SearchIndex
from rules_engine.site.runtime import RuntimeFile

FAR_AHEAD = 2**31 - 1
"""Seconds: a date that no file has."""


class Pages(FullBuild):
    """A site of which the ``wanted`` pages are built. A page goes by the address at which it is read: ``games/snakebit/``.

    ``snapshot``   whether a snapshot is to be made
    ``addresses``  those of all pages
    ``problems``   what is wrong with the pages that were built so far
    ``stop``       once it is set, no further scenario is looked at: `Stopped` is raised instead
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
        """Whether nobody wants to wait for a snapshot: it takes some twenty seconds, and each change of a rule asks for one."""
        return not self.snapshot

    def node(self) -> str | None:
        """Return Node.js, where it is to make the snapshot."""
        return super().node() if self.snapshot else None

    def scenarios(self, folder: Path, games: Collection[str], shown_as: str, proofs: Path) -> Mapping[str, CheckResult]:
        """Return scenario files that are looked at when a page shows them."""
        if self._scenarios is None:
            self._scenarios = Scenarios(folder, games, shown_as, Proofs(proofs), self.stop)
        self._scenarios.look_again()
        return self._scenarios

    def peek(self) -> Callable[[str], Scenario | None] | None:
        """Return a look into scenario files that replays nothing."""
        return None if self._scenarios is None else self._scenarios.peek

    def pages(self) -> dict[str, PageContents]:
        """Return what was found in the pages that were built before."""
        return self._pages

    def search(self) -> SearchIndex:
        """Return the search through the pages that were built before."""
        return self._search

    def runtime(self, make: Callable[[], list[RuntimeFile]]) -> list[RuntimeFile]:
        """Return the files of figures, table and Python: they change only with Python's own, and then all of this begins anew."""
        if self._runtime is None:
            self._runtime = make()
        return self._runtime

    def begin(self, files: Files) -> None:
        """Let MkDocs build the wanted pages and no others."""
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
        """Let the pages that aren't built have their titles in the menu: MkDocs reads those alone that are."""
        for page in nav.pages:
            if _address(page.file) not in self.wanted:
                page.read_source(config)

    def dress(self, env: Environment) -> None:
        """Let the theme's templates be compiled once."""
        env.bytecode_cache = self.templates

    def conclude(self, problems: list[Problem], lacking: list[str]) -> None:
        """Keep what is wrong: the author sees it in the page and beside it."""
        self.problems = [*lacking, *(problem.told() for problem in problems)]


def _address(page: File) -> str:
    """The address at which a page is read, as seen from the site's root."""
    return page.url.removeprefix("./")
