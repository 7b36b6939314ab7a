"""The conventional paths of a game's pages, relative to the docs folder.

Only the page with the rules can be configured, in the plugin's setting `games`.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath

from rules_engine.games import known_games

GAMES_FOLDER = "games"
GENERAL_PAGE = f"{GAMES_FOLDER}/index.md"
OWN_GENERAL_PAGE = f"{GAMES_FOLDER}/refusals.md"
"""The optional page about the refusals, the reasons for rejecting a move, that all games share. Without it they are on
``GENERAL_PAGE``, the list of games."""
PLAYGROUND_PAGE = "authors/playground.md"
"""The optional page with the playground."""


def usual_page(game: str, pages: Collection[str] = ()) -> str:
    """Return the default page for a game's rules; ``pages`` are the existing pages."""
    alone = f"{GAMES_FOLDER}/{game}.md"
    return alone if alone in pages else f"{GAMES_FOLDER}/{game}/rules.md"


def overview_page(game: str) -> str:
    """Return the path of a game's overview. The page is optional."""
    return f"{GAMES_FOLDER}/{game}/index.md"


def play_page(game: str) -> str:
    """Return the path of the page on which a game is played. The page is optional."""
    return f"{GAMES_FOLDER}/{game}/play.md"


def puzzles_page(game: str) -> str:
    """Return the path of the page with a game's puzzles. The page is optional."""
    return f"{GAMES_FOLDER}/{game}/puzzles.md"


def card_page(game: str) -> str:
    """Return the path of a game's reference card. The page is optional."""
    return f"{GAMES_FOLDER}/{game}/card.md"


def table_page(game: str) -> str:
    """Return the path of the page with a game's tools for a real table. The page is optional."""
    return f"{GAMES_FOLDER}/{game}/at-your-table.md"


def score_page(game: str) -> str:
    """Return the path of a game's score keeper. The page is optional."""
    return f"{GAMES_FOLDER}/{game}/score.md"


def learn_page(game: str) -> str:
    """Return the path of a game's course. The page is optional."""
    return f"{GAMES_FOLDER}/{game}/learn.md"


def well_page(game: str) -> str:
    """Return the path of a game's course on playing well. The page is optional."""
    return f"{GAMES_FOLDER}/{game}/learn-well.md"


def game_of_page(page: str) -> str:
    """Return the id of the game that a page belongs to, according to its path, or "" if there is none."""
    parts = PurePosixPath(page).parts
    if page in (GENERAL_PAGE, OWN_GENERAL_PAGE) or len(parts) < 2 or parts[0] != GAMES_FOLDER:
        return ""
    return parts[1].removesuffix(".md")


def elsewhere(game: str, games: Collection[str]) -> bool:
    """Return whether ``game`` is a known game that isn't among ``games``."""
    return game in known_games() and game not in games
