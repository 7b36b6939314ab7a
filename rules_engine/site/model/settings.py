"""What a site says of itself under `followsuit`, whichever generator builds it. Nothing here knows one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import game_class, known_games

NAME = "followsuit"
"""What the plugin, the Markdown extension and the settings are called."""


_LIST, _CHOICE = (list, "a list"), (bool, "true or false")
_EXPECTED: dict[str, tuple[type | tuple[type, ...], str]] = {
    "games": _LIST, "quizzes_for": _LIST, "search": _CHOICE, "frame": _CHOICE, "offline": _CHOICE, "languages": _LIST,
    "policy": ((bool, dict), "true, false or a mapping")}
"""The settings that are no texts."""


class SettingsError(RulesEngineError):
    """Settings that can't be used. The message says which, and what to do."""


@dataclass(frozen=True)
class Settings:
    """The settings. Folders are seen from ``root``, the folder of the configuration file, below which ``docs`` lies.

    ``games``        the games of the site, whose pages, examples and quizzes must be whole, each with the page of its rules
    ``quizzes_for``  those of them that must have a quiz for each rule; all of them if left out
    ``examples``     the folder of scenario files that fences name
    ``pyodide``      the npm package of that name: Python for the reader's browser
    ``idiomorph``    the npm package of that name, by which the client changes the page
    ``search``       whether the theme's search box finds sections of the rules; else it works as the theme has it
    ``frame``        whether every page is laid out as those with something of ours are, and not these alone
    ``cache``        a folder where the fast runtime is kept from build to build; it can be deleted at any time
    ``offline``      whether a reader's browser may keep the site for when there is no network
    ``policy``       what pages may load beside their own files, by directive of a content security policy; False for no policy
    ``languages``    codes of languages: pages in the folder of that name below ``docs`` are read in it
    ``versioned``    whether versions of the site lie side by side, as mike lays them; no setting of ours says so
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
    policy: bool | Mapping[str, str] = True
    languages: Collection[str] = ()
    versioned: bool = False

    def folder(self, path: str) -> Path:
        """Return a folder of the settings."""
        return self.root / path

    def known_as(self, path: Path) -> str:
        """Return a path as people write it: from the folder of the configuration file, if it is below."""
        path = path.resolve()
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.as_posix()


def settings_from(given: Mapping[str, JsonValue], root: Path, docs: Path, extra: JsonValue = None) -> Settings:
    """Return the settings as a configuration file gives them, ``extra`` being what it says under that name.

    Raises ``SettingsError`` and ``SetupError``.
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
    """Return whether what a configuration says under ``extra`` has versions laid side by side."""
    version = extra.get("version") if isinstance(extra, Mapping) else None
    return isinstance(version, Mapping) and version.get("provider") == "mike"


def game_pages(entries: list[JsonValue] | None) -> dict[str, str]:
    """Return the games of a site with the pages of their rules; all that are installed if the list is left out.

    An entry is an id, or `id: page` where the rules don't stand in `games/ID/rules.md` or `games/ID.md`; an id alone has
    an empty page here. Raises ``SetupError``.
    """
    return dict(map(_game_page, known_games() if entries is None else entries))


def _game_page(entry: object) -> tuple[str, str]:
    game, page = next(iter(entry.items())) if isinstance(entry, dict) and len(entry) == 1 else (entry, None)
    return game_id(game), str(page or "")


def game_id(value: object) -> str:
    """Return the id of a game that is installed and can be loaded. Raises ``SetupError``."""
    return game_class(str(value)).id
