"""Where the pages of a game stand: a convention, so that nothing has to name them.

A game's rules are the one page that `games` of the plugin may name instead.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath

from rules_engine.games import known_games

GAMES_FOLDER = "games"
GENERAL_PAGE = f"{GAMES_FOLDER}/index.md"
OWN_GENERAL_PAGE = f"{GAMES_FOLDER}/refusals.md"
"""Where the refusals that all games share may stand instead, so that the list of games needn't have them."""
PLAYGROUND_PAGE = "authors/playground.md"
"""Where a site may have its playground."""


def usual_page(game: str, pages: Collection[str] = ()) -> str:
    """Return where the rules of a game stand unless the plugin is told another page; ``pages`` are those that there are."""
    alone = f"{GAMES_FOLDER}/{game}.md"
    return alone if alone in pages else f"{GAMES_FOLDER}/{game}/rules.md"


def overview_page(game: str) -> str:
    """Return where a game's overview stands, if it has one."""
    return f"{GAMES_FOLDER}/{game}/index.md"


def play_page(game: str) -> str:
    """Return where a game is played, if it has such a page."""
    return f"{GAMES_FOLDER}/{game}/play.md"


def puzzles_page(game: str) -> str:
    """Return where a game's puzzles stand, if it has such a page."""
    return f"{GAMES_FOLDER}/{game}/puzzles.md"


def card_page(game: str) -> str:
    """Return where a game's reference card stands, if it has such a page."""
    return f"{GAMES_FOLDER}/{game}/card.md"


def table_page(game: str) -> str:
    """Return where the tools for a real table of a game stand, if it has such a page."""
    return f"{GAMES_FOLDER}/{game}/at-your-table.md"


def score_page(game: str) -> str:
    """Return where a real table keeps a game's score, if it has such a page."""
    return f"{GAMES_FOLDER}/{game}/score.md"


def learn_page(game: str) -> str:
    """Return where a game's course stands, if it has one."""
    return f"{GAMES_FOLDER}/{game}/learn.md"


def game_of_page(page: str) -> str:
    """Return the id of the game that a page is about, going by its address alone."""
    parts = PurePosixPath(page).parts
    if page in (GENERAL_PAGE, OWN_GENERAL_PAGE) or len(parts) < 2 or parts[0] != GAMES_FOLDER:
        return ""
    return parts[1].removesuffix(".md")


def elsewhere(game: str, games: Collection[str]) -> bool:
    """Tell whether that is a game, but none of these."""
    return game in known_games() and game not in games
