"""Our own games, by which many tests are written. A fork's site may show others in their place: its `mkdocs.yml` says which, and
tests go by that (tests/conftest.py, tests/chromium/conftest.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rules_engine.core.cards import listed
from rules_engine.site.configured import configuration_in, read_site

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


@cache
def without_their_examples(module: Path) -> str:
    """Why a module's tests can't be judged by their failing, if so: it names games whose examples went with their pages."""
    gone = [game for game in not_shown() if not (ROOT / "examples" / game).is_dir()]
    if not gone:
        return ""
    text = module.read_text(encoding="utf-8").casefold()
    named = [game for game in gone if re.search(game.replace("-", "[-_ ]?"), text)]
    return f"mkdocs.yml doesn't declare {listed(named)}, and examples of it aren't there" if named else ""
