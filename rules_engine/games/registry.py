"""The registry: the id of each game, with the place of its class. Our own stand here; a package outside this one adds a game
by an entry point in the group ``followsuit.games``, whose name is the game's id. A package that is installed is known
everywhere, one that isn't in the folder of its ``pyproject.toml`` and below, and to commands that are given a path there.

In a reader's browser another file stands in the place of this one: the site's build writes into it what the site shows
(`site/runtime/engine_archive.py`).
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

from rules_engine.core.model.errors import Problem, SetupError, shortened
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.text.message import listed

GROUP, PROJECT = "followsuit.games", "pyproject.toml"

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
    for game, place, package in sorted(_declared(_homes())):
        whose.setdefault(game, []).append(f"{package} ({place})")
        known[game] = place
    taken = [Problem(f"the id {game!r} is given to more than one game, by {listed(packages)}: "
                     "give yours another id, or uninstall all of these packages but one", ("game",))
             for game, packages in whose.items() if len(packages) > 1]
    if taken:
        raise SetupError(taken)
    return known


_PLACES: list[Path] = []
"""Where to look for projects in place of the current folder."""


def look_in(*places: Path) -> None:
    """Look for games in the projects to which these files or folders belong; with none, in that of the current folder again."""
    found = [place.absolute() for place in places]
    if found != _PLACES:
        _PLACES[:] = found
        known_games.cache_clear()


def places() -> Sequence[Path]:
    """Return where projects are looked for, for another process to do the same."""
    return [*_PLACES]


def searched() -> str:
    """Return where games were looked for, as it ends a message: `` (looked in installed packages and …/pyproject.toml)``."""
    files = [str(home / PROJECT) for home in _homes()]
    there = [shortened(str(place)) for place in _PLACES or [Path.cwd()]]
    return f" (looked in installed packages and {listed(files)})" if files else (
        f" (looked in installed packages; no {PROJECT} in {listed(there, 'or')} or above names games)")


def _homes() -> list[Path]:
    """The folders of the projects in which to look, each once. What is given lies in none: that of the current folder then."""
    here = Path.cwd()
    found = [_home_of(place) or _home_of(here) for place in _PLACES or [here]]
    return [*dict.fromkeys(home for home in found if home is not None)]


def _home_of(place: Path) -> Path | None:
    """The nearest folder at or above a place whose project names games. Raises ``SetupError`` if a folder's own can't be read."""
    for folder in (place, *place.parents):
        try:
            if project_in(folder).games:
                return folder
        except SetupError:
            if folder == place:
                raise
    return None


class Project(NamedTuple):
    """What a ``pyproject.toml`` says: the package's name, and the games it adds, each with the place of its class."""

    name: str
    games: Mapping[str, str]


def project_in(folder: Path) -> Project:
    """Return the project of a folder, without games if there is none. Raises ``SetupError``."""
    file = folder / PROJECT
    if not os.path.isfile(file):        # noqa: PTH113  (a path too long to be one is none, where pathlib raises)
        return Project("", {})
    try:
        about = _part(tomllib.loads(file.read_text(encoding="utf-8")), "project")
    except (OSError, ValueError) as error:
        raise SetupError([Problem(f"{file} can't be read: {error}", ("game",))]) from error
    games = _part(_part(about, "entry-points"), GROUP)
    return Project(str(about.get("name", "")), {game: str(place) for game, place in games.items()})


def _part(values: Mapping[str, JsonValue], name: str) -> dict[str, JsonValue]:
    """A table within a table; one of another shape is for the tools to report that build the package."""
    found = values.get(name)
    return found if isinstance(found, dict) else {}


def source_of(folder: Path, games: Mapping[str, str]) -> Path:
    """Return where the packages of a project with these games lie: in its folder, or in `src` there."""
    packages = {place.partition(":")[0].partition(".")[0] for place in games.values()}
    return folder / "src" if any((folder / "src" / package).is_dir() for package in packages) else folder


def _declared(homes: Sequence[Path]) -> Iterator[tuple[str, str, str]]:
    """The games of packages, each with its place and package: of those installed, and of the projects in some folders, which may
    be installed or not, and go on Python's path.
    """
    projects = [project_in(home) for home in homes]
    for home, own in zip(homes, projects, strict=True):
        source = str(source_of(home, own.games))
        if source not in sys.path:
            sys.path.append(source)
        yield from ((game, place, own.name) for game, place in own.games.items())
    for point in entry_points(group=GROUP):
        package = point.dist.name if point.dist else "a package without a name"
        if package not in [own.name for own in projects]:
            yield point.name, point.value, package
