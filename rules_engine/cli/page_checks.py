"""What the commands that look at a site's pages share: ``followsuit assets`` and ``followsuit check --pages``."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rules_engine.authoring.catalogues import InvalidCatalogue
from rules_engine.cli.errors import CommandError
from rules_engine.core.model.errors import Problem
from rules_engine.site.optional_packages import lacking

if TYPE_CHECKING:
    from rules_engine.site.model.site_model import SiteModel
    from rules_engine.site.zensical.config import ConfiguredSite
    from rules_engine.site.zensical.render import Rendered

T = TypeVar("T")


def add_config(parser: argparse.ArgumentParser) -> None:
    """Declare where the site's settings stand."""
    parser.add_argument("--config", type=Path, metavar="FILE",
                        help="the site's configuration; zensical.toml or mkdocs.yml if left out, whichever is there")


def need_site() -> None:
    """Refuse where what renders pages isn't installed. Raises ``CommandError``."""
    if missing := lacking():
        raise CommandError(missing)


def configured(config: Path | None) -> ConfiguredSite:
    """Return the site as its configuration has it. Raises ``CommandError``."""
    need_site()
    from rules_engine.site.model.settings import SettingsError
    from rules_engine.site.zensical.config import configuration_in, read_site

    try:
        return read_site(configuration_in(Path.cwd(), config or ""))
    except SettingsError as error:
        raise CommandError(str(error)) from error


def rendered(config: Path | None) -> Rendered:
    """Return all pages of the site, rendered. Raises ``CommandError``."""
    def made(site: ConfiguredSite) -> Rendered:
        from rules_engine.site.zensical.render import render

        return render(site)

    return _made_of(config, made)


def read_book(config: Path | None) -> SiteModel:
    """Return the book of the site, of which nothing is rendered, and no scenario is looked at before somebody asks for it. Raises
    ``CommandError``.
    """
    def made(site: ConfiguredSite) -> SiteModel:
        from rules_engine.site.fences.build_session import PreviewSession
        from rules_engine.site.zensical.extension import open_site

        return open_site(site, PreviewSession()).book

    return _made_of(config, made)


def _made_of(config: Path | None, make: Callable[[ConfiguredSite], T]) -> T:
    """What is made of the site. Raises ``CommandError``."""
    site = configured(config)
    from rules_engine.authoring.days import InvalidDays
    from rules_engine.site.model.settings import SettingsError
    from rules_engine.site.runtime import RuntimeFilesError

    try:
        return make(site)
    except (SettingsError, InvalidCatalogue, RuntimeFilesError, InvalidDays) as error:
        raise CommandError(str(error)) from error


def check_pages(config: Path | None, verbose: bool = False) -> int:
    """Check a site's pages: exit status 1 if anything is wrong. Raises ``CommandError``."""
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
    """Print what is wrong, and what is worth knowing; says whether anything is wrong."""
    for line in [*(problem.told() for problem in problems), *lacking, *found.worth_knowing()]:
        print(line)
    return bool(problems or lacking)
