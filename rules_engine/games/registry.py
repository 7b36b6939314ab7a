"""The registry: the id of each game, with the place of its class. Our own stand here; a package outside this one adds a game
by an entry point in the group ``followsuit.games``, whose name is the game's id. A package that is installed is known
everywhere, one that isn't in the folder of its ``pyproject.toml``.

In a reader's browser another file stands in the place of this one: the site's build writes into it what the site shows
(`site/runtime/shipping.py`).
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

from rules_engine.core.model.errors import Problem, SetupError
from rules_engine.core.words.sentences import listed

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
    """Return every game id there is, with the place of its class, our own first. Raises ``SetupError`` if an id is taken
    twice."""
    whose = {game: [f"Follow Suit ({place})"] for game, place in GAMES.items()}
    known = dict(GAMES)
    for game, place, package in sorted(_declared(Path.cwd())):
        whose.setdefault(game, []).append(f"{package} ({place})")
        known[game] = place
    taken = [Problem(f"the id {game!r} is given to more than one game, by {listed(packages)}: "
                     "give yours another id, or uninstall all of these packages but one", ("game",))
             for game, packages in whose.items() if len(packages) > 1]
    if taken:
        raise SetupError(taken)
    return known


class Project(NamedTuple):
    """What a ``pyproject.toml`` says: the package's name, and the games it adds, each with the place of its class."""

    name: str
    games: Mapping[str, str]


def project_in(folder: Path) -> Project:
    """Return the project of a folder, without games if there is none. Raises ``SetupError``."""
    file = folder / "pyproject.toml"
    try:
        about = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    except FileNotFoundError:
        return Project("", {})
    except (OSError, ValueError) as error:
        raise SetupError([Problem(f"{file} can't be read: {error}", ("game",))]) from error
    return Project(about.get("name", ""), about.get("entry-points", {}).get(GROUP, {}))


def source_of(folder: Path, games: Mapping[str, str]) -> Path:
    """Return where the packages of a project with these games lie: in its folder, or in `src` there."""
    packages = {place.partition(":")[0].partition(".")[0] for place in games.values()}
    return folder / "src" if any((folder / "src" / package).is_dir() for package in packages) else folder


def _declared(folder: Path) -> Iterator[tuple[str, str, str]]:
    """The games of packages, each with its place and package: of those installed, and of the project in a folder, which may be
    installed or not, and goes on Python's path.
    """
    own = project_in(folder)
    source = str(source_of(folder, own.games))
    if own.games and source not in sys.path:
        sys.path.append(source)
    yield from ((game, place, own.name) for game, place in own.games.items())
    for point in entry_points(group=GROUP):
        package = point.dist.name if point.dist else "a package without a name"
        if not own.games or package != own.name:
            yield point.name, point.value, package
