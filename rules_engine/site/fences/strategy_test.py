"""The fence ``strategy-test``: the decisions that ``followsuit decisions --write`` has stored for a game."""

from __future__ import annotations

from rules_engine.authoring.decisions import FILE, StoredDecisions, read_decisions
from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import SetupError
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.html.figure import Figure
from rules_engine.html.strategy_test import decisions_figure, strategy_test_html
from rules_engine.quiz.strategy_test import ask_decision
from rules_engine.site.fences.page_context import PageContext, RenderedFence

STRATEGY_TEST = "strategy-test"


def strategy_tests(page: PageContext, source: str) -> list[RenderedFence]:
    """Return the strategy test of the game that the fence names."""
    line, game_id = page.source.fence(STRATEGY_TEST, source), source.strip()
    if game_id not in page.book.games:
        return [page.fault(line, f"“{game_id}” is no game of this site",
                           f"write one of the site's games into the fence: {', '.join(page.book.games)}")]
    file = page.book.examples / game_id / FILE
    again = f"`followsuit decisions {game_id} --write {FILE}` in the folder {page.book.examples.name}/{game_id} makes it"
    try:
        stored = read_decisions(file)
        game = make_game(stored.game, stored.variant, stored.players)
        figure = _figure(page, game, stored)
    except FileNotFoundError:
        return [page.fault(line, f"there is no file {page.book.examples.name}/{game_id}/{FILE} with decisions", again)]
    except (OSError, ValueError, SetupError) as error:
        return [page.fault(line, f"{page.book.examples.name}/{game_id}/{FILE} can't be used: {error}", again)]
    html = strategy_test_html(game, stored.bots, figure.html)
    return [RenderedFence(html, figure, line=line)]


def _figure(page: PageContext, game: Game[Position], stored: StoredDecisions) -> Figure:
    return page.drawn(page.unique_id(STRATEGY_TEST), game, [STRATEGY_TEST, stored.text()],
                      lambda frame: decisions_figure(game, [ask_decision(game, each) for each in stored.decisions],
                                                     [each.lost for each in stored.decisions], frame))
