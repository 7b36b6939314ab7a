"""``followsuit docs [PAGE]``: list the pages for authors of games, or print one. They are those of the installed version."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path

from rules_engine.cli.errors import CommandError
from rules_engine.core.model.errors import quoted
from rules_engine.core.positions.json_values import did_you_mean

PACKED = Path(__file__).parents[1] / "authoring" / "docs"
"""The pages in a wheel, where setup.py puts them."""
OURS = Path(__file__).parents[2] / "docs" / "authors"
FIRST = ("start", "hearts", "new-game", "hand-in-order", "reference", "index", "format")
"""The pages to read first, in order."""
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("page", nargs="?", metavar="PAGE", help="the page to print, as in `start`; all are listed if left out")


def run(chosen: argparse.Namespace) -> int:
    """Print the list, or a page. Raises ``CommandError`` for an unknown page."""
    found = pages()
    if chosen.page is None:
        width = max(map(len, found))
        for name, file in found.items():
            print(f"{name:<{width}}  {_title(file)}")
        print("\n`followsuit docs PAGE` prints one of them.")
    elif chosen.page in found:
        print(found[chosen.page].read_text(encoding="utf-8"), end="")
    else:
        hint = did_you_mean(chosen.page, found) or "`followsuit docs` lists the pages"
        raise CommandError(f"{quoted(chosen.page)} is no page: {hint}")
    return 0


def pages() -> Mapping[str, Path]:
    """Return the pages by name, in the order in which to read them: ``recipes/bids`` is in a folder."""
    folder = PACKED if PACKED.is_dir() else OURS
    found = {file.relative_to(folder).with_suffix("").as_posix(): file for file in sorted(folder.rglob("*.md"))}
    return {name: found[name] for name in dict.fromkeys([*FIRST, *found])}


def _title(file: Path) -> str:
    found = _TITLE.search(file.read_text(encoding="utf-8"))
    return found[1] if found else ""
