"""A puzzle a day: what a page's script needs of a game's list of days, wherever they are shown.

    fs-days[data-days]           the address of the list: its first day, the puzzles, and which of them each day has
      [data-game][data-name]     whose it is
      [data-page]                the page of the game's puzzles, empty on that page itself
      [data-base]                the folder from which the files that the list names are seen
      [data-game-page]           the game's links, as a table has them

The list is one for all pages of a language. What a puzzle brings to a table is in the file that the puzzles' page has for it too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.authoring.days import Day, mark_of
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.html.elements import Html, el
from rules_engine.html.links import Links
from rules_engine.html.puzzle_html import difficulty
from rules_engine.html.signs import suit_colours
from rules_engine.scenarios.model import Scenario
from rules_engine.site.fences.style_links import link_styles

DAYS, TODAY = "days", "today"
"""What the fence ``puzzles`` calls a game's days, and today's puzzles of all games."""
TODAYS = "fs-todays"
"""The id of the figure with which a table opens that gets the puzzle of the day."""
NO_DAYS = "there is no list of days: `followsuit days` writes one for each game that has puzzles"
GONE = -1
"""Stands for the puzzle of a day that was changed or is no longer there."""


class PuzzlesPage(NamedTuple):
    """The page of a game's puzzles: its address as seen from the page that is made, and the game's links as seen from there."""

    address: str = ""
    links: Links = Links()


class Dated(NamedTuple):
    """A puzzle that days may have: its file, its mark, its id in its page, how hard it is from 1 to 3, and where what it brings
    lies, if it can be shown elsewhere than on its page.
    """

    name: str
    mark: str
    id: str
    hard: int
    src: str


def dated(name: str, figure: str, puzzle: Scenario, src: str) -> Dated:
    """Return a puzzle that days may have; ``figure`` is its id in its page."""
    return Dated(name, mark_of(puzzle), figure, difficulty(puzzle.puzzle.rating if puzzle.puzzle else 0), src)


def days_json(game: str, days: Sequence[Day], puzzles: Sequence[Dated]) -> bytes:
    """Return the list as the page's script reads it."""
    places = {(each.name, each.mark): place for place, each in enumerate(puzzles)}
    return json.dumps({"first": days[0].date.isoformat(), "puzzles": [[each.id, each.hard, each.src] for each in puzzles],
                       "days": [places.get((f"{game}/{day.puzzle}", day.mark), GONE) for day in days]},
                      separators=(",", ":")).encode()


def days_html(game: type[Game[Position]], page: PuzzlesPage, links: Links, base: str, days: str, styles: str) -> Html:
    """Return where a game's days come to stand; ``days`` is the address of the list, ``links`` are the game's, from here."""
    return el("fs-days", {"class": "fs-days", "data-game": game.id, "data-name": game.name, "data-days": days,
                          "data-page": page.address, "data-base": base, "data-game-page": links.game,
                          "data-general-page": links.general, "data-faces": links.faces,
                          "data-suit-colours": suit_colours(game), "data-search-exclude": True},
              el("link", {"rel": "stylesheet", "href": styles}) if page.address else link_styles(styles, DAYS))
