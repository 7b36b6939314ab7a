"""What every test shares."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

# Playing out a hand takes as long as it takes, and a slow machine is no failure. Where the tests
# guard the project (CI=true) they try the same examples every time; elsewhere new ones.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# What tests start speaks UTF-8 and English, whatever the locale of this process.
os.environ |= {"PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}

# Pictures and positions are many small things in few circles: to look for circles less often saves a tenth of the time.
gc.set_threshold(100_000, 50, 100)


IN_CHROMIUM = ("chromium/test_pages", "chromium/test_outside", "chromium/test_offline", "chromium/test_other_browsers",
               "pyodide/test_start_in_chromium", "chromium/test_hand", "chromium/test_boxes", "chromium/test_never_dead",
               "chromium/test_course", "chromium/test_question", "chromium/test_frame", "chromium/test_puzzle",
               "chromium/test_example", "chromium/test_playground", "chromium/test_score_keeper", "chromium/test_live",
               "chromium/test_languages")
"""The files that take longest, from the longest on: of two processes neither is then left with a long one at the end.

The first one has the site built; the second needs none until it is.
"""


ELSEWHERE = ("chromium", "pyodide", "bench")
"""The folders in which make looks for tests in a browser or inside Pyodide: to collect all the others too takes seconds."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts what takes long first, and refuses a test that make would never find."""
    turn = {f"{name}.py": place for place, name in enumerate(IN_CHROMIUM)}
    path_of = {item: item.path.relative_to(Path(__file__).parent) for item in items}
    lost = [item.nodeid for item in items if path_of[item].parts[0] not in ELSEWHERE
            and (item.get_closest_marker("browser") or item.get_closest_marker("pyodide"))]
    if lost:
        raise pytest.UsageError(f"`make test` looks for such tests only in tests/{', tests/'.join(ELSEWHERE)}: {' '.join(lost)}")
    items.sort(key=lambda item: turn.get(path_of[item].as_posix(), len(turn)))


@pytest.fixture(scope="session")
def mypy_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder in which mypy keeps what it found of the engine, for the packages of authors that are held against it."""
    return str(tmp_path_factory.mktemp("mypy"))
