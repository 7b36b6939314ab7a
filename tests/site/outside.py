"""An author's site whose package contains a game, and other installed packages."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

from rules_engine.cli.new_site import new_site
from rules_engine.games import known_games
from tests.site.tiny import ROOT, TinySite

GAME, MODULE = "old-maids-trump", "old_maids_trump"
PACKAGE = "outside_games"
PLACE = f"{PACKAGE}.{MODULE}.game:OldMaidsTrump"


def install(folder: Path, points: dict[str, str], name: str = "outside-games") -> None:
    """Write the metadata of an installed package with these games into a folder."""
    known = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    known.mkdir(parents=True)
    (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = ["[followsuit.games]", *(f"{game} = {place}" for game, place in points.items()), ""]
    (known / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


@contextmanager
def on_path(folder: Path) -> Iterator[None]:
    """Context manager that puts a folder on Python's path."""
    before, path = set(sys.modules), sys.path[:]
    sys.path.insert(0, str(folder))
    invalidate_caches()
    known_games.cache_clear()
    try:
        yield
    finally:
        sys.path[:] = path
        known_games.cache_clear()
        for name in set(sys.modules) - before:
            if str(folder) in str(getattr(sys.modules[name], "__spec__", "")):
                del sys.modules[name]


def made(folder: Path) -> None:
    """Write the package with the author's game into a folder."""
    new_site(folder / "outside-games", GAME)
    (folder / "outside-games" / PACKAGE).rename(folder / PACKAGE)


class OutsideSite(TinySite):
    """A site made by `new-site`, whose own package isn't installed. A folder next to it contains installed packages."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.packages = folder / "outside-games", folder / "packages"
        new_site(self.folder, GAME, "Old Maid’s Trump")
        self.share()

    def without_hand(self) -> None:
        """Remove the practice hands from the pages: searching their first tricks takes up most of the build time."""
        for page in (self.folder / "docs").rglob("*.md"):
            text = page.read_text(encoding="utf-8")
            page.write_text(re.sub(r"```practice\n.*?```\n", "", text, flags=re.DOTALL), encoding="utf-8")

    @property
    def path(self) -> str:
        """The PYTHONPATH for subprocesses that build the site."""
        return os.pathsep.join([str(ROOT), str(self.packages)])
