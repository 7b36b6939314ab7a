"""The plugin's settings in `mkdocs.yml`. Folders are relative to that file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mkdocs.config import config_options as c
from mkdocs.config.base import BaseConfigOption, Config, ValidationError

from rules_engine.core.errors import SetupError
from rules_engine.games import game_class, known_games


class GameId(BaseConfigOption[str]):
    """The id of a game that is installed."""

    def run_validation(self, value: object) -> str:
        """The id, if there is such a game and it can be loaded."""
        with _told():
            return game_class(str(value)).id


class GamePages(BaseConfigOption[dict[str, str]]):
    """A list of games, read as each game's id with the page of its rules.

    An entry is an id, or `id: page` where the rules don't stand in `games/ID/rules.md` or `games/ID.md`; an id alone has
    an empty page here.
    """

    def run_validation(self, value: object) -> dict[str, str]:
        """The games with their pages; all that are installed if the list is left out."""
        if value is None:
            with _told():
                value = list(known_games())
        if not isinstance(value, list):
            raise ValidationError(f"Expected a list of games, but a {type(value)} was given.")
        return dict(map(_game_page, value))


@contextmanager
def _told() -> Iterator[None]:
    """Let MkDocs tell what is wrong with the games that are installed."""
    try:
        yield
    except SetupError as error:
        raise ValidationError("; ".join(each.message for each in error.problems)) from error


def _game_page(entry: object) -> tuple[str, str]:
    game, page = next(iter(entry.items())) if isinstance(entry, dict) and len(entry) == 1 else (entry, None)
    return GameId().run_validation(game), str(page or "")


class FollowSuitConfig(Config):  # type: ignore[no-untyped-call]
    """Settings of the plugin `followsuit`."""

    examples = c.Dir(default="examples")
    """The folder of scenario files that fences name."""

    games = GamePages()
    """The games of the site, whose pages, examples and quizzes must be whole; all that are installed if left out."""

    quizzes_for = c.Optional(c.ListOfItems(GameId()))
    """Those of them that must have a quiz for each rule; all of them if left out."""

    pyodide = c.Dir(default="node_modules/pyodide")
    """The npm package of that name: Python for the reader's browser."""

    idiomorph = c.Dir(default="node_modules/idiomorph")
    """The npm package of that name, by which the client changes the page."""

    search = c.Type(bool, default=True)
    """Whether the theme's search box finds sections of the rules (see `search`); else it works as the theme has it."""

    cache = c.Type(str, default=".cache/followsuit")
    """A folder where the fast runtime is kept from build to build; it can be deleted at any time."""

    offline = c.Type(bool, default=True)
    """Whether a reader's browser may keep the site for when there is no network."""
