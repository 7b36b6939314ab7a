"""Bots at every level, and the lookup of a game's own bot.

A game's own bot is in a module ``bot`` next to the game's module, under the name ``bot``: a class or function that makes a bot
without arguments. A game without this module is played by a bot that tries its moves in sampled deals. No other code needs to
distinguish games with and without bots.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from rules_engine.bots.beginner import Beginner
from rules_engine.bots.bot import ONLY_MOVE, Bot, BotMove, open_choice
from rules_engine.bots.random_bot import RandomBot
from rules_engine.bots.sampling_bot import SamplingBot
from rules_engine.core.game.game import Game
from rules_engine.core.game.game_modules import game_module
from rules_engine.core.model.errors import TextError, expect
from rules_engine.core.positions.position import Position
from rules_engine.text.message import listed

__all__ = ["LEVELS", "ONLY_MOVE", "PLAIN", "Bot", "BotMove", "RandomBot", "bot_for", "open_choice", "played_out", "who_plays_out"]

P = TypeVar("P", bound=Position)
PLAIN = "plain"
GAME_EXPECTED = "a game, as make_game gives it"
GENERIC_WORLDS = 12
"""Number of sampled deals for a bot that plays them out at random."""


def bot_for(game: Game[P], level: str = PLAIN) -> Bot[P]:
    """Return a bot for the game at a level in ``LEVELS``. Raises ``TextError`` for an unknown level."""
    expect(game, Game, GAME_EXPECTED)
    makes = LEVELS.get(expect(level, str, f"a level: {listed(LEVELS, 'or')}"))
    if makes is None:
        raise TextError(level, f"a level: {listed(LEVELS, 'or')}", LEVELS)
    return makes(game)


def who_plays_out(game: Game[P]) -> Bot[P]:
    """Return the fast bot used to play hands to their end: the game's own bot, or the random bot if it has none."""
    module = game_module(type(game), "bot")
    made: Bot[P] = RandomBot() if module is None else module.bot()
    return made


def played_out(game: Game[P], position: P, rng: random.Random, until: Callable[[P], bool] = lambda now: False) -> P:
    """Let the fast bot play all seats until ``until`` is true or the hand is over, and return the position."""
    end, bot = position.copy(), who_plays_out(game)
    while end.to_act is not None and not until(end):
        game.advance(end, bot.move(game.view(end, game.decides(end)), rng))
    return end


def _plain(game: Game[P]) -> Bot[P]:
    own = who_plays_out(game)
    return SamplingBot(own, GENERIC_WORLDS) if isinstance(own, RandomBot) else own


class MakesBot(Protocol):
    """A factory for bots at one level."""

    def __call__(self, game: Game[P]) -> Bot[P]:
        """Return a bot for the game."""


LEVELS: Mapping[str, MakesBot] = {
    "random": lambda game: RandomBot(),
    "beginner": lambda game: Beginner(_plain(game)),
    PLAIN: lambda game: _plain(game),
    "strong": lambda game: SamplingBot(who_plays_out(game)),
}
"""Bot factories by level, the weakest first. Each level beats those before it (measured in docs/design/worlds.md)."""


PARTNER_LEVELS: Mapping[str, str] = {"random": "beginner", "beginner": PLAIN}
"""The level of the reader's partner, by the opponents' level, where it is a level better."""
