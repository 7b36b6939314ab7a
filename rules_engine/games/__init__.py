"""The games by id, with their classes loaded on first use. The registry lists the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import NoneType

from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import Problem, SetupError, expect, quoted
from rules_engine.core.positions.json_values import did_you_mean
from rules_engine.core.positions.position import Position
from rules_engine.games.registry import GAMES, known_games, searched

__all__ = ["GAMES", "SKETCHES", "game_class", "known_games", "make_game"]

SKETCHES: Mapping[str, str] = {"bridge": "rules_engine.sketches.bridge:Bridge"}
"""The import path of the class of each game without pages, by game id. Files can name them; no site lists them."""


def game_class(game_id: str) -> type[Game[Position]]:
    """Return the class of a game.

    Raises ``WrongArgument`` if ``game_id`` isn't a string, and ``SetupError`` if no game has this id or its entry point doesn't
    refer to the class of a game with this id.
    """
    place = known_games().get(expect(game_id, str, "a game's id"), SKETCHES.get(game_id))
    if place is None:
        hint = did_you_mean(game_id, known_games())
        message = f"{quoted(game_id)} is no game here: expected {', '.join(known_games())}{searched()}"
        raise SetupError([Problem(message, ("game",), hint)])
    module, _, name = place.partition(":")
    try:
        found = getattr(import_module(module), name, None)
    except Exception as error:
        if isinstance(error, ImportError) and error.name is not None and f"{module}.".startswith(f"{error.name}."):
            raise _misled(game_id, place, str(error)) from error
        from rules_engine.games.load_errors import load_error  # deferred: a browser never needs it

        raise load_error(game_id, error) from error
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise _misled(game_id, place, f"{module} has no class of a game called {quoted(name)}")
    if found.id != game_id:
        raise _misled(game_id, place, f"the id of that game is {found.id!r}")
    return found


def make_game(game_id: str, variant: str | None = None, players: int | None = None,
              seats: Sequence[str] | None = None, options: Mapping[str, str] | None = None) -> Game[Position]:
    """Return a game with the given variant, number of players, seats and options.

    Raises ``SetupError`` with one problem for each choice that the game doesn't offer, and ``WrongArgument`` if ``options`` isn't
    a mapping.
    """
    expect(options, (Mapping, NoneType), "options by name, as in {'pack': 'basic'}")
    return game_class(game_id)(variant, players, seats, options)


def _misled(game_id: str, place: str, why: str) -> SetupError:
    return SetupError([Problem(f"the entry point “{game_id} = {place}” in followsuit.games leads to no game: {why}; "
                               "mend it where its package declares it, and install that again", ("game",))])
