"""The preview picture of each page: a game's cover, the first table of a course, a puzzle's position, or the site's own.

Pictures are painted later; their paths are known at once.
"""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.core.game.game import Game
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.scenarios.model import write_scenario
from rules_engine.scenarios.replay import Replay
from rules_engine.scenarios.written_text import reworded
from rules_engine.site.files.assets import FOLDER
from rules_engine.site.model.page_contents import PageContents
from rules_engine.site.model.site_model import SiteModel
from rules_engine.site.previews.drawings import Caption, cover_drawing, first_table, shows_cards, site_drawing, table_drawing
from rules_engine.site.previews.tags import PreviewPicture
from rules_engine.text.locale import translate
from rules_engine.text.message import NOTHING, Text, as_text, say

DAYS_PAGE = "puzzles.md"
"""The optional page with today's puzzles of all games."""


def page_picture(book: SiteModel, page: str, title: str, description: str, about: str) -> PreviewPicture | None:
    """Queue the picture of a page, and return it; None for a site without pictures or games. Must be called in the page's
    language.

    ``title`` and ``description`` are the page's, and ``about`` is the description of the site.
    """
    if book.painter is None or not book.games:
        return None
    code, place = book.edition(page)
    game, contents = book.game_of(page), book.pages.get(page, PageContents(""))
    if game in book.games:
        if run := next((run for file in _files(contents) if (run := _run(book, code, file)) and shows_cards(run)), None):
            return _table(book, code, Caption(as_text(run.game.name), as_text(title), as_text(description), book.name), run)
        return _cover(book, code, make_game(game))
    if place == DAYS_PAGE:
        days = next((each for each in book.listed(code) if each in book.days and book.puzzles(each)), "")
        if days and (run := _run(book, code, book.puzzles(days)[0])):
            return _table(book, code, Caption(NOTHING, as_text(title), as_text(description), book.name), run)
    return _site(book, "" if code else about)


def puzzle_picture(path: str) -> PreviewPicture:
    """Return the picture of a puzzle, which is at ``path`` below `assets/followsuit/`."""
    return PreviewPicture(f"{FOLDER}/{path}", translate(say("All hands of the puzzle, face up")))


def _files(contents: PageContents) -> list[str]:
    """Return the scenario files of a course or of a page with a game's puzzles."""
    steps = contents.course.steps if contents.course else ()
    return [*(puzzle.file for puzzle in contents.puzzle_pages), *(step.file for step in steps if step.file)]


def _run(book: SiteModel, code: str, file: str) -> Replay | None:
    """Return the replay of a scenario file with the texts in a language, or None if it has problems."""
    checked, language = book.scenarios.get(file), book.languages.get(code)
    if checked is None or checked.run is None or checked.problems:
        return None
    return reworded(checked.run, language.translate_exact) if language else checked.run


def _table(book: SiteModel, code: str, caption: Caption, run: Replay) -> PreviewPicture:
    puzzle = run.scenario.kind == "puzzle"
    alt = say("All hands of a puzzle, face up") if puzzle else say("The first table of the course")
    return _queued(book, code, [write_scenario(run.scenario), *caption], lambda: table_drawing(caption, first_table(run)), alt)


def _cover(book: SiteModel, code: str, game: Game[Position]) -> PreviewPicture:
    lead = book.leads.get((code, game.id)) or book.leads.get(("", game.id))
    caption = Caption(NOTHING, as_text(game.name), as_text(lead.tagline if lead else ""), book.name)
    return _queued(book, code, [game.id, *caption], lambda: cover_drawing(caption, game), say("Cards of {game}", game=game.name))


def _site(book: SiteModel, about: str) -> PreviewPicture:
    caption, games = Caption(NOTHING, as_text(book.name), as_text(about), ""), [*map(make_game, book.games)]
    return _queued(book, "", [*book.games, *caption], lambda: site_drawing(caption, games), as_text(book.name))


def _queued(book: SiteModel, code: str, made_of: list[JsonValue], draw: Callable[[], str], alt: Text) -> PreviewPicture:
    assert book.painter is not None
    words = book.languages[code].digest if code else ""
    return PreviewPicture(f"{FOLDER}/{book.painter.queue([code, words, *made_of], draw)}", translate(alt))
