"""The site's identity in its pages' scripts, which separates the stored data of sites on the same origin."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath

import pytest

from rules_engine.core.positions.json_values import JsonValue
from rules_engine.site.files.assets import CLIENT, SCRIPT, client_files
from rules_engine.site.files.offline import AT_TABLE, MODES
from rules_engine.site.model.settings import is_versioned

STATIC = re.compile(r'^(?:import|export) (?:[^;]*? from )?"(\.[^"]+)";', re.MULTILINE)


def this_site(games: list[str], versioned: bool) -> str:
    (file,) = (file for file in client_files(games, (), versioned) if file.path == "shared/this-site.js")
    return file.read().decode()


@pytest.mark.parametrize("versioned", [True, False])
def test_the_scripts_know_the_site_s_games_and_whether_it_has_versions(versioned: bool) -> None:
    script = this_site(["snakebit", "knueffeln"], versioned)
    assert 'const GAMES=["snakebit","knueffeln"];' in script.replace('", "', '","')
    assert f"const VERSIONED={str(versioned).lower()};" in script


@pytest.mark.parametrize(("extra", "versioned"), [
    ({"version": {"provider": "mike"}}, True), ({"version": {"provider": "mike", "default": "stable"}}, True),
    ({"version": {"provider": "other"}}, False), ({"version": "mike"}, False), ({"version": None}, False), ({}, False),
    (None, False)])
def test_mike_is_known_by_what_the_theme_asks_for(extra: JsonValue, versioned: bool) -> None:
    assert is_versioned(extra) is versioned


def imported(path: str) -> set[str]:
    """Return the static imports in a script, relative to the client's folder."""
    file = CLIENT / path
    names = STATIC.findall(file.read_text(encoding="utf-8")) if file.is_file() else []
    return {normpath(join(dirname(path), name)) for name in names}


def test_cached_scripts_are_cached_with_their_imports() -> None:
    """Offline, a script is useless if one of its imports is missing."""
    start, todo = set[str](), [SCRIPT]
    while todo:
        path = todo.pop()
        if path not in start:
            start.add(path)
            todo += imported(path)
    kept = {*MODES, *AT_TABLE}
    lacking = {path: imported(path) - start - kept for path in kept}
    assert {each for found in lacking.values() for each in found if "vendor/" not in each} == set()
