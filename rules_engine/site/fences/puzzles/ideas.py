"""The fence ``idea``: the questions about a position and its twin as one figure, and links to puzzles on the idea.

    fs-figure                       both questions, as of a quiz
    p.fs-idea-puzzles > a[href]     the puzzles, on the page with the game's puzzles
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.html.elements import Html, el, separated
from rules_engine.html.figure import Figure
from rules_engine.html.puzzle_html import title_of
from rules_engine.scenarios.replay import Replay
from rules_engine.site.fences.page_context import PageContext, RenderedFence, figure_id, placeholder, puzzle_id
from rules_engine.site.model.addresses import in_edition
from rules_engine.site.model.course import Course, CourseStep
from rules_engine.site.model.game_pages import well_page
from rules_engine.site.model.ideas import IDEA, NEEDS, Idea, idea_name, read_idea
from rules_engine.site.model.page_contents import Fence
from rules_engine.text.message import say


def idea_fences(page: PageContext, source: str) -> list[RenderedFence]:
    """Return the figure of the idea in the fence, followed by an empty fence that shows the twin."""
    line, idea = page.source.fence(IDEA, source), read_idea(source)
    if not (idea.position and idea.twin):
        return [page.fault(line, NEEDS)]
    looked = [page.book.look_at(Fence("quiz", name, line), page.contents.path) for name in (idea.position, idea.twin)]
    problems = [each for checked, found in looked for each in (*found, *(checked.problems if checked else ()))]
    if problems:
        shown = [each for _, found in looked for each in found]     # problems in a scenario file are reported with the file
        return [RenderedFence(placeholder(problems), problems=shown, line=line, file=idea.position)]
    steps = page.contents.course.steps if page.contents.course else []
    figure = _figure(page, idea, next((step.id for step in steps if step.idea == idea), ""))
    html = Html(figure.html + _puzzle_links(page, idea, figure.game.id))
    return [RenderedFence(html, figure, line=line, file=idea.position), RenderedFence("", line=line, file=idea.twin)]


def _figure(page: PageContext, idea: Idea, step: str) -> Figure:
    run, twin = (_run(page, name) for name in (idea.position, idea.twin))
    wanted = page.unique_id(figure_id(IDEA, idea.position))
    return page.figure("quiz", run, wanted, idea.position, more=[twin], idea=idea_name(step) if step else "")


def _run(page: PageContext, name: str) -> Replay:
    run = page.book.scenarios[name].run
    assert run is not None
    return run


def _puzzle_links(page: PageContext, idea: Idea, game: str) -> Html:
    """Return the links to the puzzles on an idea, with their titles; empty if there are none or the site has no page for them."""
    address = page.puzzles(game).address
    runs = [(name, page.book.scenarios[name].run) for name in idea.puzzles if name in page.book.scenarios]
    if not (address and runs):
        return Html("")
    links = [el("a", {"href": f"{address}#{puzzle_id(name)}"}, title_of(page.told(run)) if run else name) for name, run in runs]
    return el("p", "fs-idea-puzzles", say("{one:A puzzle|Puzzles} on this idea:", one=len(links) == 1), " ", separated(links))


def ideas_plain(page: PageContext, game: str) -> Iterator[dict[str, object]]:
    """Yield a game's ideas as JSON values for the progress page, which treats them like rules with prepared questions."""
    address = page.listed(game).well if page.listed else ""
    for step in _steps(page, game):
        idea = step.idea
        assert idea is not None
        if all(name in page.book.scenarios and not page.book.scenarios[name].problems for name in (idea.position, idea.twin)):
            yield {"id": idea_name(step.id), "title": step.title, "ways": [], "quiz": _figure(page, idea, step.id).src,
                   "href": f"{address}#{step.id}"}


def lessons_by_theme(page: PageContext, game: str) -> dict[str, list[Html]]:
    """Return links to the steps with a game's ideas, by the idea of the puzzle in their position."""
    found: dict[str, list[Html]] = {}
    address = page.listed(game).well if page.listed else ""
    for step in _steps(page, game):
        scenario = page.book.scenarios[step.file].scenario if step.file in page.book.scenarios else None
        if scenario is not None and scenario.puzzle is not None:
            found.setdefault(scenario.puzzle.idea, []).append(el("a", {"href": f"{address}#{step.id}"}, step.title))
    return found


def _steps(page: PageContext, game: str) -> list[CourseStep]:
    """Return the steps with ideas in a game's course on playing well, in the page's language if it exists there."""
    pages = (in_edition(code, well_page(game)) for code in (page.code, ""))
    course: Course | None = next((page.book.courses[each] for each in pages if each in page.book.courses), None)
    return [step for step in course.steps if step.idea and step.idea.position and step.idea.twin] if course else []
