"""The plugin's settings in `mkdocs.yml`. Folders are relative to that file."""

from __future__ import annotations

from mkdocs.config import config_options as c
from mkdocs.config.base import Config

from rules_engine.games import known_games


class FollowSuitConfig(Config):  # type: ignore[no-untyped-call]
    """Settings of the plugin `followsuit`."""

    examples = c.Dir(default="examples")
    """The folder of scenario files that fences name."""

    games = c.ListOfItems(c.Choice(tuple(known_games())), default=list(known_games()))
    """The games whose pages, examples and quizzes must be whole; all that are installed if left out."""

    quizzes_for = c.Optional(c.ListOfItems(c.Choice(tuple(known_games()))))
    """Those of them that must have a quiz for each rule; all of them if left out."""

    pyodide = c.Dir(default="node_modules/pyodide")
    """The npm package of that name: Python for the reader's browser."""

    idiomorph = c.Dir(default="node_modules/idiomorph")
    """The npm package of that name, by which the client changes the page."""

    cache = c.Type(str, default=".cache/followsuit")
    """A folder where the fast runtime is kept from build to build; it can be deleted at any time."""

    offline = c.Type(bool, default=True)
    """Whether a reader's browser may keep the site for when there is no network."""
