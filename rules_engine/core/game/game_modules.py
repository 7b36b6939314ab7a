"""Lookup of a game's optional modules by name: its bot, its reference card, its solver heuristics."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def game_module(kind: type, name: str) -> Any:
    """Import the module ``name`` from the package that defines a game. Return None if it doesn't exist."""
    place = f"{kind.__module__.rpartition('.')[0]}.{name}"
    return import_module(place) if _there(place) else None


@cache
def _there(place: str) -> bool:
    return find_spec(place) is not None
