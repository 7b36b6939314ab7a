"""Fixtures of the tests in a real browser.

`site`        the built site, served below /follow-suit/, once a session; without pages of our games its tests are skipped
`any_site`    the same, for what looks at any site's pages
`open_page`   opens watched pages: see tests/chromium/pages.py
`look`        desktop and phone, light and dark, one after another: `open_page("", **look)`; `make test` takes one of the four

FOLLOWSUIT_SITE=site pytest -m browser     tests a site that is built already, to save its making
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
    """Every test in this folder has the marker without being told."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remembers that a test failed, for `open_page` to take its picture."""
    report: pytest.TestReport = yield  # type: ignore[assignment]
    if report.failed:
        item.stash[FAILED] = True
    return report  # type: ignore[return-value]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site as it is published: built strictly, once for all processes that tests run in."""
    given = os.environ.get("FOLLOWSUIT_SITE")
    mine = tmp_path_factory.getbasetemp()
    shared = mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine
    try:
        return Path(given) if given else built_once(shared)
    except BuildFailedError as problem:
        pytest.fail(f"mkdocs build --strict failed:\n{problem}", pytrace=False)


@pytest.fixture(scope="session")
def any_site(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site, served below a sub-path."""
    with served(tmp_path_factory.mktemp("site")) as running:
        own_copy(built, running)
        yield running


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest) -> Site:
    """The same, where it has the pages that its tests open."""
    if why := without_their_pages():
        pytest.skip(why)
    built: Site = request.getfixturevalue("any_site")
    return built


@pytest.fixture(scope="session")
def internet() -> Iterator[Outside]:
    """Stands in for all the rest of the world, and notes who asks for it."""
    with outside() as proxy:
        yield proxy


@pytest.fixture(scope="module")
def chromium(internet: Outside) -> Iterator[Browser]:
    """One browser for a module's tests.

    Not for the whole session: Playwright runs once in a process, and other folders start their own.
    """
    try:
        with browsing(internet) as browser:
            yield browser
    except NoChromiumError as problem:
        pytest.fail(str(problem), pytrace=False)


@pytest.fixture(scope="module")
def readers(chromium: Browser) -> Readers:
    """Who reads the site for a module's tests."""
    return Readers(chromium)


@pytest.fixture
def open_page(request: pytest.FixtureRequest, readers: Readers, internet: Outside) -> Iterator[OpenPage]:
    """Opens pages of the site as some reader has them, and fails the test for what went wrong in them."""
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
    """The four looks that every page must have right."""
    chosen: Viewport = request.param
    return chosen
