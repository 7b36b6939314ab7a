"""Every way in which a game can be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import SetupError
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)


def every_choice(kind: type[Game[P]]) -> Iterator[Game[P]]:
    """Yield a game with each possible choice of variant, players and options."""
    for variant, players in product(kind.variants, kind.player_counts):
        for values in product(*kind.option_values.values()):
            try:
                yield kind(variant, players, None, dict(zip(kind.option_values, values, strict=True)))
            except SetupError:
                continue
