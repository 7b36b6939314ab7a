"""Helpers for the commands that process a site's pages, such as ``followsuit assets`` and ``followsuit check --pages``."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rules_engine.authoring.translations.catalogues import InvalidCatalogue
from rules_engine.cli.errors import CommandError
from rules_engine.core.model.errors import Problem
from rules_engine.site.optional_packages import lacking

if TYPE_CHECKING:
    from rules_engine.site.model.site_model import SiteModel
    from rules_engine.site.zensical.config import ConfiguredSite
    from rules_engine.site.zensical.render import Rendered

T = TypeVar("T")


def add_config(parser: argparse.ArgumentParser) -> None:
    """Declare the option ``--config``, which names the site's configuration file."""
    parser.add_argument("--config", type=Path, metavar="FILE",
                        help="the site's configuration (default: zensical.toml or mkdocs.yml, whichever exists)")


def need_site() -> None:
    """Raise ``CommandError`` if a package needed for rendering pages isn't installed."""
    if missing := lacking():
        raise CommandError(missing)


def configured(config: Path | None) -> ConfiguredSite:
    """Return the site described by a configuration file; None stands for the one in the current folder.

    Raises ``CommandError``.
    """
    need_site()
    from rules_engine.site.model.settings import SettingsError
    from rules_engine.site.zensical.config import configuration_in, read_site

    try:
        return read_site(configuration_in(Path.cwd(), config or ""))
    except SettingsError as error:
        raise CommandError(str(error)) from error


def rendered(config: Path | None, paints: bool = False) -> Rendered:
    """Render all pages of the site; if ``paints`` is true, with preview pictures. Raises ``CommandError``."""
    def made(site: ConfiguredSite) -> Rendered:
        from rules_engine.site.zensical.render import render

        return render(site, paints=paints)

    return _made_of(config, made)


def read_book(config: Path | None) -> SiteModel:
    """Return the model of the site without rendering pages; scenarios are read on demand. Raises ``CommandError``."""
    def made(site: ConfiguredSite) -> SiteModel:
        from rules_engine.site.fences.build_session import PreviewSession
        from rules_engine.site.zensical.extension import open_site

        return open_site(site, PreviewSession()).book

    return _made_of(config, made)


def _made_of(config: Path | None, make: Callable[[ConfiguredSite], T]) -> T:
    """Return the result of calling ``make`` for the site, converting its exceptions to ``CommandError``."""
    site = configured(config)
    from rules_engine.authoring.days import InvalidDays
    from rules_engine.site.model.settings import SettingsError
    from rules_engine.site.runtime import RuntimeFilesError

    try:
        return make(site)
    except (SettingsError, InvalidCatalogue, RuntimeFilesError, InvalidDays) as error:
        raise CommandError(str(error)) from error


def check_pages(config: Path | None, verbose: bool = False) -> int:
    """Check a site's pages, print the problems, and return the exit status. Raises ``CommandError`` if there are no pages."""
    if verbose:
        need_site()
        from rules_engine.site.fences.fences import LOG

        LOG.addHandler(logging.StreamHandler())
        LOG.setLevel(logging.DEBUG)
    found = rendered(config)
    failed = tell(found, found.problems(), [])
    count = len(found.open.pages)
    if not count:
        raise CommandError(f"There are no pages in {found.open.site.settings.docs}: expected files that end in .md.")
    print(f"{count} page{'s' * (count != 1)} checked", file=sys.stderr if failed else sys.stdout)
    return int(failed)


def tell(found: Rendered, problems: Sequence[Problem], lacking: Sequence[str]) -> bool:
    """Print problems, missing packages and hints. Return whether there is a problem or a missing package."""
    for line in [*(problem.told() for problem in problems), *lacking, *found.worth_knowing()]:
        print(line)
    return bool(problems or lacking)
