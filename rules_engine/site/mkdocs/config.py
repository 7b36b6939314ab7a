"""The schema of the plugin's settings in `mkdocs.yml`; `model.settings` describes them."""

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
    """A setting for the id of an installed game."""

    def run_validation(self, value: object) -> str:
        """Return the game's id. Raises ``ValidationError`` if there is no such game, or if it can't be loaded."""
        with _told():
            return game_id(value)


class GamePages(BaseConfigOption[dict[str, str]]):
    """A setting for a list of games, converted to a mapping from ids to the pages with their rules."""

    def pre_validation(self, config: Config, key_name: str) -> None:
        """Make games in the site's folder available, regardless of the current folder."""
        if config.config_file_path:
            look_in(Path(config.config_file_path).resolve().parent)

    def run_validation(self, value: object) -> dict[str, str]:
        """Return the games with their pages; None stands for all installed games. Raises ``ValidationError``."""
        if value is not None and not isinstance(value, list):
            raise ValidationError(f"Expected a list of games, but a {type(value)} was given.")
        with _told():
            return game_pages(value)


@contextmanager
def _told() -> Iterator[None]:
    """Convert ``SetupError`` to MkDocs' ``ValidationError``."""
    try:
        yield
    except SetupError as error:
        raise ValidationError("; ".join(each.message for each in error.problems)) from error


class FollowSuitConfig(Config):  # type: ignore[no-untyped-call]
    """The settings for the plugin `followsuit`."""

    examples = c.Dir(default=Settings.examples)
    games = GamePages()
    quizzes_for = c.Optional(c.ListOfItems(GameId()))
    pyodide = c.Dir(default=Settings.pyodide)
    idiomorph = c.Dir(default=Settings.idiomorph)
    search = c.Type(bool, default=Settings.search)
    frame = c.Type(bool, default=Settings.frame)
    cache = c.Type(str, default=Settings.cache)
    offline = c.Type(bool, default=Settings.offline)
    embed = c.Type(bool, default=Settings.embed)
    policy = c.Type((bool, dict), default=Settings.policy)
    languages = c.ListOfItems(c.Type(str), default=[])
    footer = c.ListOfItems(c.Type(dict), default=[])
    previews = c.Type(bool, default=Settings.previews)
