"""Fixtures for the browser tests.

- `site`: the built site, served at /follow-suit/, once per session. Its tests are skipped without pages of our games.
- `any_site`: the built site, for tests that work with any site's pages.
- `open_page`: opens monitored pages (see tests/chromium/pages.py).
- `look`: parametrizes a test with desktop and phone, light and dark: `open_page("", **look)`. `make test` uses one of the four.

`FOLLOWSUIT_SITE=site pytest -m browser` tests an existing build of the site.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.chromium.chromium import NoChromiumError
from tests.chromium.pages import LOOKS, OpenPage, Readers, Viewport, browsing
from tests.chromium.server import ROOT, BuildFailedError, Outside, Site, built_once, outside, own_copy, served
from tests.ours import without_their_pages

FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder as a browser test."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Record that a test failed, so that `open_page` takes a screenshot."""
    report: pytest.TestReport = yield  # type: ignore[assignment]
    if report.failed:
        item.stash[FAILED] = True
    return report  # type: ignore[return-value]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site, which is built in strict mode, once for all test processes."""
    given = os.environ.get("FOLLOWSUIT_SITE")
    mine = tmp_path_factory.getbasetemp()
    shared = mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine
    try:
        return Path(given) if given else built_once(shared)
    except BuildFailedError as problem:
        pytest.fail(f"mkdocs build --strict failed:\n{problem}", pytrace=False)


@pytest.fixture(scope="session")
def any_site(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve the site at a sub-path."""
    with served(tmp_path_factory.mktemp("site")) as running:
        own_copy(built, running)
        yield running


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest) -> Site:
    """Serve the site, and skip tests if pages of our games are missing."""
    if why := without_their_pages():
        pytest.skip(why)
    built: Site = request.getfixturevalue("any_site")
    return built


@pytest.fixture(scope="session")
def internet() -> Iterator[Outside]:
    """Run a proxy that blocks and records all requests to the internet."""
    with outside() as proxy:
        yield proxy


@pytest.fixture(scope="module")
def chromium(internet: Outside) -> Iterator[Browser]:
    """Start a browser for the tests in a module. It isn't shared across the session, because Playwright can run only once
    per process, and other folders start their own.
    """
    try:
        with browsing(internet) as browser:
            yield browser
    except NoChromiumError as problem:
        pytest.fail(str(problem), pytrace=False)


@pytest.fixture(scope="module")
def readers(chromium: Browser) -> Readers:
    """Return the pool of browser contexts for the tests in a module."""
    return Readers(chromium)


@pytest.fixture
def open_page(request: pytest.FixtureRequest, readers: Readers, internet: Outside) -> Iterator[OpenPage]:
    """Return a function that opens pages, and fail the test if a page reports an error or makes an external request."""
    opener = OpenPage(readers, internet, lambda: request.getfixturevalue("site"))
    yield opener
    if request.node.stash.get(FAILED, False) or opener.problems():
        opener.picture(ROOT / "test-results", re.sub(r"[^\w.-]+", "-", f"{request.path.stem}-{request.node.name}"))
    opener.close()
    problems = opener.problems()
    assert not problems, "\n".join(problems)


@pytest.fixture(params=[pytest.param(look, id=name, marks=() if name == "phone-dark" else pytest.mark.thorough)
                        for name, look in LOOKS.items()])
def look(request: pytest.FixtureRequest) -> Viewport:
    """Return one of the four combinations of device and colour scheme that every page must support."""
    chosen: Viewport = request.param
    return chosen
