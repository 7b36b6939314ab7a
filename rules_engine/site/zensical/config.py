"""Reads the configuration file of a site, `mkdocs.yml` or `zensical.toml`, for the commands and for site generators other than
MkDocs.

It reads only the settings that Follow Suit needs: folders, URLs, menu and Markdown extensions.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import yaml

from rules_engine.core.model.errors import SetupError
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games.registry import look_in
from rules_engine.site.model.settings import NAME, Settings, SettingsError, settings_from

CONFIGURATIONS = ("zensical.toml", "mkdocs.yml", "mkdocs.yaml")
"""The names of configuration files that generators look for, in order of preference."""

ALWAYS = ("toc", "tables")
"""The Markdown extensions that every generator enables."""


@dataclass(frozen=True)
class ConfiguredSite:
    """The configuration of a site.

    ``file``         the configuration file
    ``settings``     the settings of Follow Suit
    ``name``         the site's name
    ``description``  the site's description, if any
    ``url``          the site's URL, or ""
    ``language``     the code of the theme's language
    ``folders``      whether page URLs are folders, such as ``games/snakebit/``, rather than files
    ``nav``          the configured menu; empty if the generator derives it from the files
    ``styles``       the author's style sheets
    ``extensions``   the names of the Markdown extensions
    ``options``      the options of Markdown extensions, by name
    """

    file: Path
    settings: Settings
    name: str
    description: str | None
    url: str
    language: str
    folders: bool
    nav: Sequence[JsonValue]
    styles: Sequence[str]
    extensions: Sequence[str]
    options: Mapping[str, Mapping[str, JsonValue]]


def configuration_in(folder: Path, named: str | Path = "") -> Path:
    """Return a site's configuration file: ``named`` if given, otherwise the first file in ``folder`` with a standard name.

    Raises ``SettingsError`` if there is none.
    """
    names = (named,) if str(named) else CONFIGURATIONS
    found = next((folder / name for name in names if (folder / name).is_file()), None)
    if found is None:
        raise SettingsError(f"There is no {' and no '.join(map(str, names))} here: go to the folder of your site, "
                            "or name its configuration file.")
    return found.resolve()


def site_around(place: Path) -> ConfiguredSite | None:
    """Return the site described by the nearest configuration file at or above a path, or None. Raises ``SettingsError``."""
    for folder in (place.absolute(), *place.absolute().parents):
        file = next((folder / name for name in CONFIGURATIONS if (folder / name).is_file()), None)
        if file is not None:
            return read_site(file)
    return None


def read_site(file: Path) -> ConfiguredSite:
    """Read a configuration file, and search for games in its folder. Raises ``SettingsError``."""
    look_in(file.parent)
    try:
        said = _toml(file) if file.suffix == ".toml" else _yaml(file)
        theme = said.get("theme") or {}
        extensions, options = _of_zensical(file) if file.suffix == ".toml" else _named_with(said.get("markdown_extensions"))
        return ConfiguredSite(
            file=file,
            settings=settings_from(_named_with(said.get("plugins"))[1].get(NAME, {}), file.parent,
                                   file.parent / said.get("docs_dir", "docs"), said.get("extra")),
            name=str(said["site_name"]),
            description=said.get("site_description"),
            url=str(said.get("site_url") or ""),
            language=theme.get("language", "en") if isinstance(theme, dict) else "en",
            folders=said.get("use_directory_urls", True),
            nav=said.get("nav") or [],
            styles=said.get("extra_css") or [],
            extensions=list(dict.fromkeys([*ALWAYS, *extensions])),
            options=options,
        )
    except KeyError as error:
        raise SettingsError(f"{file.name} lacks the setting {error}") from error
    except SetupError as error:
        told = "; ".join(f"{each.message}{f' ({each.hint})' if each.hint else ''}" for each in error.problems)
        raise SettingsError(f"{file.name}: {told}") from error
    except (OSError, ValueError, TypeError, AttributeError, yaml.YAMLError) as error:
        raise SettingsError(f"{file.name}: {error}") from error


class WrittenFolders(NamedTuple):
    """The folders of pages and examples named in a `mkdocs.yml`, and the configuration files: it and those it inherits from."""

    docs: str
    examples: str
    files: Sequence[Path]


def folders_of(file: Path) -> WrittenFolders:
    """Return the folders of a site.

    They are found even if packages named in its configuration are missing. Raises ``SettingsError``.
    """
    try:
        written = _written_in(file, _Names)
        said = _joined(written)
        ours = _named_with(said.get("plugins"))[1].get(NAME, {})
        return WrittenFolders(str(said.get("docs_dir", "docs")), str(ours.get("examples", Settings.examples)), [*written])
    except (OSError, ValueError, TypeError, AttributeError, yaml.YAMLError) as error:
        raise SettingsError(f"{file}: {getattr(error, 'strerror', None) or error}") from error


def _written_in(file: Path, loader: type[yaml.Loader | yaml.SafeLoader]) -> dict[Path, dict[str, JsonValue]]:
    """Return the parsed contents of a `mkdocs.yml` and of the files that it inherits from (`INHERIT`), in that order."""
    found: dict[Path, dict[str, JsonValue]] = {}
    next_file: Path | None = file.resolve()
    while next_file is not None:
        if next_file in found:
            raise SettingsError(f"INHERIT leads in a circle, back to {next_file.name}")
        said = yaml.load(_text(next_file), loader)
        if not isinstance(said, dict):
            raise SettingsError("it holds no settings" if next_file == file else f"{next_file} holds no settings")
        found[next_file] = said
        next_file = _inherited(next_file, said["INHERIT"]) if "INHERIT" in said else None
    return found


def _inherited(file: Path, named: JsonValue) -> Path:
    """Return the file that a `mkdocs.yml` inherits from. Raises ``SettingsError`` if it doesn't exist."""
    found = (file.parent / str(named)).resolve()
    if not found.is_file():
        raise SettingsError(f"INHERIT names {named}, but there is no such file next to it")
    return found


def _text(file: Path) -> str:
    text = file.read_text(encoding="utf-8-sig")
    if find_spec("material") is None:
        text = text.replace("material.extensions", "zensical.extensions")  # in the same way as Zensical
    return text


def _yaml(file: Path) -> dict[str, JsonValue]:
    return _joined(_written_in(file, _Loader))


def _joined(written: Mapping[Path, dict[str, JsonValue]]) -> dict[str, JsonValue]:
    """Merge settings with inherited ones in MkDocs' way: mappings are merged, and other values are replaced."""
    whole: dict[str, JsonValue] = {}
    for said in reversed([*written.values()]):
        _join(whole, said)
    return whole


def _join(whole: dict[str, JsonValue], said: Mapping[str, JsonValue]) -> None:
    for name, value in said.items():
        if isinstance(value, dict) and isinstance(whole.get(name), dict):
            _join(whole[name], value)
        else:
            whole[name] = value


def _toml(file: Path) -> dict[str, JsonValue]:
    said = tomllib.loads(file.read_text(encoding="utf-8"))
    found: dict[str, JsonValue] = said.get("project", said)
    return found


def _of_zensical(file: Path) -> tuple[list[str], dict[str, dict[str, JsonValue]]]:
    """Return the Markdown extensions of a `zensical.toml` and their options, as Zensical's own parser reads them."""
    try:
        from zensical.config import parse_config
    except ImportError as error:
        raise SettingsError("only Zensical can read what it says of Markdown. Run: pip install zensical") from error
    read = parse_config(str(file))
    return read["markdown_extensions"], read["mdx_configs"]


def _named_with(entries: JsonValue) -> tuple[list[str], dict[str, dict[str, JsonValue]]]:
    """Parse a list of plugins or extensions (names and ``name: options``, or a mapping); return the names, and the options."""
    pairs: list[tuple[str, JsonValue]] = []
    for entry in [entries] if isinstance(entries, dict) else entries or []:
        pairs += entry.items() if isinstance(entry, dict) else [(entry, None)]
    return [name for name, _ in pairs], {name: options for name, options in pairs if options}


class _Loader(yaml.Loader):
    """A YAML loader for everything that MkDocs supports.

    It isn't a safe loader, because an author's own configuration may name Python functions.
    """


def _from_environment(loader: _Loader, node: yaml.Node) -> JsonValue:
    """Return the value of `!ENV NAME`, or of `!ENV [NAME, OTHER, default]`."""
    if isinstance(node, yaml.SequenceNode):
        *names, otherwise = loader.construct_sequence(node) if len(node.value) > 1 else [*loader.construct_sequence(node), None]
    else:
        names, otherwise = [loader.construct_scalar(node)] if isinstance(node, yaml.ScalarNode) else [], None
    found = next((os.environ[name] for name in names if name in os.environ), None)
    return otherwise if found is None else yaml.safe_load(found)


_Loader.add_constructor("!ENV", _from_environment)
_Loader.add_constructor("!relative", lambda loader, node: "")


class _Names(yaml.SafeLoader):
    """A YAML loader that reads tagged values, such as functions that may not be installed, as None."""


_Names.add_multi_constructor("", lambda loader, suffix, node: None)
