"""Our own games, by which many tests are written. A fork's site may show others in their place: its `mkdocs.yml` says which.
Tests of what such a fork may have deleted say so, and are skipped there before they run. What fails is a failure everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from rules_engine.site.zensical.config import configuration_in, read_site
from rules_engine.text.message import listed

ROOT = Path(__file__).resolve().parents[1]
OURS = ("snakebit", "double-knot", "double-king-pedro", "knueffeln", "double-decker")


@cache
def not_shown() -> Sequence[str]:
    """Those that the site doesn't declare."""
    games = read_site(configuration_in(ROOT)).settings.games
    return [game for game in OURS if game not in games] if games else []


def without_their_pages() -> str:
    """Why nothing can be tested that looks at their pages, if so."""
    return f"mkdocs.yml doesn't declare {listed(not_shown())}, whose pages are looked at" if not_shown() else ""


def without_examples(*games: str) -> str:
    """Say why nothing can be tested that looks at these games' examples, if so: they went with the games' pages."""
    gone = [game for game in games if game in not_shown() and not (ROOT / "examples" / game).is_dir()]
    return f"mkdocs.yml doesn't declare {listed(gone)}, and examples of it aren't there" if gone else ""


def looks_at_examples(*games: str) -> pytest.MarkDecorator:
    """Mark tests that look at these games' examples: skipped where a fork hasn't them."""
    return pytest.mark.skipif(bool(without_examples(*games)), reason=without_examples(*games))


def skip_without_examples(*games: str, whole_module: bool = False) -> None:
    """Skip what can't begin without these games' examples, where a fork hasn't them."""
    if why := without_examples(*games):
        pytest.skip(why, allow_module_level=whole_module)
