"""The tutorial *Black Lady, from nothing to published*: its files, and the templates for `new-game --like black-lady` made of
them.

`python -m tests.authoring.tutorial` writes the templates.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from rules_engine.cli.new_game import HEARTS

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "authors" / "hearts.md").read_text(encoding="utf-8")
PIECE = re.compile(r'^(```|~~~)\w+ title="([\w./-]+)"\n(.*?)^\1$', re.DOTALL | re.MULTILINE)
STEPS = re.split(r"(?m)^(?=## \d)", TEXT)[1:]
"""The numbered steps of the page."""
NAMES = {r"\bmy_games\.black_lady\b": "@package@.@module@",
         r'\bBlackLady\b|\bBlackLady(?=\w)': "@Class@",
         r"\bBlack Lady\b": "@Title@", r"(?<![\w/-])black-lady(?=/[\w-]+\.yml)": "@id@", r'(?<=id = ")black-lady': "@id@",
         r"(?m)^(game: )?black-lady$": r"\1@id@"}
"""Patterns for the tutorial's names, and the placeholders that stand for them in templates. In its files, *Hearts* is always the
suit."""


def files(text: str) -> dict[Path, str]:
    """Return the files that a part of the page shows; pieces of one file are joined by two empty lines."""
    found: dict[Path, str] = {}
    for _, name, piece in PIECE.findall(text):
        found[Path(name)] = f"{found[Path(name)]}\n\n{piece}" if Path(name) in found else piece
    return found


def write(site: Path, text: str) -> None:
    """Write the files that a part of the page shows into a site."""
    for path, content in files(text).items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(content, encoding="utf-8")


def delete(site: Path) -> None:
    """Delete the files that the first step names: the examples, and the pages with the course and the puzzles."""
    shutil.rmtree(site / "examples" / "black-lady")
    menu = site / "mkdocs.yml"
    for page in ("learn.md", "puzzles.md"):
        (site / "docs" / "games" / "black-lady" / page).unlink()
        menu.write_text(re.sub(rf"^ *- games/black-lady/{page}\n", "", menu.read_text(encoding="utf-8"), flags=re.MULTILINE),
                        encoding="utf-8")


def templates() -> Iterator[tuple[Path, str]]:
    """Yield the templates for a game like the tutorial's, by path in their folder."""
    for path, content in files(TEXT).items():
        folder, name = {"my_games": ("game", f"{path.name}.txt"), "docs": ("", path.name)}.get(
            path.parts[0], ("examples", path.name))
        for pattern, mark in NAMES.items():
            content = re.sub(pattern, mark, content)
        yield Path(folder, name), content


def written(folder: Path) -> Mapping[Path, str]:
    """Return the templates in a folder."""
    return {path.relative_to(folder): path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()}


if __name__ == "__main__":
    shutil.rmtree(HEARTS, ignore_errors=True)
    for template, content in templates():
        (HEARTS / template).parent.mkdir(parents=True, exist_ok=True)
        (HEARTS / template).write_text(content, encoding="utf-8")
