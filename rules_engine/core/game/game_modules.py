"""The modules beside a game's own that are found by their names: its bot, its reference card, what the solver may know."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def game_module(kind: type, name: str) -> Any:
    """Return the module of that name in the package of a game's class; None where it has none."""
    place = f"{kind.__module__.rpartition('.')[0]}.{name}"
    return import_module(place) if _there(place) else None


@cache
def _there(place: str) -> bool:
    return find_spec(place) is not None
