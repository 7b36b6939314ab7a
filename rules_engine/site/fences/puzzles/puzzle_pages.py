"""Collects the pages of single puzzles when the page with a game's puzzles has rendered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_engine.core.model.errors import Problem
from rules_engine.html.elements import Html
from rules_engine.html.links import Links
from rules_engine.html.puzzle_html import puzzle_table, question_of, title_of
from rules_engine.html.puzzle_page import PuzzleArticle, puzzle_article, puzzle_of
from rules_engine.scenarios.model import write_scenario
from rules_engine.scenarios.replay import Replay
from rules_engine.site.fences.page_context import PageContext, put_file, puzzle_id
from rules_engine.site.files.assets import CLIENT
from rules_engine.site.model.game_pages import puzzles_page
from rules_engine.site.model.page_contents import problem
from rules_engine.site.model.painter import Painter
from rules_engine.site.model.puzzle_pages import PuzzlePage, puzzle_url
from rules_engine.site.previews.drawings import Caption, table_drawing


def puzzle_pages(page: PageContext) -> list[PuzzlePage]:
    """Return the pages of a game's puzzles, easiest first, if this is the page with the game's puzzles."""
    _, place = page.book.edition(page.place)
    game = next((game for game in page.book.games if place == puzzles_page(game)), "")
    painter = page.book.painter
    if not game or painter is None:
        return []
    puzzle_styles(page.files)
    checked = [(name, page.book.scenarios[name]) for name in page.book.puzzles(game)]
    page.contents.problems += _same_urls(page, game, [name for name, _ in checked])
    return [PuzzlePage(game, name, puzzle_id(name), _article(page, each.run), _picture(page, painter, each.run))
            for name, each in checked if each.run is not None and not each.problems]


def _same_urls(page: PageContext, game: str, names: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for each puzzle whose page would have the URL of another puzzle's page."""
    taken: dict[str, str] = {}
    for name in names:
        first = taken.setdefault(puzzle_url("", game, name), name)
        if first != name:
            yield problem(page.contents.path, None, f"the pages of {first} and {name} would have the same URL",
                          "rename one of them")


def _article(page: PageContext, run: Replay) -> PuzzleArticle:
    """Return a puzzle as an article, from the cache if possible. Its page is one folder below the page with the puzzles."""
    here = page.links(run.game.id)
    links = Links(f"../{here.game}", f"../{here.general}", f"../{here.faces}", here.language)
    title, question, answer, position_html, answer_html = page.once(
        ["puzzle page", write_scenario(run.scenario), links], lambda: [*puzzle_article(page.told(run), links)])
    return PuzzleArticle(title, question, answer, Html(position_html), Html(answer_html))


def _picture(page: PageContext, painter: Painter, run: Replay) -> str:
    """Queue the picture of a puzzle, and return its path."""
    def draw() -> str:
        told = page.told(run)
        caption = Caption(puzzle_of(run.game), title_of(told), question_of(told), page.book.name)
        return table_drawing(caption, puzzle_table(told, Links()))

    return painter.queue([write_scenario(run.scenario), page.code, page.words, page.book.name], draw)


def puzzle_styles(files: dict[str, bytes]) -> str:
    """Add the style sheet for puzzles' pages to ``files``; return its path below `assets/followsuit/`."""
    return put_file(files, "puzzles/", (CLIENT / "styles" / "puzzle.css").read_bytes(), "css")
