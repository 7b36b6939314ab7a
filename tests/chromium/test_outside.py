"""The site that `new-site` makes where the two wheels are installed and nobody has Node: the buttons of its game work.

The games are loaded into the snapshot that came with the wheel, or beside Pyodide's own library if that fails.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules_engine.site.runtime.distribution import write_wheels
from tests.chromium.hands import SLOW, press
from tests.chromium.pages import OpenPage
from tests.chromium.server import Site, served
from tests.pyodide.interpreter import CACHE, node
from tests.site.outside import GAME
from tests.site.tiny import ROOT, WITHOUT_NODE


def run(*command: str | Path, folder: Path) -> str:
    """What a command says where there is no Node, and Python finds nothing of this repository."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run([str(each) for each in command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           env={**environment, "PATH": WITHOUT_NODE, "NO_MKDOCS_2_WARNING": "1"})
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout + ended.stderr


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The author's site, served. In their environment are the two wheels, and what MkDocs needs is lent."""
    folder = tmp_path_factory.mktemp("outside")
    wheels = write_wheels(ROOT, folder / "wheels", ROOT / "node_modules", node(), CACHE)
    run(sys.executable, "-m", "venv", "--without-pip", "env", folder=folder)
    programs = folder / "env" / "bin"
    run(sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet", "--no-deps", "--no-index",
        "--no-compile", *wheels, folder=folder)
    (packages,) = folder.glob("env/lib/*/site-packages")
    (packages / "lent.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")), encoding="utf-8")
    run(programs / "followsuit", "new-site", "outside-games", "--game", GAME, folder=folder)
    said = run(programs / "python", "-m", "mkdocs", "build", "--strict", folder=folder / "outside-games")
    assert "the games are loaded into its snapshot" in said
    built = folder / "outside-games" / "site"
    assert not re.search(str(ROOT), run(programs / "python", "-c", "print(__import__('rules_engine').__file__)", folder=folder))
    with served(built, "/book/") as running:
        yield running


def play(page: Page, address: str) -> set[str]:
    """Deal, ask for a hint and play a card; gives the names of the files that this took."""
    fetched: set[str] = set()
    page.on("requestfinished", lambda request: fetched.add(request.url.rpartition("/")[2]))
    page.goto(address)
    page.locator("#fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    page.locator("#fs-do-hint").click()
    expect(page.locator(".fs-slip[data-kind=coach]")).to_contain_text("I would", timeout=SLOW)
    held = page.locator(".fs-hand > .fs-card")
    before = held.count()
    press(page)
    expect(held).to_have_count(before - 1, timeout=SLOW)
    return fetched


def test_deal_and_play(author: Site, open_page: OpenPage) -> None:
    page = open_page(author.at(""))
    fetched = play(page, author.at(f"games/{GAME}/"))
    assert {"snapshot.bin", "games.json"} <= fetched
    assert not {"rules.zip", "python_stdlib.zip"} & fetched


def test_without_the_snapshot_python_starts_from_its_library(author: Site, open_page: OpenPage) -> None:
    open_page.expect_problem("snapshot.bin")
    page = open_page(author.at(""))
    page.route("**/snapshot.bin", lambda route: route.abort())
    assert {"rules.zip", "python_stdlib.zip", "games.json"} <= play(page, author.at(f"games/{GAME}/"))
