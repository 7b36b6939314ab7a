"""Samples of large parameter sets: `make test` runs the sample, `make thorough` runs the complete set."""

from collections.abc import Callable, Collection, Iterable
from itertools import combinations
from typing import Any

import pytest

from rules_engine.core.game.game import Game
from rules_engine.testing import choice_name, every_game


def some(values: Iterable[Any], kept: Collection[Any], name: Callable[[Any], str] | None = None) -> list[Any]:
    """Return the values as pytest parameters. Those that aren't in ``kept`` run only in `make thorough`."""
    return [pytest.param(value, id=name(value) if name else None, marks=() if value in kept else pytest.mark.thorough)
            for value in values]


def pairwise(games: Iterable[Game[Any]]) -> list[Game[Any]]:
    """Return a small part of these games in which each compatible pair of choices (variant, players, options) occurs."""
    every = {game: _pairs(game) for game in games}
    chosen, left = list[Game[Any]](), set().union(*every.values())
    while left:
        best = max(every, key=lambda game: len(every[game] & left))
        chosen.append(best)
        left -= every[best]
    return [game for game in every if game in chosen]


def _pairs(game: Game[Any]) -> set[object]:
    choices = [("variant", game.variant), ("players", game.table.size), *sorted(game.options.items())]
    return {(game.id, *pair) for pair in combinations(choices, 2)}


def tables(kind: Callable[[Game[Any]], object]) -> list[Any]:
    """Return every table of every game as a parameter; `make test` runs only the first with each value of ``kind``."""
    every = list(every_game())
    firsts = {kind(game): game for game in reversed(every)}
    return some(every, [*firsts.values()], choice_name)


A_TABLE_OF_EACH_GAME = pytest.mark.parametrize("game", tables(lambda game: game.id))
A_TABLE_OF_EACH_VARIANT = pytest.mark.parametrize("game", tables(lambda game: (game.id, game.variant)))
