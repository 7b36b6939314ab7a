"""The game registry for an engine without games.

In the prebuilt snapshot it replaces `games/registry.py`; the site's games are added after Python has started.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module

GAMES: dict[str, str] = {}


def known_games() -> Mapping[str, str]:
    """Return the location of each game's class, ``module:Class``, by game id."""
    return GAMES


def searched() -> str:
    """Return the list of searched folders for error messages: always "", because readers can't add games."""
    return ""


def load(folder: str) -> None:
    """Register the games in a folder; Python imports their modules from there on demand."""
    sys.dont_write_bytecode = True  # the browser's in-memory file system is discarded with the page
    sys.path.append(folder)
    import_module("rules_engine.games").__path__.append(f"{folder}/rules_engine/games")
    GAMES.update(import_module("rules_engine.games.loaded").GAMES)
