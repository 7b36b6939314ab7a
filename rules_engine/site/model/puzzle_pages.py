"""The pages of single puzzles, each below the page with its game's puzzles.

The puzzle in ``snakebit/puzzles/01.yml`` is on ``games/snakebit/puzzles/01/``. The URL depends only on the file's name, so it
stays when puzzles are added.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rules_engine.html.puzzle_page import PuzzleArticle

PUZZLES_FOLDER = "puzzles/"


class PuzzlePage(NamedTuple):
    """The page of a puzzle.

    ``game``     the id of its game
    ``file``     its scenario file
    ``figure``   the id of its figure on the page with the game's puzzles
    ``article``  its content
    ``picture``  the path of its picture below `assets/followsuit/`
    """

    game: str
    file: str
    figure: str
    article: PuzzleArticle
    picture: str


def puzzle_url(puzzles: str, game: str, file: str) -> str:
    """Return the URL of a puzzle's page; ``puzzles`` is the URL of the page with the game's puzzles, and ``file`` its scenario.

    >>> puzzle_url("games/snakebit/puzzles/", "snakebit", "snakebit/puzzles/01.yml")
    'games/snakebit/puzzles/01/'
    >>> puzzle_url("games/snakebit/puzzles.html", "snakebit", "snakebit/ends/Last trick.yml")
    'games/snakebit/puzzles/ends-last-trick.html'
    """
    name = file.rpartition(".")[0].removeprefix(f"{game}/").removeprefix(PUZZLES_FOLDER)
    slug = re.sub(r"[\W_]+", "-", name.casefold()).strip("-")
    return f"{puzzles.removesuffix('.html')}/{slug}.html" if puzzles.endswith(".html") else f"{puzzles}{slug}/"
