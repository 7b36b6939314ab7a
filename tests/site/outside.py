"""A package of an author, with a game that `followsuit new-game` made and its entry point; and a site that shows it alone."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

from rules_engine.cli.new_game import new_game
from rules_engine.games import known_games
from tests.site.tiny import MKDOCS_YML, ROOT, TinySite

GAME, MODULE = "old-maids-trump", "old_maids_trump"
PACKAGE = "outside_games"
PLACE = f"{PACKAGE}.{MODULE}.game:OldMaidsTrump"


def install(folder: Path, points: dict[str, str], name: str = "outside-games") -> None:
    """Let a folder on Python's path hold an installed package with these games."""
    known = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    known.mkdir(parents=True)
    (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = ["[followsuit.games]", *(f"{game} = {place}" for game, place in points.items()), ""]
    (known / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


@contextmanager
def on_path(folder: Path) -> Iterator[None]:
    """Python finds what is installed in a folder while the block runs."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    invalidate_caches()
    known_games.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        known_games.cache_clear()
        for name in set(sys.modules) - before:
            if str(folder) in str(getattr(sys.modules[name], "__spec__", "")):
                del sys.modules[name]


def made(folder: Path) -> Path:
    """The game as `new-game` makes it, with page and examples, its engine in a package: a folder without `__init__.py`."""
    for needed in ("rules_engine/games/registry.py", "mkdocs.yml"):
        (folder / needed).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / needed, folder / needed)
    new_game(GAME, folder, "Old Maid’s Trump")
    ours = folder / "rules_engine" / "games" / MODULE
    for file in ours.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(f"rules_engine.games.{MODULE}", f"{PACKAGE}.{MODULE}"), encoding="utf-8")
    (folder / PACKAGE).mkdir()
    ours.rename(folder / PACKAGE / MODULE)
    shutil.rmtree(folder / "rules_engine")
    return folder


class OutsideSite(TinySite):
    """The author's site. The package is installed in a folder beside it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.packages = made(folder / "packages")
        install(self.packages, {GAME: PLACE})
        shutil.rmtree(folder / "examples" / "snakebit")
        (folder / "docs" / "games" / "snakebit.md").unlink()
        (self.packages / "docs" / "games" / f"{GAME}.md").rename(folder / "docs" / "games" / f"{GAME}.md")
        (self.packages / "examples" / GAME).rename(folder / "examples" / GAME)
        self.write("docs/index.md", "# Home\n")
        self.write("mkdocs.yml", MKDOCS_YML.replace("snakebit", GAME))

    @property
    def path(self) -> str:
        """Python's path for those who build the site."""
        return os.pathsep.join([str(ROOT), str(self.packages)])
