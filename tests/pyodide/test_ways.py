"""Each way of starting Python ends in the same Python: the same facts, nothing missing, and chance of its own."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from rules_engine.authoring.check import scenario_files
from rules_engine.authoring.yaml_text import read_yaml
from tests.pyodide import telling
from tests.pyodide.start import ASSETS, ask, served, visit, write_site
from tests.pyodide.test_same_facts import CHOICES, EXAMPLES

pytestmark = pytest.mark.browser

WAYS = ("snapshot", "archive")  # as Pyodide comes, it is tested under Node

#: Put behind Pyodide's own loader: the tests reach into the Python that it starts.
REACHABLE = """
import {{ loadPyodide as load, version }} from "./{whole}";
export {{ version }};
export const loadPyodide = async (options) => (globalThis.python = await load(options));
"""

#: What the engine tells, as `telling` says it, without the digests: a reader's Python has no hashlib.
SOURCE = Path(telling.__file__).read_text(encoding="utf-8").replace("import hashlib\n", "")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bare site, with a loader whose Python can be reached."""
    site = write_site(tmp_path_factory.mktemp("made") / "site")
    (loader,) = (site / ASSETS).rglob("pyodide.mjs")
    whole = loader.rename(loader.with_name("whole.mjs"))
    loader.write_text(REACHABLE.format(whole=whole.name), encoding="utf-8")
    return site


class Reached:
    """The Python of a page's worker."""

    def __init__(self, page: Page) -> None:
        (self.worker,) = page.workers

    def run(self, source: str) -> None:
        """Runs statements, in one namespace for all."""
        self.worker.evaluate("(source) => { python.runPython(source) }", source)

    def value(self, expression: str) -> Any:
        """The value of an expression; it crosses as JSON."""
        return json.loads(self.worker.evaluate("(source) => python.runPython(source)", f"__import__('json').dumps({expression})"))

    def modules(self) -> set[str]:
        """What is imported."""
        return set(self.value("list(__import__('sys').modules)"))


@contextmanager
def started(site: Path, way: str, profile: Path) -> Iterator[Reached]:
    """A visit that can start in one way only."""
    manifest = site / ASSETS / "runtime.json"
    whole = manifest.read_text(encoding="utf-8")
    described = json.loads(whole)
    described["ways"] = [each for each in described["ways"] if each["name"] == way]
    manifest.write_text(json.dumps(described), encoding="utf-8")
    try:
        with served(site) as url, visit(url, profile) as page:
            assert "value" in ask(page)
            yield Reached(page)
    finally:
        manifest.write_text(whole, encoding="utf-8")


@pytest.mark.parametrize("way", WAYS)
def test_every_example_and_a_match_of_each_game_tell_the_same(made: Path, tmp_path: Path, way: str) -> None:
    texts = [json.dumps(read_yaml(file.read_text(encoding="utf-8")).value) for file in scenario_files([EXAMPLES])]
    with started(made, way, tmp_path) as python:
        before = python.modules()
        python.run(SOURCE)
        for call, arguments in (("scenario_told", [[text] for text in texts]), ("match_told", [[each, 1] for each in CHOICES])):
            for each in arguments:
                inside = python.value(f"{call}(*json.loads({json.dumps(each)!r}))")
                assert inside == getattr(telling, call)(*each)
        late = python.modules() - before
    assert way != "snapshot" or late == set(), "there is nothing that it could import late from"


def test_chance_and_time_are_the_readers_own(made: Path, tmp_path: Path) -> None:
    """Though all readers begin with the same memory."""
    drawn = []
    for number in range(2):
        with started(made, "snapshot", tmp_path / str(number)) as python:
            python.run("import random, time")
            drawn.append(python.value("[random.random(), random.SystemRandom().random(), random.Random(7).random()]"))
            assert abs(python.value("time.time()") - time.time()) < 60
    (first, lot, given), (other, other_lot, given_again) = drawn
    assert first != other
    assert lot != other_lot
    assert given == given_again == random.Random(7).random()


def test_the_snapshot_holds_all_that_the_archive_does(made: Path, tmp_path: Path) -> None:
    """What one reader's Python can be asked, every other's can."""
    held = {}
    for way in ("snapshot", "archive"):
        with started(made, way, tmp_path / way) as python:
            held[way] = {name for name in python.modules() if name.startswith("rules_engine")}
    assert held["archive"] <= held["snapshot"]
    assert "rules_engine.games.snakebit" in held["snapshot"]
