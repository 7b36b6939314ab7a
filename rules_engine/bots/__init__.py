"""Bots, and where a game's own is found.

It lives in the module ``bot`` beside the game's own, under the name ``bot``: a class, or a function, that makes one
without arguments. A game without such a module is played by the random bot. Nothing else needs to know which games
have bots.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

from rules_engine.bots.bot import ONLY_MOVE, Bot, Choice
from rules_engine.bots.random_bot import RandomBot
from rules_engine.core.game import Game
from rules_engine.core.position import Position

__all__ = ["ONLY_MOVE", "Bot", "Choice", "RandomBot", "bot_for"]

P = TypeVar("P", bound=Position)


def bot_for(game: Game[P]) -> Bot[P]:
    """A bot that plays the game: its own, or the random bot where it has none."""
    place = f"{type(game).__module__.rpartition('.')[0]}.bot"
    if find_spec(place) is None:
        return RandomBot()
    made: Bot[P] = import_module(place).bot()
    return made
