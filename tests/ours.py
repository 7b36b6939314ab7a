"""Our own games, which many tests use. A fork's site may show other games instead, which its `mkdocs.yml` declares.
Tests that need files that such a fork may have deleted are marked, and skipped there. Other failures count.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from rules_engine.site.zensical.config import configuration_in, read_site
from rules_engine.text.message import listed

ROOT = Path(__file__).resolve().parents[1]
OURS = ("snakebit", "double-knot", "double-king-pedro", "knueffeln", "double-decker", "hearts", "spades", "euchre")


@cache
def not_shown() -> Sequence[str]:
    """Return those of our games that the site doesn't declare."""
    games = read_site(configuration_in(ROOT)).settings.games
    return [game for game in OURS if game not in games] if games else []


def without_their_pages() -> str:
    """Return the reason to skip tests of our games' pages, or an empty string."""
    return f"mkdocs.yml doesn't declare {listed(not_shown())}, whose pages are looked at" if not_shown() else ""


def without_examples(*games: str) -> str:
    """Return the reason to skip tests of these games' examples, or an empty string."""
    gone = [game for game in games if game in not_shown() and not (ROOT / "examples" / game).is_dir()]
    return f"mkdocs.yml doesn't declare {listed(gone)}, and examples of it aren't there" if gone else ""


def looks_at_examples(*games: str) -> pytest.MarkDecorator:
    """Return a mark that skips tests of these games' examples in a fork without them."""
    return pytest.mark.skipif(bool(without_examples(*games)), reason=without_examples(*games))


def skip_without_examples(*games: str, whole_module: bool = False) -> None:
    """Skip the running test, or its module, in a fork without these games' examples."""
    if why := without_examples(*games):
        pytest.skip(why, allow_module_level=whole_module)
