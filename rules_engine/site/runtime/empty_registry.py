"""The registry of an engine that has no game yet: in a snapshot that was made without games it stands in the place of
`games/registry.py`, and a site's games are loaded into it when Python has started.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module

GAMES: dict[str, str] = {}


def known_games() -> Mapping[str, str]:
    """Return every game id there is, with the place of its class."""
    return GAMES


def searched() -> str:
    """Return where games were looked for, to end a message: nowhere else, as a reader can't add any."""
    return ""


def load(folder: str) -> None:
    """Take in the games of a folder: Python finds their modules there once they are asked for."""
    sys.dont_write_bytecode = True  # nobody would read it again
    sys.path.append(folder)
    import_module("rules_engine.games").__path__.append(f"{folder}/rules_engine/games")
    GAMES.update(import_module("rules_engine.games.loaded").GAMES)
