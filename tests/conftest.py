"""Settings, fixtures and hooks shared by all tests."""

import gc
import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

# No deadline: the time to play out a hand varies, and a slow machine isn't an error. In CI, Hypothesis tries the same examples
# every time; elsewhere it tries new ones.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# Subprocesses use UTF-8 and English, whatever the locale of this process.
os.environ |= {"PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}

# Pictures and positions are many small objects with few reference cycles: less frequent garbage collection saves a tenth of
# the time.
gc.set_threshold(100_000, 50, 100)


IN_CHROMIUM = ("chromium/test_pages", "chromium/test_outside", "chromium/test_offline", "chromium/test_other_browsers",
               "pyodide/test_start_in_chromium", "chromium/test_hand", "chromium/test_boxes", "chromium/test_never_dead",
               "chromium/test_course", "chromium/test_question", "chromium/test_frame", "chromium/test_puzzle",
               "chromium/test_example", "chromium/test_playground", "chromium/test_score_keeper", "chromium/test_live",
               "chromium/test_languages")
"""The slowest files, slowest first, so that neither of the two test processes is still running a slow file at the end.

The first file triggers the build of the site; the second needs no site, so that it can run during the build.
"""


ELSEWHERE = ("chromium", "pyodide", "bench")
"""The only folders in which make looks for browser and Pyodide tests. Collecting the other folders too would take seconds."""


MANY_GAMES = 6
"""If a test runs with more games than this, `make test` runs it with every second one. Tests start with the first or the second
game, so that half of the tests see each game. Mark a test with ``every_game`` if its games don't repeat each other."""


def mark_repetitions(items: list[pytest.Item]) -> None:
    """Mark every second game of a test with many games as thorough, before ``-m`` selects tests."""
    games = defaultdict[str, dict[str, None]](dict)
    for item in items:
        if game := _game_of(item):
            games[_function(item)][game] = None
    for item in items:
        found = [*games.get(_function(item), ())]
        if len(found) > MANY_GAMES and (found.index(_game_of(item)) + crc32(_function(item).encode())) % 2:
            item.add_marker(pytest.mark.thorough)


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _game_of(item: pytest.Item) -> str:
    """Return the id of the game in a test's parameters, or an empty string."""
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec") or item.get_closest_marker("every_game"):
        return ""
    game = item.callspec.params.get("game", item.callspec.params.get("game_id", ""))
    return game if isinstance(game, str) else str(getattr(game, "id", ""))


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Mark repetitions, before ``-m`` selects tests, and then sort slow tests first.

    Raises ``UsageError`` for a browser or Pyodide test in a folder where make would never find it.
    """
    mark_repetitions(items)
    yield
    turn = {f"{name}.py": place for place, name in enumerate(IN_CHROMIUM)}
    path_of = {item: item.path.relative_to(Path(__file__).parent) for item in items}
    lost = [item.nodeid for item in items if path_of[item].parts[0] not in ELSEWHERE
            and (item.get_closest_marker("browser") or item.get_closest_marker("pyodide"))]
    if lost:
        raise pytest.UsageError(f"`make test` looks for such tests only in tests/{', tests/'.join(ELSEWHERE)}: {' '.join(lost)}")
    items.sort(key=lambda item: turn.get(path_of[item].as_posix(), len(turn)))


@pytest.fixture(scope="session")
def mypy_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a shared folder for mypy's cache of the engine, used when authors' packages are type-checked."""
    return str(tmp_path_factory.mktemp("mypy"))
