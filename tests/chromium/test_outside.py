"""A site that `new-site` makes from the two wheels, without Node: the buttons for its game work.

The games are loaded into the snapshot from the wheel, or if that fails, into a Pyodide with its standard library.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_engine.site.runtime.distribution import write_wheels
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW, play_one, take_home
from tests.chromium.living import living
from tests.chromium.pages import OpenPage
from tests.chromium.server import Site, served
from tests.pyodide.interpreter import CACHE, node
from tests.site.outside import GAME
from tests.site.tiny import ROOT, WITHOUT_NODE


def run(*command: str | Path, folder: Path) -> str:
    """Run a command without Node and without this repository on Python's path, and return its output."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run([str(each) for each in command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                           encoding="utf-8", env={**environment, "PATH": WITHOUT_NODE, "NO_MKDOCS_2_WARNING": "1"})
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout + ended.stderr


class Installed:
    """A folder with a virtual environment that has the two wheels installed; MkDocs and its dependencies are linked."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.commands = folder, 0
        self.python = folder / "env" / "bin" / "python"
        wheels = write_wheels(ROOT, folder / "wheels", ROOT / "node_modules", node(), CACHE)
        self.run(sys.executable, "-m", "venv", "--without-pip", "env")
        self.run(sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet", "--no-deps", "--no-index",
                 "--no-compile", *wheels)
        (packages,) = folder.glob("env/lib/*/site-packages")
        lent = [path for path in sys.path if path.endswith("site-packages")]
        (packages / "lent.pth").write_text("\n".join(lent), encoding="utf-8")

    def run(self, *command: str | Path, at: str = "") -> str:
        """Run a command and return its output."""
        self.commands += 1
        return run(*command, folder=self.folder / at)

    def followsuit(self, *arguments: str, at: str = "") -> str:
        """Run ``followsuit`` and return its output."""
        return self.run(self.python.with_name("followsuit"), *arguments, at=at)

    def build(self, site: str) -> Path:
        """Build a site strictly, without Node, and return its folder."""
        assert "the games are loaded into its snapshot" in self.run(self.python, "-m", "mkdocs", "build", "--strict", at=site)
        return self.folder / site / "site"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Return an environment with the two wheels installed."""
    made = Installed(tmp_path_factory.mktemp("outside"))
    assert str(ROOT) not in made.run(made.python, "-c", "print(__import__('rules_engine').__file__)")
    return made


@pytest.fixture(scope="module")
def author(installed: Installed) -> Iterator[Site]:
    """Serve the author's site."""
    installed.followsuit("new-site", "outside-games", "--game", GAME)
    page = installed.folder / "outside-games" / "docs" / "games" / "index.md"
    page.write_text(f"{page.read_text(encoding='utf-8')}\n```playground\n```\n", encoding="utf-8")
    with served(installed.build("outside-games"), "/book/") as running:
        yield running


def test_deal_and_play(author: Site, open_page: OpenPage) -> None:
    page = open_page(author.at(""))
    fetched = play_one(page, author.at(f"games/{GAME}/play/"))
    assert {"snapshot.zip", "games.json"} <= fetched
    assert not {"rules.zip", "python_stdlib.zip"} & fetched


@pytest.mark.thorough
def test_a_playground_of_ones_own(author: Site, open_page: OpenPage) -> None:
    """The game isn't one of ours, and the page ships the YAML parser."""
    page = open_page(author.at("games/"))
    writing = page.locator("#fs-writing")
    writing.focus()
    expect(page.locator("#fs-verdict")).to_contain_text("This holds: ", timeout=SLOW)
    assert f"game: {GAME}" in writing.input_value()
    page.keyboard.press("Control+End")
    page.keyboard.type("- Nobody: a move")
    expect(page.locator(".fs-faults button")).to_contain_text("unknown key 'Nobody'", timeout=SLOW)
    assert not open_page.requested("python_stdlib")


@pytest.mark.thorough
def test_its_score_is_kept_by_points(author: Site, open_page: OpenPage) -> None:
    """The game doesn't declare how players count at a real table."""
    page = open_page(author.at(f"games/{GAME}/score/"))
    page.get_by_role("button", name="Begin", exact=True).click()
    for place in range(page.locator("[data-at]").count()):
        page.locator(f"[data-do=more][data-value='points:{place}']").click()
    page.get_by_role("button", name="Save hand").click()
    expect(page.locator(".fs-score-sheet tfoot td").first).to_have_text("1", timeout=SLOW)


@pytest.mark.thorough
def test_without_the_snapshot_python_starts_from_its_library(author: Site, open_page: OpenPage) -> None:
    open_page.expect_problem("snapshot.zip")
    page = open_page(author.at(""))
    page.route("**/snapshot.zip", lambda route: route.abort())
    assert {"rules.zip", "python_stdlib.zip", "games.json"} <= play_one(page, author.at(f"games/{GAME}/play/"))


@pytest.mark.thorough
def test_an_evening(installed: Installed, open_page: OpenPage) -> None:
    """The site starts from two wheels, and the author changes a rule and adds an example recorded in the browser."""
    before, site = installed.commands, "evening-games"
    folder = installed.folder / site
    installed.followsuit("new-site", site, "--game", GAME)
    for file in (*folder.rglob("*.py"), *folder.rglob("*.md"), *folder.rglob("*.yml")):  # the game now ends at 21 instead of 25
        file.write_text(file.read_text(encoding="utf-8").replace("25", "21"), encoding="utf-8")
    recorded = folder / "examples" / GAME / "recorded.yml"
    installed.commands += 1
    with living(folder, [str(installed.python.with_name("followsuit"))], PYTHONPATH="", PATH=WITHOUT_NODE) as shown:
        page = open_page(shown.url)
        play_one(page, f"{shown.url}games/{GAME}/play/")
        with page.expect_download() as download:
            take_home(page, "example")
        download.value.save_as(recorded)
        page.goto("about:blank")
    assert "1 hold" in installed.followsuit("check", str(recorded), at=site)
    told = folder / "docs" / "games" / GAME / "rules.md"
    section = f"## A hand of mine\n\n```example\n{GAME}/recorded.yml\n```\n"
    told.write_text(f"{told.read_text(encoding='utf-8')}\n{section}", encoding="utf-8")
    with served(installed.build(site), "/book/") as running:
        page = open_page(running.at(""))
        play_one(page, running.at(f"games/{GAME}/play/"))
        page.goto(running.at(f"games/{GAME}/rules/"))
        expect(page.locator("article")).to_contain_text("The end at 21")
        expect(page.locator(f"#example-{GAME}-recorded")).to_be_attached()
    assert installed.commands - before + len(("venv", "pip")) < 15
