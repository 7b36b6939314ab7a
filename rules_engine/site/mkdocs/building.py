"""How a site is built: for readers all at once and from nothing (`FullBuild`), for an author a page at a time (`live.pages`)."""

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
    """Every page at once; whatever is wrong fails the build before a page is written."""

    @property
    def hurried(self) -> bool:
        """Whether nobody wants to wait for a snapshot."""
        return False

    def node(self) -> str | None:
        """Return Node.js, where it is to make the snapshot."""
        return shutil.which("node")

    def search(self) -> SearchIndex:
        """Return what is known of the search before the pages render."""
        return SearchIndex()

    def runtime(self, make: Callable[[], list[RuntimeFile]]) -> list[RuntimeFile]:
        """Return the files of figures, table and Python. Raises what ``make`` raises."""
        return make()

    def begin(self, files: Files) -> None:
        """Begin: all files of the site are known, and no page has rendered."""

    def entitle(self, nav: Navigation, config: MkDocsConfig) -> None:
        """Entitle pages that won't render now: the menu, which is known by now, needs their titles."""

    def dress(self, env: Environment) -> None:
        """Dress the theme, whose templates are there, and none was used."""

    def conclude(self, problems: list[Problem], lacking: list[str]) -> None:
        """Tell what is wrong with the pages, which have all rendered, and what the site lacks. Raises ``PluginError``."""
        if found := problem_report(problems, lacking):
            raise PluginError(found)
