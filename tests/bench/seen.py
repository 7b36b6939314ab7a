"""The time from saving an edit to its appearance in the browser: the table in docs/design/writing.md.

    python -m tests.bench.seen --rounds 5

`followsuit serve` serves two sites to a real Chromium: one made by `new-site`, and the project's own. The edited files are
copies.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page

from rules_engine.cli.new_site import new_site
from tests.chromium.living import Author, living
from tests.chromium.pages import DESKTOP, browsing
from tests.chromium.server import ROOT, outside

GAME = "plain-trump"
MARK = "Seen {} in {}"


class Edit(NamedTuple):
    """An edit to time: its description, the page that shows it, the file, and the text before and after."""

    what: str
    page: str
    file: str
    old: str
    new: str


EDITS = {
    "new site": [
        Edit("a sentence", f"games/{GAME}/rules/", f"docs/games/{GAME}/rules.md", "Plain Trump is", f"{MARK} Plain Trump is"),
        Edit("an example", f"games/{GAME}/rules/", f"examples/{GAME}/follow-suit.yml", "title: ", f"title: {MARK} "),
        Edit("a word of the rules", f"games/{GAME}/rules/", "written_games/plain_trump/phrases.py",
             'words.line(rules.score, "', f'words.line(rules.score, "{MARK} '),
    ],
    "ours, Snakebit's rules": [
        Edit("a sentence", "games/snakebit/rules/", "docs/games/snakebit/rules.md", "\n## ", f"\n{MARK}.\n\n## "),
        Edit("an example", "games/snakebit/rules/", "examples/snakebit/follow-suit.yml", "title: ", f"title: {MARK} "),
    ],
}


def ours(folder: Path) -> None:
    """Copy the sources of the project's site."""
    folder.mkdir()
    for name in ("docs", "examples"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")


SITES: dict[str, Callable[[Path], object]] = {"new site": lambda folder: new_site(folder, GAME), "ours, Snakebit's rules": ours}


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="changes of each kind, whose median is taken (5)")
    rounds = parser.parse_args().rounds
    print("| Site | What is changed | Seconds until it is seen: median, longest |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as place, outside() as internet, browsing(internet) as browser:
        for name, make in SITES.items():
            folder = Path(place, "written-games" if make is not ours else "ours")
            make(folder)
            (folder / "node_modules").symlink_to(ROOT / "node_modules")
            with living(folder, PYTHONPATH=str(ROOT)) as author:
                page = browser.new_page(viewport=DESKTOP)
                for what, times in _measured(author, page, name, rounds):
                    print(f"| {name} | {what} | {statistics.median(times):.2f}, {max(times):.2f} |", flush=True)
                page.close()


def _measured(author: Author, page: Page, site: str, rounds: int) -> Iterator[tuple[str, list[float]]]:
    began = time.perf_counter()
    page.goto(f"{author.url}{EDITS[site][0].page}")
    yield "nothing yet: the first page after the start", [time.perf_counter() - began]
    for edit in EDITS[site]:
        times = []
        for number in range(rounds):
            page.wait_for_timeout(1000)
            began = time.perf_counter()
            author.change(edit.file, edit.old, edit.new.format(number, edit.what))
            page.wait_for_function("text => document.body?.textContent.includes(text)", arg=MARK.format(number, edit.what))
            times.append(time.perf_counter() - began)
        yield edit.what, times


if __name__ == "__main__":
    main()
