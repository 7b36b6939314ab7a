"""Python started from the snapshot gives the same responses as elsewhere, lacks no module, and has fresh random numbers.

Facts are compared with native Python. The responses to a page are compared with stock Pyodide under Node, because another
version of Python may round differently when a bot evaluates its moves.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from rules_engine.api import handle
from rules_engine.games import GAMES
from tests.pyodide import narrator
from tests.pyodide.interpreter import Interpreter
from tests.pyodide.start import ASSETS, ask, served, visit, write_site
from tests.pyodide.test_same_facts import CHOICES, texts

pytestmark = pytest.mark.browser

#: Appended to Pyodide's own loader, so that tests can reach the Python that it starts.
REACHABLE = """
import {{ loadPyodide as load, version }} from "./{whole}";
export {{ version }};
export const loadPyodide = async (options) => (globalThis.python = await load(options));
"""

#: The source of `narrator` without the digests, because Python in the browser has no hashlib.
SOURCE = Path(narrator.__file__).read_text(encoding="utf-8").replace("import hashlib\n", "")


def called(function: str, arguments: Sequence[Any]) -> str:
    """Return Python source that calls a function."""
    return f"{function}(*json.loads({json.dumps(arguments)!r}))"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the minimal site, with a loader that gives tests access to its Python."""
    site = write_site(tmp_path_factory.mktemp("made") / "site")
    (loader,) = (site / ASSETS).rglob("pyodide.js")
    whole = loader.rename(loader.with_name("whole.mjs"))
    loader.write_text(REACHABLE.format(whole=whole.name), encoding="utf-8")
    return site


class WorkerPython:
    """The Python interpreter in a page's worker."""

    def __init__(self, page: Page) -> None:
        self.page = page
        (self.worker,) = page.workers

    def bring_all(self) -> None:
        """Load all parts of the engine, by sending requests about every game and about features other than hands."""
        for game in GAMES:
            assert "html" in ask(self.page, {"op": "practice", "game": game, "seed": 1})["value"]
        assert "facts" in ask(self.page, {"op": "score", "game": "snakebit", "dealer": 0, "hands": []})["value"]

    def run(self, source: str) -> None:
        """Run statements in one shared namespace."""
        self.worker.evaluate("(source) => { python.runPython(source) }", source)

    def value(self, expression: str) -> Any:
        """Return the value of an expression, passed as JSON."""
        return json.loads(self.worker.evaluate("(source) => python.runPython(source)", f"__import__('json').dumps({expression})"))

    def modules(self) -> set[str]:
        """Return the names of the imported modules."""
        return set(self.value("list(__import__('sys').modules)"))


@contextmanager
def started(site: Path, profile: Path) -> Iterator[WorkerPython]:
    """Context manager that opens a page whose Python can start only from the snapshot."""
    manifest = site / ASSETS / "runtime.json"
    described = json.loads(manifest.read_text(encoding="utf-8"))
    described["ways"] = [each for each in described["ways"] if each["name"] == "snapshot"]
    manifest.write_text(json.dumps(described), encoding="utf-8")
    with served(site) as url, visit(url, profile) as page:
        assert "value" in ask(page)
        yield WorkerPython(page)


@pytest.mark.thorough                                           # tests in Pyodide under Node compare facts too
def test_all_examples_and_games_tell_the_same(made: Path, tmp_path: Path) -> None:
    with started(made, tmp_path) as python:
        python.bring_all()
        before = python.modules()
        python.run(SOURCE)
        for call, arguments in (("scenario_told", texts().values()), ("match_told", [[each, 1] for each in CHOICES])):
            for each in arguments:
                assert python.value(called(call, each)) == getattr(narrator, call)(*each)
        late = python.modules() - before
    assert {name for name in late if not name.startswith("rules_engine.")} == set(), "there is no library to import from"


@pytest.mark.thorough
def test_both_ways_to_start_give_the_same_responses(made: Path, tmp_path: Path, in_pyodide: Interpreter) -> None:
    """The sample is one table of each game, and every tenth example."""
    tables = {each[0]: [each, 1] for each in CHOICES}
    with started(made, tmp_path) as python:
        python.bring_all()
        before = python.modules()
        python.run(SOURCE)
        for call, arguments in (("page_told", tables.values()), ("what_if_told", [*texts().values()][::10])):
            for each in arguments:
                assert python.value(called(call, each)) == in_pyodide.run(f"{SOURCE}\n{called(call, each)}")
        late = python.modules() - before
    assert {name for name in late if not name.startswith("rules_engine.")} == set(), "there is no library to import from"


def test_the_snapshot_does_not_fix_random_numbers_or_the_clock(made: Path, tmp_path: Path) -> None:
    """All readers start from the same memory snapshot, which must not fix the random numbers."""
    drawn = []
    for number in range(2):
        with started(made, tmp_path / str(number)) as python:
            python.run("import random, time")
            drawn.append(python.value("[random.random(), random.SystemRandom().random(), random.Random(7).random()]"))
            assert abs(python.value("time.time()") - time.time()) < 60
    (first, lot, given), (other, other_lot, given_again) = drawn
    assert first != other
    assert lot != other_lot
    assert given == given_again == random.Random(7).random()


def test_the_snapshot_holds_the_rules_with_their_asserts_and_of_the_library_what_they_use(made: Path, tmp_path: Path) -> None:
    with started(made, tmp_path) as python:
        modules = python.modules()
        python.run("from types import SimpleNamespace as S; from rules_engine.api.handlers.practice import _asked, _play\n"
                   "try: _asked(None, S(move=None))\nexcept AssertionError: kept = 'asserts'")
        kept, read_by_nobody = python.value("kept"), python.value("_play.__doc__")
    assert kept == "asserts"
    assert read_by_nobody == ""
    assert {"rules_engine.api.handlers.practice", "json.decoder", "random"} <= modules
    assert not {"argparse", "asyncio.events", "sqlite3", "unittest"} & modules
    assert not {"rules_engine.games.snakebit", "rules_engine.scenarios.replay"} & modules


def test_each_part_is_loaded_once_on_demand(made: Path, tmp_path: Path) -> None:
    """The responses are the same as from a Python in which the rules of all games are loaded."""
    with started(made, tmp_path) as python:
        fetched: list[str] = []
        python.page.context.on("requestfinished", lambda request: fetched.append(request.url.rpartition("/")[2]))
        for seed in (1, 2):
            asked = {"op": "practice", "game": "knueffeln", "seed": seed}
            assert ask(python.page, asked)["value"] == json.loads(handle(json.dumps(asked)))
        assert "html" in ask(python.page, {"op": "quiz", "game": "knueffeln", "kind": "legal-moves", "seed": 1})["value"]
    assert fetched.count("knueffeln.zip") == 1
    assert not {"snakebit.zip", "snapshot.zip", "python_stdlib.zip"} & {*fetched}
