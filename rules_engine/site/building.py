"""How a site is built: for readers all at once and from nothing (`Whole`), for an author a page at a time (`live.pages`)."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from rules_engine.core.errors import Problem
from rules_engine.site.checks import told
from rules_engine.site.opening import Looking
from rules_engine.site.runtime import RuntimeFile
from rules_engine.site.search import Search


class Whole(Looking):
    """Every page at once; whatever is wrong fails the build before a page is written."""

    @property
    def hurried(self) -> bool:
        """Whether nobody wants to wait for a snapshot."""
        return False

    def node(self) -> str | None:
        """Node.js, where it is to make the snapshot."""
        return shutil.which("node")

    def search(self) -> Search:
        """What is known of the search before the pages render."""
        return Search()

    def runtime(self, make: Callable[[], list[RuntimeFile]]) -> list[RuntimeFile]:
        """The files of figures, table and Python. Raises what ``make`` raises."""
        return make()

    def begin(self, files: Files) -> None:
        """All files of the site are known, and no page has rendered."""

    def entitle(self, nav: Navigation, config: MkDocsConfig) -> None:
        """The menu is known: pages that won't render now need their titles for it."""

    def dress(self, env: Environment) -> None:
        """The theme's templates are there, and none was used."""

    def conclude(self, problems: list[Problem], lacking: list[str]) -> None:
        """All pages have rendered: tell what is wrong with them, and what the site lacks. Raises ``PluginError``."""
        if found := told(problems, lacking):
            raise PluginError(found)
