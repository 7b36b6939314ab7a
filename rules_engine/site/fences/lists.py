"""The fences that show no scenario: lists of games and puzzles, and elements of the client.

Each function renders a fence from the context of its page and the content of the fence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from rules_engine.api.referee.unasked_facts import unasked_of
from rules_engine.authoring.turn_questions import FILE as QUESTIONS
from rules_engine.core.model.errors import Problem, RulesEngineError, quoted
from rules_engine.games import game_class
from rules_engine.html.elements import Html
from rules_engine.html.figure import Figure
from rules_engine.html.links import Links
from rules_engine.html.puzzle_html import LEVELS, difficulty, ideas_html, rating_of
from rules_engine.html.tiles import (
    FamiliarGame,
    GameTile,
    PuzzleTile,
    comparison_html,
    covers_html,
    facts_html,
    familiar_html,
    finder_html,
    first_hands_html,
    puzzle_tiles_html,
    which_html,
)
from rules_engine.scenarios.replay import Replay
from rules_engine.site.fences.course_head import course_html
from rules_engine.site.fences.page_context import PageContext, RenderedFence, figure_id, puzzle_id
from rules_engine.site.fences.playground import brought, playground
from rules_engine.site.fences.progress_page import KNOW, know_html
from rules_engine.site.fences.puzzles.daily_puzzles import (
    DAYS,
    NO_DAYS,
    TODAY,
    TODAYS,
    Dated,
    dated,
    dated_question,
    days_html,
    days_json,
)
from rules_engine.site.fences.puzzles.ideas import idea_fences, ideas_plain, lessons_by_theme
from rules_engine.site.fences.real_table.at_table import TABLE, table_tools, tables_html
from rules_engine.site.fences.real_table.paper_sheets import SHEETS, sheets_html
from rules_engine.site.fences.real_table.score_keeper import SCORE, evenings_html, score_html
from rules_engine.site.fences.strategy_test import STRATEGY_TEST, strategy_tests
from rules_engine.site.fences.style_links import add_style_links
from rules_engine.site.model.course import COURSE, steps_plain
from rules_engine.site.model.ideas import IDEA
from rules_engine.text.message import listed

GAMES, PUZZLES, PLAYGROUND, FACTS = "games", "puzzles", "playground", "facts"


def _games(page: PageContext, source: str) -> list[RenderedFence]:
    """Return a list of the site's games.

    The fence is empty, for covers, or contains a word: ``find`` for covers with filters, ``which`` for covers after three
    questions, ``compare`` for a table, ``hands`` for links that deal a first hand, or ``familiar`` for the differences from
    games that readers may know.
    """
    shown = {"": covers_html, "find": finder_html, "which": which_html, "compare": comparison_html, "hands": first_hands_html}
    asked = source.strip()
    if asked == "familiar":
        return [RenderedFence(_dressed(page, familiar_html(_familiar(page))))]
    if asked not in shown:
        fault = f"games that are {quoted(asked)}: expected find, which, compare, hands, familiar, or nothing for the covers"
        return [page.fault(page.source.fence(GAMES, source), fault)]
    return [RenderedFence(_dressed(page, shown[asked](_listed(page))))]


def _dressed(page: PageContext, html: str) -> Html:
    """Return the link to the style sheet for lists of games, followed by such a list."""
    return Html(page.front_styles() + html)


def _familiar(page: PageContext) -> dict[str, list[FamiliarGame]]:
    """Return the games that readers may know, each with the site's games and how they differ from it, the most similar first.

    The games' courses declare them. A game is the more similar, the more steps of its course these readers may skip.
    """
    found: dict[str, list[tuple[int, FamiliarGame]]] = {}
    for tile in _listed(page):
        course = page.course(tile.game.id)
        for known in course.known if course else ():
            found.setdefault(known.name, []).append((-len(known.steps), FamiliarGame(tile, known.differs)))
    return {name: [game for _, game in sorted(games, key=lambda each: each[0])] for name, games in found.items()}


def _facts(page: PageContext, source: str) -> list[RenderedFence]:
    """Return the facts of the game in the fence, with buttons to its course and to a hand."""
    game = source.strip()
    if fault := _unknown("facts", [game], page.book.games):
        return [page.fault(page.source.fence(FACTS, source), fault)]
    if page.listed is None:
        return [RenderedFence("")]
    course = page.course(game)
    return [RenderedFence(_dressed(page, facts_html(page.listed(game), course.minutes if course else 0)))]


def _puzzles(page: PageContext, source: str) -> list[RenderedFence]:
    """Return puzzles as figures or lists.

    The fence contains a game, optionally with a difficulty (``snakebit easy``), ``ideas`` or ``days``; or only ``games``, for the
    list of games with puzzles; or only ``today``, for today's puzzles in the games that the reader follows.
    """
    game, _space, which = source.strip().partition(" ")
    if game in (GAMES, TODAY):
        return [_puzzle_games(page, source, game == TODAY)]
    line, fault = page.source.fence(PUZZLES, source), ""
    if game not in page.book.games:
        fault = f"puzzles of {quoted(game)}, which is no game of this site"
    elif which not in ("", "ideas", DAYS, *LEVELS):
        fault = f"puzzles that are {quoted(which)}: expected {listed(LEVELS, 'or')}, ideas, days, or nothing for all"
    elif which == DAYS and game not in page.book.days:
        fault = NO_DAYS
    if fault:
        return [page.fault(line, fault)]
    if which == "ideas":
        puzzles = [(puzzle_id(name), run) for name, run in _puzzles_of(page, game)]
        return [RenderedFence(ideas_html(puzzles, lessons_by_theme(page, game)))]
    if which == DAYS:
        return [RenderedFence(_days_of(page, game))]
    return [RenderedFence(figure.html, figure, line=line, file=name)
            for number, (name, run) in enumerate(_puzzles_of(page, game), start=1) if which in ("", _level(run))
            for figure in [page.figure("puzzle", run, page.unique_id(puzzle_id(name)), name, str(number))]]


def _puzzle_games(page: PageContext, source: str, today: bool) -> RenderedFence:
    """Return the list of games with puzzles, each with its daily puzzle.

    If ``today`` is false, the list also has the number of puzzles by difficulty, and the fence has a figure, so that the page's
    table can show the daily puzzle.
    """
    if page.listed is None:
        return RenderedFence(covers_html([]))
    games = [game for game in page.games if page.book.puzzles(game)]
    with_days = [game for game in games if game in page.book.days]
    if today:
        tiles = [PuzzleTile(page.listed(game), day=_days_of(page, game)) for game in with_days]
        return (
            RenderedFence(_dressed(page, puzzle_tiles_html(tiles, few=True)))
            if tiles
            else page.fault(page.source.fence(PUZZLES, source), NO_DAYS)
        )
    tiles = [PuzzleTile(page.listed(game), _counts(page, game), _days_of(page, game) if game in with_days else None)
             for game in games]
    first = next((each for game in with_days for each in _puzzles_of(page, game)), None)
    figure = page.figure("puzzle", first[1], TODAYS, first[0]) if first else None
    return RenderedFence(_dressed(page, puzzle_tiles_html(tiles)), figure)


def _puzzles_of(page: PageContext, game: str) -> list[tuple[str, Replay]]:
    """Return a game's puzzles, easiest first, each as file name and replay."""
    return _looked_at(page, page.book.puzzles(game))


def _looked_at(page: PageContext, names: Iterable[str]) -> list[tuple[str, Replay]]:
    looked_at = [(name, page.book.scenarios[name]) for name in names]
    return [(name, checked.run) for name, checked in looked_at if checked.run is not None and not checked.problems]


def _level(run: Replay) -> str:
    """Return the name of a puzzle's difficulty."""
    return [*LEVELS][difficulty(rating_of(run)) - 1]


def _counts(page: PageContext, game: str) -> list[int]:
    """Return the number of a game's puzzles for each difficulty, easiest first."""
    found = Counter(_level(run) for _, run in _puzzles_of(page, game))
    return [found[level] for level in LEVELS]


def _days_of(page: PageContext, game: str) -> Html:
    """Return the element that shows a game's daily puzzles, and write the file with the list of days."""
    days = page.add_file("days/", days_json(game, page.book.days[game], _dated(page, game)))
    styles = page.add_file("days/", add_style_links(DAYS), "css")
    return days_html(game_class(game), page.puzzles(game), page.links(game), page.address(""), days, styles)


def _dated(page: PageContext, game: str) -> list[Dated]:
    """Return the entries in the list of days for a game's questions and puzzles, including retired ones.

    In the preview the puzzles aren't checked, so their content isn't available to other pages.
    """
    questions = [*_dated_questions(page, game)]
    peek, retired = page.book.peek, page.book.puzzles(game, retired=True)
    if peek is not None:
        return questions + [dated(name, puzzle_id(name), each, "") for name in page.book.puzzles(game) + retired
                            if (each := peek(name))]
    numbered = [(str(number), *found) for number, found in enumerate(_puzzles_of(page, game), start=1)]
    return questions + [dated(name, puzzle_id(name), run.scenario, page.bring(name, run, number))
                        for number, name, run in [*numbered, *(("", *found) for found in _looked_at(page, retired))]]


def _dated_questions(page: PageContext, game: str) -> Iterator[Dated]:
    """Yield the entries in the list of days for a game's questions, and report those that have no answer."""
    if (daily := page.book.questions.get(game)) is None:
        return
    for asked in daily.questions:
        try:
            yield dated_question(game, asked, page.bring_question(asked, daily.game))
        except (ValueError, RulesEngineError) as error:
            page.contents.problems.append(Problem(f"{asked.name}: {error}", file=f"{page.book.examples.name}/{game}/{QUESTIONS}"))


def _playground(page: PageContext, source: str) -> list[RenderedFence]:
    """Return a playground for the games in the fence, or for all games of the site."""
    games = source.split() or [*page.book.games]
    fault = "" if games else "a playground without a game"
    if fault := _unknown("a playground", games, page.book.games) or fault:
        return [page.fault(page.source.fence(PLAYGROUND, source), fault)]
    modules = page.add_file("drafting/", page.book.made.once("drafting modules", brought))
    styles = page.add_file("drafting/", add_style_links(PLAYGROUND), "css")
    figure = playground(games, page.links, modules, styles)
    return [RenderedFence(figure.html, figure)]


def _tools(page: PageContext, source: str) -> list[RenderedFence]:
    """Return the tools for a real table of the game in the fence, or the list of games if it contains ``games``."""
    def tools(game: str) -> Html:
        page.book.unasked[game] = page.book.made.values(["unasked", game], lambda: unasked_of(game_class(game)))
        links, elsewhere, styles = (page.links(game), page.elsewhere(game),
                                    page.add_file("referee/", add_style_links("referee"), "css"))
        return Html(page.once(["tools", game, links, elsewhere, styles], lambda: table_tools(game, links, elsewhere, styles)))
    return [_of_one(page, TABLE, source, tools, lambda: _dressed(page, tables_html(_listed(page))))]


def _score(page: PageContext, source: str) -> list[RenderedFence]:
    """Return the score keeper for the game in the fence, or the list of saved scores if the fence contains ``games``."""
    def keeper(game: str) -> Html:
        return score_html(game, page.links(game), page.add_file("score/", add_style_links("score-keeper"), "css"))
    return [_of_one(page, SCORE, source, keeper, lambda: evenings_html(_listed(page)))]


def _of_one(page: PageContext, kind: str, source: str, one: Callable[[str], str], of_all: Callable[[], str]) -> RenderedFence:
    """Render a fence that contains a game with ``one``, or a fence that contains the word ``games`` with ``of_all``."""
    game = source.strip()
    if game == GAMES:
        return RenderedFence(of_all())
    fault = _unknown(f"a {kind}", [game], page.book.games)
    return page.fault(page.source.fence(kind, source), fault) if fault else RenderedFence(one(game))


def _listed(page: PageContext) -> list[GameTile]:
    return [page.listed(game) for game in page.games] if page.listed is not None else []


def _unknown(what: str, games: Iterable[str], known: Iterable[str]) -> str:
    """Return the error message for games that the site doesn't have, or "" if it has all of them."""
    wrong = [game for game in games if game not in known]
    return f"{what} of {listed(map(repr, wrong))}, which is no game of this site" if wrong else ""


def _course(page: PageContext, _source: str) -> list[RenderedFence]:
    """Return the header of a course page, with the course's length and the games that readers may know."""
    course = page.contents.course
    assert course is not None
    steps = steps_plain(course, page.book.scenarios, figure_id)
    game = page.links(course.game) if course.game in page.book.games else Links()
    styles = page.add_file("course/", add_style_links("course"), "css")
    return [RenderedFence(course_html(course, steps, game, styles, page.book.taught_before(page.place, course)))]


def _know(page: PageContext, _source: str) -> list[RenderedFence]:
    """Return the progress page, on which readers see what they have learned."""
    def figure(name: str, run: Replay) -> Figure:
        return page.figure("quiz", run, figure_id("quiz", name), name)

    courses = {game: page.listed(game).learn for game in page.games} if page.listed else {}
    ideas = {game: [*ideas_plain(page, game)] for game in courses}
    return [RenderedFence(know_html(page.book, courses, page.links, figure, page.add_file, ideas))]


def _sheets(page: PageContext, source: str) -> list[RenderedFence]:
    """Return the form for printing sheets for the games in the fence, or for all games."""
    if page.listed is None:
        return [RenderedFence("")]
    if fault := _unknown("sheets", source.split(), page.games):
        return [page.fault(page.source.fence(SHEETS, source), fault)]
    return [RenderedFence(sheets_html([page.listed(game) for game in source.split() or page.games], page.pack_styles()))]


LISTS: Mapping[str, Callable[[PageContext, str], list[RenderedFence]]] = {
    GAMES: _games, PUZZLES: _puzzles, PLAYGROUND: _playground, TABLE: _tools, SCORE: _score, COURSE: _course, KNOW: _know,
    SHEETS: _sheets, FACTS: _facts, IDEA: idea_fences, STRATEGY_TEST: strategy_tests}
"""Maps each fence's info word to its renderer."""
