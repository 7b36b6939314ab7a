"""The fence ``stats``, such as ``double-knot bid``: statistics on a question from hands played by bots.

The command ``followsuit stats`` has written them to a file in the game's examples folder.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from rules_engine.authoring.stats import FILE, StoredStatistics, read_stored
from rules_engine.bots.stats import questions_of
from rules_engine.core.model.errors import Problem, SetupError
from rules_engine.games import make_game
from rules_engine.html.chart import Bar, plot_html
from rules_engine.html.elements import Html
from rules_engine.site.model.page_contents import Fence, problem
from rules_engine.text.message import NumberText, Text, declared, joined, say

STATS = "stats"


def stats_html(fence: Fence, path: str, games: Collection[str], examples: Path) -> tuple[Html | None, list[Problem]]:
    """Return the chart for a fence on the page ``path``, or None, and the problems.

    ``games`` are the site's games, and ``examples`` is the examples folder.
    """
    game, _space, question = fence.body.strip().partition(" ")
    if fence.words:
        return None, [problem(path, fence.line, f"only the word {STATS} may follow the fence's backquotes or tildes")]
    if game not in games:
        hint = f"write one of the site's games and a question into the fence: {', '.join(games)}"
        return None, [problem(path, fence.line, f"“{game}” is no game of this site", hint)]
    file = examples / game / FILE
    again = f"`followsuit stats {game} --write {file.name}` in the folder {examples.name}/{game} makes it"
    try:
        stored = read_stored(file)
    except FileNotFoundError:
        return None, [problem(path, fence.line, f"there is no file {examples.name}/{game}/{FILE} with figures", again)]
    except (OSError, ValueError) as error:
        return None, [problem(path, fence.line, f"{examples.name}/{game}/{FILE} can't be read: {error}", again)]
    return _shown(fence, path, stored, question)


def _shown(fence: Fence, path: str, stored: StoredStatistics, question: str) -> tuple[Html | None, list[Problem]]:
    try:
        game = make_game(stored.game, stored.variant, stored.players)
    except SetupError as error:
        return None, [problem(path, fence.line, f"the figures are of a table that there isn't: {error}")]
    asked = next((each for each in questions_of(game) if each.id == question), None)
    if asked is None or not stored.means.get(question):
        known = [each.id for each in questions_of(game) if stored.means.get(each.id)]
        hint = f"there are on {', '.join(known) or 'nothing'}"
        return None, [problem(path, fence.line, f"there are no figures on “{question}”", hint)]
    hands = NumberText(f"{stored.hands:,}")
    source: list[Text] = [say("{n} hands by {level} bots", n=hands, level=declared(stored.level, "bot")),
                          say("{n} players", n=stored.players)]
    source += [declared(game.variants[stored.variant])] if stored.variant != next(iter(game.variants)) else []
    bars = [Bar(asked.named(mean.group), mean.mean, mean.half_width, mean.hands) for mean in stored.means[question]]
    return plot_html(asked.asks, asked.groups, asked.unit, bars, joined(source, ", "), stored.command), []
