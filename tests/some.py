"""Samples of large parameter sets: `make test` runs the sample, `make thorough` runs the complete set."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

import pytest

from rules_engine.core.game.game import Game
from rules_engine.testing import choice_name, every_game


def some(values: Iterable[Any], kept: Collection[Any], name: Callable[[Any], str] | None = None) -> list[Any]:
    """Return the values as pytest parameters. Those that aren't in ``kept`` run only in `make thorough`."""
    return [pytest.param(value, id=name(value) if name else None, marks=() if value in kept else pytest.mark.thorough)
            for value in values]


def tables(kind: Callable[[Game[Any]], object]) -> list[Any]:
    """Return every table of every game as a parameter; `make test` runs only the first with each value of ``kind``."""
    every = list(every_game())
    firsts = {kind(game): game for game in reversed(every)}
    return some(every, [*firsts.values()], choice_name)


A_TABLE_OF_EACH_GAME = pytest.mark.parametrize("game", tables(lambda game: game.id))
A_TABLE_OF_EACH_VARIANT = pytest.mark.parametrize("game", tables(lambda game: (game.id, game.variant)))
