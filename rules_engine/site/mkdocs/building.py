"""The complete build of a site (`FullBuild`). `preview.pages` derives the incremental build for authors from it."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from rules_engine.core.model.errors import Problem
from rules_engine.site.fences.build_session import BuildSession
from rules_engine.site.model.site_model import problem_report
from rules_engine.site.pages.search import SearchIndex
from rules_engine.site.runtime import RuntimeFile


class FullBuild(BuildSession):
    """A build of all pages. If there is any problem, the build fails before a page is written."""

    @property
    def hurried(self) -> bool:
        """True if the build skips building a snapshot, so that it doesn't take long."""
        return False

    def node(self) -> str | None:
        """Return the Node executable for building the snapshot, or None."""
        return shutil.which("node")

    def search(self) -> SearchIndex:
        """Return the search index to which pages add their sections."""
        return SearchIndex()

    def runtime(self, make: Callable[[], list[RuntimeFile]]) -> list[RuntimeFile]:
        """Return the files for figures, the table and Python, created by ``make``. Raises whatever ``make`` raises."""
        return make()

    def begin(self, files: Files) -> None:
        """Start the build, when the site's files are known and before any page renders."""

    def entitle(self, nav: Navigation, config: MkDocsConfig) -> None:
        """Read the titles of pages that won't render in this build, since the menu needs them."""

    def dress(self, env: Environment) -> None:
        """Configure the Jinja environment for the theme's templates before it is used."""

    def conclude(self, problems: list[Problem], lacking: list[str]) -> None:
        """Report the problems on the rendered pages and the missing packages. Raises ``PluginError`` if there are any."""
        if found := problem_report(problems, lacking):
            raise PluginError(found)
