"""Follow Suit: one rules engine for trick-taking card games.

    from rules_engine import deal
    print(deal("snakebit", 7))

The same code runs natively, in the reader's browser, and in the build of the site, which proves every example.
Its packages, from the ground up, are `text`, `core`, `narration`, `solver`, `bots`, `author`, `games`,
`scenarios`, `sketches`, `quiz`, `puzzles`, `html`, `pictures`, `api`, `authoring`, `playground`, `site`, `cli` and `library`;
each imports only those below it. Importing this package loads none of them: each name below is imported on first use.
"""

from typing import TYPE_CHECKING

from rules_engine._lazy_names import lazy_names
from rules_engine._version import __version__ as __version__

if TYPE_CHECKING:
    from rules_engine.bots import bot_for
    from rules_engine.bots.bot import Bot, BotMove
    from rules_engine.bots.match import match
    from rules_engine.core.game.game import View
    from rules_engine.core.model.rules import MoveRefused
    from rules_engine.games import known_games, make_game
    from rules_engine.library.files import read_scenario, write_scenario
    from rules_engine.library.hand import Hand, begin, deal, solve
    from rules_engine.library.simulation import simulate

__all__ = ["Bot", "BotMove", "Hand", "MoveRefused", "View", "begin", "bot_for", "deal", "known_games", "make_game", "match",
           "read_scenario", "simulate", "solve", "write_scenario"]

_PLACES = {
    "bots": ("bot_for",),
    "bots.bot": ("Bot", "BotMove"),
    "bots.match": ("match",),
    "core.game.game": ("View",),
    "core.model.rules": ("MoveRefused",),
    "games": ("known_games", "make_game"),
    "library.files": ("read_scenario", "write_scenario"),
    "library.hand": ("Hand", "begin", "deal", "solve"),
    "library.simulation": ("simulate",),
}
"""Maps modules to the names that this package exports from them."""

__getattr__ = lazy_names(__name__, _PLACES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
