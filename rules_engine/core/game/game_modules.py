"""Optional modules of a game that are found by name: its bot, its reference card, its solver heuristics."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def game_module(kind: type, name: str) -> Any:
    """Import the module ``name`` from the package of a game's class. Return None if there is none."""
    place = f"{kind.__module__.rpartition('.')[0]}.{name}"
    return import_module(place) if _there(place) else None


@cache
def _there(place: str) -> bool:
    return find_spec(place) is not None
