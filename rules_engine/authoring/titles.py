"""Names for puzzles: something to talk about that tells nothing of the answer."""

from __future__ import annotations

import random
from collections.abc import Iterator

KINDS = ("quiet", "narrow", "crooked", "borrowed", "second", "forgotten", "patient", "golden", "broken", "secret", "empty", "old")
THINGS = ("door", "bridge", "ladder", "lantern", "letter", "garden", "mirror", "harbour", "bell", "staircase", "window", "clock",
          "ferry", "well", "market", "tower", "orchard", "compass", "chimney", "candle")


def titles(game_id: str) -> Iterator[str]:
    """Yield names without repeating one, in the same order for the same game."""
    names = [f"The {kind} {thing}" for thing in THINGS for kind in KINDS]
    random.Random(f"titles/{game_id}").shuffle(names)
    yield from names
