"""The registry: the id of each game, with the place of its class. Our own stand here; a package outside this one adds a game
by an entry point in the group ``followsuit.games``, whose name is the game's id.

In a reader's browser another file stands in the place of this one: the site's build writes into it what the site shows
(`site/runtime/shipping.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points

from rules_engine.core.cards import listed
from rules_engine.core.errors import Problem, SetupError

GROUP = "followsuit.games"

GAMES = {
    "snakebit": "rules_engine.games.snakebit.game:Snakebit",
    "double-knot": "rules_engine.games.double_knot.game:DoubleKnot",
    "double-king-pedro": "rules_engine.games.double_king_pedro.game:DoubleKingPedro",
    "knueffeln": "rules_engine.games.knueffeln.game:Knueffeln",
    "double-decker": "rules_engine.games.double_decker.game:DoubleDecker",
}
"""Our own games: the id of each, with the place of its class."""


@cache
def known_games() -> Mapping[str, str]:
    """Every game id there is, with the place of its class, our own first. Raises ``SetupError`` if an id is taken twice."""
    whose = {game: [f"Follow Suit ({place})"] for game, place in GAMES.items()}
    known = dict(GAMES)
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        package = point.dist.name if point.dist else "a package without a name"
        whose.setdefault(point.name, []).append(f"{package} ({point.value})")
        known[point.name] = point.value
    taken = [Problem(f"the id {game!r} is given to more than one game, by {listed(packages)}: "
                     "give yours another id, or uninstall all of these packages but one", ("game",))
             for game, packages in whose.items() if len(packages) > 1]
    if taken:
        raise SetupError(taken)
    return known
