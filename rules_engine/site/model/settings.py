"""The settings of a site in the section `followsuit`, independent of the generator that builds the site."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import game_class, known_games

NAME = "followsuit"
"""The name of the plugin, the Markdown extension and the settings."""


_LIST, _CHOICE = (list, "a list"), (bool, "true or false")
_EXPECTED: dict[str, tuple[type | tuple[type, ...], str]] = {
    "games": _LIST, "quizzes_for": _LIST, "search": _CHOICE, "frame": _CHOICE, "offline": _CHOICE, "embed": _CHOICE,
    "languages": _LIST, "footer": _LIST, "previews": _CHOICE, "policy": ((bool, dict), "true, false or a mapping")}
"""Maps each setting that isn't a string to its expected type and a description of that type for messages."""


class SettingsError(RulesEngineError):
    """Raised for invalid settings. The message names the setting and a remedy."""


@dataclass(frozen=True)
class Settings:
    """The settings of a site. Relative paths are resolved against ``root``, the folder of the configuration file.

    ``docs``         the folder of pages
    ``games``        the site's games, each with the page of its rules; their pages, examples and quizzes must be complete
    ``quizzes_for``  the games that must have a quiz for each rule; None for all
    ``examples``     the folder of the scenario files that fences name
    ``pyodide``      the folder of the npm package `pyodide`, Python for the browser
    ``idiomorph``    the folder of the npm package `idiomorph`, with which the client updates the page
    ``search``       whether the theme's search box finds sections of the rules
    ``frame``        whether every page gets the layout of pages with games
    ``cache``        the folder for cached snapshots and results, which can be deleted at any time
    ``offline``      whether browsers may store the site for offline use
    ``embed``        whether other sites may show a table of this one in a frame
    ``policy``       additional sources by directive of the content security policy; False for no policy
    ``languages``    the codes of additional languages; the folder of that name below ``docs`` has the pages in the language
    ``footer``       the columns of links at the end of every page, written like the menu (`pages.site_menu`)
    ``previews``     whether pages have link previews, and each puzzle a page of its own
    ``versioned``    whether mike publishes several versions of the site side by side; read from ``extra``, not a setting
    """

    root: Path
    docs: Path
    games: Mapping[str, str]
    quizzes_for: Collection[str] | None = None
    examples: str = "examples"
    pyodide: str = "node_modules/pyodide"
    idiomorph: str = "node_modules/idiomorph"
    search: bool = True
    frame: bool = False
    cache: str = ".cache/followsuit"
    offline: bool = True
    embed: bool = True
    policy: bool | Mapping[str, str] = True
    languages: Collection[str] = ()
    footer: Collection[JsonValue] = ()
    previews: bool = True
    versioned: bool = False

    def folder(self, path: str) -> Path:
        """Return the path of a folder given relative to ``root``."""
        return self.root / path

    def known_as(self, path: Path) -> str:
        """Return a path for messages, relative to ``root`` if it is below it."""
        path = path.resolve()
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.as_posix()


def settings_from(given: Mapping[str, JsonValue], root: Path, docs: Path, extra: JsonValue = None) -> Settings:
    """Return the settings in a configuration file. ``given`` is its section for Follow Suit, and ``extra`` its section `extra`.

    Raises ``SettingsError``, and ``SetupError`` for a game that can't be loaded.
    """
    known = {field.name: field for field in fields(Settings)[2:-1]}
    for name, value in given.items():
        if name not in known:
            raise SettingsError(f"{NAME} has no setting {quoted(name)}: expected {', '.join(known)}")
        kind, expected = _EXPECTED.get(name, (str, "a text"))
        if not isinstance(value, kind):
            raise SettingsError(f"the setting {quoted(name)} of {NAME} is {quoted(value)}: expected {expected}")
    chosen = {**given, "games": game_pages(given.get("games"))}
    if "quizzes_for" in chosen:
        chosen["quizzes_for"] = [game_id(each) for each in chosen["quizzes_for"]]
    return Settings(root.resolve(), docs.resolve(), versioned=is_versioned(extra), **chosen)


def is_versioned(extra: JsonValue) -> bool:
    """Return whether mike publishes several versions of the site; ``extra`` is the configuration's section `extra`."""
    version = extra.get("version") if isinstance(extra, Mapping) else None
    return isinstance(version, Mapping) and version.get("provider") == "mike"


def game_pages(entries: list[JsonValue] | None) -> dict[str, str]:
    """Return the games of a site with the pages of their rules; None stands for all installed games.

    An entry is an id, or `id: page` if the rules aren't on `games/ID/rules.md` or `games/ID.md`; for an id alone, the page is ""
    in the result. Raises ``SetupError``.
    """
    return dict(map(_game_page, known_games() if entries is None else entries))


def _game_page(entry: object) -> tuple[str, str]:
    game, page = next(iter(entry.items())) if isinstance(entry, dict) and len(entry) == 1 else (entry, None)
    return game_id(game), str(page or "")


def game_id(value: object) -> str:
    """Return the id of a game after loading it. Raises ``SetupError`` if that fails."""
    return game_class(str(value)).id
