"""Path arguments of commands. The site is the one that contains the path, which may differ from the one in the current folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rules_engine.authoring.checks.check import SUFFIXES, scenario_files
from rules_engine.cli.errors import CommandError
from rules_engine.games.registry import look_in
from rules_engine.site.model.settings import SettingsError
from rules_engine.site.zensical.config import ConfiguredSite, site_around
from rules_engine.text.message import listed


def site_of(place: Path) -> ConfiguredSite | None:
    """Return the site to which a file or folder belongs, or None. Raises ``CommandError`` for invalid settings."""
    try:
        return site_around(place)
    except SettingsError as error:
        raise CommandError(str(error)) from error


def scenarios_in(paths: Sequence[Path]) -> list[Path]:
    """Return the scenario files among and below ``paths``, without duplicates. Games in these folders become available too.

    Raises ``CommandError`` for a path without scenario files, because a mistyped folder would otherwise pass every check.
    """
    look_in(*paths)
    found = list[Path]()
    for path in paths:
        below = [*scenario_files([path])]
        if not below:
            raise CommandError(f"{path} has no scenario files: expected files that end in {listed(SUFFIXES, 'or')}.")
        found += below
    return [*dict.fromkeys(found)]
