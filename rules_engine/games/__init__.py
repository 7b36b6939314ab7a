"""The registry of games: id to module, loaded when first asked for.

A package outside this one adds a game by an entry point in the group ``followsuit.games`` whose name is the
game's id and whose value is its class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from rules_engine.core.errors import Problem, SetupError
from rules_engine.core.game import Game
from rules_engine.core.position import Position

GAMES = {
    "snakebit": "rules_engine.games.snakebit.game:Snakebit",
    "double-knot": "rules_engine.games.double_knot.game:DoubleKnot",
    "double-king-pedro": "rules_engine.games.double_king_pedro.game:DoubleKingPedro",
    "knueffeln": "rules_engine.games.knueffeln.game:Knueffeln",
    "double-decker": "rules_engine.games.double_decker.game:DoubleDecker",
}
"""Game id to the place of its class."""


def known_games() -> dict[str, str]:
    """Every game id there is, with the place of its class; those of other packages after our own."""
    return GAMES | {name: place for name, place in _from_outside().items() if name not in GAMES}


def game_class(game_id: str) -> type[Game[Position]]:
    """The class of a game. Raises ``SetupError`` for an id that no game has."""
    place = GAMES.get(game_id) or _from_outside().get(game_id)
    if place is None:
        raise SetupError([Problem(f"{game_id!r} is no game here: expected {', '.join(known_games())}", ("game",))])
    module, _, name = place.partition(":")
    found: type[Game[Position]] = getattr(import_module(module), name)
    return found


def make_game(game_id: str, variant: str | None = None, players: int | None = None,
              seats: Sequence[str] | None = None, options: Mapping[str, str] | None = None) -> Game[Position]:
    """A game with its choices made. Raises ``SetupError`` with every choice that the game hasn't."""
    return game_class(game_id)(variant, players, seats, options)


def _from_outside() -> dict[str, str]:
    try:
        from importlib.metadata import entry_points
    except ImportError:
        return {}
    return {point.name: point.value for point in entry_points(group="followsuit.games")}
