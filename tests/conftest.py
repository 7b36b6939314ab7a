"""What every test shares."""

import gc
import os

import pytest
from hypothesis import settings

# Playing out a hand takes as long as it takes, and a slow machine is no failure. Where the tests
# guard the project (CI=true) they try the same examples every time; elsewhere new ones.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# Pictures and positions are many small things in few circles: to look for circles less often saves a tenth of the time.
gc.set_threshold(100_000, 50, 100)


@pytest.fixture(scope="session")
def mypy_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder in which mypy keeps what it found of the engine, for the packages of authors that are held against it."""
    return str(tmp_path_factory.mktemp("mypy"))
