"""The registry of games: each game's id and the import path of its class.

This module lists the built-in games. Other packages register games by entry points in the group ``followsuit.games``; the name of
an entry point is the game's id. Games in installed packages are always found. Games in a package that isn't installed are found
if its ``pyproject.toml`` is in the current folder or above it, or at or above a path given to a command.

In the browser, a generated module replaces this one: the site build writes a registry of the site's games
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
    "spades": "rules_engine.games.spades.game:Spades",
    "euchre": "rules_engine.games.euchre.game:Euchre",
    "hearts": "rules_engine.games.hearts.game:Hearts",
}
"""The import path of the class of each built-in game, by game id."""


@cache
def known_games() -> Mapping[str, str]:
    """Return the import path of the class of every known game, by game id, built-in games first.

    Raises ``SetupError`` if two packages declare the same id.
    """
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
"""The files or folders whose projects are searched for games, instead of the current folder's project."""


def look_in(*places: Path) -> None:
    """Set the files or folders whose projects are searched for games. Without arguments, reset to the current folder."""
    found = [place.absolute() for place in places]
    if found != _PLACES:
        _PLACES[:] = found
        known_games.cache_clear()


def places() -> Sequence[Path]:
    """Return the paths set by ``look_in``, to pass on to another process."""
    return [*_PLACES]


def searched() -> str:
    """Return the searched locations, worded as the end of an error message:
    `` (looked in installed packages and …/pyproject.toml)``."""
    files = [str(home / PROJECT) for home in _homes()]
    there = [shortened(str(place)) for place in _PLACES or [Path.cwd()]]
    return f" (looked in installed packages and {listed(files)})" if files else (
        f" (looked in installed packages; no {PROJECT} in {listed(there, 'or')} or above names games)")


def _homes() -> list[Path]:
    """Return the folders of the projects to search, without duplicates. For a path outside any project, the current folder is
    searched."""
    here = Path.cwd()
    found = [_home_of(place) or _home_of(here) for place in _PLACES or [here]]
    return [*dict.fromkeys(home for home in found if home is not None)]


def _home_of(place: Path) -> Path | None:
    """Return the nearest folder, at or above a path, whose project declares games.

    Raises ``SetupError`` if the project file at this path can't be read. Unreadable project files in parent folders are skipped.
    """
    for folder in (place, *place.parents):
        try:
            if project_in(folder).games:
                return folder
        except SetupError:
            if folder == place:
                raise
    return None


class Project(NamedTuple):
    """The content of a ``pyproject.toml``: the package's name, and the import path of each game's class by game id."""

    name: str
    games: Mapping[str, str]


def project_in(folder: Path) -> Project:
    """Return the project in a folder; an empty one if the folder has no ``pyproject.toml``.

    Raises ``SetupError`` if the file can't be read.
    """
    file = folder / PROJECT
    if not os.path.isfile(file):        # noqa: PTH113  (pathlib raises for a path that is too long, os.path returns False)
        return Project("", {})
    try:
        about = _part(tomllib.loads(file.read_text(encoding="utf-8")), "project")
    except (OSError, ValueError) as error:
        raise SetupError([Problem(f"{file} can't be read: {error}", ("game",))]) from error
    games = _part(_part(about, "entry-points"), GROUP)
    return Project(str(about.get("name", "")), {game: str(place) for game, place in games.items()})


def _part(values: Mapping[str, JsonValue], name: str) -> dict[str, JsonValue]:
    """Return a table nested in a TOML table; an empty one for a value of another type, which the package's build tools report."""
    found = values.get(name)
    return found if isinstance(found, dict) else {}


def source_of(folder: Path, games: Mapping[str, str]) -> Path:
    """Return the folder that contains a project's packages: `src` if one of the games' packages is in it, otherwise
    ``folder``."""
    packages = {place.partition(":")[0].partition(".")[0] for place in games.values()}
    return folder / "src" if any((folder / "src" / package).is_dir() for package in packages) else folder


def _declared(homes: Sequence[Path]) -> Iterator[tuple[str, str, str]]:
    """Yield the id, import path and package of each game declared outside the engine: by the projects in ``homes`` and by
    installed packages. Add each project's source folder to ``sys.path``, because the project may not be installed."""
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
