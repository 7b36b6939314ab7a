"""HTML from the browser's storage is shown only if it has the engine's tags and attributes (`own-html.js`)."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from rules_engine.games import known_games
from rules_engine.site.files.assets import CLIENT
from tests.chromium.full_tables import fullest_moments

SCRIPT = (CLIENT / "shared" / "own-html.js").read_text(encoding="utf-8")
LINKS = {"href", "xlink:href"}


def allowed() -> tuple[set[str], re.Pattern[str]]:
    """Return the tags and the pattern for attributes that the script accepts."""
    tags = re.search(r"const TAGS = new Set\(\((.*?)\)\.split", SCRIPT, re.DOTALL)
    names = re.search(r"const NAMES =\s+/(.*)/;", SCRIPT)
    assert tags
    assert names
    return set(re.sub("[^a-z ]", "", tags[1]).split()), re.compile(names[1])


class Elements(HTMLParser):
    """A parser that collects each element's tag and the names of its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, [name for name, _ in attrs]))


@pytest.mark.parametrize("game_id", known_games())
def test_every_table_of_a_hand_can_be_stored(game_id: str) -> None:
    tags, names = allowed()
    for moment in fullest_moments({"game": "../", "general": "../../", "faces": "../"}, game=game_id):
        for tag, attributes in Elements(moment.html).found:
            assert tag in tags, moment.kind
            assert all(name in LINKS or names.match(name) for name in attributes), (moment.kind, tag, attributes)
