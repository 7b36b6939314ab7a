"""Assembles a site's files other than its pages, for figures, the table and Python, and logs how Python will start."""

from __future__ import annotations

import logging
from collections.abc import Collection
from pathlib import Path

from rules_engine._version import __version__
from rules_engine.authoring.npm import INSTALL_RUNTIME, RUNTIME
from rules_engine.games import known_games
from rules_engine.site.files.assets import FACES, FOLDER, PACKAGE, faces_folder, site_files, sprites
from rules_engine.site.model.settings import Settings
from rules_engine.site.runtime import RuntimeFile, Source, in_folder, source

NO_NODE = (
    "Node.js isn't installed, so the site ships stock Pyodide: everything works, but each start takes "
    f"several times as long. For the fast start run `{INSTALL_RUNTIME}`, or install Node.js 20 or newer."
)
OTHER_ENGINE = (
    f"{RUNTIME} holds a snapshot of followsuit {__version__} as it was released, and yours differs from that, so the site ships "
    "stock Pyodide: everything works, but each start takes several times as long. Install Node.js 20 or newer, which "
    "makes a snapshot of yours, or `pip install` the two wheels that `make wheels` makes of it."
)
LOADED = (
    f"Python for readers comes from {RUNTIME}; the games are loaded into its snapshot of the engine. With Node.js 20 or newer "
    "they are part of the snapshot, which starts a little faster."
)
LATE = "The snapshot hasn't all that the games import, so readers fetch Python's whole library with it: %s"
NOTICES, PUBLISHED_NOTICES = "THIRD-PARTY-NOTICES.md", "third-party-notices.txt"
"""The optional file of third-party notices, in the same folder as the configuration file, and its published name."""

Log = logging.Logger | logging.LoggerAdapter[logging.Logger]
"""A logger, or the logger adapter that MkDocs provides."""


def assemble_files(settings: Settings, node: str | None, log: Log, hurried: bool = False) -> list[RuntimeFile]:
    """Return the files of a site below `assets/followsuit/`.

    ``node``     the Node executable, or None; without it, a prebuilt snapshot is used if it has the same engine
    ``log``      the logger for messages to the site's author
    ``hurried``  whether a cached snapshot may be used without Node

    Raises ``RuntimeFilesError``, whose message describes a remedy.
    """
    games = list(settings.games)
    log.info("Games for readers to play: %s", ", ".join(f"{game} ({known_games()[game]})" for game in games) or "none")
    found = source(settings.folder(settings.pyodide), settings.folder(settings.idiomorph), node)
    found = found if node else _matching_snapshot(found, log)
    made = site_files(games, found, node, settings.folder(settings.cache), hurried, settings.languages,
                      settings.versioned)
    if found.prepared and not node and (late := found.prepared.lacks(PACKAGE, games)):
        log.info(LATE, ", ".join(late))
    return made


def _matching_snapshot(found: Source, log: Log) -> Source:
    """Return the source for a build without Node, and log how Python will start.

    The prebuilt snapshot is left out unless it contains this version of the engine.
    """
    if found.prepared is None:
        log.info(NO_NODE)
    elif found.prepared.fits(PACKAGE):
        log.info(LOADED)
    else:
        log.warning(OTHER_ENGINE)
        return found._replace(prepared=None)
    return found


def faces_of(games: Collection[str], languages: Collection[str]) -> str:
    """Return the folder that will contain the card faces for these games and languages, relative to the site's root."""
    return faces_folder(in_folder(FACES, {file.path: file for file in sprites(games, languages)}).values())


def notices(root: Path) -> dict[str, bytes]:
    """Return the published path and content of the notices in the folder ``root``; empty if there are none."""
    file = root / NOTICES
    return {PUBLISHED_NOTICES: file.read_bytes()} if file.is_file() else {}


def below_folder(path: str) -> str:
    """Return the path of a generated file relative to the site's root."""
    return f"{FOLDER}/{path}"
