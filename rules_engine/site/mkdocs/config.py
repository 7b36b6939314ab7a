"""The plugin's settings in `mkdocs.yml`, as MkDocs reads them; what each is for stands in `settings`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mkdocs.config import config_options as c
from mkdocs.config.base import BaseConfigOption, Config, ValidationError

from rules_engine.core.model.errors import SetupError
from rules_engine.games.registry import look_in
from rules_engine.site.model.settings import Settings, game_id, game_pages


class GameId(BaseConfigOption[str]):
    """The id of a game that is installed."""

    def run_validation(self, value: object) -> str:
        """Return the id, if there is such a game and it can be loaded."""
        with _told():
            return game_id(value)


class GamePages(BaseConfigOption[dict[str, str]]):
    """A list of games, read as each game's id with the page of its rules."""

    def pre_validation(self, config: Config, key_name: str) -> None:
        """Look for games where the site lies, wherever its build was started."""
        if config.config_file_path:
            look_in(Path(config.config_file_path).resolve().parent)

    def run_validation(self, value: object) -> dict[str, str]:
        """Return the games with their pages; all that are installed if the list is left out."""
        if value is not None and not isinstance(value, list):
            raise ValidationError(f"Expected a list of games, but a {type(value)} was given.")
        with _told():
            return game_pages(value)


@contextmanager
def _told() -> Iterator[None]:
    """Let MkDocs tell what is wrong with the games that are installed."""
    try:
        yield
    except SetupError as error:
        raise ValidationError("; ".join(each.message for each in error.problems)) from error


class FollowSuitConfig(Config):  # type: ignore[no-untyped-call]
    """Settings of the plugin `followsuit`."""

    examples = c.Dir(default=Settings.examples)
    games = GamePages()
    quizzes_for = c.Optional(c.ListOfItems(GameId()))
    pyodide = c.Dir(default=Settings.pyodide)
    idiomorph = c.Dir(default=Settings.idiomorph)
    search = c.Type(bool, default=Settings.search)
    frame = c.Type(bool, default=Settings.frame)
    cache = c.Type(str, default=Settings.cache)
    offline = c.Type(bool, default=Settings.offline)
    policy = c.Type((bool, dict), default=Settings.policy)
    languages = c.ListOfItems(c.Type(str), default=[])
