"""Daily puzzles: the HTML element, and the list of days for the page's script.

    fs-days[data-days]           the URL of the list: its first day, the puzzles, and the puzzle of each day
      [data-game][data-name]     the id and name of the game
      [data-page]                the page with the game's puzzles; empty on that page itself
      [data-base]                the folder to which URLs in the list are relative
      [data-game-page]           the game's links, as a table has them

All pages in a language share one list. A puzzle's content for the table is in the same file that the page with the puzzles uses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules_engine.authoring.days import Day, mark_of, mark_of_question
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.html.elements import Html, el
from rules_engine.html.links import Links
from rules_engine.html.puzzle_html import difficulty
from rules_engine.html.signs import suit_colours
from rules_engine.quiz.turn_questions import TURN_QUESTIONS, TurnQuestion
from rules_engine.scenarios.model import Scenario, ScenarioKind
from rules_engine.site.fences.style_links import link_styles

DAYS, TODAY = "days", "today"
"""Keywords in the fence ``puzzles``: one for a game's daily puzzles, and one for today's puzzles in all games."""
TODAYS = "fs-todays"
"""The id of the initial figure on a table that will show the puzzle of the day."""
NO_DAYS = "there is no list of days: `followsuit days` writes one for each game that has puzzles"
GONE = -1
"""The index that stands for a puzzle that has been changed or deleted."""


class PuzzlesPage(NamedTuple):
    """The page with a game's puzzles, seen from the current page.

    ``address``  its relative URL; "" on the page itself
    ``links``    the game's links relative to it
    ``puzzle``   a function that returns the relative URL of a puzzle's own page, or "" if puzzles have none
    """

    address: str = ""
    links: Links = Links()
    puzzle: Callable[[str], str] = lambda file: ""


class Dated(NamedTuple):
    """A puzzle or question that may occur in a list of daily puzzles.

    ``name``  its scenario file, or its game and name
    ``mark``  its digest
    ``id``    the id of its figure on the page with the puzzles; questions have no figure there
    ``hard``  its difficulty, from 1 to 3
    ``src``   the file with its content, for tables on other pages; "" if it can only be shown on its own page
    ``kind``  the kind of figure
    """

    name: str
    mark: str
    id: str
    hard: int
    src: str
    kind: ScenarioKind = "puzzle"


def dated(name: str, figure: str, puzzle: Scenario, src: str) -> Dated:
    """Return the list entry for a puzzle; ``figure`` is the id of its figure, and ``src`` the file with its content."""
    return Dated(name, mark_of(puzzle), figure, difficulty(puzzle.puzzle.rating if puzzle.puzzle else 0), src)


def dated_question(game: str, asked: TurnQuestion, src: str) -> Dated:
    """Return the list entry for a question; ``src`` is the file with its content."""
    place = f"question-{asked.name.replace('/', '-')}"
    return Dated(f"{game}/{asked.name}", mark_of_question(asked), place, TURN_QUESTIONS[asked.kind].difficulty, src, "quiz")


def days_json(game: str, days: Sequence[Day], puzzles: Sequence[Dated]) -> bytes:
    """Return the list of days as JSON for the page's script."""
    places = {(each.name, each.mark): place for place, each in enumerate(puzzles)}
    return json.dumps({"first": days[0].date.isoformat(), "puzzles": [each[2:] for each in puzzles],
                       "days": [places.get((f"{game}/{day.puzzle}", day.mark), GONE) for day in days]},
                      separators=(",", ":")).encode()


def days_html(game: type[Game[Position]], page: PuzzlesPage, links: Links, base: str, days: str, styles: str) -> Html:
    """Return the element that shows a game's daily puzzles.

    ``page`` is the page with its puzzles, ``links`` are the game's links relative to the current page, ``base`` is the folder to
    which URLs in the list are relative, ``days`` the URL of the list, and ``styles`` the URL of the style sheet.
    """
    return el("fs-days", {"class": "fs-days", "data-game": game.id, "data-name": game.name, "data-days": days,
                          "data-page": page.address, "data-base": base, "data-game-page": links.game,
                          "data-general-page": links.general, "data-faces": links.faces,
                          "data-suit-colours": suit_colours(game), "data-search-exclude": True},
              el("link", {"rel": "stylesheet", "href": styles}) if page.address else link_styles(styles, DAYS))
