"""Bots: players that see what a seat sees and say in a sentence why they chose as they did.

A game's bot lives in the module of this package named as the game's id with ``_`` for ``-``, under the name
``bot``: a class, or a function, that makes one without arguments. A game without such a module is played by
the random bot. Nothing else needs to know which games have bots.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import NamedTuple, Protocol

from rules_engine.core.game import View
from rules_engine.core.moves import Move

ONLY_MOVE = "It is the only move the rules allow."
"""What any bot says of a move without choice."""


class Choice(NamedTuple):
    """What a bot does and one sentence why; the sentence may hold card and suit marks, as findings do."""

    move: Move
    reason: str


class Bot(Protocol):
    """A player of one game, without memory: the same view and random numbers bring the same choice."""

    @property
    def name(self) -> str:
        """The bot's name, as the match command and the practice table show it."""

    def choose(self, view: View, rng: random.Random) -> Choice:
        """A legal move for ``view.seat``, which is to act; hidden cards in the view are face down."""


def bot_for(game_id: str) -> Bot:
    """A bot that plays the game: its own, or the random bot where it has none."""
    module = f"{__name__}.{game_id.replace('-', '_')}"
    try:
        own = getattr(import_module(module), "bot", None)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        own = None
    if own is None:
        from rules_engine.bots.random_bot import RandomBot
        own = RandomBot
    made: Bot = own()
    return made
