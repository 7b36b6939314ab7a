"""Bots: players that see what a seat sees and say in a sentence why they chose as they did.

A game's bot lives in the module of this package named as the game's id with ``_`` for ``-``, under the name
``bot``: a class, or a function, that makes one without arguments. A game without such a module is played by
the random bot. Nothing else needs to know which games have bots.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib import import_module
from typing import ClassVar, NamedTuple

from rules_engine.core.game import View
from rules_engine.core.moves import Move
from rules_engine.core.talk import Remark

ONLY_MOVE = "It is the only move the rules allow."
"""What any bot says of a move without choice."""


class Choice(NamedTuple):
    """What a bot does and one sentence why; the sentence may hold card and suit marks, as findings do."""

    move: Move
    reason: str


class Bot:
    """A player of one game, without memory: the same view, random numbers and remarks bring the same choice.

    Most games are played in silence; the bot of one with table talk fills in the last two methods as well.
    """

    name: ClassVar[str]
    """The bot's name, as the match command shows it."""

    def choose(self, view: View, rng: random.Random, heard: Sequence[Remark] = ()) -> Choice:
        """A legal move for ``view.seat``, which is to act; hidden cards in the view are face down.

        ``heard`` is what the table says now, to everyone.
        """
        raise NotImplementedError

    def says(self, view: View) -> Sequence[Remark]:
        """What the bot says now in ``view.seat``, whoever is to act."""
        return ()

    def may_say(self, view: View) -> Sequence[Remark]:
        """What a player in ``view.seat`` could say now to be heard by the bot that is to act, true or not."""
        return ()


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
